// Writes the licences of all packages whose code is in a build, workers included: the packages of node_modules that
// contain a module of the build.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin, Rolldown } from "vite";

/** The folders of the packages with modules of this build. */
const folders = new Set<string>();

/** Matches the innermost `…/node_modules/@scope/name/`. */
const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

function note(bundle: Rolldown.OutputBundle): void {
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== "chunk") continue;
    for (const id of chunk.moduleIds) {
      const folder = PACKAGE.exec(id.replace(/^\0/, ""))?.[0];
      if (folder && existsSync(path.join(folder, "package.json"))) folders.add(folder);
    }
  }
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/** Notices of packages without the text of their licence. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  pyodide: path.resolve(import.meta.dirname, "../public/python/NOTICES.txt"),
};

/** The notice of one package. Throws if the package has no licence. */
export function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(folder, "package.json"), "utf8"),
  ) as Manifest;
  const elsewhere = ELSEWHERE[name];
  const files = elsewhere
    ? [elsewhere]
    : readdirSync(folder)
        .filter((file) => /^(?:licen[cs]e|notice|copying)/i.test(file))
        .map((file) => path.join(folder, file));
  if (files.length === 0) throw new Error(`${name} comes without the text of its licence`);
  const texts = files.map((file) => readFileSync(file, "utf8").trim());
  return `${name} ${version} (${license ?? "see below"})\n\n${texts.join("\n\n")}\n`;
}

/** The plugin for the build's workers, which are bundled before the build itself. */
export const licencesOfWorkers = (): Plugin => ({
  name: "passcope:licences-of-workers",
  generateBundle: (_options, bundle) => note(bundle),
});

export function licences(fileName: string): Plugin {
  return {
    name: "passcope:licences",
    generateBundle(_options, bundle) {
      note(bundle);
      const source = [...folders]
        .sort()
        .map(noticeOf)
        .join(`\n${"-".repeat(80)}\n\n`);
      this.emitFile({ type: "asset", fileName, source });
    },
  };
}
