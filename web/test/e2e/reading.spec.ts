// The reading modes of programs: short shapes, no types, or TVM's full text. Also the parts that a mode does not
// change, and the editor that replaces the preview.
import { inflateRawSync } from "node:zlib";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./base";
import { expect, test, type Shell } from "./page";

const shownProgram = (page: Page): Promise<string> =>
  page.locator("pc-app").evaluate((shell) => {
    const { program } = (shell as unknown as Shell).app.store.state;
    return program.kind === "ready" ? program.text : "";
  });
const clipboard = (page: Page): Promise<string> =>
  page.evaluate(() => navigator.clipboard.readText());

/** The reading mode in a link. */
function readingOf(link: string): unknown {
  const { hash } = new URL(link);
  if (!hash.startsWith("#v1.")) return undefined;
  const json = inflateRawSync(Buffer.from(hash.slice("#v1.".length), "base64url")).toString();
  return (JSON.parse(json) as { view?: { reading?: unknown } }).view?.reading;
}

/** The line that begins with this text. */
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
  /** The position of a line's text. */
  const place = (): Promise<{ x: number; y: number }> =>
    playground.line(3).evaluate((row) => {
      const range = document.createRange();
      range.selectNodeContents(row);
      const { left, top } = range.getBoundingClientRect();
      return { x: left, y: top };
    });

  await test.step("before the editor is there", async () => {
    await expect(line(program, "%2 = nn.conv2d")).toContainText("nn.conv2d(%1, %conv0_weight, ");
    await expect(line(program, "%2 = nn.conv2d")).toContainText("channels=64");
    await expect(line(program, "%2 = nn.conv2d")).toContainText("1×64×112×112");
    await expect(line(program, "def @main")).toContainText("%conv0_weight: 64×3×7×7, ");
    await expect(program).not.toContainText("/* ty=");
    await expect(program).not.toContainText("Tensor[");
    await expect(page.locator("pc-editor")).toHaveCount(0);
    await expect(playground.line(3)).toBeVisible();
  });

  await test.step("the editor comes when the program is turned to, and looks the same", async () => {
    const before = await place();
    await playground.program.focus();
    await expect(page.locator("pc-editor .cm-content")).toBeFocused();
    await expect(page.locator('pc-editor .counts[aria-busy="false"]')).toHaveText("No problems");
    await expect(async () => {
      const now = await place();
      expect(Math.abs(now.x - before.x)).toBeLessThan(2);
      expect(Math.abs(now.y - before.y)).toBeLessThan(2);
    }).toPass();
  });

  await test.step("in the editor, where the cursor's line is whole", async () => {
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
  // The address changes a moment later.
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
