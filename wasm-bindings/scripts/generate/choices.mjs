// Options that take one of a few names. The schema calls them strings, so that the engine's own error lists the names.
// wasm-bindings/test/options.test.ts checks that the engine takes these and no others.

const rounding = ["UPWARD", "TONEAREST"];
const weightScale = ["max", "power2"];

/** The names by owner and option; `*` is any network. */
export const choices = {
  "Remarks.types": ["passed", "missed", "analysis"],
  "QuantizeCalibrate.weight_scale": weightScale,
  "QuantizeRealize.rounding": rounding,
  "QConfig.calibrate_mode": ["global_scale", "kl_divergence", "percentile"],
  "QConfig.weight_scale": weightScale,
  "QConfig.rounding": rounding,
  "QConfig.partition_conversions": ["disabled", "enabled", "fully_integral"],
  "Workload.initializer": ["xavier", "constant"],
  "Workload.factor_type": ["avg", "in", "out"],
  "config.passcope.target": ["", "llvm", "cuda", "rocm", "vulkan"],
  "*.layout": ["NCHW", "NHWC"],
};

/**
 * The type of an option: that of the schema, with a list of names in place of strings.
 *
 * @param {string} owner
 * @param {{ name: string, type: string }} option
 */
export function narrowed(owner, { name, type }) {
  const names = choices[`${owner}.${name}`];
  return names ? type.replace("string", names.map((each) => `"${each}"`).join(" | ")) : type;
}
