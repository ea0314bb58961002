// Programs with values for their parameters.

import "./symbols.js";

import { IRModule } from "./ir.js";
import { NDArray, type Params } from "./ndarray.js";

/** A network with its parameters. Disposing it frees the module and all parameters. */
export interface Workload extends Disposable {
  mod: IRModule;
  params: Params;
  dispose(): void;
}

/** @internal Makes a workload, whose methods do not count in comparisons of two workloads. */
export function makeWorkload(mod: IRModule, params: Params): Workload {
  const dispose = (): void => {
    mod.dispose();
    for (const array of Object.values(params)) array.dispose();
  };
  const method = { value: dispose, writable: true, configurable: true };
  return Object.defineProperties({ mod, params } as Workload, {
    dispose: method,
    [Symbol.dispose]: method,
  });
}

/** @internal Makes a workload from the engine's answer: {mod: handle, params: [[name, handle], …]}. */
export function workloadOf(answer: string): Workload {
  const made = JSON.parse(answer) as { mod: number; params: [string, number][] };
  const mod = new IRModule(made.mod);
  const params = Object.fromEntries(
    made.params.map(([name, handle]) => [name, new NDArray(handle)]),
  );
  return makeWorkload(mod, params);
}
