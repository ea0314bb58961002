// Writes a workspace as a Python program for Apache TVM 0.11. The names of passes, keywords and config keys are the
// engine's, which are TVM's. The engine's tables record the differences. The rest follows TVM's sources at v0.11.0:
// python/tvm/ir/{transform,instrument}.py, python/tvm/parser, python/tvm/relay/testing.
import type { InstrumentUse, PassStage, Step } from "../../core/pipeline/model";
import { asInfoName, passNamed } from "../../core/pipeline/pass-names";
import type {
  EngineInfo,
  ImportSource,
  ModelDescription,
  ProgramSource,
} from "../../core/protocol/messages";
import { sourceTitle, type Workspace } from "../../core/state/app-state";
import {
  activeParts,
  configOf,
  indent,
  oneLine,
  optionsOf,
  usedExports,
  type ActivePart,
} from "./parts";
import type { PythonOwn } from "./own-python";
import { call, multiLine, python } from "./python";
import { own } from "../../i18n/own";

/** The engine's tables, and the user's code if it is Python. */
interface Info extends Pick<EngineInfo, "models" | "passes" | "configKeys"> {
  readonly own?: PythonOwn | undefined;
}

/**
 * The text of the program. Parts without a counterpart in TVM are comments. The user's Python code is included
 * unchanged if the pipeline uses any of it.
 */
export function tvmPython(workspace: Workspace, given: Info): string {
  const parts = activeParts(workspace.pipeline);
  const info: Info = usedExports(parts).size > 0 ? given : { ...given, own: undefined };
  const { mod } = namesOf(info);
  const binds = parts.some((part) => part.kind === "bind");
  const blocks = [
    ...(info.own ? [`# The code of the page's code tab.\n${info.own.text}`] : []),
    ...(parts.some((part) => part.kind === "edit") ? [WITH_CONSTANTS_OF] : []),
    start(workspace.source, info, binds).join("\n"),
    ...parts.map((part) => partLines(part, info).join("\n")),
    `print(${mod}.astext(show_meta_data=False))`,
  ];
  const body = blocks.join("\n\n");
  const uses = (name: string): boolean => body.includes(name);
  const imports = [
    ...(uses("onnx.load") ? ["import onnx"] : []),
    ...(uses("torch.jit") ? ["import torch"] : []),
    "import tvm",
    ...(uses("relay.transform.") ? ["from tvm import relay"] : []),
    ...(binds ? ["from tvm.relay.build_module import bind_params_by_name"] : []),
    ...(workspace.source.kind === "model" ? ["from tvm.relay import testing"] : []),
  ];
  const title = oneLine(sourceTitle(workspace.source));
  return `# ${title} through a pipeline of passes, for Apache TVM 0.11.\n${imports.join("\n")}\n\n${body}\n`;
}

/** The names of the program's variables. */
interface Names {
  readonly mod: string;
  readonly params: string;
  readonly timing: string;
  readonly model: string;
}

const NAMES: Names = { mod: "mod", params: "params", timing: "timing", model: "model" };

const namesOf = ({ own }: Info): Names => (own ? own.free(NAMES) : NAMES);

/** TVM reads a text's constants from its metadata section, so the text gets the section of the other module. */
const WITH_CONSTANTS_OF = `
def with_constants_of(module, text):
    """Reads a text whose meta[relay.Constant][...] are those of a module's text."""
    _, mark, metadata = module.astext().partition("#[metadata]")
    return tvm.parser.fromtext(text + "\\n" + mark + metadata)

`;

function start(source: ProgramSource, info: Info, binds: boolean): string[] {
  const { mod, params } = namesOf(info);
  if (source.kind === "text") {
    return [
      ...(binds ? [`${params} = {}`] : []),
      `${mod} = tvm.parser.fromtext(${multiLine(withVersion(source.text))})`,
    ];
  }
  if (source.kind === "import") return imported(source, binds, namesOf(info));
  const model = info.models.find(({ name }) => name === source.name);
  if (!model) {
    const what = `TVM has no model ${oneLine(source.name)} in relay.testing`;
    return [`raise SystemExit(${python(what)})`];
  }
  return networkOf(model, source.options, info);
}

/** A network of TVM's relay.testing. A preset is a network with other defaults. */
function networkOf(
  { module, options: known }: ModelDescription,
  given: Readonly<Record<string, unknown>>,
  info: Info,
): string[] {
  const { seed, ...options }: Record<string, unknown> = {
    ...Object.fromEntries(known.map((option) => [option.name, option.default])),
    ...given,
  };
  const shape = options["image_shape"] as readonly number[] | undefined;
  if (shape && !("image_shape" in given) && String(options["layout"]).endsWith("C")) {
    // The engine's default follows the layout, but TVM's does not.
    options["image_shape"] = [...shape.slice(1), ...shape.slice(0, 1)];
  }
  // The table's row with the module's own name has TVM's defaults.
  const ofModule = info.models.find(({ name }) => name === module)?.options ?? known;
  const isDefault = (name: string): boolean => {
    const option = ofModule.find((other) => other.name === name);
    return (
      option?.requiredInTvm !== true &&
      JSON.stringify(own(options, name)) === JSON.stringify(option?.default)
    );
  };
  const keywords = Object.entries(options)
    .filter(([name]) => !isDefault(name))
    .map(([name, value]): [string, string] => [
      name,
      // TVM concatenates shapes with tuples, so a list must become a tuple.
      Array.isArray(value) ? `(${value.map(python).join(", ")})` : python(value),
    ]);
  const { mod, params } = namesOf(info);
  const made = `testing.${module}.get_workload`;
  if (seed === undefined || seed === 0) {
    return call(`${mod}, ${params} = ${made}`, keywords.map(keyword));
  }
  // `get_workload` has no parameter for a seed.
  return [
    ...call(`${mod}, _ = ${made}`, keywords.map(keyword)),
    ...call(`${mod}, ${params} = testing.create_workload`, [
      `${mod}["main"]`,
      `seed=${python(seed)}`,
    ]),
  ];
}

const keyword = ([name, value]: readonly [string, string]): string => `${name}=${value}`;

/** TVM requires the version of the notation at the start. */
const withVersion = (text: string): string =>
  text.includes("#[version") ? text : `#[version = "0.0.5"]\n${text}`;

function partLines(part: ActivePart, info: Info): string[] {
  const { mod, params } = namesOf(info);
  switch (part.kind) {
    case "bind":
      return [
        "# The parameters become constants.",
        `${mod}["main"] = bind_params_by_name(${mod}["main"], ${params})`,
      ];
    case "edit":
      return [
        "# From here on the program is this one, with the constants of the one before.",
        `${mod} = with_constants_of(${mod}, ${multiLine(withVersion(part.text))})`,
      ];
    case "passes":
      return stageLines(part.stage, part.number, info);
  }
}

/** Imports a model's file with TVM's own frontends. */
function imported(source: ImportSource, binds: boolean, { mod, params, model }: Names): string[] {
  const { name, format, inputs } = source;
  const target = binds ? `${mod}, ${params}` : `${mod}, _`;
  const typed = `${mod} = relay.transform.InferType()(${mod})`;
  const tuple = (shape: readonly (number | string)[]): string => {
    const dims = shape.map((dim) => (typeof dim === "number" ? String(dim) : "relay.Any()"));
    return `(${dims.join(", ")}${dims.length === 1 ? "," : ""})`;
  };
  if (format === "torchscript") {
    const infos = inputs.map(
      (input) =>
        `(${python(input.name)}, (${tuple(input.shape)}, ${python(input.dtype ?? "float32")}))`,
    );
    const friendly = source.parserFriendlyNames ? ", use_parser_friendly_name=True" : "";
    return [
      `${model} = torch.jit.load(${python(name)}).eval()`,
      `${target} = relay.frontend.from_pytorch(${model}, [${infos.join(", ")}]${friendly})`,
      typed,
    ];
  }
  const shapes = inputs.map((input) => `${python(input.name)}: ${tuple(input.shape)}`);
  const types = inputs.flatMap(({ name: input, dtype }) =>
    dtype === undefined ? [] : [`${python(input)}: ${python(dtype)}`],
  );
  const options = [
    ...(shapes.length > 0 ? [`shape={${shapes.join(", ")}}`] : []),
    ...(types.length > 0 ? [`dtype={${types.join(", ")}}`] : []),
    `freeze_params=${source.freezeParams ? "True" : "False"}`,
  ];
  return [
    `${model} = onnx.load(${python(name)})`,
    `${target} = relay.frontend.from_onnx(${model}, ${options.join(", ")})`,
    typed,
  ];
}

function stageLines(stage: PassStage, number: number, info: Info): string[] {
  const { mod, timing } = namesOf(info);
  const steps = stage.passes.map((step) => stepLines(step, info));
  const calls =
    stage.mode === "sequential"
      ? applied(mod, ["tvm.transform.Sequential([", ...indent(steps.flatMap(asItem), "    "), "])"])
      : steps.flatMap((lines) => (isComment(lines) ? lines : applied(mod, lines)));
  // TVM accepts only the names of PassInfo here.
  const names = (list: readonly string[]): string =>
    python(list.map((name) => asInfoName(info.passes, name)));
  const context = [
    `opt_level=${stage.optLevel},`,
    ...(stage.required.length > 0 ? [`required_pass=${names(stage.required)},`] : []),
    ...(stage.disabled.length > 0 ? [`disabled_pass=${names(stage.disabled)},`] : []),
    ...configLines(stage.config, info),
    ...instrumentLines(stage.instruments, info),
  ];
  return [
    `# Stage ${number}`,
    `${timing} = tvm.instrument.PassTimingInstrument()`,
    ...contextLines(context),
    ...indent([...calls, `print(${timing}.render())`], "    "),
  ];
}

function contextLines(context: readonly string[]): string[] {
  const line = `with tvm.transform.PassContext(${context.join(" ").replace(/,$/, "")}):`;
  if (line.length <= 92 && !line.includes("#")) return [line];
  return ["with tvm.transform.PassContext(", ...indent(context, "    "), "):"];
}

function configLines(text: string, info: Info): string[] {
  const config = configOf(text);
  if (!config) return ["# Its config is not a JSON object."];
  const entries = Object.entries(config);
  // TVM raises an error for an unregistered key.
  const keys = new Set(info.configKeys.filter((key) => key.inTvm).map(({ name }) => name));
  const known = entries.filter(([key]) => keys.has(key));
  return [
    ...entries
      .filter(([key]) => !keys.has(key))
      .map(([key]) => `# TVM 0.11 has no config ${oneLine(key)}.`),
    ...(known.length > 0 ? [`config=${python(Object.fromEntries(known))},`] : []),
  ];
}

/**
 * The instruments of a context. TVM has only one of the engine's instruments, and a second copy would count everything
 * twice. The user's instruments come first, as in a run.
 */
function instrumentLines(uses: readonly InstrumentUse[], info: Info): string[] {
  const { own } = info;
  const comments = uses.flatMap((use) => {
    if (use.kind === "code") {
      return own
        ? []
        : [`# Here stands ${oneLine(use.name)} of the code tab, which is JavaScript.`];
    }
    return use.name === "PassTimingInstrument"
      ? []
      : [`# TVM 0.11 has no instrument ${oneLine(use.name)}.`];
  });
  const ofCode = own
    ? uses.flatMap((use) => (use.kind === "code" ? [own.expression(use.name)] : []))
    : [];
  return [...comments, `instruments=[${[...ofCode, namesOf(info).timing].join(", ")}],`];
}

/** The lines of the expression for a pass, or a comment if TVM has none. */
function stepLines(step: Step, info: Info): string[] {
  if (step.kind === "code") {
    if (info.own) return [info.own.expression(step.name)];
    return [`# Here runs ${oneLine(step.name)} of the code tab, which is JavaScript.`];
  }
  if (step.kind === "sequential") {
    const options = [
      ...(step.optLevel === 0 ? [] : [`opt_level=${step.optLevel}`]),
      ...(step.name === "sequential" ? [] : [`name=${python(step.name)}`]),
    ];
    const end = ["]", ...options].join(", ");
    const inner = step.steps.flatMap((each) => asItem(stepLines(each, info)));
    if (inner.length === 0) return [`tvm.transform.Sequential([${end})`];
    return ["tvm.transform.Sequential([", ...indent(inner, "    "), `${end})`];
  }
  const pass = passNamed(info.passes, step.name);
  if (!pass) return [`# TVM 0.11 has no pass ${oneLine(step.name)}.`];
  if (!pass.tvmModule) return [`# TVM 0.11's Python has no ${pass.name} with these options.`];
  const options = optionsOf(step.options);
  if (!options) return [`# The options of ${oneLine(step.name)} are not a JSON object.`];
  const unknown = Object.keys(options).find(
    (given) => !pass.options.some(({ name }) => name === given),
  );
  if (unknown !== undefined) {
    return [`# TVM's ${oneLine(step.name)} has no option ${oneLine(unknown)}.`];
  }
  const needed = pass.options
    .filter((option) => option.requiredInTvm)
    .map((option): [string, unknown] => [option.name, option.default]);
  const given = Object.entries({ ...Object.fromEntries(needed), ...options });
  return call(
    `${pass.tvmModule}.${pass.tvmName ?? pass.name}`,
    given.map(([name, value]) => keyword([name, python(value)])),
  );
}

const isComment = (lines: readonly string[]): boolean =>
  lines.length === 1 && (lines[0]?.startsWith("#") ?? false);

/** An item of a list. A comment stays without a comma. */
const asItem = (lines: readonly string[]): string[] =>
  isComment(lines)
    ? [...lines]
    : lines.map((line, i) => (i === lines.length - 1 ? `${line},` : line));

/** Applies a pass to the module. */
const applied = (mod: string, lines: readonly string[]): string[] =>
  lines.map((line, i) => {
    const end = i === lines.length - 1 ? `${line}(${mod})` : line;
    return i === 0 ? `${mod} = ${end}` : end;
  });
