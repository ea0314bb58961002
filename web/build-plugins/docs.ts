// The repository's documents as pages of the site, below docs/, and the index of their search.
import path from "node:path";
import { runnerImport, type Plugin } from "vite";
import type * as fillModule from "./docs/fill.ts";
import { documents, pageOf } from "./docs/sources.ts";

const web = path.resolve(import.meta.dirname, "..");
const pages = new Set(documents.map(pageOf));

/** The pages, relative to web, by the names of their entries. These files do not exist: the plugin makes them. */
export const docsPages: Readonly<Record<string, string>> = Object.fromEntries(
  [...pages].map((page) => [page.replace(/\.html$/, "").replaceAll("/", "-"), page]),
);

export function docs(): Plugin {
  // The code that fills them shares modules with the page, which the loader of configurations cannot resolve.
  let filling: Promise<typeof fillModule> | undefined;
  const fill = (): Promise<typeof fillModule> =>
    (filling ??= runnerImport<typeof fillModule>(
      path.join(import.meta.dirname, "docs/fill.ts"),
    ).then(({ module }) => module));
  const pageAt = (file: string): string | undefined => {
    const page = path.relative(web, file).split(path.sep).join("/");
    return pages.has(page) ? page : undefined;
  };
  return {
    name: "passcope:docs",
    resolveId: {
      order: "pre",
      handler: (id) => (pageAt(path.resolve(web, id)) ? path.resolve(web, id) : undefined),
    },
    load: {
      order: "pre",
      handler: async (id) => {
        const page = pageAt(id);
        return page === undefined ? undefined : (await fill()).pageHtml(page);
      },
    },
    async generateBundle(_options, bundle) {
      // Workers are built with the same plugins, but have no pages.
      if (bundle["sw.js"] === undefined) return;
      const source = (await fill()).searchIndex();
      this.emitFile({ type: "asset", fileName: "docs/search.json", source });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? "/", "http://localhost");
        const page = pathname.slice(1);
        const answer = async (): Promise<void> => {
          const { pageHtml, searchIndex } = await fill();
          if (page === "docs/search.json") response.end(searchIndex());
          else if (pages.has(page)) {
            response.setHeader("Content-Type", "text/html");
            response.end(await server.transformIndexHtml(pathname, pageHtml(page)));
          } else next();
        };
        answer().catch(next);
      });
    },
  };
}
