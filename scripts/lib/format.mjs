// Formatting of everything: clang-format for C++, Prettier for the rest.

import { filesBelow } from "./files.mjs";
import { which } from "./requirements.mjs";
import { bin, run } from "./run.mjs";

const cppFolders = ["src", "wasm-bindings", "tests", "examples"];

// Version 14 formats the project; another version breaks lines elsewhere.
const clangFormat = () => which("clang-format-14") ?? which("clang-format");

const cppFiles = () => cppFolders.flatMap((folder) => filesBelow(folder, [".cc", ".h"]));

const prettierFiles = ["**/*.{ts,mjs,js,css,json,yml}", ".github/**/*.yml", "--log-level=warn"];

/** Whether everything is formatted: two checks. */
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
