// toMatchBaseline: a program compared with a recorded baseline, as a snapshot. `passcope check` does the work, so this
// matcher needs Node.

import type { CheckOptions, CheckReport, ModelProgram } from "../check.js";
import type { IRModule } from "../index.js";
import type { MatcherResult } from "../matchers.js";

/** A file: Relay text, .onnx, .pt or a reproducer. */
export interface FileProgram {
  readonly file: string;
}

/** The name of the entry of a module or a text; the name of the test by default. */
export interface BaselineOptions extends CheckOptions {
  readonly name?: string;
}

/** What Vitest and Jest give to matchers, as far as it is used. */
interface MatcherContext {
  readonly isNot?: boolean | undefined;
  readonly currentTestName?: string | undefined;
  /** Its member `_updateSnapshot` is "all" with -u, "none" with --ci, and "new" otherwise. */
  readonly snapshotState?: unknown;
}

/** The pipeline of modules without another one: they are measured as they are. */
const AS_IT_IS = { "as it is": "" };

/**
 * Passes if the program is as recorded. With `vitest -u`, `jest -u` or `PASSCOPE_UPDATE=1` it records instead. A new
 * entry is recorded, too, unless the runner writes no new snapshots (`--ci`).
 */
export async function toMatchBaseline(
  this: MatcherContext | undefined,
  received: IRModule | string | FileProgram | ModelProgram,
  options: BaselineOptions = {},
): Promise<MatcherResult> {
  // Other matchers work without Node, too.
  const { check } = await import("../check.js");
  const { name = this?.currentTestName, ...given } = options;
  const own = typeof received === "string" || !("file" in received || "model" in received);
  if (own && !name) throw new Error("toMatchBaseline needs the option 'name' outside of a test");
  const program = own
    ? { name: name ?? "", program: received }
    : "file" in received
      ? received.file
      : received;
  const run = (update: boolean): Promise<CheckReport> =>
    check(program, { ...(own ? { pipelines: AS_IT_IS } : {}), ...given, update });
  const mode = (this?.snapshotState as { _updateSnapshot?: string } | undefined)?._updateSnapshot;
  const update = options.update ?? (mode === "all" || process.env["PASSCOPE_UPDATE"] === "1");
  if (update && this?.isNot !== true) return resultOf(await run(true));
  let report: CheckReport | undefined;
  try {
    report = await run(false);
  } catch (error) {
    // The first entry makes the baseline.
    if (mode !== "new" || !/there is no baseline/.test(String(error))) throw error;
  }
  const fresh = report?.findings.filter(({ severity }) => severity === "error");
  const isNew = fresh?.every(({ kind }) => kind === "new-program" || kind === "new-pipeline");
  if (mode === "new" && this?.isNot !== true && (!fresh || (fresh.length > 0 && isNew))) {
    report = await run(true);
  }
  if (!report) throw new Error("the baseline was not written");
  return resultOf(report);
}

const resultOf = (report: CheckReport): MatcherResult => ({
  pass: report.outcome !== "failed",
  message: () =>
    report.outcome === "failed"
      ? report.text
      : "the program is as in the baseline, and should differ",
});
