// `npm start`: sets the machine up, builds the engine, the package and the site, and serves the site.

import path from "node:path";
import { buildNames, buildSite } from "./lib/build.mjs";
import { readOptions } from "./lib/options.mjs";
import { UserError, main, root } from "./lib/run.mjs";
import { setup } from "./setup.mjs";

// `--host` without a value means all addresses, as in Vite.
const args = process.argv.slice(2).flatMap((argument, index, all) => {
  const bare = argument === "--host" && (all[index + 1] ?? "--").startsWith("--");
  return bare ? ["--host=0.0.0.0"] : [argument];
});
const { values: options } = readOptions(
  {
    usage: "npm start -- [options]",
    about: "Builds the engine, the package and the site, and serves the site.",
    options: {
      port: {
        type: "string",
        value: "N",
        default: process.env.PORT ?? "5173",
        help: "the port, or the next free one; PORT works too",
      },
      host: {
        type: "string",
        value: "[ADDRESS]",
        default: process.env.HOST ?? "localhost",
        help: "the address, or every one when it is left out; HOST works too",
      },
      dev: { help: "serve the sources with reloading instead of the built site" },
    },
  },
  args,
);

await main(async () => {
  const port = Number(options.port);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new UserError(`"${options.port}" is not a port`);
  }
  await setup(["wasm"]);
  if (options.dev) await buildNames();
  else await buildSite();

  // Imported here, because the steps above may have installed Vite.
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
