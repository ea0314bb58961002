// Which files of TypeScript may import which. The suite `layers` checks it; imports of types alone count, too.

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "no-circles-in-package",
      comment:
        "Files that need each other cannot be read one after the other: move down what both need.",
      severity: "error",
      from: { path: "^wasm-bindings/js/" },
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
  },
};
