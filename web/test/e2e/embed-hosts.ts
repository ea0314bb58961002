// Servers for the tests of the embedded element: the site of its script, and another site whose pages embed it. They
// have different ports, so they are two origins.
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".map": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

const dist = path.resolve(import.meta.dirname, "../../dist");
export const examples = path.resolve(import.meta.dirname, "../../../examples/embed");

type Answer = { readonly body: string | Buffer; readonly headers: Record<string, string> };

function fileBelow(folder: string, name: string): Answer | undefined {
  const file = path.join(folder, name);
  if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) return undefined;
  const type = TYPES[path.extname(file)] ?? "application/octet-stream";
  return { body: readFileSync(file), headers: { "content-type": type } };
}

function listen(answer: (url: URL) => Answer | undefined): Promise<Server> {
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const found = answer(new URL(request.url ?? "/", "http://localhost"));
    if (found) response.writeHead(200, found.headers).end(found.body);
    else response.writeHead(404).end();
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

const origin = (server: Server): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

export class Hosts {
  private constructor(
    private readonly site: Server,
    private readonly host: Server,
    private readonly pages: Map<string, Answer>,
  ) {}

  static async start(): Promise<Hosts> {
    const pages = new Map<string, Answer>();
    // Sends the same headers as package hosts and static sites.
    const site = await listen(({ pathname }) => {
      const found = fileBelow(dist, pathname.slice(1) || "index.html");
      return (
        found && { ...found, headers: { ...found.headers, "access-control-allow-origin": "*" } }
      );
    });
    const host = await listen(({ pathname }) => {
      const page = pages.get(pathname);
      if (page) return page;
      // The place of the element's folder according to the documentation.
      const [, inside] = /^.*\/passcope-embed\/(.*)$/.exec(pathname) ?? [];
      return inside === undefined
        ? fileBelow(examples, pathname.slice(1))
        : fileBelow(path.join(dist, "embed"), inside);
    });
    return new Hosts(site, host, pages);
  }

  /** The address of the element's script on its own site. */
  get script(): string {
    return `${origin(this.site)}/embed/passcope-demo.js`;
  }

  get siteOrigin(): string {
    return origin(this.site);
  }

  get hostOrigin(): string {
    return origin(this.host);
  }

  /** Puts a page onto the other site, and returns its address. */
  page(name: string, body: string, { head = "", policy = "" } = {}): string {
    this.pages.set(`/${name}`, {
      body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title>
        <link rel="icon" href="data:,"><meta name="viewport" content="width=device-width">${head}
        </head><body>${body}</body></html>`,
      headers: {
        "content-type": "text/html; charset=utf-8",
        ...(policy ? { "content-security-policy": policy } : {}),
      },
    });
    return `${this.hostOrigin}/${name}`;
  }

  stop(): void {
    this.site.close();
    this.host.close();
  }
}
