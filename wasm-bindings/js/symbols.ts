// Defines `Symbol.dispose` where JavaScript does not have it yet. It must exist before a class with a
// `[Symbol.dispose]` method is defined, so every file with such a class imports this one first.

// The types of the environment that the package's types mention. A project may have neither TypeScript's library DOM nor
// @types/node, or a library without `Disposable`. Where a type exists, its declaration here adds nothing.
declare global {
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
  interface Disposable {
    [Symbol.dispose](): void;
  }
  /* eslint-disable @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unused-vars, @typescript-eslint/no-explicit-any */
  interface AbortSignal {}
  interface Blob {}
  interface ReadableStream<R = any> {}
  interface Response {}
  interface URL {}
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace WebAssembly {
    interface Module {}
  }
  /* eslint-enable @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unused-vars, @typescript-eslint/no-explicit-any */
}

const symbols: { dispose?: symbol } = Symbol;
if (symbols.dispose === undefined) {
  Object.defineProperty(Symbol, "dispose", { value: Symbol.for("Symbol.dispose") });
}

export {};
