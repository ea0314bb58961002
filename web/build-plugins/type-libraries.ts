// `virtual:type-libraries`: the declarations for checking the user's code, as texts by path: those of the language, and
// those of the built package.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Plugin } from "vite";

const id = "virtual:type-libraries";
/** The language version of the check: see `compilerOptions` of src/features/code/language/service.ts. */
const roots = ["lib.es2023.d.ts", "lib.esnext.disposable.d.ts"];
/** Entries that load the engine. User code gets a loaded engine, so it needs none of them. */
const entries = new Set(["node.d.ts", "browser.d.ts", "bare.d.ts", "load.d.ts", "passcope.d.ts"]);

function languageFiles(folder: string): Map<string, string> {
  const files = new Map<string, string>();
  const waiting = [...roots];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (files.has(name)) continue;
    const text = readFileSync(path.join(folder, name), "utf8");
    files.set(name, text.replace(/^\/\*!(?:[^*]|\*(?!\/))*\*\/\s*/, ""));
    for (const [, reference] of text.matchAll(/<reference lib="([^"]+)"/g)) {
      waiting.push(`lib.${reference}.d.ts`);
    }
  }
  return files;
}

function packageFiles(folder: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".d.ts") || entries.has(name)) continue;
    const text = readFileSync(path.join(folder, name), "utf8");
    files.set(name.split(path.sep).join("/"), text.replace(/\/\/# sourceMappingURL=.*\s*$/, ""));
  }
  return files;
}

/** All declarations: the language's below /lib, the package's below /passcope. */
export function readTypeLibraries(): Record<string, string> {
  const require = createRequire(import.meta.url);
  const language = path.join(path.dirname(require.resolve("typescript/package.json")), "lib");
  const built = path.join(path.dirname(require.resolve("passcope/package.json")), "dist");
  if (!existsSync(path.join(built, "index.d.ts"))) {
    throw new Error("the package has not been built: run npm run build:package");
  }
  return Object.fromEntries([
    ...[...languageFiles(language)].map(([name, text]) => [`/lib/${name}`, text] as const),
    ...[...packageFiles(built)].map(([name, text]) => [`/passcope/${name}`, text] as const),
  ]);
}

export function typeLibraries(): Plugin {
  return {
    name: "passcope:type-libraries",
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: (resolved) =>
      resolved === `\0${id}`
        ? `export default JSON.parse(${JSON.stringify(JSON.stringify(readTypeLibraries()))});`
        : null,
  };
}
