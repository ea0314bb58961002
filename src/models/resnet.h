// relay.testing.resnet and relay.testing.resnet_3d.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/workload.h"

namespace passcope::resnet {

// The arguments of relay.testing.resnet.get_workload.
struct Options {
  int64_t batch_size = 1;
  int64_t num_classes = 1000;
  // For images higher than 28: 18, 34, 50, 101, 152, 200, 269. For smaller images, as in the
  // experiments on CIFAR: 6 n + 2 below 164, 9 n + 2 from 164 on.
  int64_t num_layers = 18;
  std::vector<int64_t> image_shape = {3, 224,
                                      224};  // In the order of the layout, without the batch.
  std::string layout = "NCHW";               // Or NHWC.
  std::string dtype = "float32";
  int64_t seed = 0;
};

// The network as a function, without types. Throws DiagnosticError (kUnknownModel) for options that
// it does not support.
Expr GetNet(const Options& options);
// For sequences of images: `image_shape` has a depth next to the channels, and `layout` is NCDHW or
// NDHWC (Hara, Kataoka, Satoh, "Can spatiotemporal 3D CNNs retrace the history of 2D CNNs and
// ImageNet?", 2018).
Expr GetNet3D(const Options& options);
Workload GetWorkload(const Options& options = {});

}  // namespace passcope::resnet
