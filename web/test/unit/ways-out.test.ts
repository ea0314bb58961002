// The documented ways out of the sandbox are those that the tests try.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FROM_CODE, FROM_FRAME, tableOf } from "../e2e/ways-out";

const docs = readFileSync(new URL("../../../docs/sandbox.md", import.meta.url), "utf8");

it.each([
  ["code", FROM_CODE],
  ["frame", FROM_FRAME],
])("the documentation has all ways out from the %s", (_, ways) => {
  expect(docs).toContain(tableOf(ways));
});
