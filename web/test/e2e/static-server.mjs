// Serves a folder under a path other than the root, with no headers except the content type, like the simplest static
// host.
//
//   node static-server.mjs FOLDER PORT [PREFIX]

import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";

const types = {
  ".css": "text/css",
  ".html": "text/html",
  ".json": "application/json",
  ".js": "text/javascript",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

const [folder = "dist", port = "4173", prefix = "/"] = process.argv.slice(2);
const root = path.resolve(folder);

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  const inside = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : undefined;
  const file =
    inside === undefined ? undefined : path.join(root, inside.replace(/(^|\/)$/, "$1index.html"));
  if (!file?.startsWith(root) || !existsSync(file) || !statSync(file).isFile()) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, {
    "content-type": types[path.extname(file)] ?? "application/octet-stream",
  });
  createReadStream(file).pipe(response);
});
// The client must close a kept connection. If the server closes it, the next request can be lost.
server.keepAliveTimeout = 0;
server.listen(Number(port), "127.0.0.1");
