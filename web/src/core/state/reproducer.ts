// A workspace as one JSON document: the program, the pipeline, the code. The page saves, opens and keeps it, and
// `passcope run --reproducer` replays it. A document may come from anywhere, so the reader takes over only what it has
// checked, field by field.
import { t } from "../texts";
import {
  EMPTY_STAGE,
  parseOptions,
  type InstrumentUse,
  type Pipeline,
  type Stage,
  type Step,
} from "../pipeline/model";
import { MAX_VARIANT_NAME, MAX_VARIANTS, nextVariant, type Variant } from "../pipeline/variants";
import { optionsProblem } from "../pipeline/problems";
import type { WrittenPipeline } from "../pipeline/written";
import { CODE_LANGUAGES, type CodeLanguage } from "../protocol/code";
import { importSource as checkedImport } from "../protocol/import-source";
import type { Failure, ModelOptionValue, ProgramSource } from "../protocol/messages";
import { Mismatch } from "../protocol/schema";
import type { PipelineStage, PipelineStep } from "passcope";
import type { Workspace } from "./app-state";
import { own, setOwn } from "../../i18n/own";

/** A mistake in a document, in words for its user. */
export class NotAReproducer extends Error {
  override readonly name = "Not a reproducer";
}

const FORMAT = 1;
/** The most parts of a document's pipelines; documents with more are refused. */
const MAX_ITEMS = 1000;
const MAX_DEPTH = 64;
const MAX_TEXT = 64 * 1024 * 1024;
/** The most characters of the name of a pass, an instrument or a model, and of the options of one of them. */
const MAX_NAME = 200;
const MAX_OPTIONS = 100_000;

type Json = Record<string, unknown>;

/** The document of a workspace, with the failure for its reader. */
export function writeReproducer(workspace: Workspace, version: string, failure?: Failure): string {
  const document: Json = {
    passcope: version,
    ...workspaceDocument(workspace),
    ...(failure ? { failure: { name: failure.name, message: failure.message } } : {}),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

/** The document of a workspace for the next visit, with the fields that are not shared. */
export function writeKept(workspace: Workspace, version: string): string {
  const { otherCode = "" } = workspace;
  return JSON.stringify({
    passcope: version,
    ...workspaceDocument(workspace),
    ...(otherCode === "" ? {} : { otherCode }),
  });
}

/** A workspace as JSON values. */
export function workspaceDocument(workspace: Workspace): Readonly<Json> {
  const { source, pipeline, written, code, codeLanguage, variants = [] } = workspace;
  return {
    reproducer: FORMAT,
    program: writeSource(source),
    stages: written ? writeWritten(written) : pipeline.flatMap(writeStage),
    ...(code.trim() === "" ? {} : { code }),
    ...(variants.length === 0
      ? {}
      : {
          variants: variants.map((variant) => ({
            name: variant.name,
            stages: variant.pipeline.flatMap(writeStage),
          })),
        }),
    // JavaScript is the default.
    ...(codeLanguage === "python" ? { language: codeLanguage } : {}),
  };
}

function writeSource(source: ProgramSource): Json {
  switch (source.kind) {
    case "model":
      return { model: source.name, options: source.options };
    case "import": {
      // The file itself is too large for a document: the reader must have it.
      const written: Json = { file: source.name, ...source };
      delete written["kind"];
      delete written["name"];
      return written;
    }
    case "text":
      return { text: source.text, title: source.title };
  }
}

/** Disabled parts have `off: true` for the page; a program that replays skips them. */
const switchedOff = (enabled: boolean): Json => (enabled ? {} : { off: true });
const given = (key: string, text: string): Json => {
  if (optionsProblem(text)) return { [`${key}Text`]: text };
  const value = parseOptions(text);
  return value ? { [key]: value } : {};
};

const writeWritten = (written: WrittenPipeline): Json => ({
  text: written.text,
  optLevel: written.optLevel,
  ...writeNames(written),
  ...(written.instruments.trim() === "" ? {} : { instruments: written.instruments }),
});

/** The required and disabled passes of a context. */
const writeNames = ({
  required,
  disabled,
}: Pick<WrittenPipeline, "required" | "disabled">): Json => ({
  ...(required.length > 0 ? { required } : {}),
  ...(disabled.length > 0 ? { disabled } : {}),
});

function writeStage(stage: Stage): Json[] {
  if (stage.kind === "bind") return [{ kind: "bind", ...switchedOff(stage.enabled) }];
  if (stage.kind === "edit") {
    return [{ kind: "edit", text: stage.text, ...switchedOff(stage.enabled) }];
  }
  const passes = stage.passes.map(writeStep);
  return [
    {
      kind: "passes",
      optLevel: stage.optLevel,
      ...writeNames(stage),
      ...given("config", stage.config),
      ...(stage.instruments.length > 0 ? { instruments: stage.instruments.map(writeUse) } : {}),
      passes: stage.mode === "sequential" ? [{ sequential: passes }] : passes,
    },
  ];
}

function writeStep(step: Step): Json {
  const off = switchedOff(step.enabled);
  switch (step.kind) {
    case "pass":
      return { name: step.name, ...given("options", step.options), ...off };
    case "code":
      return { code: step.name, ...off };
    case "sequential":
      return {
        sequential: step.steps.map(writeStep),
        name: step.name,
        optLevel: step.optLevel,
        ...off,
      };
  }
}

const writeUse = (use: InstrumentUse): Json => ({
  ...(use.kind === "code" ? { code: use.name } : { name: use.name }),
  ...given("options", use.options),
  ...switchedOff(use.enabled),
});

/** The workspace of a document. Throws NotAReproducer. */
export const readReproducer = (text: string): Workspace => readWorkspace(documentIn(text));

/** The workspace of a document that `writeKept` wrote. Throws NotAReproducer. */
export function readKept(text: string): Workspace {
  const document = documentIn(text);
  const workspace = readWorkspace(document);
  const { otherCode } = object(document, t("document.name"));
  return otherCode === undefined
    ? workspace
    : { ...workspace, otherCode: string(otherCode, "otherCode") };
}

function documentIn(text: string): unknown {
  if (text.length > MAX_TEXT) throw new NotAReproducer(t("document.tooLarge"));
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new NotAReproducer(
      t("document.notJson", { why: error instanceof Error ? error.message : "" }),
    );
  }
}

/** The workspace of a parsed document. Throws NotAReproducer. */
export function readWorkspace(document: unknown): Workspace {
  return new Reader().workspace(document);
}

/**
 * The stages of a written pipeline, after the engine has read its text and its instruments. The passes of each stage
 * form one Sequential. Throws NotAReproducer.
 */
export function pipelineOf(
  { optLevel, required, disabled }: WrittenPipeline,
  stages: readonly PipelineStage[],
  instruments: readonly PipelineStep[],
): Pipeline {
  const context = { optLevel, required, disabled, instruments };
  const documents = stages.map(({ kind, passes }) =>
    kind === "bind" ? { kind } : { kind, ...context, passes: [{ sequential: passes }] },
  );
  return new Reader().pipeline(documents);
}

class Reader {
  #items = 0;

  /** The pipeline of a list of stages. */
  pipeline(value: unknown): Pipeline {
    return list(value, "stages").map((stage, i) => this.#stage(stage, i));
  }

  workspace(value: unknown): Workspace {
    const root = object(value, t("document.name"));
    if (root["reproducer"] !== FORMAT) {
      throw new NotAReproducer(t("document.noFormat"));
    }
    const program = object(root["program"], "program");
    const code = root["code"];
    const stages = root["stages"];
    const variants = this.#variants(root["variants"]);
    return {
      source: sourceIn(program),
      ...(isObject(stages) && "text" in stages
        ? { pipeline: [], written: written(stages) }
        : { pipeline: this.pipeline(stages) }),
      code: code === undefined ? "" : string(code, "code"),
      ...(variants.length > 0 ? { variants } : {}),
      ...(language(root["language"]) === "python" ? { codeLanguage: "python" } : {}),
    };
  }

  #variants(value: unknown): readonly Variant[] {
    const all = list(value, "variants");
    if (all.length > MAX_VARIANTS) throw new NotAReproducer(t("document.tooMany"));
    const read: Variant[] = [];
    all.forEach((item, i) => {
      const variant = object(item, `variants[${i}]`);
      const called = name(variant["name"], `variants[${i}].name`).slice(0, MAX_VARIANT_NAME);
      const pipeline = this.pipeline(variant["stages"]);
      const fresh = nextVariant(read, pipeline);
      // Names of variants must be unique.
      const taken = called === "" || read.some((other) => other.name === called);
      read.push(taken ? fresh : { ...fresh, name: called });
    });
    return read;
  }

  /** A fresh id. Each part of a pipeline takes one, so this also counts the parts. */
  #id(prefix: string): string {
    this.#items += 1;
    if (this.#items > MAX_ITEMS) throw new NotAReproducer(t("document.tooMany"));
    return `${prefix}${this.#items}`;
  }

  #stage(value: unknown, index: number): Stage {
    const where = `stages[${index}]`;
    const stage = object(value, where);
    const id = this.#id("s");
    const enabled = stage["off"] !== true;
    switch (stage["kind"]) {
      case "bind":
        return { kind: "bind", id, enabled };
      case "edit":
        return { kind: "edit", id, enabled, text: string(stage["text"], `${where}.text`) };
      case "passes":
        break;
      default:
        throw new NotAReproducer(t("document.stageKind", { where }));
    }
    const passes = list(stage["passes"], `${where}.passes`);
    const [only] = passes;
    const sequence = passes.length === 1 && isPlainSequence(only) ? only["sequential"] : undefined;
    const steps = sequence === undefined ? passes : list(sequence, `${where}.passes[0].sequential`);
    return {
      ...EMPTY_STAGE,
      id,
      optLevel: level(stage["optLevel"], 2, `${where}.optLevel`),
      mode: sequence === undefined ? "each" : "sequential",
      required: names(stage["required"], `${where}.required`),
      disabled: names(stage["disabled"], `${where}.disabled`),
      config: options(stage, "config", where),
      instruments: list(stage["instruments"], `${where}.instruments`).map((use, i) =>
        this.#use(use, `${where}.instruments[${i}]`),
      ),
      passes: steps.map((step, i) => this.#step(step, `${where}.passes[${i}]`, 0)),
    };
  }

  #step(value: unknown, where: string, depth: number): Step {
    const step = object(value, where);
    const id = this.#id("p");
    const enabled = step["off"] !== true;
    if (step["code"] !== undefined) {
      return { kind: "code", id, enabled, name: name(step["code"], `${where}.code`) };
    }
    if (step["sequential"] === undefined) {
      const called = name(step["name"], `${where}.name`);
      return {
        kind: "pass",
        id,
        enabled,
        name: called,
        options: options(step, "options", where),
      };
    }
    if (depth === MAX_DEPTH) throw new NotAReproducer(t("document.tooDeep", { where }));
    const own = step["name"];
    return {
      kind: "sequential",
      id,
      enabled,
      name: own === undefined ? "sequential" : name(own, `${where}.name`),
      optLevel: level(step["optLevel"], 0, `${where}.optLevel`),
      steps: list(step["sequential"], `${where}.sequential`).map((inner, i) =>
        this.#step(inner, `${where}.sequential[${i}]`, depth + 1),
      ),
    };
  }

  #use(value: unknown, where: string): InstrumentUse {
    const use = object(value, where);
    const code = use["code"] !== undefined;
    return {
      id: this.#id("i"),
      kind: code ? "code" : "builtin",
      name: name(code ? use["code"] : use["name"], `${where}.name`),
      enabled: use["off"] !== true,
      options: options(use, "options", where),
    };
  }
}

/** A Sequential without a name of its own. The stage itself represents it. */
function isPlainSequence(value: unknown): value is Json {
  return (
    typeof value === "object" &&
    value !== null &&
    "sequential" in value &&
    !("name" in value) &&
    !("optLevel" in value) &&
    !("off" in value)
  );
}

function model(program: Json): ProgramSource {
  const options: Record<string, ModelOptionValue> = {};
  for (const [key, value] of Object.entries(object(program["options"] ?? {}, "program.options"))) {
    // JSON.parse reads 1e999 as Infinity, which JSON.stringify cannot write.
    const known =
      Number.isFinite(value) ||
      typeof value === "string" ||
      typeof value === "boolean" ||
      (Array.isArray(value) && value.every((item) => Number.isFinite(item)));
    if (!known || !/^[a-z_]{1,40}$/.test(key) || key === "__proto__") {
      throw new NotAReproducer(
        t("document.noOption", { where: `program.options.${key.slice(0, 40)}` }),
      );
    }
    setOwn(options, key, value as ModelOptionValue);
  }
  return { kind: "model", name: name(program["model"], "program.model"), options };
}

function sourceIn(program: Json): ProgramSource {
  if (typeof program["model"] === "string") return model(program);
  return typeof program["file"] === "string" ? importSource(program) : textSource(program);
}

/** A model's file, which the document names but does not contain. */
function importSource(program: Json): ProgramSource {
  const { file, ...how } = program;
  try {
    return checkedImport({ ...how, kind: "import", name: file });
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error;
    throw new NotAReproducer(t("document.noImport", { why: error.message }));
  }
}

function textSource(program: Json): ProgramSource {
  const title = program["title"];
  return {
    kind: "text",
    text: string(program["text"], "program.text"),
    title: typeof title === "string" ? title.slice(0, 200) : t("source.untitled"),
  };
}

/** A pipeline as text, which the engine will read. */
function written(stages: Json): WrittenPipeline {
  const { instruments } = stages;
  return {
    text: string(stages["text"], "stages.text"),
    optLevel: level(stages["optLevel"], EMPTY_STAGE.optLevel, "stages.optLevel"),
    required: names(stages["required"], "stages.required"),
    disabled: names(stages["disabled"], "stages.disabled"),
    instruments: instruments === undefined ? "" : string(instruments, "stages.instruments"),
  };
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function object(value: unknown, where: string): Json {
  if (!isObject(value)) throw new NotAReproducer(t("document.object", { where }));
  return value;
}

function list(value: unknown, where: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new NotAReproducer(t("document.list", { where }));
  return value as readonly unknown[];
}

function string(value: unknown, where: string): string {
  if (typeof value !== "string") throw new NotAReproducer(t("document.text", { where }));
  return value;
}

/** The language of the code. */
function language(value: unknown): CodeLanguage {
  if (value === undefined) return "javascript";
  const found = CODE_LANGUAGES.find((one) => one === value);
  if (!found) {
    throw new NotAReproducer(t("document.language", { known: CODE_LANGUAGES.join(", ") }));
  }
  return found;
}

/** The name of something. */
function name(value: unknown, where: string): string {
  const text = string(value, where);
  if (text.length > MAX_NAME) {
    throw new NotAReproducer(t("document.tooLong", { where, characters: MAX_NAME }));
  }
  return text;
}

function names(value: unknown, where: string): readonly string[] {
  const all = list(value, where);
  if (all.length > MAX_ITEMS) throw new NotAReproducer(t("document.tooMany"));
  return all.map((item, i) => name(item, `${where}[${i}]`));
}

function level(value: unknown, standard: number, where: string): number {
  if (value === undefined) return standard;
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > 99) {
    throw new NotAReproducer(t("document.level", { where }));
  }
  return value;
}

/** Options as JSON text. Text that was not JSON when it was saved stays as typed. */
function options(from: Json, key: string, where: string): string {
  const written = own(from, `${key}Text`);
  const value = own(from, key);
  if (typeof written === "string") return short(written, `${where}.${key}Text`);
  if (value === undefined) return "";
  const values = object(value, `${where}.${key}`);
  let text: string;
  try {
    text = JSON.stringify(values);
  } catch {
    // JSON.parse accepts any nesting depth, but JSON.stringify throws if it is too deep.
    throw new NotAReproducer(t("document.tooDeep", { where: `${where}.${key}` }));
  }
  return short(text, `${where}.${key}`);
}

function short(text: string, where: string): string {
  if (text.length <= MAX_OPTIONS) return text;
  throw new NotAReproducer(t("document.tooLong", { where, characters: MAX_OPTIONS }));
}
