// Formats all files: C++ with clang-format, the others with Prettier.

import { filesBelow } from "./files.mjs";
import { which } from "./requirements.mjs";
import { bin, run } from "./run.mjs";

const cppFolders = ["src", "wasm-bindings", "tests", "examples"];

// The project uses version 14. Other versions break lines at other places.
const clangFormat = () => which("clang-format-14") ?? which("clang-format");

const cppFiles = () => cppFolders.flatMap((folder) => filesBelow(folder, [".cc", ".h"]));

const prettierFiles = ["**/*.{ts,mjs,js,css,json,yml}", ".github/**/*.yml", "--log-level=warn"];

/** Checks the format of all files, as two tests. */
export async function checkFormat() {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  let output = "";
  const check = async (command, args) => {
    const result = await run(command, args, { check: false });
    if (result.code === 0) {
      counts.passed += 1;
    } else {
      counts.failed += 1;
      output += result.output;
    }
  };
  const files = cppFiles();
  if (files.length > 0) await check(clangFormat(), ["--dry-run", "-Werror", ...files]);
  await check(bin("prettier"), ["--check", ...prettierFiles]);
  if (counts.failed > 0) output += "\n`npm run format` formats everything.\n";
  return { counts, output };
}

/** Formats everything in place. */
export async function format() {
  const files = cppFiles();
  if (files.length > 0) await run(clangFormat(), ["-i", ...files]);
  await run(bin("prettier"), ["--write", ...prettierFiles]);
}
