// The package `passcope`, and what of it the page uses: types alone.
import type * as passcopePackage from "passcope";

/** What `import * as passcope from "passcope"` gives. */
export type Namespace = typeof passcopePackage;

/** What of the package the page uses. A bundler leaves out the rest where only this is handed over. */
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
