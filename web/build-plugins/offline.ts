// Gives the service worker the list of the site's files, and the pages the version of their build.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

const WORKER = "sw.js";
/** Larger files are kept only after their first use: they are for completion in the code tab, and most of Python. */
const LATE_BYTES = 2_000_000;
/** Other files that only users of Python fetch. */
const OF_PYTHON = /\/(?:pyodide|python|editor-python|files-python)[\w.-]*$/;
/** Pictures of documents and the index of their search: kept after their first use. */
const OF_DOCS = /\.png$|^docs\/search\.json$/;
/** Parts of the engine, which any run may need. They are never late, whatever their size. */
const OF_ENGINE = /\/passcope\.[\w.-]*\.wasm$/;
/** The modules of Python's files, by path. */
const MODULE_OF_PYTHON = /\/code\/python\/|\/own-python\.ts$|\/(?:lang-python|@lezer\/python)\//;

const integrity = (bytes: string | Uint8Array): string =>
  `sha256-${createHash("sha256").update(bytes).digest("base64")}`;

export function offline(): Plugin {
  let publicDir = "";
  return {
    name: "passcope:offline",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      // Workers are built with the same plugins. Only the page's own build has the site's files.
      publicDir = config.publicDir;
    },
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const worker = bundle[WORKER];
        if (worker?.type !== "chunk") return;
        const contents = new Map<string, string | Uint8Array>();
        const ofPython = new Set<string>();
        for (const [name, output] of Object.entries(bundle)) {
          if (name === WORKER || name.endsWith(".map")) continue;
          const modules = output.type === "chunk" ? output.moduleIds : [];
          const isOfPython =
            OF_PYTHON.test(name) ||
            (modules.length > 0 && modules.every((id) => MODULE_OF_PYTHON.test(id)));
          if (isOfPython) ofPython.add(name);
          contents.set(name, output.type === "chunk" ? output.code : output.source);
        }
        if (existsSync(publicDir)) {
          for (const name of readdirSync(publicDir, { recursive: true, encoding: "utf8" })) {
            const file = path.join(publicDir, name);
            if (statSync(file).isFile()) {
              contents.set(name.split(path.sep).join("/"), readFileSync(file));
            }
          }
        }
        const names = [...contents.keys()].sort();
        const version = createHash("sha256")
          .update(names.map((name) => `${name} ${integrity(contents.get(name) ?? "")}`).join("\n"))
          .digest("hex")
          .slice(0, 16);
        for (const name of names.filter((file) => file.endsWith(".html"))) {
          const page = bundle[name];
          if (page?.type !== "asset") continue;
          const text = String(page.source).replace(
            '<meta name="version" content="" />',
            `<meta name="version" content="${version}" />`,
          );
          page.source = text;
          contents.set(name, text);
        }
        const late = names.filter(
          (name) =>
            !OF_ENGINE.test(name) &&
            ((contents.get(name)?.length ?? 0) > LATE_BYTES ||
              ofPython.has(name) ||
              OF_DOCS.test(name)),
        );
        const files = Object.fromEntries(
          names.map((name) => [name, integrity(contents.get(name) ?? "")]),
        );
        worker.code = worker.code
          .replaceAll("__SITE_VERSION__", JSON.stringify(version))
          .replaceAll("__SITE_FILES__", JSON.stringify(files))
          .replaceAll("__SITE_LATE__", JSON.stringify(late));
      },
    },
  };
}
