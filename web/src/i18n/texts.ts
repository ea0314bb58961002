// Types of message tables, and the lookup in them. A table maps a key to a text, or to a function of typed parameters
// for texts with numbers, names or elements. English is part of the code that shows it. Another language's table is
// fetched when it is chosen.
import { addTexts, language, type Language } from "./language";

/** A text with elements in it, for Lit to render. */
export type Rich = readonly unknown[];

/** rich`Press ${key} to run`: a text that contains elements. */
export function rich(strings: TemplateStringsArray, ...pieces: unknown[]): Rich {
  return strings.flatMap((text, i) => (i < pieces.length ? [text, pieces[i]] : [text]));
}

export type Table = Readonly<Record<string, string | ((params: never) => string | Rich)>>;

/** The type of the same table in another language: a missing or extra key is a type error. */
export type Translation<T extends Table> = {
  readonly [K in keyof T]: T[K] extends string ? string : T[K];
};

type Params<M> = M extends (params: infer P) => unknown ? [params: P] : [];
type Text<M> = M extends (params: never) => infer R ? R : string;

/** `t("run.start")`, `t("run.passes", { count: 3 })`. */
type Translate<T extends Table> = <K extends keyof T & string>(
  key: K,
  ...params: Params<T[K]>
) => Text<T[K]>;

export interface Texts<T extends Table> {
  /** Returns a text in the current language. */
  readonly t: Translate<T>;
  /** Returns `t` for a fixed language, whatever the page's is. */
  readonly in: (language: Language) => Promise<Translate<T>>;
}

function translate<T extends Table>(table: () => Table): Translate<T> {
  return (key, ...params) => {
    // eslint-disable-next-line passcope/names-from-outside -- The type names only keys of the table.
    const message = table()[key];
    const text =
      typeof message === "function" ? message(...(params as unknown as [never])) : message;
    return text as Text<T[typeof key]>;
  };
}

/** The texts of one part of the page. `zh` fetches the Chinese ones. */
export function texts<T extends Table>(en: T, zh: () => Promise<Translation<T>>): Texts<T> {
  const tables: Partial<Record<Language, Table>> = { en };
  const load = async (wanted: Language): Promise<Table> =>
    (tables[wanted] ??= (await zh()) as Table);
  addTexts({ load });
  return {
    t: translate<T>(() => tables[language()] ?? en),
    in: async (wanted) => {
      const table = await load(wanted);
      return translate<T>(() => table);
    },
  };
}
