// The package as its users get it: packed, installed in a folder outside the repository, and used there by
// the Node examples and by the TypeScript compiler.

import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { filesBelow } from "./files.mjs";
import { UserError, root, run } from "./run.mjs";

const consumer = `// The names that a user of the package imports.
import { IRModule, PassContext, Sequential, instrument, relay, transform } from "passcope";

const { mod, params } = relay.testing.resnet.getWorkload({ numLayers: 18 });
const timing = new instrument.PassTimingInstrument();
const result: IRModule = new PassContext({ optLevel: 3, instruments: [timing] }).with(() =>
  new Sequential([transform.InferType(), transform.FoldScaleAxis()])(mod),
);
const text: string = result.astext({ showMetaData: false });
console.log(text.length, Object.keys(params).length, timing.render());
`;

// What a strict project in Node uses; the package's own types must need nothing more.
const consumerOptions = {
  compilerOptions: {
    noEmit: true,
    strict: true,
    target: "ES2022",
    module: "NodeNext",
    lib: ["ES2023", "ESNext.Disposable", "DOM"],
    types: [],
  },
  files: ["consumer.ts"],
};

/** One test for each Node example, one for the command line and one for the types. */
export async function runTarball() {
  const examples = filesBelow("examples/node", [".mjs"]);
  if (examples.length === 0) throw new UserError("examples/node has no examples");
  const folder = mkdtempSync(path.join(os.tmpdir(), "passcope-consumer-"));
  const counts = { passed: 0, failed: 0, skipped: 0 };
  let output = "";
  const check = async (label, command, args) => {
    const result = await run(command, args, { cwd: folder, check: false, timeoutMs: 300_000 });
    if (result.code === 0) {
      counts.passed += 1;
    } else {
      counts.failed += 1;
      output += `${label}:\n${result.output}\n`;
    }
  };
  try {
    const packed = await run("npm", [
      "pack",
      "--workspace=wasm-bindings",
      "--json",
      "--ignore-scripts",
      `--pack-destination=${folder}`,
    ]);
    const [{ filename }] = JSON.parse(packed.stdout);
    writeFileSync(path.join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
    await run("npm", ["install", "--offline", "--no-audit", "--no-fund", `./${filename}`], {
      cwd: folder,
    });
    for (const example of examples) {
      const name = path.basename(example);
      copyFileSync(path.join(root, example), path.join(folder, name));
      await check(example, process.execPath, [name]);
    }
    await check("npx passcope", "npx", [
      ...["--offline", "passcope", "run", "--model", "resnet18"],
      ...["--passes", "InferType,FoldScaleAxis", "--time"],
    ]);
    writeFileSync(path.join(folder, "consumer.ts"), consumer);
    writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(consumerOptions));
    await check("types of the packed package", path.join(root, "node_modules/.bin/tsc"), [
      "-p",
      ".",
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { counts, output };
}
