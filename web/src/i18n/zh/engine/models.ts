// Descriptions of models and their options: from the English of src/models/models.cc to Chinese.
import type { Sentences } from "../../sentences";

export const models: Sentences = {
  "ResNet of any depth, for ImageNet or CIFAR sizes.":
    "任意深度的 ResNet，用于 ImageNet 或 CIFAR 的图像尺寸。",
  "ResNet-18 for ImageNet.": "用于 ImageNet 的 ResNet-18。",
  "ResNet-34 for ImageNet.": "用于 ImageNet 的 ResNet-34。",
  "ResNet-50 for ImageNet, with bottlenecks.": "用于 ImageNet 的 ResNet-50，采用瓶颈结构。",
  "ResNet-101 for ImageNet, with bottlenecks.": "用于 ImageNet 的 ResNet-101，采用瓶颈结构。",
  "ResNet-152 for ImageNet, with bottlenecks.": "用于 ImageNet 的 ResNet-152，采用瓶颈结构。",
  "ResNet-200 for ImageNet, with bottlenecks.": "用于 ImageNet 的 ResNet-200，采用瓶颈结构。",
  "ResNet-269 for ImageNet, with bottlenecks.": "用于 ImageNet 的 ResNet-269，采用瓶颈结构。",
  "ResNet-20 for images of 28 by 28.": "用于 28×28 图像的 ResNet-20。",
  "ResNet-110 for images of 28 by 28.": "用于 28×28 图像的 ResNet-110。",
  "ResNet-164 for images of 28 by 28.": "用于 28×28 图像的 ResNet-164。",
  "The batch size: how many images are processed together.": "批大小，即同时处理的图像数。",
  "The number of classes.": "类别数。",
  "The depth: 18, 34, 50, 101, 152, 200 or 269; for images of at most 28 rows, 6 n + 2 or 9 n + 2.":
    "深度：18、34、50、101、152、200 或 269；图像高度不超过 28 时为 6 n + 2 或 9 n + 2。",
  "Channels, height and width of an image, in the order of the layout.":
    "图像的通道数、高度和宽度，按布局的次序。",
  "The layout of the data, NCHW or NHWC.": "数据的布局，NCHW 或 NHWC。",
  "The data type.": "数据类型。",
  "The seed of the random parameters.": "随机参数的种子。",
  "ResNet with 3D convolutions, for recognizing actions in videos.":
    "采用三维卷积的 ResNet，用于识别视频中的动作。",
  "Channels, depth, height and width of the input, in the order of the layout.":
    "输入的通道数、深度、高度和宽度，按布局的次序。",
  "The layout of the data, NCDHW or NDHWC.": "数据的布局，NCDHW 或 NDHWC。",
  "A perceptron with three layers, for recognizing digits.": "三层感知机，用于识别数字。",
  "Channels, height and width of an image.": "图像的通道数、高度和宽度。",
  "The deep Q-network that plays Atari games.": "玩 Atari 游戏的深度 Q 网络。",
  "The number of actions.": "动作数。",
  "The generator of a DCGAN, for images of 64 by 64.": "DCGAN 的生成器，用于 64×64 的图像。",
  "Channels, height and width of the generated image; height and width must be 64.":
    "所生成图像的通道数、高度和宽度；高度和宽度必须为 64。",
  "The number of channels before the last layer.": "最后一层之前的通道数。",
  "The length of the random input.": "随机输入的长度。",
  "A long short-term memory (LSTM) network, unrolled.": "展开的长短期记忆网络（LSTM）。",
  "The number of steps.": "步数。",
  "The size of the hidden state.": "隐藏状态的大小。",
  "The batch size: how many sequences are processed together.": "批大小，即同时处理的序列数。",
  "MobileNet, with depthwise convolutions.": "MobileNet，采用逐通道卷积。",
  "VGG, a plain chain of convolutions with a large classifier.":
    "VGG，由一连串卷积和很大的分类器组成。",
  "The depth: 11, 13, 16 or 19.": "深度：11、13、16 或 19。",
  "Whether each convolution is followed by a batch normalization.": "每个卷积之后是否有批归一化。",
  "DenseNet, whose blocks concatenate the results of their layers.":
    "DenseNet，其各个块将各层的结果拼接起来。",
  "The depth: 121, 161, 169 or 201.": "深度：121、161、169 或 201。",
  "Inception v3, with parallel branches of convolutions.": "Inception v3，采用并行的卷积分支。",
  "SqueezeNet, a small network for ImageNet.": "SqueezeNet，用于 ImageNet 的小型网络。",
  "The version: 1.0, or 1.1, which needs less computation.": "版本：1.0 或 1.1，后者计算量更小。",
  "A small synthetic network with typical parts of larger ones.":
    "小型的合成网络，包含大型网络中常见的部分。",
  "Batch, channels, height and width of the data.": "数据的批大小、通道数、高度和宽度。",
  "The data type of the weights; by default the same as that of the data.":
    "权重的数据类型；默认与数据相同。",
};
