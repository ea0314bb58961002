// Checks the English of documents by the rules of docs/style.md: `node scripts/prose.mjs [FILE…]`.

import path from "node:path";
import { checkProse, documents } from "./lib/documents.mjs";
import { readOptions } from "./lib/options.mjs";
import { closingLine } from "./lib/results.mjs";
import { main } from "./lib/run.mjs";

const { positionals } = readOptions({
  usage: "node scripts/prose.mjs [options] [FILE…]",
  about:
    "Checks the English of Markdown files, or of all documents, by the rules of docs/style.md.",
  positionals: true,
});

await main(() => {
  const files = positionals.map((file) => path.resolve(file));
  const { counts, output } = checkProse(files.length > 0 ? files : documents());
  process.stdout.write(output);
  console.log(closingLine(counts));
  if (counts.failed > 0) process.exitCode = 1;
});
