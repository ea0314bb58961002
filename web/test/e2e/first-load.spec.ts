// The first load fetches no more than its measured size counts.
import { readFileSync } from "node:fs";
import path from "node:path";
import { firstLoad } from "../../../scripts/lib/sizes.mjs";
import { deferredPart, heldBack } from "./deferred-part";
import { expect, test } from "./page";

const root = path.resolve(import.meta.dirname, "../../..");

test("the first load fetches what its measured size counts, and nothing else", async ({
  playground,
  page,
}) => {
  // The first result does not need the deferred module, which loads after it.
  const later = await heldBack(page);
  await playground.open();
  await playground.finished();
  await later.asked;
  later.release();
  await page.waitForLoadState("networkidle");
  const names = new Set(
    playground.requests
      .filter((url) => url.startsWith("http") && !deferredPart.test(url))
      .map((url) => path.basename(new URL(url).pathname) || "index.html"),
  );
  names.delete("folder");
  // Nothing of Python is fetched, neither its files nor its part of the code tab.
  const python = /pyodide|library-|python|run_before_pass|function_pass/;
  expect([...names].filter((name) => python.test(name))).toEqual([]);
  // The graph is not fetched either. It loads when its tab opens.
  expect([...names].filter((name) => /graph-panel|layout-worker/.test(name))).toEqual([]);
  const texts = firstLoad().filter((file) => /\.(?:html|js|css)$/.test(file));
  // Failures of Python are recognised by the name of a field.
  const mention = /run_before_pass|function_pass|pyodide(?!_fatal_error)/;
  expect(texts.filter((file) => mention.test(readFileSync(path.join(root, file), "utf8")))).toEqual(
    [],
  );
  const counted = new Set(firstLoad().map((file) => path.basename(file)));
  expect([...names].filter((name) => !counted.has(name))).toEqual([]);
});
