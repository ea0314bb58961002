// What Python's modules and classes have, by name: names.json, which python/tools/describe.py writes.

export interface Name {
  readonly name: string;
  /** "same" stands for a name that is defined elsewhere. */
  readonly kind: "module" | "class" | "function" | "method" | "property" | "constant" | "same";
  /** As one reads it: `dense(data, weight, units=None)`. */
  readonly signature?: string;
  readonly doc?: string;
  /** Of a module its path, of "same" the path of the name, of a class and of what gives one the class's path. */
  readonly of?: string;
}

export interface NameTable {
  readonly modules: Readonly<Record<string, readonly Name[]>>;
  readonly classes: Readonly<
    Record<string, { readonly bases: readonly string[]; readonly members: readonly Name[] }>
  >;
}

/** What an expression stands for, as far as it is known. */
export type Thing =
  | { readonly sort: "module"; readonly path: string; readonly about: Name }
  | { readonly sort: "class"; readonly path: string; readonly about: Name }
  | { readonly sort: "function"; readonly about: Name }
  /** An object; `path` is that of its class, if it is known. */
  | { readonly sort: "object"; readonly path?: string | undefined; readonly about?: Name };

export class Names {
  constructor(private readonly table: NameTable) {}

  /** Whether there is such a module, or a part of the name of one. */
  module(path: string): Thing | undefined {
    if (!Object.hasOwn(this.table.modules, path)) return undefined;
    return { sort: "module", path, about: { name: path, kind: "module", of: path } };
  }

  /** The names of the modules that stand alone. */
  roots(): string[] {
    return [...new Set(Object.keys(this.table.modules).map((path) => path.split(".")[0] ?? path))];
  }

  /** What stands after the point behind a thing; a class's own names come before those of its bases. */
  members(thing: Thing): Name[] {
    if (thing.sort === "module") {
      return (this.table.modules[thing.path] ?? []).map((name) => this.#defined(name));
    }
    if (thing.sort === "function" || thing.path === undefined) return [];
    const { classes } = this.table;
    const found = new Map<string, Name>();
    for (const path of [thing.path, ...(classes[thing.path]?.bases ?? [])]) {
      for (const member of classes[path]?.members ?? []) {
        if (!found.has(member.name)) found.set(member.name, member);
      }
    }
    return [...found.values()];
  }

  /** What a name behind a point stands for. */
  member(thing: Thing, name: string): Thing | undefined {
    const found = this.members(thing).find((member) => member.name === name);
    return found && this.#thing(found);
  }

  /** What a call of it gives. */
  called(thing: Thing): Thing {
    if (thing.sort === "class") return { sort: "object", path: thing.path };
    return { sort: "object", path: thing.sort === "function" ? thing.about.of : undefined };
  }

  #thing(about: Name): Thing {
    if (about.kind === "module" && about.of !== undefined) {
      return { sort: "module", path: about.of, about };
    }
    if (about.kind === "class" && about.of !== undefined) {
      return { sort: "class", path: about.of, about };
    }
    if (about.kind === "function" || about.kind === "method") return { sort: "function", about };
    return { sort: "object", path: about.of, about };
  }

  /** A name by what it is where it is defined. */
  #defined(name: Name): Name {
    if (name.kind !== "same" || name.of === undefined) return name;
    const dot = name.of.lastIndexOf(".");
    const there = this.table.modules[name.of.slice(0, dot)];
    const found = there?.find((other) => other.name === name.of?.slice(dot + 1));
    return found ? { ...found, name: name.name } : { name: name.name, kind: "constant" };
  }
}
