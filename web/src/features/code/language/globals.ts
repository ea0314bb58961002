// Declarations of the globals in the worker of the code, besides JavaScript and the package. The language service
// checks code against them and shows their documentation on hover.

export const GLOBALS = `
interface Console {
  /** Prints to the page's console. Programs and expressions are printed as Relay text. */
  log(...values: any[]): void;
  info(...values: any[]): void;
  warn(...values: any[]): void;
  error(...values: any[]): void;
  debug(...values: any[]): void;
  /** Prints one value, with what is in it. */
  dir(value: any): void;
  /** Prints a table: a row per member, a column per field. */
  table(rows: any): void;
  /** Prints an error when the condition is false. */
  assert(condition?: boolean, ...values: any[]): void;
  /** Prints how often it was called with this label. */
  count(label?: string): void;
  countReset(label?: string): void;
  /** Indents what is printed until groupEnd. */
  group(...label: any[]): void;
  groupCollapsed(...label: any[]): void;
  groupEnd(): void;
  time(label?: string): void;
  timeLog(label?: string, ...values: any[]): void;
  timeEnd(label?: string): void;
  trace(...values: any[]): void;
}
/** The page's console shows the output. */
declare var console: Console;
declare var performance: {
  /** Milliseconds since the worker started. */
  now(): number;
};
declare function setTimeout(handler: (...args: any[]) => void, ms?: number, ...args: any[]): number;
declare function clearTimeout(id: number | undefined): void;
declare function setInterval(handler: (...args: any[]) => void, ms?: number, ...args: any[]): number;
declare function clearInterval(id: number | undefined): void;
declare function queueMicrotask(callback: () => void): void;
declare function structuredClone<T>(value: T): T;
declare class TextEncoder {
  encode(input?: string): Uint8Array;
}
declare class TextDecoder {
  constructor(label?: string);
  decode(input?: ArrayBuffer | ArrayBufferView): string;
}
declare class URL {
  constructor(url: string, base?: string);
  readonly href: string;
}
declare var crypto: {
  getRandomValues<T extends ArrayBufferView>(array: T): T;
  randomUUID(): string;
};
`;
