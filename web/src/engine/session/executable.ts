// Prepares a program for running with the package.
import type { IRModule, NDArray, Params } from "passcope";
import type { ModelInput } from "../../core/protocol/input-choice";
import type { Executable } from "./engine-api";
import type { UsedParts } from "./package-parts";

export function makeExecutable(
  {
    bindParamsByName,
    relay,
    transform,
  }: Pick<UsedParts, "bindParamsByName" | "relay" | "transform">,
  mod: IRModule,
  params: Params,
): Executable {
  // Parameters are bound here and not by `build`, so that the calls are nodes of a module that can give their places.
  const bound = withParams(bindParamsByName, mod, params);
  const infer = transform.InferType();
  const typed = infer(bound);
  infer.dispose();
  bound.dispose();
  let graph;
  try {
    graph = relay.build(typed);
  } catch (error) {
    typed.dispose();
    throw error;
  }
  const { info } = graph;
  const inputs = info.inputs.map(({ name, shape, dtype }): ModelInput => ({
    name: name ?? "",
    shape,
    dtype,
  }));
  const { peakBytes: activationBytes, weightBytes, unsharedBytes, flop } = info;
  return {
    inputs,
    calls: graph.calls.length,
    activationBytes,
    weightBytes,
    describe: () => {
      const lines = linesByKey(typed);
      const nodes = graph.calls.map((call) => {
        const line = lines.get(call.key);
        return {
          name: call.name,
          algorithm: call.algorithm,
          shapes: call.argumentShapes,
          flop: call.flop,
          bytes: call.bytes,
          ...(line === undefined ? {} : { line }),
        };
      });
      return { inputs, activationBytes, unsharedBytes, weightBytes, flop, nodes };
    },
    makeInputs: (options) => relay.makeInputs(typed, options),
    setInput: (name, value) => graph.setInput(name, value as NDArray),
    runCall: (index) => graph.runCall(index),
    outputs: () => info.outputs.map((_, i) => graph.getOutput(i)),
    dispose: () => {
      graph.dispose();
      typed.dispose();
    },
  };
}

function withParams(
  bindParamsByName: UsedParts["bindParamsByName"],
  mod: IRModule,
  params: Params,
): IRModule {
  const bound = mod.clone();
  if (Object.keys(params).length === 0) return bound;
  const main = bound.get("main");
  const fn = bindParamsByName(main, params);
  bound.set("main", fn);
  main.dispose();
  fn.dispose();
  return bound;
}

/** The line of each call of the main function in the text of the program without values. */
function linesByKey(mod: IRModule): ReadonlyMap<number, number> {
  const { nodes } = mod.graph({ function: "main" });
  return new Map(nodes.flatMap(({ key, line }) => (line === undefined ? [] : [[key, line]])));
}
