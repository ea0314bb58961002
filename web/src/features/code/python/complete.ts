// Completion and hover for Python code. The names are loaded with the first request, so the editor opens without them.
import {
  autocompletion,
  completionKeymap,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import { Facet, type EditorState, type Extension } from "@codemirror/state";
import { hoverTooltip, keymap, type Tooltip } from "@codemirror/view";
import { Names, type Name, type NameTable } from "./names";
import { Scope } from "./scope";

/** The code that runs before this editor's code, such as the code of earlier cells. */
const codeBefore = Facet.define<() => string, () => string>({
  combine: (given) => given[0] ?? ((): string => ""),
});

let loading: Promise<Names> | undefined;

/** The names of Python's packages, loaded once. */
async function loadNames(): Promise<Names> {
  loading ??= import("./names.json").then(({ default: table }) => new Names(table as NameTable));
  // A failed load is repeated on the next request.
  loading.catch(() => (loading = undefined));
  return loading;
}

const KEYWORDS = (
  "False None True and as assert async await break class continue def del elif else except finally for from global if " +
  "import in is lambda nonlocal not or pass raise return try while with yield"
).split(" ");

const BUILTINS = (
  "abs all any bool bytes callable chr dict dir enumerate filter float format getattr hasattr hash id int isinstance " +
  "issubclass iter len list map max min next object open ord pow print property range repr reversed round set setattr " +
  "slice sorted staticmethod str sum super tuple type vars zip"
).split(" ");

/**
 * The dotted path that ends at the end of `line`, such as `["relay", "nn", "de"]` for `relay.nn.de`. Empty if there is
 * none.
 */
export function pathBefore(line: string): string[] {
  const found = /(?:^|[^\w.)\]])((?:[A-Za-z_]\w*\s*\.\s*)*)([A-Za-z_]\w*)?$/.exec(line);
  if (!found) return [];
  const [, before = "", last = ""] = found;
  if (before === "" && last === "") return [];
  return [...before.split(".").slice(0, -1), last].map((name) => name.trim());
}

const ICONS: Readonly<Record<Name["kind"], string>> = {
  module: "namespace",
  class: "class",
  function: "function",
  method: "method",
  property: "property",
  constant: "constant",
  same: "variable",
};

const optionOf = (name: Name): Completion => ({
  label: name.name,
  type: ICONS[name.kind],
  ...(name.signature === undefined && name.doc === undefined
    ? {}
    : { info: () => description(name) }),
});

/** The completions at the end of a text. `before` is code that has already run. */
export function completionsAt(names: Names, text: string, before = ""): Completion[] {
  const line = text.slice(text.lastIndexOf("\n") + 1);
  const from = /^\s*from\s+([\w.]*)(\s+import\s+(?:\(\s*)?(?:[\w\s]+,\s*)*\w*)?$/.exec(line);
  const imported = /^\s*import\s+(?:[\w.\s]+,\s*)*([\w.]*)$/.exec(line);
  if (from?.[2] !== undefined) {
    const module = names.module(from[1] ?? "");
    return module ? names.members(module).map(optionOf) : [];
  }
  if (from || imported) {
    const [, path = ""] = from ?? imported ?? [];
    const dot = path.lastIndexOf(".");
    if (dot < 0) return names.roots().map((label) => ({ label, type: "namespace" }));
    const module = names.module(path.slice(0, dot));
    const inner = module ? names.members(module).filter(({ kind }) => kind === "module") : [];
    return inner.map(optionOf);
  }
  const path = pathBefore(line);
  // The line at the cursor is unfinished, so its declarations do not count.
  const scope = new Scope(
    names,
    `${before}\n${text.slice(0, text.length - line.length)}${/^\s*/.exec(line)?.[0] ?? ""}`,
  );
  if (path.length <= 1) {
    // The type of a call, an index or a number before the dot is unknown.
    if (/[.)\]]\s*\w*$/.test(line) && /\.\s*\w*$/.test(line)) return [];
    const own = [...scope.names].map(([label, thing]): Completion => {
      const about = thing.about && { ...thing.about, name: label };
      return about ? optionOf(about) : { label, type: "variable" };
    });
    const taken = new Set(own.map(({ label }) => label));
    return [
      ...own,
      ...BUILTINS.filter((label) => !taken.has(label)).map((label) => ({
        label,
        type: "function",
        boost: -1,
      })),
      ...KEYWORDS.map((label) => ({ label, type: "keyword", boost: -2 })),
    ];
  }
  const owner = path.slice(0, -1);
  const thing = scope.resolve(owner);
  const known = thing ? names.members(thing).map(optionOf) : [];
  const taken = new Set(known.map(({ label }) => label));
  const own = scope.ownMembers(owner).filter((label) => !taken.has(label));
  return [...own.map((label) => ({ label, type: "property" })), ...known];
}

/** The name at a place in a text, and its description. */
export function nameAt(
  names: Names,
  text: string,
  at: number,
  before = "",
): { name: Name; from: number; to: number } | undefined {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const end = at + (/^\w*/.exec(text.slice(at))?.[0].length ?? 0);
  const path = pathBefore(text.slice(start, end));
  const last = path.at(-1);
  if (last === undefined || last === "") return undefined;
  // Uses the whole text, because the name is usually the one that a later line declares.
  const thing = new Scope(names, `${before}\n${text}`).resolve(path);
  if (thing?.about === undefined) return undefined;
  return { name: thing.about, from: end - last.length, to: end };
}

function element(className: string, text: string): HTMLElement {
  const made = document.createElement("div");
  made.className = className;
  made.textContent = text;
  return made;
}

function description({ name, kind, signature, doc }: Name): HTMLElement {
  const dom = element("cm-description", "");
  const head = signature ?? name;
  dom.append(element("cm-description-signature", kind === "class" ? `class ${head}` : head));
  if (doc !== undefined && doc !== "") dom.append(element("cm-description-text", doc));
  return dom;
}

/** True if a place is inside a string or a comment. */
function isQuoted(state: EditorState, at: number): boolean {
  const { name } = syntaxTree(state).resolveInner(at, -1);
  return name === "String" || name === "Comment" || name === "FormatString";
}

async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  const { state, pos, explicit } = context;
  const word = context.matchBefore(/\w+$/);
  if (!explicit && !word && !context.matchBefore(/\.$/)) return null;
  if (isQuoted(state, pos)) return null;
  const names = await loadNames();
  if (context.aborted) return null;
  const options = completionsAt(names, state.sliceDoc(0, pos), state.facet(codeBefore)());
  if (options.length === 0) return null;
  return { from: word?.from ?? pos, options, validFor: /^\w*$/ };
}

const hover = hoverTooltip(
  async ({ state }, at): Promise<Tooltip | null> => {
    if (isQuoted(state, at)) return null;
    const names = await loadNames();
    const found = nameAt(names, state.doc.toString(), at, state.facet(codeBefore)());
    if (!found) return null;
    const { from: pos, to: end, name } = found;
    return { pos, end, above: true, create: () => ({ dom: description(name) }) };
  },
  { hideOnChange: true },
);

/** Completion and hover. `before` returns the code that runs before this editor's code. */
export function pythonSupport(before?: () => string): Extension {
  return [
    before ? codeBefore.of(before) : [],
    autocompletion({ override: [complete], icons: true }),
    keymap.of(completionKeymap),
    hover,
  ];
}
