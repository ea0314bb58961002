// `Symbol.dispose` for engines that do not have it yet. A class that has a `[Symbol.dispose]` method
// needs it before the class is defined, so every such file imports this one first.

const symbols: { dispose?: symbol } = Symbol;
if (symbols.dispose === undefined) {
  Object.defineProperty(Symbol, "dispose", { value: Symbol.for("Symbol.dispose") });
}

export {};
