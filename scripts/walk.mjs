// `npm run walk`: uses random controls of the built site in a browser (web/test/e2e/walk.spec.ts). The same seed gives
// the same random numbers, but the walk also depends on the page's speed.

import path from "node:path";
import { buildSite } from "./lib/build.mjs";
import { readOptions } from "./lib/options.mjs";
import { UserError, main, root, run } from "./lib/run.mjs";
import { setup } from "./setup.mjs";

const { values: options } = readOptions({
  usage: "npm run walk -- [options]",
  about:
    "Walks at random over the controls of the page: nothing fails, memory stays, a reload restores.",
  options: {
    minutes: { type: "string", value: "N", default: "60", help: "for how long" },
    seed: { type: "string", value: "S", default: "1", help: "which walk" },
  },
});

await main(async () => {
  for (const name of ["minutes", "seed"]) {
    if (!(Number(options[name]) > 0)) throw new UserError(`--${name} is a number above 0`);
  }
  await setup(["wasm"]);
  await buildSite();
  await run("npx", ["playwright", "test", "walk.spec.ts", "--workers=1", "--reporter=list"], {
    cwd: path.join(root, "web"),
    interactive: true,
    env: {
      PASSCOPE_WALK_MINUTES: options.minutes,
      PASSCOPE_WALK_SEED: options.seed,
    },
  });
});
