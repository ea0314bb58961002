// The networks of the comparison: `relay.testing`'s ResNets, and MobileNetV2 (Sandler et al., "MobileNetV2: Inverted
// Residuals and Linear Bottlenecks", 2018), which is written here.

/** Pseudo-random numbers between -1 and 1, the same in each run (xorshift). */
export function randomNumbers(count, seed) {
  let state = seed >>> 0 || 1;
  return Float32Array.from({ length: count }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 31 - 1;
  });
}

/** Expansion, channels, blocks, stride of the first block: table 2 of the paper. */
const bottlenecks = [
  [1, 16, 1, 1],
  [6, 24, 2, 2],
  [6, 32, 3, 2],
  [6, 64, 4, 2],
  [6, 96, 3, 1],
  [6, 160, 3, 2],
  [6, 320, 1, 1],
];

/** @returns {{mod: object, params: Record<string, object>}} */
function mobileNetV2({ relay, NDArray }) {
  const parameters = [];
  const lines = [];
  let values = 0;
  const params = {};
  const parameter = (name, shape, make) => {
    const size = shape.reduce((product, extent) => product * extent, 1);
    parameters.push(`%${name}: Tensor[(${shape.join(", ")}), float32]`);
    params[name] = NDArray.from(make(randomNumbers(size, parameters.length)), shape);
    return `%${name}`;
  };
  const bind = (value) => {
    lines.push(`  %${values} = ${value};`);
    return `%${values++}`;
  };
  let layer = 0;
  const convolution = (input, from, to, window, stride, { groups = 1, relu = true } = {}) => {
    const name = `conv${layer++}`;
    // Preserves the variance of the activations (He et al.).
    const scale = Math.sqrt(6 / ((from / groups) * window * window));
    const weight = parameter(`${name}_weight`, [to, from / groups, window, window], (x) =>
      x.map((item) => item * scale),
    );
    const near = (value, range) => (x) => x.map((item) => value + item * range);
    const norm = [
      parameter(`${name}_gamma`, [to], near(1, 0.1)),
      parameter(`${name}_beta`, [to], near(0, 0.1)),
      parameter(`${name}_mean`, [to], near(0, 0.1)),
      parameter(`${name}_var`, [to], near(1, 0.1)),
    ];
    const pad = (window - 1) / 2;
    const conv = bind(
      `nn.conv2d(${input}, ${weight}, strides=[${stride}, ${stride}], padding=[${pad}, ${pad}, ${pad}, ${pad}], ` +
        `groups=${groups}, channels=${to}, kernel_size=[${window}, ${window}])`,
    );
    const tuple = bind(`nn.batch_norm(${conv}, ${norm.join(", ")})`);
    const normed = bind(`${tuple}.0`);
    return relu ? bind(`clip(${normed}, a_min=0f, a_max=6f)`) : normed;
  };
  let channels = 32;
  let value = convolution("%data", 3, channels, 3, 2);
  for (const [expansion, to, count, stride] of bottlenecks) {
    for (let i = 0; i < count; ++i) {
      const inner = channels * expansion;
      const step = i === 0 ? stride : 1;
      let block = value;
      if (expansion > 1) block = convolution(block, channels, inner, 1, 1);
      block = convolution(block, inner, inner, 3, step, { groups: inner });
      block = convolution(block, inner, to, 1, 1, { relu: false });
      value = step === 1 && channels === to ? bind(`add(${value}, ${block})`) : block;
      channels = to;
    }
  }
  value = convolution(value, channels, 1280, 1, 1);
  value = bind(`nn.global_avg_pool2d(${value})`);
  value = bind(`nn.batch_flatten(${value})`);
  const weight = parameter("fc_weight", [1000, 1280], (x) => x.map((item) => item * 0.05));
  value = bind(`nn.dense(${value}, ${weight}, units=1000)`);
  const bias = parameter("fc_bias", [1000], (x) => x);
  value = bind(`nn.bias_add(${value}, ${bias})`);
  const source = [
    '#[version = "0.0.5"]',
    `def @main(%data: Tensor[(1, 3, 224, 224), float32], ${parameters.join(", ")}) {`,
    ...lines,
    `  nn.softmax(${value})`,
    "}",
  ].join("\n");
  return { mod: relay.fromtext(source), params };
}

const resNet = (numLayers) => (passcope) =>
  passcope.relay.testing.resnet.getWorkload({ numLayers });

/** Functions that make the module and the parameters with the package, by the network's name. */
export const networks = {
  "ResNet-18": resNet(18),
  "ResNet-50": resNet(50),
  MobileNetV2: mobileNetV2,
};
