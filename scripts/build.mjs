// Builds parts of the project: node scripts/build.mjs native|wasm|package|published|site …

import { buildNative, buildPackage, buildPublished, buildSite, buildWasm } from "./lib/build.mjs";
import { readOptions } from "./lib/options.mjs";
import { UserError, main } from "./lib/run.mjs";
import { setup } from "./setup.mjs";

const parts = {
  native: { group: "native", build: buildNative, made: "build/native/passcope" },
  wasm: { group: "wasm", build: buildWasm, made: "build/wasm/passcope.wasm" },
  package: { group: "wasm", build: buildPackage, made: "wasm-bindings/dist" },
  published: { group: "wasm", build: buildPublished, made: "wasm-bindings" },
  site: { group: "wasm", build: buildSite, made: "web/dist" },
};

const { positionals: wanted } = readOptions({
  usage: "node scripts/build.mjs PART … [options]",
  about: `Builds parts of the project: ${Object.keys(parts).join(", ")}.`,
  positionals: true,
});

await main(async () => {
  const unknown = wanted.filter((name) => !(name in parts));
  if (unknown.length > 0 || wanted.length === 0) {
    throw new UserError(`name what to build: ${Object.keys(parts).join(", ")}`);
  }
  await setup([...new Set(wanted.map((name) => parts[name].group))]);
  for (const name of wanted) {
    await parts[name].build();
    console.log(`${name}: ${parts[name].made}`);
  }
});
