// What the models of the engine's table are called; names are the same in each language.

/** Their depth is an option, which has this default. */
const depths: Readonly<Record<string, readonly [title: string, option: string, depth: number]>> = {
  resnet: ["ResNet", "num_layers", 18],
  resnet_3d: ["ResNet 3D", "num_layers", 18],
  vgg: ["VGG", "num_layers", 11],
  densenet: ["DenseNet", "densenet_size", 121],
};

const titles: Readonly<Record<string, string>> = {
  mlp: "MLP",
  dqn: "DQN",
  dcgan: "DCGAN",
  lstm: "LSTM",
  mobilenet: "MobileNet",
  inception_v3: "InceptionV3",
  squeezenet: "SqueezeNet",
};

/** "ResNet" in a list; with options "ResNet-18". Names that are not known here stay as they are. */
export function modelTitle(name: string, options?: Readonly<Record<string, unknown>>): string {
  const [title, option, depth] = depths[name] ?? [];
  if (title === undefined || option === undefined) {
    return titles[name] ?? name.replace(/^resnet(\d+)/, "ResNet-$1").replace("-cifar", ", CIFAR");
  }
  if (!options) return title;
  const given = options[option];
  return `${title}-${String(typeof given === "number" ? given : depth)}`;
}
