// Which files of TypeScript may import which. The suite `layers` checks it; imports of types alone count, too.

const why =
  "Files that need each other cannot be read one after the other: move down what both need.";

/** The layers of web/src, from the lowest: a file imports files of its own layer's folder and of those before it. */
const layers = [
  ["i18n"],
  ["core"],
  ["sandbox", "offline"],
  ["engine/session"],
  ["engine/code-js"],
  ["engine/code-python"],
  ["ui"],
  ["editor"],
  ["features"],
  ["workers"],
  ["shell", "embed", "learn", "docs"],
];

const below = (folders) => `^web/src/(?:${folders.join("|")})/`;

/** A file of a folder imports none of those beside or above it. */
const layerRules = layers.flatMap((folders, level) =>
  folders.map((folder) => ({
    name: `layer-${folder.replace("/", "-")}`,
    comment: `${folder} knows nothing of what is beside or above it (ARCHITECTURE.md).`,
    severity: "error",
    from: { path: below([folder]) },
    to: {
      path: below([
        ...folders.filter((other) => other !== folder),
        ...layers.slice(level + 1).flat(),
      ]),
    },
  })),
);

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "no-circles-in-package",
      comment: `${why} Imports of types do not count: they load nothing.`,
      severity: "error",
      from: { path: "^wasm-bindings/js/" },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-circles-in-page",
      comment: `${why} What is fetched later does not count: views of two features may lead to each other.`,
      severity: "error",
      from: { path: "^web/src/" },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["dynamic-import"] } },
    },
    ...layerRules,
    {
      name: "features-by-index",
      comment: "A feature uses of another one what its index.ts exports.",
      severity: "error",
      from: { path: "^web/src/features/([^/]+)/" },
      to: {
        path: "^web/src/features/",
        pathNot: ["^web/src/features/$1/", "^web/src/features/[^/]+/index[.]ts$"],
      },
    },
    {
      name: "features-without-engine",
      comment:
        "What runs in workers stays out of the page; its types do not. Handlers run in workers.",
      severity: "error",
      from: {
        path: "^web/src/features/",
        pathNot: ["/handlers[.]ts$", "/worker/"],
      },
      to: { path: "^web/src/engine/", dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // Tests of views mount them in the panels of the page.
    exclude: { path: "[.]view[.]test[.]ts$" },
    tsPreCompilationDeps: true,
  },
};
