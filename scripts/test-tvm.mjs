// `npm run test:tvm`: runs unmodified tests of TVM's own suite on the Python package (python/tools/tvm_tests.py).
//
// The tests are not part of this project. PASSCOPE_TVM_TESTS names their folder.

import { existsSync } from "node:fs";
import path from "node:path";
import { buildTargets } from "./lib/build.mjs";
import { readOptions } from "./lib/options.mjs";
import { findPython } from "./lib/requirements.mjs";
import { UserError, main, root, run } from "./lib/run.mjs";
import { setup } from "./setup.mjs";

const { values: options, positionals } = readOptions({
  usage: "npm run test:tvm -- [options] [file.py …]",
  about:
    "Runs the tests of TVM's suite in the folder PASSCOPE_TVM_TESTS (default: ../shared/tvm-tests) and writes a table.",
  positionals: true,
  options: {
    table: { type: "string", value: "FILE", default: "build/tvm-tests.md", help: "the table" },
    jobs: { type: "string", value: "N", default: "2", help: "how many files run side by side" },
    "at-least": {
      type: "string",
      value: "PERCENT",
      default: "90",
      help: "fails when fewer of the tests within reach pass",
    },
  },
});

main(async () => {
  const folder = path.resolve(root, process.env.PASSCOPE_TVM_TESTS ?? "../shared/tvm-tests");
  if (!existsSync(folder)) {
    throw new UserError(
      `There are no tests of TVM in ${folder}. Put files of its tests/python/relay there, or say in PASSCOPE_TVM_TESTS where they are.`,
    );
  }
  await setup(["native", "python"]);
  await buildTargets("python", ["passcope_python"]);
  const { output, code } = await run(
    findPython() ?? "python3",
    [
      "python/tools/tvm_tests.py",
      folder,
      "--table",
      path.resolve(root, options.table),
      "--jobs",
      options.jobs,
      "--at-least",
      options["at-least"],
      ...positionals,
    ],
    {
      check: false,
      env: {
        PYTHONDONTWRITEBYTECODE: "1",
        PYTHONPATH: ["build/python/python", "python"].map((dir) => path.join(root, dir)).join(":"),
      },
    },
  );
  console.log(output);
  if (code !== 0)
    throw new UserError(`fewer than ${options["at-least"]} % of the tests within reach pass`);
});
