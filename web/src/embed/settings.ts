// The settings of an embedded element, from its attributes and the scripts between its tags. The result is always
// settings and a list of problems; nothing throws. Texts of pipelines and instruments are only passed on: the engine
// reads them after it has loaded.
import { isLanguage, LANGUAGES, type Language } from "../i18n/language";
import type { Workspace } from "../core/state/app-state";
import { NotAReproducer, readWorkspace } from "../core/state/reproducer";
import { EMBEDDED_TABS, type Panel } from "../core/state/tabs";
import type { WrittenPart } from "../core/pipeline/written";
import { CODE_LANGUAGES, type CodeLanguage } from "../core/protocol/code";
import type { PipelineMistake } from "../core/protocol/messages";
import { smallest } from "../core/extremes";

const PANELS: readonly Panel[] = ["timing", ...EMBEDDED_TABS.map(({ panel }) => panel)];

/** Attributes with a meaning for the element. Any other attribute that HTML does not know is a model's option. */
const ATTRIBUTES = [
  "model",
  "program",
  "pipeline",
  "opt-level",
  "required",
  "disabled",
  "instruments",
  "code",
  "language",
  "panels",
  "lang",
  "run",
  "height",
  "playground",
  // The earlier name of `playground`; pages may still use it.
  "laboratory",
] as const;
type Attribute = (typeof ATTRIBUTES)[number];

/** Attributes that any element may have. */
const COMMON =
  /^(?:id|class|style|title|hidden|dir|slot|part|exportparts|tabindex|role|inert|translate|nonce|draggable|is|key|item\w+|(?:data|aria|v|x|ng|_ngcontent|_nghost|svelte|astro)[-:].*|on.*|[@:].*)$/;

export interface Given {
  readonly attributes: ReadonlyMap<string, string>;
  /** The unchanged text of `<script type="text/relay">`. */
  readonly program?: string;
  /** The text of `<script type="text/passcope">`. */
  readonly code?: string;
  /** The workspace of a link, instead of program, pipeline and code. */
  readonly workspace?: Workspace;
  /** Why a link could not be read. */
  readonly badLink?: string;
}

/** A problem: a key of the element's message table, and its parameters. */
export type Problem =
  | { readonly key: "unknownAttribute"; readonly name: string }
  | {
      readonly key: "wrongValue";
      readonly name: string;
      readonly value: string;
      readonly known: readonly string[];
    }
  | {
      readonly key: "wrongList";
      readonly mistake: PipelineMistake & { readonly of: WrittenPart };
    }
  | {
      readonly key: "tooHigh";
      readonly name: string;
      readonly value: string;
      readonly most: string;
    }
  | { readonly key: "notJson"; readonly name: string; readonly message: string }
  | { readonly key: "notBoth"; readonly one: string; readonly other: string }
  | { readonly key: "unknownModel"; readonly name: string; readonly known: readonly string[] }
  | {
      readonly key: "unknownOption";
      readonly name: string;
      readonly model: string;
      readonly known: readonly string[];
    }
  /** A workspace, or a link to one, that cannot be read. */
  | { readonly key: "unreadable" | "badLink"; readonly message: string };

export interface Settings {
  /** Undefined if it cannot be determined; then a problem says why. */
  readonly workspace: Workspace | undefined;
  readonly panels: readonly Panel[];
  readonly language: Language | undefined;
  readonly waits: boolean;
  readonly height: string | undefined;
  /** The target of "Open in the playground"; undefined for the script's own site. */
  readonly playground: URL | undefined;
  readonly problems: readonly Problem[];
}

/** The title of an untitled text in links. The element shows it in its language. */
export const UNTITLED = "Relay program";

/** The longest value of an attribute, in characters. */
const MAX_VALUE = 1_000_000;
const HEIGHT = /^(\d{1,5}(?:\.\d{1,3})?)(px|rem|em|ch|vh|dvh|svh|lvh)?$/;
/** The greatest height in each unit: some ten thousand pixels, which no screen has and a browser can still draw. */
const HIGHEST: ReadonlyMap<string, number> = new Map([
  ["px", 10_000],
  ...["rem", "em", "ch"].map((unit) => [unit, 600] as const),
  ...["vh", "dvh", "svh", "lvh"].map((unit) => [unit, 500] as const),
]);
const OPTION = /^[a-z][a-z]*(?:-[a-z]+)*$/;

export function readSettings(given: Given): Settings {
  return new SettingsReader(given).read();
}

class SettingsReader {
  readonly #problems: Problem[] = [];

  constructor(private readonly given: Given) {}

  read(): Settings {
    const { badLink } = this.given;
    if (badLink !== undefined) this.#problems.push({ key: "badLink", message: badLink });
    const model = this.#value("model");
    const options = this.#options(model !== undefined);
    const code = this.#code();
    const language = this.#choice("language", CODE_LANGUAGES);
    const workspace =
      badLink === undefined
        ? (this.given.workspace ?? this.#workspace(model, options, code, language))
        : undefined;
    const hasCode = (this.given.workspace?.code ?? code).trim() !== "";
    const run = this.#choice("run", ["visible", "press"]);
    return {
      workspace,
      panels: this.#panels(hasCode),
      language: this.#language(),
      // Code runs only when the user asks for it, whatever the page's attribute says.
      waits: hasCode || run === "press",
      height: this.#height(),
      playground: this.#playground(),
      problems: this.#problems,
    };
  }

  #value(name: Attribute): string | undefined {
    const value = this.given.attributes.get(name);
    if (value === undefined || value.length <= MAX_VALUE) return value;
    this.#wrong(name, value, []);
    return undefined;
  }

  #wrong(name: string, value: string, known: readonly string[]): void {
    const shown = value.length > 60 ? `${value.slice(0, 60)}…` : value;
    this.#problems.push({ key: "wrongValue", name, value: shown, known });
  }

  #choice<T extends string>(name: Attribute, known: readonly T[]): T | undefined {
    const value = this.#value(name);
    const found = known.find((one) => one === value?.trim());
    if (value !== undefined && found === undefined) this.#wrong(name, value, known);
    return found;
  }

  /** A model's options: its attributes in kebab-case, `num-layers` for `num_layers`. */
  #options(model: boolean): Readonly<Record<string, unknown>> {
    const options: [string, unknown][] = [];
    for (const [name, value] of this.given.attributes) {
      if ((ATTRIBUTES as readonly string[]).includes(name) || COMMON.test(name)) continue;
      if (!model || !OPTION.test(name) || name.length > 40) {
        this.#problems.push({ key: "unknownAttribute", name: name.slice(0, 60) });
        continue;
      }
      options.push([name.replaceAll("-", "_"), optionValue(value.trim())]);
    }
    return Object.fromEntries(options);
  }

  #code(): string {
    const attribute = this.#value("code");
    const { code } = this.given;
    if (attribute !== undefined && code !== undefined) {
      this.#problems.push({ key: "notBoth", one: "code", other: '<script type="text/passcope">' });
    }
    return dedent(attribute ?? code ?? "");
  }

  #workspace(
    model: string | undefined,
    options: Readonly<Record<string, unknown>>,
    code: string,
    language: CodeLanguage | undefined,
  ): Workspace | undefined {
    const attribute = this.#value("program");
    const text = attribute ?? this.given.program;
    if (attribute !== undefined && this.given.program !== undefined) {
      this.#problems.push({ key: "notBoth", one: "program", other: '<script type="text/relay">' });
    }
    if (model !== undefined && text !== undefined) {
      this.#problems.push({ key: "notBoth", one: "model", other: "program" });
    }
    const title = this.given.attributes.get("title")?.trim();
    const program =
      text === undefined
        ? { model: model?.trim() ?? "resnet18", options }
        : { text: dedent(text), title: title || UNTITLED };
    const stages = this.#stages();
    if (!stages) return undefined;
    try {
      return readWorkspace({ reproducer: 1, program, stages, code, language });
    } catch (error) {
      if (!(error instanceof NotAReproducer)) throw error;
      this.#problems.push({ key: "unreadable", message: error.message });
      return undefined;
    }
  }

  /** The stages as in a reproducer: a list, or a text for the engine. */
  #stages(): object | undefined {
    const pipeline = this.#value("pipeline") ?? "InferType";
    if (/^\s*\[/.test(pipeline)) {
      for (const other of ["opt-level", "required", "disabled", "instruments"] as const) {
        if (this.given.attributes.has(other)) {
          this.#problems.push({ key: "notBoth", one: "pipeline (JSON)", other });
        }
      }
      try {
        const stages: unknown = JSON.parse(pipeline);
        return Array.isArray(stages) ? (stages as readonly unknown[]) : undefined;
      } catch (error) {
        const message = error instanceof Error ? error.message : "";
        this.#problems.push({ key: "notJson", name: "pipeline", message });
        return undefined;
      }
    }
    const context = this.#context();
    return context && { text: pipeline, ...context };
  }

  /** The settings of the contexts from the attributes; all contexts are alike. */
  #context(): Readonly<Record<string, unknown>> | undefined {
    const level = this.#value("opt-level")?.trim();
    if (level !== undefined && !/^\d{1,2}$/.test(level)) {
      this.#wrong("opt-level", level, ["0", "1", "2", "3", "4"]);
      return undefined;
    }
    const instruments = this.#value("instruments");
    return {
      ...(level === undefined ? {} : { optLevel: Number(level) }),
      required: words(this.#value("required")),
      disabled: words(this.#value("disabled")),
      ...(instruments === undefined ? {} : { instruments }),
    };
  }

  #panels(hasCode: boolean): readonly Panel[] {
    const wanted = words(this.#value("panels"));
    const isPanel = (name: string): name is Panel => PANELS.some((panel) => panel === name);
    for (const name of wanted) if (!isPanel(name)) this.#wrong("panels", name, PANELS);
    const known = [...new Set(wanted.filter(isPanel))];
    if (known.length > 0) return known;
    return hasCode ? ["timing", "code", "console", "ir-diff"] : ["timing", "ir-diff", "op-diff"];
  }

  #language(): Language | undefined {
    const value = this.#value("lang");
    const [name = ""] = value?.trim().toLowerCase().split(/[-_]/) ?? [];
    if (isLanguage(name)) return name;
    if (name !== "") this.#wrong("lang", name, LANGUAGES);
    return undefined;
  }

  #height(): string | undefined {
    const value = this.#value("height")?.trim();
    if (value === undefined) return undefined;
    const found = HEIGHT.exec(value);
    if (!found) {
      this.#wrong("height", value, ["480", "30rem", "60vh"]);
      return undefined;
    }
    const [, amount = "", unit = "px"] = found;
    if (Number(amount) > (HIGHEST.get(unit) ?? 0)) {
      this.#problems.push({
        key: "tooHigh",
        name: "height",
        value,
        most: `${HIGHEST.get(unit) ?? 0}${unit}`,
      });
      return undefined;
    }
    return `${amount}${unit}`;
  }

  #playground(): URL | undefined {
    const name = this.given.attributes.has("playground") ? "playground" : "laboratory";
    const value = this.#value(name)?.trim();
    if (value === undefined) return undefined;
    const base = typeof document === "undefined" ? undefined : document.baseURI;
    const url = URL.canParse(value, base) ? new URL(value, base) : undefined;
    if (url?.protocol === "https:" || url?.protocol === "http:") return url;
    this.#wrong(name, value, ["https://…"]);
    return undefined;
  }
}

const words = (text: string | undefined): readonly string[] =>
  (text ?? "").split(/[\s,]+/).filter((word) => word !== "");

/** The value of an option: `18`, `3,224,224`, `true`, `NHWC`. */
function optionValue(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  if (/^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) return Number(text);
  const list = text.replace(/^[[(]|[\])]$/g, "").split(/[\s,]+/);
  if (list.length > 1 && list.every((item) => /^-?\d{1,15}$/.test(item))) return list.map(Number);
  return text;
}

/** Removes the common indentation of all lines, and empty lines around them. */
export function dedent(text: string): string {
  const all = text.replaceAll("\r\n", "\n").split("\n");
  const isFull = (line: string): boolean => line.trim() !== "";
  const lines = all.slice(Math.max(0, all.findIndex(isFull)), all.findLastIndex(isFull) + 1);
  const indents = lines
    .filter((line) => line.trim() !== "")
    .map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0);
  const common = smallest(indents);
  if (lines.length === 0) return "";
  return `${lines.map((line) => line.slice(Math.min(common, line.length))).join("\n")}\n`;
}
