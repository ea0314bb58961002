// Finds the names that a Python text declares, and their meanings. It reads line by line, because the text can be
// unfinished. An expression that it cannot read is an object of an unknown class.
import type { Names, Thing } from "./names";

/** A class that the text itself declares. */
interface OwnClass {
  readonly base: Thing | undefined;
  readonly members: Set<string>;
}

export class Scope {
  readonly names = new Map<string, Thing>();
  readonly #own = new Map<string, OwnClass>();
  /** The class in whose body the text ends. */
  #inside: OwnClass | undefined;

  constructor(
    private readonly known: Names,
    text: string,
  ) {
    const lines = joined(text);
    for (const line of lines) this.#read(line);
    const last = lines.at(-1) ?? "";
    // The text ends outside of a class unless its last line is indented.
    if (!/^\s/.test(last)) this.#inside = undefined;
  }

  /** The meaning of `a.b.c`, or undefined if it is unknown. */
  resolve(path: readonly string[]): Thing | undefined {
    const [first, ...rest] = path;
    if (first === undefined) return undefined;
    let thing = first === "self" && this.#inside ? this.#self() : this.names.get(first);
    for (const name of rest) thing = thing && this.known.member(thing, name);
    return thing;
  }

  /** The members of a class that the text itself declares, after `self.` or the name of the class. */
  ownMembers(path: readonly string[]): string[] {
    const [first, ...rest] = path;
    if (rest.length > 0 || first === undefined) return [];
    const own = first === "self" ? this.#inside : this.#own.get(first);
    return [...(own?.members ?? [])];
  }

  #self(): Thing {
    const base = this.#inside?.base;
    return { sort: "object", path: base?.sort === "class" ? base.path : undefined };
  }

  #bind(name: string, thing: Thing | undefined): void {
    this.names.set(name, thing ?? { sort: "object" });
  }

  #read(line: string): void {
    const code = line.trim();
    const from = /^from\s+([\w.]+)\s+import\s+\(?([^#;)]*)/.exec(code);
    if (from) {
      const [, path = "", list = ""] = from;
      const module = this.known.module(path);
      for (const item of list.split(",")) {
        const [, name, as] = /^\s*(\w+)(?:\s+as\s+(\w+))?\s*$/.exec(item) ?? [];
        if (name === undefined) continue;
        this.#bind(
          as ?? name,
          (module && this.known.member(module, name)) ?? this.known.module(`${path}.${name}`),
        );
      }
      return;
    }
    const imports = /^import\s+([^#;]*)/.exec(code);
    if (imports) {
      for (const item of (imports[1] ?? "").split(",")) {
        const [, path = "", as] = /^\s*([\w.]+)(?:\s+as\s+(\w+))?\s*$/.exec(item) ?? [];
        if (path === "") continue;
        if (as !== undefined) this.#bind(as, this.known.module(path));
        else this.#bind(path.split(".")[0] ?? path, this.known.module(path.split(".")[0] ?? path));
      }
      return;
    }
    const type = /^class\s+(\w+)\s*(?:\(\s*([\w.]+))?/.exec(code);
    if (type) {
      const [, name = "", base] = type;
      const found = base === undefined ? undefined : this.resolve(base.split("."));
      this.#inside = { base: found, members: new Set() };
      this.#own.set(name, this.#inside);
      // A derived class has the constructor and members of its base.
      this.#bind(
        name,
        found?.sort === "class" ? { ...found, about: { ...found.about, name } } : undefined,
      );
      return;
    }
    const method = /^(?:async\s+)?def\s+(\w+)\s*\(([^#]*)/.exec(code);
    if (method) {
      const [, name = "", parameters = ""] = method;
      if (/^\s/.test(line)) this.#inside?.members.add(name);
      else {
        this.#inside = undefined;
        this.#bind(name, {
          sort: "function",
          about: { name, kind: "function", signature: `${name}(…)` },
        });
      }
      for (const [, parameter = "", annotation] of parameters.matchAll(
        /(\w+)\s*(?::\s*([\w.]+))?\s*(?:=[^,)]*)?(?=[,)])/g,
      )) {
        if (parameter !== "self")
          this.#bind(parameter, annotation === undefined ? undefined : this.#instance(annotation));
      }
      return;
    }
    const attribute = /^self\.(\w+)\s*(?::[^=]*)?=[^=]/.exec(code);
    if (attribute) this.#inside?.members.add(attribute[1] ?? "");
    const opened = /^with\s+(.+?)\s+as\s+(\w+)\s*:/.exec(code);
    if (opened) this.#bind(opened[2] ?? "", this.#value(opened[1] ?? ""));
    const loop = /^(?:async\s+)?for\s+([\w\s,()]+?)\s+in\s/.exec(code);
    if (loop) for (const [name] of (loop[1] ?? "").matchAll(/\w+/g)) this.#bind(name, undefined);
    const assigned = /^(\w+(?:\s*,\s*\w+)*)\s*(?::\s*([\w.]+)\s*)?=\s*([^=].*)$/.exec(code);
    if (assigned) {
      const [, targets = "", annotation, value = ""] = assigned;
      const names = targets.split(",").map((name) => name.trim());
      const thing = annotation === undefined ? this.#value(value) : this.#instance(annotation);
      for (const name of names) this.#bind(name, names.length === 1 ? thing : undefined);
    }
  }

  #instance(annotation: string): Thing | undefined {
    const type = this.resolve(annotation.split("."));
    return type?.sort === "class" ? this.known.called(type) : undefined;
  }

  /** The meaning of an expression of names, dots and calls. */
  #value(text: string): Thing | undefined {
    let rest = text.trim();
    const start = /^[A-Za-z_]\w*/.exec(rest);
    if (!start) return undefined;
    let thing = this.resolve([start[0]]);
    rest = rest.slice(start[0].length);
    while (thing && rest !== "" && !rest.startsWith("#")) {
      const name = /^\s*\.\s*(\w+)/.exec(rest);
      if (name) {
        thing = this.known.member(thing, name[1] ?? "");
        rest = rest.slice(name[0].length);
        continue;
      }
      const end = closing(rest);
      if (end === undefined) return undefined;
      thing = this.known.called(thing);
      rest = rest.slice(end).trim();
    }
    return thing;
  }
}

/**
 * The index after the bracket that closes the first one. Undefined if the text does not begin with a bracket or does
 * not close it.
 */
function closing(text: string): number | undefined {
  if (!text.startsWith("(")) return undefined;
  let depth = 0;
  let quote = "";
  for (let i = 0; i < text.length; i += 1) {
    const sign = text.charAt(i);
    if (quote !== "") {
      if (sign === "\\") i += 1;
      else if (sign === quote) quote = "";
    } else if (sign === '"' || sign === "'") quote = sign;
    else if ("([{".includes(sign)) depth += 1;
    else if (")]}".includes(sign)) {
      depth -= 1;
      if (depth === 0) return i + 1;
    }
  }
  return undefined;
}

/** The logical lines of a text: lines inside brackets are joined. */
function joined(text: string): string[] {
  const lines: string[] = [];
  let open = 0;
  for (const line of text.split("\n")) {
    const last = lines.length - 1;
    // A declaration ends an open bracket, because the text before it is unfinished.
    if (open > 0 && last >= 0 && !/^(?:from|import|class|def|with|for)\s/.test(line)) {
      lines[last] += ` ${line.trim()}`;
    } else {
      lines.push(line);
      open = 0;
    }
    const code = line.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|#.*/g, "");
    for (const sign of code) {
      if ("([{".includes(sign)) open += 1;
      if (")]}".includes(sign)) open -= 1;
    }
  }
  return lines;
}
