// The pages with cells: learn/*.html are empty frames, which the build or the server fills.
import { readdirSync } from "node:fs";
import path from "node:path";
import { runnerImport, type Plugin } from "vite";
import type * as fillModule from "./learn/fill.ts";

const web = path.resolve(import.meta.dirname, "..");

/** The frames, relative to web, by the names of their entries. */
export const learnPages: Readonly<Record<string, string>> = Object.fromEntries(
  ["learn", "learn/zh"].flatMap((folder) =>
    readdirSync(path.join(web, folder))
      .filter((name) => name.endsWith(".html"))
      .map((name) => [
        `${folder}/${name}`.replace(/\.html$/, "").replaceAll("/", "-"),
        `${folder}/${name}`,
      ]),
  ),
);

export function learn(): Plugin {
  // The code that fills them shares modules with the page, which the loader of configurations cannot resolve.
  let filling: Promise<typeof fillModule> | undefined;
  const fill = (): Promise<typeof fillModule> =>
    (filling ??= runnerImport<typeof fillModule>(
      path.join(import.meta.dirname, "learn/fill.ts"),
    ).then(({ module }) => module));
  return {
    name: "passcope:learn",
    transformIndexHtml: {
      order: "pre",
      handler: async (html, { path: page }) =>
        page.includes("/learn/") ? (await fill()).fillPage(html, page, (url) => import(url)) : html,
    },
  };
}
