// `npm run format`: clang-format and Prettier over everything, in place.

import { format } from "./lib/format.mjs";
import { main, step } from "./lib/run.mjs";
import { setup } from "./setup.mjs";

await main(async () => {
  await setup("test");
  await step("Format", format);
});
