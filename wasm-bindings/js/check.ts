// `passcope check` from JavaScript, in Node: compares programs and pipelines with a recorded baseline.
//
//   import { check } from "passcope/check";
//   const report = await check("model.onnx", { pipelines: { deploy: "InferType; bind; FoldConstant" } });
//   if (report.outcome === "failed") console.log(report.text);
//
// It runs the command of the package in a process of its own, so both measure and report the same.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { IRModule } from "./index.js";

/** A program that is in no file. The name is that of its entry in the baseline. */
export interface NamedProgram {
  readonly name: string;
  /** A module, or Relay text. */
  readonly program: IRModule | string;
}

/** A model of the table with its options: `{ model: "mlp", options: { batch_size: 4 } }`. */
export interface ModelProgram {
  readonly model: string;
  readonly options?: Readonly<Record<string, string | number | boolean>>;
}

/** A pipeline, and settings of its contexts. */
export interface CheckedPipeline {
  /** In the notation of `passcope run --passes`. */
  readonly passes: string;
  readonly optLevel?: number;
  readonly required?: readonly string[];
  readonly disabled?: readonly string[];
}

export interface CheckOptions {
  /** The baseline's file; passcope.baseline.json by default. */
  readonly baseline?: string;
  /** Records what is measured. */
  readonly update?: boolean;
  /** Pipelines by name. Without them, the baseline's. */
  readonly pipelines?: Readonly<Record<string, string | CheckedPipeline>>;
  /** Whether times are measured; true by default. */
  readonly times?: boolean;
  /** How much slower passes may be, in percent; 50 by default. */
  readonly timeLimit?: number;
  /** Only warns about numbers that became smaller. */
  readonly allowBetter?: boolean;
  /** Fails for warnings, too. */
  readonly strict?: boolean;
  /** The file for JUnit's XML. */
  readonly junit?: string;
  /** The file for the summary in Markdown. */
  readonly markdown?: string;
  /** The address of the page, for links that open differences. */
  readonly page?: string;
  /** More words of the command line, such as "--shape", "data=1,3,224,224". */
  readonly arguments?: readonly string[];
  /** The working directory; that of the process by default. */
  readonly cwd?: string;
}

/** A difference from the baseline. */
export interface CheckFinding {
  /** Such as "pass-removed", "figure" or "slower". docs/ci.md lists them. */
  readonly kind: string;
  readonly severity: "error" | "warning" | "note";
  readonly message: string;
  readonly program?: string;
  readonly pipeline?: string;
  readonly pass?: string;
  /** The number that differs. */
  readonly figure?: string;
  readonly before?: number;
  readonly after?: number;
  readonly unit?: string;
  /** Whether the number became smaller. */
  readonly better?: boolean;
}

/** A time as a multiple of the reference loop's, and its noise as a part of it. */
export interface CheckedTime {
  readonly ratio: number;
  readonly noise: number;
}

/** An execution of a pass, or a pass that did not run. */
export interface CheckedPass {
  readonly name: string;
  /** The number of passes around it; 0 if it is absent. */
  readonly depth?: number;
  /** Why it did not run. */
  readonly skipped?: string;
  readonly changed?: boolean;
  /** Calls of operators after it. */
  readonly operators?: number;
  /** By operator: how many calls more or fewer than before it. */
  readonly difference?: Readonly<Record<string, number>>;
}

/** What was measured of a pipeline on a program. */
export interface CheckedFacts {
  readonly operatorsBefore: number;
  readonly passes: readonly CheckedPass[];
  readonly operators: Readonly<Record<string, number>>;
  /** Missed remarks by kind. */
  readonly missed: Readonly<Record<string, number>>;
  /** `units` of the document has the unit of each. */
  readonly figures: Readonly<Record<string, number>>;
  readonly notPlanned?: string;
  readonly times?: {
    readonly build: string;
    readonly all: CheckedTime;
    readonly passes: Readonly<Record<string, CheckedTime>>;
  };
}

/** A baseline, or what was measured, in the same form. */
export interface CheckDocument {
  readonly passcope: string;
  readonly check: number;
  readonly units: Readonly<Record<string, string>>;
  readonly pipelines: Readonly<
    Record<
      string,
      { readonly passes: string; readonly settings?: Readonly<Record<string, unknown>> }
    >
  >;
  readonly programs: Readonly<
    Record<
      string,
      {
        readonly options?: readonly string[];
        readonly pipelines: Readonly<Record<string, CheckedFacts>>;
      }
    >
  >;
}

/** What `passcope check --json` prints. */
export interface CheckReport {
  /** The version of Passcope. */
  readonly passcope: string;
  /** The version of this form. */
  readonly check: number;
  readonly outcome: "passed" | "failed" | "updated";
  /** The report for a terminal. */
  readonly text: string;
  readonly baseline: string;
  readonly checked: readonly {
    readonly program: string;
    readonly pipeline: string;
    readonly link?: string;
  }[];
  readonly findings: readonly CheckFinding[];
  readonly units: Readonly<Record<string, string>>;
  readonly measured: CheckDocument;
}

/** The check could not be made. The message says why. */
export class CheckError extends Error {
  override readonly name = "CheckError";
}

export type CheckedProgram = string | NamedProgram | ModelProgram;

const OPTIONS = new Set([
  "baseline",
  "update",
  "pipelines",
  "times",
  "timeLimit",
  "allowBetter",
  "strict",
  "junit",
  "markdown",
  "page",
  "arguments",
  "cwd",
]);

/**
 * Measures programs and compares them with the baseline. Without programs, it checks all entries of the baseline. A
 * text is the name of a file.
 *
 * Throws CheckError if the check cannot be made. Differences are no errors: they are in the report.
 */
export async function check(
  programs: CheckedProgram | readonly string[] = [],
  options: CheckOptions = {},
): Promise<CheckReport> {
  for (const name of Object.keys(options)) {
    if (!OPTIONS.has(name)) {
      throw new CheckError(`check has no option '${name}'; it has ${[...OPTIONS].join(", ")}`);
    }
  }
  const { words, input } = wordsOf(programs);
  const { code, out, error } = await runCommand(
    ["check", "--json", ...optionWords(options), ...words],
    input,
    options.cwd,
  );
  if (code === 0 || code === 1) {
    try {
      return JSON.parse(out) as CheckReport;
    } catch {
      // The command ended without a report.
    }
  }
  throw new CheckError(error.trim().replace(/^passcope: /, "") || `the command ended with ${code}`);
}

function optionWords(options: CheckOptions): string[] {
  const words: string[] = [];
  const add = (flag: string, value: string | number | undefined): void => {
    if (value !== undefined) words.push(`--${flag}=${value}`);
  };
  const set = (flag: string, value: boolean | undefined): void => {
    if (value === true) words.push(`--${flag}`);
  };
  add("baseline", options.baseline);
  set("update", options.update);
  set("no-times", options.times === false);
  add("time-limit", options.timeLimit);
  set("allow-better", options.allowBetter);
  set("strict", options.strict);
  add("junit", options.junit);
  add("markdown", options.markdown);
  add("page", options.page);
  for (const [name, pipeline] of Object.entries(options.pipelines ?? {})) {
    add("pipeline", pipelineWord(name, pipeline));
  }
  return [...words, ...(options.arguments ?? [])];
}

function pipelineWord(name: string, pipeline: string | CheckedPipeline): string {
  if (typeof pipeline === "string") return `${name}=${pipeline}`;
  const { passes, optLevel, required, disabled } = pipeline;
  const settings = [
    optLevel === undefined ? [] : [`opt_level=${optLevel}`],
    required === undefined ? [] : [`required_pass=${JSON.stringify(required)}`],
    disabled === undefined ? [] : [`disabled_pass=${JSON.stringify(disabled)}`],
  ].flat();
  return settings.length === 0 ? `${name}=${passes}` : `${name}(${settings.join(", ")})=${passes}`;
}

/** The words that name the programs, and the standard input. */
function wordsOf(programs: CheckedProgram | readonly string[]): { words: string[]; input: string } {
  if (typeof programs === "string") return { words: ["--", programs], input: "" };
  if ("model" in programs) {
    const words = [`--model=${programs.model}`];
    for (const [name, value] of Object.entries(programs.options ?? {})) {
      const flag = `--${name.replaceAll("_", "-")}`;
      if (value === true) words.push(flag);
      else if (value !== false) words.push(`${flag}=${value}`);
    }
    return { words, input: "" };
  }
  if ("program" in programs) {
    const { name, program } = programs;
    const input = typeof program === "string" ? program : program.astext({ showMetaData: true });
    return { words: [`--name=${name}`, "-"], input };
  }
  return { words: programs.length === 0 ? [] : ["--", ...programs], input: "" };
}

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

function runCommand(words: readonly string[], input: string, cwd?: string): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const command = fileURLToPath(new URL("./cli.cjs", import.meta.url));
    // Annotations would go to the error stream, which is for messages here.
    const env = { ...process.env, GITHUB_ACTIONS: "" };
    const child = spawn(process.execPath, [command, ...words], { cwd, env });
    const texts = { out: "", error: "" };
    child.stdout.setEncoding("utf8").on("data", (piece: string) => (texts.out += piece));
    child.stderr.setEncoding("utf8").on("data", (piece: string) => (texts.error += piece));
    child.on("error", reject);
    child.on("close", (code) => {
      resolve({ code: code ?? 1, ...texts });
    });
    // A command that refuses its words ends before it has read its input.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}
