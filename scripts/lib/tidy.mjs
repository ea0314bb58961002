// Runs clang-tidy over src/ with the native build's compile commands. A file that has passed is checked again only when
// it, a header or the checks change.

import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { buildTargets } from "./build.mjs";
import { filesBelow, hashFiles, isCurrent, setCurrent } from "./files.mjs";
import { which } from "./requirements.mjs";
import { root, run, step } from "./run.mjs";

/** One test per source file of src/. */
export async function runTidy() {
  // The configuration writes the compile commands. The build proves that they work.
  await buildTargets("native", ["passcope_engine"]);
  const tidy = which("clang-tidy-14") ?? which("clang-tidy");
  const commands = JSON.parse(
    readFileSync(path.join(root, "build/native/compile_commands.json"), "utf8"),
  );
  const files = commands
    .map(({ file }) => path.relative(root, file))
    .filter((file) => file.startsWith("src/"));
  const headers = hashFiles([".clang-tidy", ...filesBelow("src", [".h"])]);

  const counts = { passed: 0, failed: 0, skipped: 0 };
  let output = "";
  const queue = [...files];
  const worker = async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      const stamp = `tidy/${file.replaceAll("/", "_")}`;
      const key = hashFiles([file], headers);
      if (!isCurrent(stamp, key)) {
        const args = ["-p", "build/native", "--quiet", file];
        const result = await run(tidy, args, { check: false });
        if (result.code !== 0) {
          counts.failed += 1;
          output += result.stdout;
          continue;
        }
        setCurrent(stamp, key);
      }
      counts.passed += 1;
    }
  };
  await step(`clang-tidy on ${files.length} files`, () =>
    Promise.all(os.cpus().map(worker)).then(() => undefined),
  );
  return { counts, output };
}
