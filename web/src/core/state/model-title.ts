// Titles of the models of the engine's table; they are the same in each language.

import { own } from "../../i18n/own";

/** Models whose depth is an option, with its default. */
const depths: ReadonlyMap<string, readonly [title: string, option: string, depth: number]> =
  new Map([
    ["resnet", ["ResNet", "num_layers", 18]],
    ["resnet_3d", ["ResNet 3D", "num_layers", 18]],
    ["vgg", ["VGG", "num_layers", 11]],
    ["densenet", ["DenseNet", "densenet_size", 121]],
  ]);

const titles: ReadonlyMap<string, string> = new Map([
  ["mlp", "MLP"],
  ["dqn", "DQN"],
  ["dcgan", "DCGAN"],
  ["lstm", "LSTM"],
  ["mobilenet", "MobileNet"],
  ["inception_v3", "InceptionV3"],
  ["squeezenet", "SqueezeNet"],
]);

/** The title of a model: "ResNet" in a list, "ResNet-18" with options. Unknown names stay unchanged. */
export function modelTitle(name: string, options?: Readonly<Record<string, unknown>>): string {
  const [title, option, depth] = depths.get(name) ?? [];
  if (title === undefined || option === undefined) {
    return (
      titles.get(name) ?? name.replace(/^resnet(\d+)/, "ResNet-$1").replace("-cifar", ", CIFAR")
    );
  }
  if (!options) return title;
  const given = own(options, option);
  return `${title}-${String(typeof given === "number" ? given : depth)}`;
}
