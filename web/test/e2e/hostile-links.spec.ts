// Links that try to block the page or to exhaust memory. The page stays usable and says what it rejects.
import { deflateRawSync } from "node:zlib";
import { heapOf } from "./forging";
import { expect, test } from "./page";

const MIB = 1024 * 1024;

const fragment = (document: object): string =>
  `v1.${deflateRawSync(JSON.stringify({ reproducer: 1, program: MODEL, ...document })).toString("base64url")}`;

const MODEL = { model: "resnet", options: { num_layers: 18 } };
/** With the user's code, nothing runs before a press of Run. */
const CODE = "export const probe = 1;";
const WAITS = { code: "probe" };
const stage = (passes: readonly object[], more: object = {}): object => ({
  stages: [{ kind: "passes", passes: [WAITS, ...passes], ...more }],
  code: CODE,
});
const nested = (depth: number): object => {
  let inner: object = { name: "InferType" };
  for (let i = 0; i < depth; i += 1) inner = { sequential: [inner] };
  return inner;
};
const text = (program: string): object => ({
  ...stage([]),
  program: { text: `#[version = "0.0.5"]\n${program}`, title: "mine" },
});

/** The document of a link and the page's message. Undefined if the page accepts the link in full. */
const LINKS: Readonly<Record<string, readonly [document: object, said: RegExp | undefined]>> = {
  "a text of 5 MB": [text("// a line of a text\n".repeat((5 * MIB) / 20)), undefined],
  "a text of 5 MB in one line": [text(`// ${"x".repeat(5 * MIB)}`), undefined],
  "5 MB of brackets": [text("(".repeat(5 * MIB)), undefined],
  "5 MB of code": [
    { ...stage([]), code: `${CODE}\n${"let a;\n".repeat((5 * MIB) / 7)}` },
    undefined,
  ],
  "10,000 steps": [stage(Array(10_000).fill({ name: "InferType" })), /too many parts/],
  "a thousand steps": [stage(Array(990).fill({ name: "InferType" })), undefined],
  "Sequentials in Sequentials": [stage([nested(60)]), undefined],
  "Sequentials without end": [stage([nested(2_000)]), /nested too deeply/],
  "a name of a megabyte": [stage([{ name: "x".repeat(MIB) }]), /longer than 200 characters/],
  "a model's name of a megabyte": [
    { ...stage([]), program: { model: "x".repeat(MIB), options: {} } },
    /longer than 200 characters/,
  ],
  "options of a megabyte": [
    stage([{ name: "ConvertLayout", options: { desired_layouts: "x".repeat(MIB) } }]),
    /longer than 100000 characters/,
  ],
  "options in options": [
    stage([
      {
        name: "ConvertLayout",
        optionsText: `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
      },
    ]),
    undefined,
  ],
  "a million names": [stage([], { required: Array(MIB).fill("x") }), /too many parts/],
  "a search that a regular expression would not end": [
    { ...stage([]), view: { search: `(${"a+".repeat(60)})+$`, timingTab: "tree" } },
    undefined,
  ],
};

test("links that are made to harm leave the page usable", async ({ playground, page, baseURL }) => {
  const protocol = await page.context().newCDPSession(page);
  const { origin } = new URL(baseURL ?? "");
  for (const [name, [document, said]] of Object.entries(LINKS)) {
    await test.step(name, async () => {
      await page.goto(`./#${fragment(document)}`);
      await expect(playground.run).toBeVisible();
      if (said) await expect(page.getByRole("alert")).toContainText(said);
      else await expect(page.locator('[data-run="idle"]')).toBeVisible();
      // The page is usable: tabs open, and the pipeline accepts another pass.
      await playground.tab("Console").click();
      await expect(page.locator("pc-console")).toBeVisible();
      await playground.tab("Program").click();
      await expect(
        playground.program.or(page.locator("pc-program [role=alert]")).first(),
      ).toBeVisible();
      await playground.add("Add a pass to stage 1", "FoldConstant");
      await expect(playground.step("FoldConstant").first()).toBeVisible();
      expect(await heapOf(page)).toBeLessThan(192 * MIB);
      playground.expectNoComplaints();
      // The next link must not find the work of this one.
      await page.goto("about:blank");
      await protocol.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
    });
  }
});
