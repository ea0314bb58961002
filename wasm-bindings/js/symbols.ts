// Defines `Symbol.dispose` where JavaScript does not have it yet. It must exist before a class with a
// `[Symbol.dispose]` method is defined, so every file with such a class imports this one first.

const symbols: { dispose?: symbol } = Symbol;
if (symbols.dispose === undefined) {
  Object.defineProperty(Symbol, "dispose", { value: Symbol.for("Symbol.dispose") });
}

export {};
