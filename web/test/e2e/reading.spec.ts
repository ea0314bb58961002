// How programs are read: types as short shapes, without types, or as TVM prints them; and what that leaves alone.
import { inflateRawSync } from "node:zlib";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectFits } from "./base";
import { expect, test, type Shell } from "./page";

const shownProgram = (page: Page): Promise<string> =>
  page.locator("pc-app").evaluate((shell) => {
    const { program } = (shell as unknown as Shell).app.store.state;
    return program.kind === "ready" ? program.text : "";
  });
const clipboard = (page: Page): Promise<string> =>
  page.evaluate(() => navigator.clipboard.readText());

/** What a link says of how programs are read. */
function readingOf(link: string): unknown {
  const { hash } = new URL(link);
  if (!hash.startsWith("#v1.")) return undefined;
  const json = inflateRawSync(Buffer.from(hash.slice("#v1.".length), "base64url")).toString();
  return (JSON.parse(json) as { view?: { reading?: unknown } }).view?.reading;
}

/** The line that begins so. */
const line = (of: Locator, begins: string): Locator =>
  of.locator(".line, .cm-line", {
    hasText: new RegExp(`^\\s*${begins.replace(/[.()]/g, "\\$&")}`),
  });

test("programs have short types; what is copied and edited is TVM's text", async ({
  playground,
  page,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await playground.openProgram();
  const program = page.locator("pc-program");
  const text = await shownProgram(page);
  expect(text).toContain("/* ty=Tensor[(1, 64, 112, 112), float32] */");

  await test.step("before the editor is there", async () => {
    await expect(line(program, "%2 = nn.conv2d")).toContainText("nn.conv2d(%1, %conv0_weight, ");
    await expect(line(program, "%2 = nn.conv2d")).toContainText("channels=64");
    await expect(line(program, "%2 = nn.conv2d")).toContainText("1×64×112×112");
    await expect(line(program, "def @main")).toContainText("%conv0_weight: 64×3×7×7, ");
    await expect(program).not.toContainText("/* ty=");
    await expect(program).not.toContainText("Tensor[");
  });

  await test.step("in the editor, where the cursor's line is whole", async () => {
    await program
      .getByRole("textbox")
      .first()
      .click({ position: { x: 300, y: 20 } });
    const editor = page.locator("pc-editor");
    const conv = line(editor, "%2 = nn.conv2d");
    await expect(conv).toContainText(";1×64×112×112");
    await conv.click();
    await expect(conv).toContainText("/* ty=Tensor[(1, 64, 112, 112), float32] */;");
    await expect(editor.locator(".cm-line", { hasText: "/* ty=" })).toHaveCount(1);
    await page.keyboard.press("ArrowDown");
    await expect(conv).not.toContainText("/* ty=");
  });

  await test.step("copied by keys", async () => {
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("ControlOrMeta+c");
    await expect.poll(() => clipboard(page)).toBe(text);
  });

  await test.step("an edit leaves what is covered as it was", async () => {
    const editor = page.locator("pc-editor");
    await line(editor, "%1 = ").click();
    await page.keyboard.press("End");
    await page.keyboard.type(" // mine");
    await page.getByRole("button", { name: "Search" }).focus();
    const first = text.split("\n").findIndex((one) => one.trim().startsWith("%1 = "));
    const edited = text.split("\n").map((one, i) => (i === first ? `${one} // mine` : one));
    await expect.poll(() => shownProgram(page)).toBe(edited.join("\n"));
  });
  await expectAccessible(page);
});

test("how programs are read is chosen by keys, remembered, and in the link", async ({
  playground,
  page,
  context,
}) => {
  await playground.openProgram();
  const program = page.locator("pc-program");
  const choice = program.getByLabel("Reading");
  await expect(choice).toHaveValue("short");
  await choice.focus();
  await page.keyboard.press("ArrowDown");
  await expect(choice).toHaveValue("hidden");
  await expect(program).not.toContainText("1×64×112×112");
  await expect(program).toContainText("nn.relu(");
  await page.keyboard.press("ArrowDown");
  await expect(choice).toHaveValue("full");
  await expect(line(program, "%2 = nn.conv2d")).toContainText(
    "/* ty=Tensor[(1, 64, 112, 112), float32] */;",
  );
  // The address follows a moment later.
  await expect.poll(() => readingOf(page.url())).toBe("full");
  const link = page.url();
  await page.goto("about:blank");
  await page.goto("./");
  await playground.finished();
  await playground.showProgram();
  await expect(choice).toHaveValue("full");

  await test.step("a link says it to a reader who has not chosen, who keeps their own", async () => {
    await choice.selectOption("short");
    const other = await context.newPage();
    await other.goto(link);
    await expect(other.locator("pc-program").getByLabel("Reading")).toHaveValue("full");
    await other.goto("about:blank");
    await other.goto(new URL(link).pathname);
    await other.locator("pc-detail #tab-program").click();
    await expect(other.locator("pc-program").getByLabel("Reading")).toHaveValue("short");
    await other.close();
  });
});

test("a diff is read in the same way, in both layouts, and marks what changed of a type", async ({
  playground,
  page,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await playground.openAndRun();
  await playground.row("ConvertLayout").click();
  const [before, after] = [page.locator(".cm-merge-a"), page.locator(".cm-merge-b")];
  const relu = line(after, "%7 = nn.relu");
  await expect(relu.locator(".cm-brief-end")).toHaveText("1×112×112×64");
  await expect(relu.locator(".cm-brief-end")).toHaveClass(/cm-changedText/);
  await expect(line(before, "%5 = nn.relu").locator(".cm-brief-end")).toHaveText("1×64×112×112");
  // A line that only got another number is not marked.
  await expect(after.locator(".cm-line.cm-changedLine", { hasText: "%6 = %5.0" })).toHaveCount(1);
  await expect(page.locator("pc-merge")).not.toContainText("Tensor[");

  await test.step("what is copied of it is the text", async () => {
    await relu.click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("ControlOrMeta+c");
    await expect
      .poll(() => clipboard(page))
      .toContain("nn.relu(%6) /* ty=Tensor[(1, 112, 112, 64), float32] */;");
  });

  await test.step("deleted lines of one column, too", async () => {
    await page.getByRole("button", { name: "Inline" }).click();
    const gone = page.locator(".cm-deletedLine", { hasText: "%5 = nn.relu" });
    await expect(gone.locator(".cm-brief-end")).toHaveText("1×64×112×112");
    await expect(page.locator("pc-merge")).not.toContainText("Tensor[");
    await page.locator("pc-pass-diff").getByLabel("Reading").selectOption("full");
    await expect(gone).toContainText("/* ty=Tensor[(1, 64, 112, 112), float32] */");
    await page.locator("pc-pass-diff").getByLabel("Reading").selectOption("short");
  });

  await test.step("in Chinese", async () => {
    await page.getByRole("button", { name: /中文/ }).click();
    await expect(page.locator("pc-pass-diff").getByLabel("阅读方式")).toHaveValue("short");
    await expectFits(page);
    await expectAccessible(page);
  });
});
