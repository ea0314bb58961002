import { defineConfig } from "vite";
import { learn, learnPages } from "./build-plugins/learn.ts";
import { typeLibraries } from "./build-plugins/type-libraries.ts";

// Everything is relative, so that the built site works from any static host under any path, and
// nothing becomes a data: address, which the page's content security policy would refuse.
export default defineConfig({
  base: "./",
  plugins: [learn()],
  build: {
    target: "es2022",
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: ["index.html", ...learnPages] },
  },
  worker: { format: "es", plugins: () => [typeLibraries()] },
});
