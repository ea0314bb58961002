// `npm start`: sets the machine up, builds the engine, the package and the site, and serves the site.
//
//   npm start -- [--port N] [--host [address]] [--dev] [--verbose]
//
// PORT and HOST work too. When the port is taken the next free one is used. --dev serves the sources with
// reloading instead of the built site.

import path from "node:path";
import { parseArgs } from "node:util";
import { buildPackage, buildSite } from "./lib/build.mjs";
import { UserError, main, root } from "./lib/run.mjs";
import { setup } from "./setup.mjs";

function readOptions() {
  // `--host` alone means every address, as in Vite.
  const args = process.argv.slice(2).flatMap((argument, index, all) => {
    const bare = argument === "--host" && (all[index + 1] ?? "--").startsWith("--");
    return bare ? ["--host=0.0.0.0"] : [argument];
  });
  try {
    return parseArgs({
      args,
      options: {
        port: { type: "string", default: process.env.PORT ?? "5173" },
        host: { type: "string", default: process.env.HOST ?? "localhost" },
        dev: { type: "boolean", default: false },
        verbose: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    throw new UserError(error.message);
  }
}

await main(async () => {
  const options = readOptions();
  const port = Number(options.port);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new UserError(`"${options.port}" is not a port`);
  }
  await setup("wasm");
  if (options.dev) await buildPackage();
  else await buildSite();

  // Only now is Vite certain to be installed.
  const vite = await import("vite");
  const common = { root: path.join(root, "web"), logLevel: "error" };
  const listen = { host: options.host, port, strictPort: false };
  let server;
  if (options.dev) {
    server = await vite.createServer({ ...common, server: listen });
    await server.listen();
  } else {
    server = await vite.preview({ ...common, preview: listen });
  }
  const urls = server.resolvedUrls;
  for (const url of [...(urls?.local ?? []), ...(urls?.network ?? [])]) {
    console.log(`Passcope is at ${url}`);
  }
  console.log("Press Ctrl+C to stop.");
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.on(signal, () => {
      server.close().finally(() => process.exit(0));
    });
  }
});
