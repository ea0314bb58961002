import { defineConfig } from "vite";
import { docs, docsPages } from "./build-plugins/docs.ts";
import { engineMessages } from "./build-plugins/engine-messages.ts";
import { learn, learnPages } from "./build-plugins/learn.ts";
import { offline } from "./build-plugins/offline.ts";
import { typeLibraries } from "./build-plugins/type-libraries.ts";

/** The first browsers with `light-dark()`. For older targets, the build would rewrite it. */
export const cssTarget = ["chrome123", "firefox120", "safari17.5"];

/** The folders whose texts are shown first. */
const early = "(?:ui|editor|shell|features/(?:diff|pipeline|program|share|timing))";

// All addresses are relative, so that the built site works from any static host under any path. Nothing becomes a data:
// address, which the page's content security policy would refuse.
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
        // Code that always loads together is one file: the features' registrations, and the early texts of each
        // language.
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
        // The service worker's place is its scope, and its name must stay the same.
        entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
      },
    },
  },
  plugins: [engineMessages(), learn(), docs(), offline()],
  worker: { format: "es", plugins: () => [typeLibraries()] },
});
