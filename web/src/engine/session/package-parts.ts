// Types of the package `passcope` and of the part that the page uses.
import type * as passcopePackage from "passcope";

/** The type of `import * as passcope from "passcope"`. */
export type Namespace = typeof passcopePackage;

/** The exports that the page uses. If code passes only these on, a bundler removes the rest. */
export interface UsedParts extends Pick<
  Namespace,
  | "bindParamsByName"
  | "compare"
  | "engine"
  | "NDArray"
  | "Pass"
  | "PassContext"
  | "Sequential"
  | "sweepValues"
> {
  readonly instrument: Pick<
    Namespace["instrument"],
    | "create"
    | "HookLog"
    | "OpDiffInstrument"
    | "PassTimingInstrument"
    | "Remarks"
    | "TraceInstrument"
  >;
  readonly relay: Pick<
    Namespace["relay"],
    "alignTexts" | "analyse" | "build" | "compareValues" | "fromtext" | "getWorkload" | "makeInputs"
  > & {
    readonly frontend: Pick<
      Namespace["relay"]["frontend"],
      "fromOnnx" | "fromPytorch" | "ModelFile" | "readTensors"
    >;
  };
  readonly transform: Pick<
    Namespace["transform"],
    "bisect" | "create" | "InferType" | "PrintIR" | "readPipeline" | "reduce"
  >;
}
