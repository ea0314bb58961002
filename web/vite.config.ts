import { defineConfig } from "vite";
import { docs, docsPages } from "./build-plugins/docs.ts";
import { learn, learnPages } from "./build-plugins/learn.ts";
import { offline } from "./build-plugins/offline.ts";
import { typeLibraries } from "./build-plugins/type-libraries.ts";

/** From when on browsers know `light-dark()`; for older ones it would be written in another way. */
export const cssTarget = ["chrome123", "firefox120", "safari17.5"];

/** The folders whose texts are shown at first. */
const early = "(?:ui|editor|shell|features/(?:diff|pipeline|program|share|timing))";

// Everything is relative, so that the built site works from any static host under any path, and
// nothing becomes a data: address, which the page's content security policy would refuse.
export default defineConfig({
  base: "./",
  build: {
    target: "es2022",
    cssTarget,
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        index: "index.html",
        sw: "src/offline/service-worker.ts",
        ...learnPages,
        ...docsPages,
      },
      output: {
        // What always comes together is one file: the features' registrations, and the early texts of each language.
        codeSplitting: {
          groups: [
            {
              name: "features",
              test: /\/src\/features\/(?:app|[^/]+\/(?:index|controller|workspaces|model-runs))\.ts$/,
            },
            { name: "texts", test: new RegExp(`/src/${early}/texts(?:\\.en)?\\.ts$`) },
            { name: "texts.zh", test: new RegExp(`/src/${early}/texts\\.zh\\.ts$`) },
          ],
        },
        // Its place is its scope, and its name has to stay the same.
        entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
      },
    },
  },
  plugins: [learn(), docs(), offline()],
  worker: { format: "es", plugins: () => [typeLibraries()] },
});
