// The report of a run, opened from disk: it works without scripts, and hostile texts stay plain text.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { htmlReport, type ReportInput } from "../../src/features/share/report";
import type { Snapshots } from "../../src/features/share/report-changes";
import { previewLines } from "../../src/core/trace/alignment";
import { run, WORKSPACES } from "../unit/share/workspaces";
import { expect, expectAccessible, expectFits, test as base } from "./base";

const EVIL = `</pre></style><script>document.title = "evil"</script><img src=x onerror="alert(1)">`;

/** Opens a document from disk. */
type Open = (html: string) => Promise<Page>;

const test = base.extend<{ open: Open }>({
  open: async ({ page }, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), "passcope-report-"));
    await use(async (html) => {
      const file = path.join(folder, "report.html");
      await writeFile(file, html);
      await page.goto(pathToFileURL(file).href);
      return page;
    });
    await rm(folder, { recursive: true });
  },
});

const alignTexts: Snapshots["alignTexts"] = ({ before, after, ignoreNumbers }) =>
  Promise.resolve(previewLines(before, after, ignoreNumbers));

async function reportOf(name: string, more: Partial<ReportInput> = {}): Promise<string> {
  const workspace = WORKSPACES[name];
  if (!workspace) throw new Error(name);
  const seen = await run(workspace);
  const { pipeline, code } = workspace;
  const made = new Date(2026, 0, 2, 3, 4);
  const input = {
    trace: seen.trace,
    pipeline,
    code,
    console: seen.console,
    version: "1.2.3",
    made,
  };
  return htmlReport({ ...input, ...more }, { text: (snapshot) => seen.text(snapshot), alignTexts });
}

test("is browsed from disk, no script runs, and texts stay texts", async ({ open, page }) => {
  const asked: string[] = [];
  const told: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("console", (message) => told.push(message.text()));
  await open(await reportOf("default"));
  await expect(page).toHaveTitle("ResNet-18: what its passes did");
  await expect(page.locator("script")).toHaveCount(0);
  // The policy of the report allows its style sheet.
  await expect(page.locator(".figures")).toHaveCSS("display", "flex");

  // A link leads from a pass to its change, which opens, and from there to the next.
  const diff = page.locator("ins", { hasText: "nn.conv2d" }).first();
  await expect(diff).toBeHidden();
  await page.locator(".times").getByRole("link", { name: "ConvertLayout" }).click();
  await expect(page.locator(".change:target")).toContainText('data_layout="NHWC"');
  await expect(page.locator(".change:target").locator("xpath=..")).toHaveAttribute("open", "");
  await expect(page.locator(".change:target del mark").first()).toBeVisible();
  await page.locator(".change:target").getByRole("link", { name: "Next change" }).click();
  await page.locator(".change:target").getByRole("link", { name: "Whole program after" }).click();
  await expect(page.locator(".change:target")).toContainText("def @main(%data");
  await page.goBack();
  await page.locator(".change:target").getByRole("link", { name: "To its times" }).click();
  await expect(page.locator("tr:target")).toBeInViewport();
  await page.locator(".matrix").getByRole("link", { name: "CanonicalizeOps" }).click();
  await expect(page.locator("tr:target")).toContainText("CanonicalizeOps");

  // The same by keyboard.
  const list = page.getByText("As TVM's list");
  await list.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText('"layout_transform": 23')).toBeVisible();
  expect(asked.filter((url) => !url.startsWith("file:"))).toEqual([]);
  expect(told).toEqual([]);

  await test.step("one that is in it does not run", async () => {
    const html = await reportOf("edit");
    await open(html.replace("</body>", `<script>document.title = "evil"</script></body>`));
    await expect(page).toHaveTitle("a text: what its passes did");
  });
  await test.step("texts stay texts", async () => {
    const workspace = WORKSPACES["edit"];
    if (!workspace) throw new Error("none");
    const { trace } = await run(workspace);
    const rows = trace.rows.map((row) => ({
      ...row,
      name: EVIL,
      error: EVIL,
      opDiff: { [EVIL]: 1 },
    }));
    const html = await htmlReport(
      {
        trace: {
          ...trace,
          rows,
          source: { kind: "text", text: EVIL, title: EVIL },
          failure: { name: EVIL, message: EVIL, rendered: [EVIL], fatal: false },
        },
        pipeline: [
          {
            kind: "passes",
            id: "s",
            optLevel: 1,
            mode: "each",
            required: [EVIL],
            disabled: [],
            config: EVIL,
            instruments: [],
            passes: [{ kind: "pass", id: "p", name: EVIL, enabled: false, options: EVIL }],
          },
        ],
        code: EVIL,
        console: [{ level: "log", text: EVIL }],
        version: EVIL,
        made: new Date(0),
        link: `javascript:alert("${EVIL}")`,
      },
      { text: (snapshot) => Promise.resolve(`${EVIL}\n${EVIL.repeat(snapshot % 7)}`), alignTexts },
    );
    page.on("dialog", () => expect(true, "no dialog opens").toBe(false));
    await open(html);
    await expect(page).toHaveTitle(`${EVIL}: what its passes did`);
    await expect(page.locator("h1")).toHaveText(`${EVIL}: what its passes did`);
    await expect(page.locator("#code pre")).toHaveText(EVIL);
    await expect(page.locator("script, img, [onerror], [style]")).toHaveCount(0);
  });
});

test("has no barrier, also when narrow", async ({ open, page }) => {
  for (const [name, width] of [
    ["default", 380],
    ["text", 1200],
    ["code", 380],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await open(await reportOf(name));
    // A full check of a large report takes minutes, so only its open parts are checked.
    const summaries = await page.locator("summary").all();
    for (const summary of name === "default" ? summaries.slice(4, 5) : summaries) {
      await summary.click();
    }
    await expectAccessible(
      page,
      name === "default" ? { aside: "details:not([open]) > :not(summary)" } : {},
    );
    await expectFits(page);
  }
});
