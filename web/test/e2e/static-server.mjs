// Serves a folder under a path other than the root, with no headers but the content type: the
// plainest static host there is.
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
  const file = inside === undefined ? undefined : path.join(root, inside || "index.html");
  if (!file?.startsWith(root) || !existsSync(file) || !statSync(file).isFile()) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, {
    "content-type": types[path.extname(file)] ?? "application/octet-stream",
  });
  createReadStream(file).pipe(response);
});
// A connection that is kept is closed by who asked: closed from here, it may be just then that the next request comes.
server.keepAliveTimeout = 0;
server.listen(Number(port), "127.0.0.1");
