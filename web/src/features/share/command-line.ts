// Writes a workspace as a POSIX shell command: with flags if they suffice, otherwise with the saved file as a
// reproducer.
import type { InstrumentUse, PassStage, Step } from "../../core/pipeline/model";
import { passNamed } from "../../core/pipeline/pass-names";
import type {
  EngineInfo,
  ImportSource,
  ModelOptionValue,
  ProgramSource,
} from "../../core/protocol/messages";
import { languageOf, type Workspace } from "../../core/state/app-state";
import { activeParts, configOf, oneLine, optionsOf, usedExports } from "./parts";
import { own } from "../../i18n/own";

type Info = Pick<EngineInfo, "passes" | "models">;

/** The length in characters from which a program is read from a file. */
const MAX_TEXT = 20_000;

const COMMAND = "npx passcope run";
/** Prints the same as the page: the times, and the program at the end. */
const SHOW = ["--time", "--print"];

/** The command, after comments that say what it needs. */
export function commandLine(workspace: Workspace, info: Info): string {
  const exports = usedExports(activeParts(workspace.pipeline));
  if (exports.size > 0) {
    const isPython = languageOf(workspace) === "python";
    return [
      `# The pipeline uses ${oneLine([...exports].join(", "))} of the code tab, which the command line cannot run.`,
      isPython
        ? "# passcope.py is this view copied as TVM Python."
        : "# passcope.mjs is this view copied as a Node program.",
      isPython ? "python -m passcope passcope.py" : "node passcope.mjs",
      "",
    ].join("\n");
  }
  const flags = flagsOf(workspace, info);
  if (flags) return `${flags}\n`;
  return [
    "# passcope.json is this view, saved with the button Save of Passcope's page.",
    command(["--reproducer passcope.json", ...SHOW]),
    "",
  ].join("\n");
}

/** The command with flags, or undefined if flags cannot express the workspace. */
function flagsOf({ source, pipeline }: Workspace, info: Info): string | undefined {
  const parts = [...activeParts(pipeline)];
  const binds = parts[0]?.kind === "bind";
  if (binds) parts.shift();
  if (binds && source.kind === "text") return undefined;
  const [part] = parts;
  if (parts.length > 1 || (part && part.kind !== "passes")) return undefined;
  const program = programFlags(source, info);
  // The page infers the types of texts, but the command line does not.
  const before = source.kind === "model" ? [] : ["InferType"];
  const stage = part
    ? stageFlags(part.stage, info, before)
    : before.map((name) => `--passes ${name}`);
  if (!program || !stage) return undefined;
  const line = command([
    ...program.flags,
    ...(binds ? ["--bind-params"] : []),
    ...stage,
    ...SHOW.filter((flag) => !stage.includes(flag)),
  ]);
  return program.input === undefined ? line : `${line} ${hereDocument(program.input)}`;
}

function programFlags(
  source: ProgramSource,
  info: Info,
): { flags: string[]; input?: string } | undefined {
  if (source.kind === "text") {
    const tooLong = source.text.length > MAX_TEXT || /\0|\r|\p{Cs}/u.test(source.text);
    return tooLong ? undefined : { flags: ["-"], input: source.text };
  }
  if (source.kind === "import") return { flags: importFlags(source) };
  const model = info.models.find(({ name }) => name === source.name);
  const options = Object.entries(source.options);
  const known = options.every(([key]) => model?.options.some(({ name }) => name === key));
  if (!model || !known) return undefined;
  return {
    flags: [
      `--model ${shellWord(source.name)}`,
      ...options.map(([key, value]) => `--${key.replaceAll("_", "-")}${modelValue(value)}`),
    ],
  };
}

/** The flags for a model's file, which must be in the current folder. */
function importFlags(source: ImportSource): string[] {
  const { name, format, inputs, freezeParams, parserFriendlyNames } = source;
  return [
    // The command would take a name that begins with a minus for an option.
    shellWord(name.startsWith("-") ? `./${name}` : name),
    ...inputs.flatMap(({ name: input, shape, dtype }) => [
      `--shape ${shellWord(`${input}=${shape.join(",")}`)}`,
      ...(dtype === undefined ? [] : [`--dtype ${shellWord(`${input}=${dtype}`)}`]),
    ]),
    ...(format === "onnx" && !freezeParams ? ["--no-freeze-params"] : []),
    ...(format === "torchscript" && parserFriendlyNames ? ["--parser-friendly-names"] : []),
  ];
}

/** A value that begins with a minus needs `=`; otherwise the command takes it for an option. */
function modelValue(value: ModelOptionValue): string {
  const text = typeof value === "object" ? value.join(",") : String(value);
  return text.startsWith("-") || text === "" ? `=${shellWord(text)}` : ` ${shellWord(text)}`;
}

const PLAIN_NAME = /^[\w.]+$/;

function stageFlags(stage: PassStage, info: Info, before: readonly string[]): string[] | undefined {
  const config = configOf(stage.config);
  if (!config || Object.keys(config).length > 0) return undefined;
  const named = (names: readonly string[]): boolean =>
    names.every((name) => name === "sequential" || passNamed(info.passes, name) !== undefined);
  if (!named(stage.required) || !named(stage.disabled)) return undefined;
  const passes = pipelineText(stage.passes);
  const instruments = stage.instruments.map(instrumentFlag);
  if (passes === undefined || instruments.includes(undefined)) return undefined;
  const calls = stage.mode === "sequential" ? `Sequential{${passes}}` : passes;
  const pipeline = [...before, calls].join(",");
  return [
    ...(stage.optLevel === 2 ? [] : [`--opt-level ${stage.optLevel}`]),
    ...(stage.required.length > 0 ? [`--required ${stage.required.join(",")}`] : []),
    ...(stage.disabled.length > 0 ? [`--disabled ${stage.disabled.join(",")}`] : []),
    `--passes ${shellWord(pipeline)}`,
    ...new Set(instruments as string[]),
  ];
}

/** The flags of instruments without options. The other instruments need a file. */
const INSTRUMENT_FLAGS: Readonly<Record<string, string>> = {
  ImmutableModule: "--check-immutable",
  OpDiffInstrument: "--op-diff",
  PassDecisions: "--why",
  PassStatistics: "--stats",
  PassTimingInstrument: "--time",
  PrintAfterAll: "--print-after-all",
  PrintBeforeAll: "--print-before-all",
  WellFormed: "--verify-each",
};

function instrumentFlag(use: InstrumentUse): string | undefined {
  const options = optionsOf(use.options);
  if (!options || Object.keys(options).length > 0) return undefined;
  return own(INSTRUMENT_FLAGS, use.name);
}

function pipelineText(steps: readonly Step[]): string | undefined {
  const texts = steps.map((step): string | undefined => {
    if (step.kind === "code") return undefined;
    if (step.kind === "sequential") {
      // The notation of `--passes` cannot give a Sequential a name or an opt level.
      if (step.name !== "sequential" || step.optLevel !== 0) return undefined;
      const inner = pipelineText(step.steps);
      return inner === undefined ? undefined : `Sequential{${inner}}`;
    }
    const options = optionsOf(step.options);
    if (!options || !PLAIN_NAME.test(step.name)) return undefined;
    return step.name + (Object.keys(options).length > 0 ? JSON.stringify(options) : "");
  });
  return texts.includes(undefined) ? undefined : texts.join(",");
}

/** Breaks a long command into one line for each option. */
function command(words: readonly string[]): string {
  const line = [COMMAND, ...words].join(" ");
  return line.length <= 80 ? line : [COMMAND, ...words].join(" \\\n  ");
}

/** Quotes any text as one word of a POSIX shell command. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A text as a here-document, in which the shell expands nothing. */
export function hereDocument(text: string): string {
  const lines = new Set(text.split("\n"));
  let end = "RELAY";
  for (let i = 2; lines.has(end); i += 1) end = `RELAY${i}`;
  return `<<'${end}'\n${text}${text.endsWith("\n") ? "" : "\n"}${end}`;
}
