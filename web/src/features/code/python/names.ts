// The members of Python's modules and classes, from names.json, which python/tools/describe.py writes.

import { own } from "../../../i18n/own";

export interface Name {
  readonly name: string;
  /** "same" is a name that another module defines. */
  readonly kind: "module" | "class" | "function" | "method" | "property" | "constant" | "same";
  /** As a reader knows it: `dense(data, weight, units=None)`. */
  readonly signature?: string;
  readonly doc?: string;
  /**
   * The path of the module, the path of the original name for "same", or the path of the class that it is or returns.
   */
  readonly of?: string;
}

export interface NameTable {
  readonly modules: Readonly<Record<string, readonly Name[]>>;
  readonly classes: Readonly<
    Record<string, { readonly bases: readonly string[]; readonly members: readonly Name[] }>
  >;
}

/** The meaning of an expression, as far as it is known. */
export type Thing =
  | { readonly sort: "module"; readonly path: string; readonly about: Name }
  | { readonly sort: "class"; readonly path: string; readonly about: Name }
  | { readonly sort: "function"; readonly about: Name }
  /** An object. `path` is the path of its class, if it is known. */
  | { readonly sort: "object"; readonly path?: string | undefined; readonly about?: Name };

export class Names {
  constructor(private readonly table: NameTable) {}

  /** The module or package with this path, if there is one. */
  module(path: string): Thing | undefined {
    if (!Object.hasOwn(this.table.modules, path)) return undefined;
    return { sort: "module", path, about: { name: path, kind: "module", of: path } };
  }

  /** The names of top-level modules. */
  roots(): string[] {
    return [...new Set(Object.keys(this.table.modules).map((path) => path.split(".")[0] ?? path))];
  }

  /** The names after a dot. The names of a class come before those of its bases. */
  members(thing: Thing): Name[] {
    if (thing.sort === "module") {
      return (own(this.table.modules, thing.path) ?? []).map((name) => this.#defined(name));
    }
    if (thing.sort === "function" || thing.path === undefined) return [];
    const { classes } = this.table;
    const found = new Map<string, Name>();
    for (const path of [thing.path, ...(own(classes, thing.path)?.bases ?? [])]) {
      for (const member of own(classes, path)?.members ?? []) {
        if (!found.has(member.name)) found.set(member.name, member);
      }
    }
    return [...found.values()];
  }

  /** The meaning of a member. */
  member(thing: Thing, name: string): Thing | undefined {
    const found = this.members(thing).find((member) => member.name === name);
    return found && this.#thing(found);
  }

  /** The result of a call. */
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

  /** Replaces a name of kind "same" with the original description. */
  #defined(name: Name): Name {
    if (name.kind !== "same" || name.of === undefined) return name;
    const dot = name.of.lastIndexOf(".");
    const there = own(this.table.modules, name.of.slice(0, dot));
    const found = there?.find((other) => other.name === name.of?.slice(dot + 1));
    return found ? { ...found, name: name.name } : { name: name.name, kind: "constant" };
  }
}
