// Copies the other files of the published package into this folder: the embedded element from the site's build, its
// types, the licence, and the notices of all bundled software. Runs before `npm pack`.

import { cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const folder = path.resolve(import.meta.dirname, "..");
const built = path.resolve(folder, "../web/dist/embed");
const embed = path.join(folder, "embed");

if (!existsSync(path.join(built, "passcope-demo.js"))) {
  throw new Error("the embedded element has not been built: run npm run build");
}

/** Files that only embed.html of the site uses. */
const ofTheSite = new Set(
  readFileSync(path.join(built, "../embed.html"), "utf8").match(/[\w-]+\.(?:js|css)/g),
);
ofTheSite.delete("passcope-demo.js");

const noticesName = "THIRD-PARTY-NOTICES.txt";
rmSync(embed, { recursive: true, force: true });
for (const name of readdirSync(built)) {
  const skipped = ofTheSite.has(name.replace(/\.map$/, "")) || name === noticesName;
  if (!skipped) cpSync(path.join(built, name), path.join(embed, name));
}
// The package does not contain the playground.
writeFileSync(path.join(embed, "playground.js"), "export const playground = undefined;\n");
cpSync(path.join(folder, "types/passcope-demo.d.ts"), path.join(embed, "passcope-demo.d.ts"));

cpSync(path.resolve(folder, "../LICENSE"), path.join(folder, "LICENSE"));
const line = "=".repeat(80);
const notices = [
  "Passcope is licensed under the Apache License 2.0. It is distributed with parts of other works.",
  readFileSync(path.join(folder, "notices/engine.txt"), "utf8").trim(),
  "The embedded element (embed/) is bundled from these packages:",
  readFileSync(path.join(built, noticesName), "utf8").trim(),
];
writeFileSync(path.join(folder, noticesName), `${notices.join(`\n\n${line}\n\n`)}\n`);
