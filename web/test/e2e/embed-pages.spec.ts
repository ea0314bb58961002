// embed.html in iframes, and the example pages of examples/embed.
import { readFileSync } from "node:fs";
import path from "node:path";
import { deflateRawSync } from "node:zlib";
import { expectNoViolations } from "./base";
import { examples } from "./embed-hosts";
import { expect, test, type Embedding } from "./embedding";

/** The address of embed.html with parameters and a fragment. */
const framed = (
  { hosts }: Embedding,
  parameters: Readonly<Record<string, string>>,
  hash = "",
): string => `${hosts.siteOrigin}/embed.html?${new URLSearchParams(parameters).toString()}${hash}`;

const PROGRAM = `#[version = "0.0.5"]
def @main(%x: Tensor[(1, 4), float32]) {
  %0 = add(1f, 2f);
  multiply(%x, %0)
}`;

/** The source of an imported program in a link. */
const IMPORTED = {
  reproducer: 1,
  program: {
    file: "mlp.onnx",
    size: 10_000,
    fingerprint: "0123456789abcdef",
    format: "onnx",
    inputs: [{ name: "input", shape: [1, 64] }],
    freezeParams: true,
    parserFriendlyNames: false,
    external: [],
  },
  stages: [{ kind: "passes", passes: [{ name: "InferType" }] }],
  code: "",
  view: {},
};

test("the example pages show what their static results say", async ({ embedding, page }) => {
  for (const name of [
    "html/index.html",
    "sphinx/page/index.html",
    "mkdocs/page/index.html",
    "docusaurus/page/index.html",
  ]) {
    await test.step(name, async () => {
      const source = readFileSync(path.join(examples, name), "utf8");
      expect(source).toContain("<passcope-demo");
      await page.goto(`${embedding.hosts.hostOrigin}/${name}`);
      await expect(page.getByText('[[1, "FoldConstant", {"add": -1}]]').first()).toBeAttached();
      await embedding.demo().scrollIntoViewIfNeeded();
      await embedding.finished();
      await expect(embedding.demo().locator(".problems")).toHaveCount(0);
      await embedding.demo().getByRole("tab", { name: "Operators" }).click();
      await expect(embedding.demo().locator("pc-ops pre")).toContainText(
        '"FoldConstant", {"add": -1}',
      );
      // The tools' own scripts are missing, so calls of them fail.
      const exceptions = embedding.console.filter((line) => line.startsWith("exception"));
      expect(exceptions.filter((line) => !line.includes("SphinxRtdTheme"))).toEqual([]);
    });
    if (name !== "html/index.html") continue;
    await test.step("the code of the plain example", async () => {
      const demo = embedding.demo(1);
      const said = await demo.locator("> pre").innerText();
      await demo.getByRole("button", { name: "Run" }).click();
      await embedding.finished(1);
      await demo.getByRole("tab", { name: "Console" }).click();
      await expect(demo.locator("pc-console .entry pre")).toHaveText(said);
    });
  }
});

test("embed.html shows what parameters say, in a frame of another site, and what a link's fragment says", async ({
  embedding,
  page,
}) => {
  await test.step("in a frame of another site", async () => {
    const address = framed(embedding, {
      program: PROGRAM,
      title: "a sum",
      pipeline: "InferType, FoldConstant",
      panels: "timing op-diff",
    });
    await embedding.open(
      `<iframe title="Passcope" width="900" height="500" src="${address.replaceAll("&", "&amp;")}"></iframe>`,
    );
    const frame = page.frameLocator("iframe");
    await expect(frame.locator('[data-run="done"]')).toBeVisible();
    await expect(frame.locator(".title")).toHaveText("a sum");
    await expect(frame.locator("pc-ops pre")).toContainText('"FoldConstant", {"add": -1}');
    await expect(frame.locator("passcope-demo")).toHaveCSS("height", "500px");
    expect(embedding.complaints).toEqual([]);
  });
  await page.goto(
    framed(embedding, {
      program: PROGRAM,
      pipeline: "FoldConstant",
      lang: "zh",
      panels: "op-diff",
    }),
  );
  await embedding.finished();
  await expect(page).toHaveTitle(/Relay 程序/);
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hans");
  await test.step("its link's fragment shows the same, and nobody finds fault", async () => {
    const link = page.getByRole("link", { name: /在演练场中打开/ });
    await expect(link).toHaveAttribute("href", /#v1\./);
    const { hash } = new URL((await link.getAttribute("href")) ?? "");
    await page.goto(`${embedding.hosts.siteOrigin}/embed.html${hash}`);
    await embedding.finished();
    await expect(page.getByRole("tab", { name: "算子" })).toHaveAttribute("aria-selected", "true");
    await expect(page.locator("pc-ops pre")).toContainText('"FoldConstant", {"add": -1}');
    await expectNoViolations(page);
  });
});

test("embed.html runs no code by itself, takes parameters as text, and says what is wrong with a link", async ({
  embedding,
  page,
}) => {
  const markup = "<img src=x onerror=\"document.title = 'hit'\">";
  await page.goto(
    framed(embedding, {
      model: "resnet18",
      code: 'console.log("ran"); export const Mine = null;',
      pipeline: "InferType, code.Mine",
      run: "visible",
      onclick: "document.title = 'hit'",
      onfocus: "document.title = 'hit'",
      title: markup,
      panels: markup,
    }),
  );
  await expect(page.getByRole("status")).toContainText("press Run");
  await expect(page.getByRole("alert").first()).toContainText("“<img”");
  await page.waitForLoadState("networkidle");
  expect(embedding.requested(".wasm")).toEqual([]);
  await expect
    .poll(() => embedding.demo().evaluate((demo) => demo.getAttributeNames()))
    .toEqual([]);
  await embedding.demo().click();
  await expect(page).not.toHaveTitle("hit");
  await test.step("a damaged link", async () => {
    await page.goto(framed(embedding, {}, "#v1.AAAA"));
    await expect(page.getByRole("alert").first()).toContainText("The link could not be opened.");
    await expect(page.getByRole("button", { name: "Run" })).toBeDisabled();
    expect(embedding.requested(".wasm")).toEqual([]);
  });
  await test.step("a program that was imported is named, and not there", async () => {
    const deflated = deflateRawSync(JSON.stringify(IMPORTED));
    await page.goto("about:blank");
    await page.goto(framed(embedding, {}, `#v1.${deflated.toString("base64url")}`));
    await expect(
      page.getByText(/This program was imported from mlp\.onnx, which is not here/).first(),
    ).toBeVisible();
    await expect(page.getByRole("link", { name: /Open in the playground/ })).toBeVisible();
  });
});
