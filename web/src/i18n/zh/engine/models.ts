// The models and their options: English, as src/models/models.cc has it, to Chinese.
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
  "The number of images that are processed together.": "同时处理的图像数。",
  "The number of classes.": "类别数。",
  "The depth: 18, 34, 50, 101, 152, 200 or 269; up to height 28, 6 n + 2 or 9 n + 2.":
    "深度：18、34、50、101、152、200 或 269；图像高度不超过 28 时为 6 n + 2 或 9 n + 2。",
  "Channels, height and width of an image, in the order of the layout.":
    "图像的通道数、高度和宽度，按布局的次序。",
  "The layout of the data, NCHW or NHWC.": "数据的布局，NCHW 或 NHWC。",
  "The data type.": "数据类型。",
  "The seed of the random parameters.": "随机参数的种子。",
};
