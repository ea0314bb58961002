// `npm run format`: clang-format and Prettier over everything, in place.

import { format } from "./lib/format.mjs";
import { readOptions } from "./lib/options.mjs";
import { main, step } from "./lib/run.mjs";
import { setup } from "./setup.mjs";

readOptions({
  usage: "npm run format -- [options]",
  about: "Formats everything in place, with clang-format and Prettier.",
});

await main(async () => {
  await setup(["format"]);
  await step("Format", format);
});
