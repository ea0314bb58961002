// The build of the element for other sites' pages and of embed.html. It goes into dist/embed, a folder that works from
// any place. It runs after the site's build.
import path from "node:path";
import { defineConfig, type Plugin } from "vite";
import { engineMessages } from "./build-plugins/engine-messages.ts";
import { licences, licencesOfWorkers } from "./build-plugins/licences.ts";
import { relativeUnits } from "./build-plugins/relative-units.ts";
import { cssTarget } from "./vite.config.ts";

const src = path.join(import.meta.dirname, "src");

/** A plugin that replaces a file by another one. */
function instead(file: string, other: string): Plugin {
  return {
    name: "passcope:instead",
    enforce: "pre",
    async resolveId(source, importer) {
      if (path.basename(source) !== path.basename(file, ".ts")) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found?.id === path.join(src, file) ? path.join(src, other) : null;
    },
  };
}

/**
 * Keeps the module with the playground's path a separate file, so that the package's copy of the folder can have
 * another one.
 */
function playground(): Plugin {
  return {
    name: "passcope:playground",
    enforce: "pre",
    resolveId: (source, importer) =>
      source === "./playground" && importer && path.dirname(importer) === path.join(src, "embed")
        ? { id: "./playground.js", external: true }
        : null,
    generateBundle() {
      const source = 'export const playground = "../";\n';
      this.emitFile({ type: "asset", fileName: "embed/playground.js", source });
    },
  };
}

export default defineConfig({
  base: "./",
  publicDir: false,
  plugins: [
    engineMessages(),
    relativeUnits(),
    playground(),
    instead("features/code/language/spawn.ts", "features/code/language/spawn-none.ts"),
    licences("embed/THIRD-PARTY-NOTICES.txt"),
  ],
  build: {
    target: "es2022",
    cssTarget: [...cssTarget],
    outDir: "dist",
    assetsDir: "embed",
    emptyOutDir: false,
    assetsInlineLimit: 0,
    // Nothing may be put into the head of another site's page.
    modulePreload: false,
    reportCompressedSize: false,
    sourcemap: true,
    rolldownOptions: {
      input: {
        "passcope-demo": path.join(src, "embed/passcope-demo.ts"),
        embed: path.join(import.meta.dirname, "embed.html"),
      },
      preserveEntrySignatures: "strict",
      output: {
        entryFileNames: (chunk) =>
          chunk.name === "embed" ? "embed/page-[hash].js" : "embed/[name].js",
        chunkFileNames: "embed/[name]-[hash].js",
        assetFileNames: "embed/[name]-[hash][extname]",
      },
    },
  },
  worker: {
    format: "es",
    rolldownOptions: {
      output: {
        entryFileNames: "embed/[name]-[hash].js",
        chunkFileNames: "embed/[name]-[hash].js",
      },
    },
    plugins: () => [licencesOfWorkers()],
  },
});
