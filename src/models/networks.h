// The networks of TVM's relay.testing, except the residual networks (models/resnet.h). Each
// namespace is a module there. Its Options are the arguments of the module's get_workload, with
// TVM's defaults, and a seed for the parameters. GetNet returns the network as a function without
// types. It throws DiagnosticError (kUnknownModel) for options that the network does not support.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/expr.h"

namespace passcope {

// A perceptron with three layers.
namespace mlp {
struct Options {
  int64_t batch_size = 1;
  int64_t num_classes = 10;
  std::vector<int64_t> image_shape = {1, 28, 28};
  std::string dtype = "float32";
  int64_t seed = 0;
};
Expr GetNet(const Options& options);
}  // namespace mlp

// The deep Q-network of Mnih et al., "Human-level control through deep reinforcement learning",
// 2015.
namespace dqn {
struct Options {
  int64_t batch_size = 1;
  int64_t num_actions = 18;
  std::vector<int64_t> image_shape = {4, 84, 84};  // In the order of the layout.
  std::string dtype = "float32";
  std::string layout = "NCHW";  // Or NHWC.
  int64_t seed = 0;
};
Expr GetNet(const Options& options);
}  // namespace dqn

// The generator of a DCGAN (Radford, Metz, Chintala, "Unsupervised representation learning with
// deep convolutional generative adversarial networks", 2015).
namespace dcgan {
struct Options {
  int64_t batch_size = 1;
  std::vector<int64_t> oshape = {3, 64, 64};  // Channels, height and width of the output.
  int64_t ngf = 128;                          // Channels of the second-last layer.
  int64_t random_len = 100;
  std::string layout = "NCHW";  // Or NHWC.
  std::string dtype = "float32";
  int64_t seed = 0;
};
Expr GetNet(const Options& options);
}  // namespace dcgan

// A long short-term memory (Hochreiter, Schmidhuber, 1997), unrolled: each step has its own weights
// and its own input, named "data".
namespace lstm {
struct Options {
  int64_t iterations = 4;    // TVM has no default.
  int64_t num_hidden = 128;  // TVM has no default.
  int64_t batch_size = 1;
  std::string dtype = "float32";
  int64_t seed = 0;
};
Expr GetNet(const Options& options);
}  // namespace lstm

// Howard et al., "MobileNets: Efficient Convolutional Neural Networks for Mobile Vision
// Applications", 2017.
namespace mobilenet {
struct Options {
  int64_t batch_size = 1;
  int64_t num_classes = 1000;
  std::vector<int64_t> image_shape = {3, 224, 224};  // In the order of the layout.
  std::string dtype = "float32";
  std::string layout = "NCHW";  // Or NHWC.
  int64_t seed = 0;
};
Expr GetNet(const Options& options);
}  // namespace mobilenet

// Simonyan, Zisserman, "Very deep convolutional networks for large-scale image recognition", 2014.
namespace vgg {
struct Options {
  int64_t batch_size = 1;
  int64_t num_classes = 1000;
  std::vector<int64_t> image_shape = {3, 224, 224};
  std::string dtype = "float32";
  int64_t num_layers = 11;  // 11, 13, 16 or 19.
  bool batch_norm = false;
  int64_t seed = 0;
};
Expr GetNet(const Options& options);
}  // namespace vgg

// Huang et al., "Densely connected convolutional networks", 2017, with TVM's blocks: a layer sees
// only the previous layer, and only the layer after a block sees all of its layers.
namespace densenet {
struct Options {
  int64_t densenet_size = 121;  // 121, 161, 169 or 201.
  int64_t classes = 1000;
  int64_t batch_size = 4;
  std::vector<int64_t> image_shape = {3, 224, 224};
  std::string dtype = "float32";
  int64_t seed = 0;
};
Expr GetNet(const Options& options);
}  // namespace densenet

// Szegedy et al., "Rethinking the Inception architecture for computer vision", 2015.
namespace inception_v3 {
struct Options {
  int64_t batch_size = 1;
  int64_t num_classes = 1000;
  std::vector<int64_t> image_shape = {3, 299, 299};
  std::string dtype = "float32";
  int64_t seed = 0;
};
Expr GetNet(const Options& options);
}  // namespace inception_v3

// Iandola et al., "SqueezeNet: AlexNet-level accuracy with 50x fewer parameters and <0.5MB model
// size", 2016.
namespace squeezenet {
struct Options {
  int64_t batch_size = 1;
  int64_t num_classes = 1000;
  std::string version = "1.0";  // Or 1.1.
  std::vector<int64_t> image_shape = {3, 224, 224};
  std::string dtype = "float32";
  int64_t seed = 0;
};
Expr GetNet(const Options& options);
}  // namespace squeezenet

// A small program with the features of larger networks. In TVM its weights are constant: each
// element is 1 divided by their number.
namespace synthetic {
struct Options {
  std::vector<int64_t> input_shape = {1, 3, 24, 12};  // Batch, channels, height, width.
  std::string dtype = "float32";
  std::string wtype = "";  // The data type of the weights; empty means dtype.
};
Expr GetNet(const Options& options);
}  // namespace synthetic

}  // namespace passcope
