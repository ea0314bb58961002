// A workspace as a program for Node: an ES module that does the same as a run of the page, with the package "passcope".
import type { InstrumentUse, PassStage, Step } from "../../core/pipeline/model";
import { passNamed } from "../../core/pipeline/pass-names";
import type { EngineInfo, ImportSource, ProgramSource } from "../../core/protocol/messages";
import { languageOf, sourceTitle, type Workspace } from "../../core/state/app-state";
import { freeName, ownCode, type OwnCode } from "./own-code";
import {
  activeParts,
  camelCase,
  configOf,
  indent,
  oneLine,
  optionsOf,
  usedExports,
  type ActivePart,
  type Options,
} from "./parts";
import { own } from "../../i18n/own";

type Info = Pick<EngineInfo, "passes" | "instruments">;

/** The names that the program imports and declares. */
const IMPORTS = ["bindParamsByName", "instrument", "PassContext", "relay", "transform"] as const;
/** Imported from Node. */
const READ_FILE = "readFileSync";
const DECLARED = ["mod", "params", "timing", "made", READ_FILE] as const;
type Import = (typeof IMPORTS)[number];
type Name = Import | (typeof DECLARED)[number];

/** Instruments that render their results at the end. */
const RENDERED = new Set(["OpDiffInstrument", "PassDecisions", "PassStatistics"]);

/** The text of the module. It prints the times of each context's passes, and the program at the end. */
export function nodeProgram(workspace: Workspace, info: Info): string {
  return new NodeProgram(workspace, info).write();
}

class NodeProgram {
  readonly #parts: readonly ActivePart[];
  readonly #code: OwnCode | undefined;
  readonly #used = new Set<Name>();
  readonly #names: ReadonlyMap<Name, string>;
  readonly #usesCode: boolean;
  /** Names that must not be declared again. Instruments are declared in the block of their context. */
  readonly #reserved: Set<string>;

  constructor(
    private readonly workspace: Workspace,
    private readonly info: Info,
  ) {
    this.#parts = activeParts(workspace.pipeline);
    this.#usesCode = usedExports(this.#parts).size > 0;
    const isJavaScript = languageOf(workspace) === "javascript";
    this.#code = this.#usesCode && isJavaScript ? ownCode(workspace.code) : undefined;
    const taken = new Set(this.#code?.taken);
    const names = new Map<Name, string>();
    for (const name of [...IMPORTS, ...DECLARED]) {
      const imported = this.#code?.imported.get(name);
      const chosen = imported ?? freeName(name, taken);
      names.set(name, chosen);
      taken.add(chosen);
    }
    this.#names = names;
    this.#reserved = taken;
  }

  write(): string {
    const { source } = this.workspace;
    const steps = this.#parts.map((part) => this.#part(part));
    const start = this.#start(source);
    const made = this.#used.has("made") ? this.#made() : [];
    const code = this.#codeLines();
    const blocks = [
      [
        `// ${oneLine(sourceTitle(source))} through a pipeline of passes, as Passcope's page runs it.`,
        "// npm install passcope, then run this file with Node 20 or later.",
        ...this.#imports(),
      ],
      code,
      made,
      start,
      ...steps,
      [`console.log(${this.#name("mod")}.astext({ showMetaData: false }));`],
    ];
    return `${blocks
      .filter((lines) => lines.length > 0)
      .map((lines) => lines.join("\n"))
      .join("\n\n")}\n`;
  }

  #name(name: Name): string {
    this.#used.add(name);
    return this.#names.get(name) ?? name;
  }

  #imports(): string[] {
    const own = IMPORTS.filter((name) => this.#used.has(name) && !this.#code?.imported.has(name));
    const node = this.#names.get(READ_FILE) ?? READ_FILE;
    const fromNode = this.#used.has(READ_FILE)
      ? [`import { ${node === READ_FILE ? node : `${READ_FILE} as ${node}`} } from "node:fs";`]
      : [];
    if (own.length === 0) return fromNode;
    const list = own.map((name) => {
      const local = this.#names.get(name) ?? name;
      return local === name ? name : `${name} as ${local}`;
    });
    return [...fromNode, `import { ${list.join(", ")} } from "passcope";`];
  }

  #codeLines(): string[] {
    if (!this.#usesCode) return [];
    const begin = "// The code of the page's code tab.";
    if (languageOf(this.workspace) === "python") {
      return [`throw new Error("The code is Python: copy the view as TVM Python");`];
    }
    if (!this.#code) return [begin, `throw new Error("The code cannot be read as a module");`];
    return [begin, this.#code.text.replace(/^\s*\n|\s+$/g, "")];
  }

  #made(): string[] {
    return [
      "// A class of instruments or passes is made anew, as the page does; all else is taken as it is.",
      `const ${this.#name("made")} = (value) =>`,
      `  typeof value === "function" && value.prototype ? new value() : value;`,
    ];
  }

  #start(source: ProgramSource): string[] {
    const mod = this.#name("mod");
    const binds = this.#parts.some((part) => part.kind === "bind");
    if (source.kind === "model") {
      const options =
        Object.keys(source.options).length > 0 ? `, ${camelObject(source.options)}` : "";
      const call = `${this.#name("relay")}.getWorkload(${text(source.name)}${options})`;
      const member = mod === "mod" ? "mod" : `mod: ${mod}`;
      if (!binds) return [`let { ${member} } = ${call};`];
      const params = this.#name("params");
      return [
        `let { ${member}, ${params === "params" ? "params" : `params: ${params}`} } = ${call};`,
      ];
    }
    if (source.kind === "import") {
      const member = (name: "mod" | "params"): string => {
        const local = this.#name(name);
        return local === name ? name : `${name}: ${local}`;
      };
      const members = binds ? [member("mod"), member("params")] : [member("mod")];
      return [
        `let { ${members.join(", ")} } = ${this.#imported(source)};`,
        `${mod} = ${this.#name("transform")}.InferType()(${mod});`,
      ];
    }
    return [
      ...(binds ? [`const ${this.#name("params")} = {};`] : []),
      `let ${mod} = ${this.#name("transform")}.InferType()(`,
      `  ${this.#name("relay")}.fromtext(${template(source.text)}, ${text(source.title)}),`,
      ");",
    ];
  }

  /** A call that imports a model's file from the folder of the program. */
  #imported(source: ImportSource): string {
    const { name, format, inputs, external } = source;
    const read = (file: string): string => `${this.#name(READ_FILE)}(${text(file)})`;
    const frontend = `${this.#name("relay")}.frontend`;
    if (format === "torchscript") {
      const infos = inputs.map((input) => [input.name, [input.shape, input.dtype ?? "float32"]]);
      const options = source.parserFriendlyNames ? ", { useParserFriendlyName: true }" : "";
      return `${frontend}.fromPytorch(${read(name)}, ${literal(infos)}${options})`;
    }
    const typed = inputs.filter(({ dtype }) => dtype !== undefined);
    const byName = (values: readonly (readonly [string, unknown])[]): string =>
      literal(Object.fromEntries(values));
    const options = [
      ...(inputs.length > 0
        ? [`shape: ${byName(inputs.map((input) => [input.name, input.shape]))}`]
        : []),
      ...(typed.length > 0
        ? [`dtype: ${byName(typed.map((input) => [input.name, input.dtype]))}`]
        : []),
      ...(source.freezeParams ? [] : ["freezeParams: false"]),
      ...(external.length > 0
        ? [
            `externalData: { ${external
              .map(({ path }) => `${text(path)}: ${read(path)}`)
              .join(", ")} }`,
          ]
        : []),
    ];
    const given = options.length > 0 ? `, { ${options.join(", ")} }` : "";
    return `${frontend}.fromOnnx(${read(name)}${given})`;
  }

  #part(part: ActivePart): string[] {
    const mod = this.#name("mod");
    if (part.kind === "bind") {
      const bind = `${this.#name("bindParamsByName")}(${mod}.get("main"), ${this.#name("params")})`;
      return ["// The parameters become constants.", `${mod}.set("main", ${bind});`];
    }
    if (part.kind === "edit") {
      return [
        "// From here on the program is this one, with the constants of the one before.",
        `${mod} = ${this.#name("transform")}.InferType()(`,
        `  ${this.#name("relay")}.fromtext(${template(part.text)}, {`,
        `    source: "edit",`,
        `    constantsOf: ${mod},`,
        "  }),",
        ");",
      ];
    }
    return this.#stage(part.stage, part.number);
  }

  #stage(stage: PassStage, number: number): string[] {
    const mod = this.#name("mod");
    const steps = stage.passes.map((step) => this.#step(step));
    const calls =
      stage.mode === "sequential"
        ? [
            `${mod} = ${this.#name("transform")}.Sequential([`,
            ...indent(steps.flatMap(withComma), "  "),
            `])(${mod});`,
          ]
        : steps.flatMap((lines) => [
            ...[`${mod} = ${lines[0] ?? ""}`, ...lines.slice(1)].slice(0, -1),
            `${lines.length === 1 ? `${mod} = ` : ""}${lines.at(-1) ?? ""}(${mod});`,
          ]);
    const { declared, list, ends, timing } = this.#instruments(stage);
    const context = [
      `optLevel: ${stage.optLevel},`,
      ...(stage.required.length > 0 ? [`requiredPass: ${texts(stage.required)},`] : []),
      ...(stage.disabled.length > 0 ? [`disabledPass: ${texts(stage.disabled)},`] : []),
      ...this.#config(stage),
      ...listLines("instruments: [", list),
    ];
    const body = [...calls, ...ends, `console.log(${timing}.render());`];
    return [
      `// Stage ${number}`,
      "{",
      ...indent(declared, "  "),
      ...indent(contextLines(this.#name("PassContext"), context), "  "),
      ...indent(body, "    "),
      "  });",
      "}",
    ];
  }

  #config(stage: PassStage): string[] {
    const config = configOf(stage.config);
    if (!config) return ["// Its config is not a JSON object."];
    return Object.keys(config).length > 0 ? [`config: ${literal(config)},`] : [];
  }

  /** The instruments of a context. Timing comes last, so the times do not include the other instruments. */
  #instruments(stage: PassStage): {
    declared: string[];
    list: string[];
    ends: string[];
    timing: string;
  } {
    const timing = this.#name("timing");
    const timer = `const ${timing} = new ${this.#name("instrument")}.PassTimingInstrument();`;
    const declared: string[] = [];
    const list: string[] = [];
    const ends: string[] = [];
    const inBlock = new Set(this.#reserved);
    for (const use of stage.instruments) {
      const made = use.kind === "code" ? this.#own(use.name) : this.#builtIn(use);
      const renders = use.kind === "builtin" && RENDERED.has(use.name);
      if (!renders) {
        // A second timing instrument shows the same times.
        if (use.kind === "code" || use.name !== "PassTimingInstrument") list.push(made);
        continue;
      }
      const base = use.name.charAt(0).toLowerCase() + use.name.slice(1).replace(/Instrument$/, "");
      const name = freeName(base, inBlock);
      inBlock.add(name);
      declared.push(`const ${name} = ${made};`);
      list.push(name);
      ends.push(`console.log(${name}.render());`);
    }
    declared.push(timer);
    list.push(timing);
    return { declared, list, ends, timing };
  }

  #builtIn(use: InstrumentUse): string {
    const all = optionsOf(use.options) ?? {};
    // Without a directory, the files stay in memory, as in the page.
    const options = Object.fromEntries(
      Object.entries(all).filter(([key, value]) => key !== "directory" || value !== ""),
    );
    const given = optional(options);
    const known = this.info.instruments.some(({ name }) => name === use.name);
    const instrument = this.#name("instrument");
    return known
      ? `new ${instrument}.${use.name}(${given.join("")})`
      : `${instrument}.create(${[text(use.name), ...given].join(", ")})`;
  }

  #own(name: string): string {
    const own = this.#code?.exports.get(name);
    if (own) return own.isClass ? `new ${own.local}()` : `${this.#name("made")}(${own.local})`;
    return `(() => { throw new Error(${text(`The code exports nothing named ${name}`)}); })()`;
  }

  /** The lines of the expression for a pass. */
  #step(step: Step): string[] {
    if (step.kind === "code") return [this.#own(step.name)];
    const transform = this.#name("transform");
    if (step.kind === "sequential") {
      const inner = step.steps.flatMap((each) => withComma(this.#step(each)));
      const options = camelObject({
        ...(step.optLevel === 0 ? {} : { opt_level: step.optLevel }),
        ...(step.name === "sequential" ? {} : { name: step.name }),
      });
      const second = options === "{}" ? "" : `, ${options}`;
      if (inner.length === 0) return [`${transform}.Sequential([]${second})`];
      return [`${transform}.Sequential([`, ...indent(inner, "  "), `]${second})`];
    }
    const options = optionsOf(step.options);
    const problem = options ? "" : " /* Its options are not a JSON object. */";
    const call =
      this.#typed(step.name, options ?? {}) ??
      `${transform}.create(${[text(step.name), ...optional(options ?? {})].join(", ")})`;
    return [call + problem];
  }

  /** A call of the package's own function for a pass. Required options are separate arguments. */
  #typed(name: string, options: Options): string | undefined {
    const known = passNamed(this.info.passes, name);
    if (!known) return undefined;
    const given = Object.keys(options);
    if (given.some((key) => !known.options.some((option) => option.name === key))) return undefined;
    const required = known.options.filter((option) => option.required).map((option) => option.name);
    if (required.some((key) => !given.includes(key))) return undefined;
    const rest = Object.entries(options).filter(([key]) => !required.includes(key));
    const list = [
      ...required.map((key) => literal(own(options, key))),
      ...optional(Object.fromEntries(rest)),
    ];
    return `${this.#name("transform")}.${known.name}(${list.join(", ")})`;
  }
}

/** An argument with the options, if there are any. */
const optional = (options: Options): string[] =>
  Object.keys(options).length > 0 ? [camelObject(options)] : [];

/** `new PassContext({ … }).with(() => {`, on one line if it fits. */
function contextLines(name: string, context: readonly string[]): string[] {
  const line = `new ${name}({ ${context.join(" ").replace(/,$/, "")} }).with(() => {`;
  if (line.length <= 92 && !line.includes("//")) return [line];
  return [`new ${name}({`, ...indent(context, "  "), "}).with(() => {"];
}

/** A property with a list, on one line if it fits. */
function listLines(open: string, list: readonly string[]): string[] {
  const line = `${open}${list.join(", ")}],`;
  if (line.length <= 88) return [line];
  return [open, ...list.map((item) => `  ${item},`), "],"];
}

const withComma = (lines: readonly string[]): string[] =>
  lines.map((line, i) => (i === lines.length - 1 ? `${line},` : line));

const texts = (items: readonly string[]): string => `[${items.map(text).join(", ")}]`;

/** Any string as a JavaScript literal. */
const text = (value: string): string => JSON.stringify(value);

/** A text of several lines as a template literal, in which the lines stay readable. */
function template(value: string): string {
  const escaped = value
    .replace(/\\/g, "\\\\")
    .replace(/`/g, "\\`")
    .replace(/\$\{/g, "\\${")
    // Template literals replace carriage returns with line feeds, and files cannot contain lone surrogates.
    .replace(/[^\P{Cc}\n\t]|\p{Cs}|\uFEFF/gu, (c) => {
      return `\\u${(c.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
    });
  return `\`${escaped}\``;
}

/** A value as a JavaScript literal. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(([key, item]) => `${keyText(key)}: ${literal(item)}`);
    return members.length > 0 ? `{ ${members.join(", ")} }` : "{}";
  }
  return typeof value === "number" ? String(value) : JSON.stringify(value);
}

/** Options with JavaScript's names. Values keep their names. */
function camelObject(options: Options): string {
  return literal(
    Object.fromEntries(Object.entries(options).map(([key, value]) => [camelCase(key), value])),
  );
}

const keyText = (key: string): string =>
  key === "__proto__"
    ? `["__proto__"]`
    : /^[A-Za-z_$][\w$]*$/.test(key)
      ? key
      : JSON.stringify(key);
