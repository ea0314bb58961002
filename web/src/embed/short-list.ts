// The short way to write a pipeline or a list of instruments in an attribute:
//
//   InferType, FoldConstant, FuseOps(fuse_opt_level=1); bind; FoldScaleAxis, code.Mine
//
// Names with their options, separated by commas; `;` begins another context and so does `bind`, which binds
// the parameters. `code.` stands before what the code exports. A value is JSON, with quotes of either kind
// and Python's True, False and None, or a word, which is a text. What comes out are the stages of a
// reproducer; nothing here knows which passes there are.

/** Something is not as it should be, at a place of the text (from 0, in UTF-16). */
export class ListProblem extends Error {
  constructor(
    readonly expected: Expected,
    readonly at: number,
    readonly found: string,
  ) {
    super(`${expected} expected at ${at}`);
    this.name = "ListProblem";
  }
}

export type Expected = "name" | "option" | "value" | "separator" | "closing" | "shallower";

export type Value = string | number | boolean | null | readonly Value[] | { [key: string]: Value };

/** `Name(option=value)`; `code` for an export of the code. */
export interface Item {
  readonly name: string;
  readonly code: boolean;
  readonly options: Readonly<Record<string, Value>>;
}

const MAX_DEPTH = 32;
const NAME = /[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["true", true],
  ["True", true],
  ["false", false],
  ["False", false],
  ["null", null],
  ["None", null],
]);

/** Groups of items; `bind` is a group of its own. Throws ListProblem. */
export function readGroups(text: string): readonly (readonly Item[] | "bind")[] {
  return new Reader(text).groups();
}

/** One group of items. Throws ListProblem. */
export function readItems(text: string): readonly Item[] {
  return new Reader(text).items();
}

class Reader {
  #at = 0;

  constructor(private readonly text: string) {}

  groups(): readonly (readonly Item[] | "bind")[] {
    const groups: (readonly Item[] | "bind")[] = [];
    let group: Item[] = [];
    const close = (): void => {
      if (group.length > 0) groups.push(group);
      group = [];
    };
    for (;;) {
      this.#space();
      if (this.#done()) break;
      if (this.#take(";") || this.#take(",")) {
        if (this.text[this.#at - 1] === ";") close();
        continue;
      }
      const item = this.#item();
      if (item.name === "bind" && !item.code && Object.keys(item.options).length === 0) {
        close();
        groups.push("bind");
      } else {
        group.push(item);
      }
      this.#space();
      if (!this.#done() && !/[,;]/.test(this.text.charAt(this.#at)))
        throw this.#problem("separator");
    }
    close();
    return groups;
  }

  items(): readonly Item[] {
    const items: Item[] = [];
    for (;;) {
      this.#space();
      if (this.#done()) return items;
      if (this.#take(",")) continue;
      items.push(this.#item());
      this.#space();
      if (!this.#done() && this.text[this.#at] !== ",") throw this.#problem("separator");
    }
  }

  #item(): Item {
    const name = this.#match(NAME) ?? this.#fail("name");
    const options: Record<string, Value> = {};
    this.#space();
    if (this.#take("(")) this.#pairs(options, "=", ")", 0);
    const code = name.startsWith("code.");
    return { name: code ? name.slice("code.".length) : name, code, options };
  }

  /** `key=value, …` up to the closing character, which is taken. */
  #pairs(into: Record<string, Value>, sign: string, closing: string, depth: number): void {
    for (;;) {
      this.#space();
      if (this.#take(closing)) return;
      if (this.#done()) this.#fail("closing");
      const quoted = sign === ":" ? this.#quoted() : undefined;
      const key = quoted ?? this.#match(NAME) ?? this.#fail("option");
      this.#space();
      if (!this.#take(sign)) this.#fail("option");
      const value = this.#value(depth + 1);
      // As JSON.parse does: a field of its own, whatever its name is.
      Object.defineProperty(into, key, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
      this.#space();
      if (!this.#take(",") && this.text[this.#at] !== closing) this.#fail("closing");
    }
  }

  #value(depth: number): Value {
    if (depth > MAX_DEPTH) this.#fail("shallower");
    this.#space();
    const quoted = this.#quoted();
    if (quoted !== undefined) return quoted;
    if (this.#take("[")) return this.#list("]", depth);
    if (this.#take("(")) return this.#list(")", depth);
    if (this.#take("{")) {
      const fields: Record<string, Value> = {};
      this.#pairs(fields, ":", "}", depth);
      return fields;
    }
    const number = this.#match(NUMBER);
    if (number !== undefined) return Number(number);
    const word = this.#match(NAME) ?? this.#fail("value");
    const known = WORDS.get(word);
    return known === undefined ? word : known;
  }

  #list(closing: string, depth: number): readonly Value[] {
    const values: Value[] = [];
    for (;;) {
      this.#space();
      if (this.#take(closing)) return values;
      if (this.#done()) this.#fail("closing");
      values.push(this.#value(depth + 1));
      this.#space();
      if (!this.#take(",") && this.text[this.#at] !== closing) this.#fail("closing");
    }
  }

  /** A text in quotes; inside, a backslash takes the next character as it is. */
  #quoted(): string | undefined {
    const quote = this.text[this.#at];
    if (quote !== '"' && quote !== "'") return undefined;
    let found = "";
    for (let i = this.#at + 1; i < this.text.length; i += 1) {
      const c = this.text.charAt(i);
      if (c === quote) {
        this.#at = i + 1;
        return found;
      }
      if (c === "\\") i += 1;
      found += this.text.charAt(i);
    }
    return this.#fail("closing");
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #take(character: string): boolean {
    if (this.text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #space(): void {
    while (/\s/.test(this.text.charAt(this.#at))) this.#at += 1;
  }

  #done(): boolean {
    return this.#at >= this.text.length;
  }

  #problem(expected: Expected): ListProblem {
    return new ListProblem(expected, this.#at, this.text.slice(this.#at, this.#at + 20));
  }

  #fail(expected: Expected): never {
    throw this.#problem(expected);
  }
}
