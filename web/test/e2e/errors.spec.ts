// Errors stand where they belong and in a summary that is in reach everywhere; none takes the place of the work, and
// none stays when what was wrong is changed.
import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectFits } from "./base";
import { CodePage, probe } from "./code-page";
import { test } from "./kept-page";
import { expect, expectFocused, type Playground, type Shell } from "./page";

const TWO_MISTAKES = `#[version = "0.0.5"]
def @main(%x: Tensor[(1, 16), float32], %w: Tensor[(10, 16), float32]) {
  /* 变量 */ %0 = nn.densex(%x, %w, units=10);
  nn.softmax(%1)
}
`;

const MENDED = TWO_MISTAKES.replace("densex", "dense").replace("%1", "%0");

const throwing = (name: string): string =>
  'import { transform } from "passcope";\n' +
  `export const ${name} = transform.modulePass({ optLevel: 0, name: "${name}" }, (mod) => {\n` +
  '  throw new Error("the message of the error");\n' +
  "});\n";

const summary = (page: Page): Locator => page.locator("pc-messages").getByRole("alert");

const setText = (page: Page, text: string): Promise<void> =>
  page.locator("pc-app").evaluate((shell, given) => {
    const { app } = shell as unknown as Shell;
    app.program.setSource({ kind: "text", text: given, title: "mine" });
  }, text);

const expectMistakes = (page: Page): Promise<void> =>
  expect(page.locator('pc-editor .counts[aria-busy="false"]')).toHaveText("2 errors");

/** Runs a text with two mistakes. */
async function runMistakes(playground: Playground, page: Page): Promise<void> {
  await playground.openProgram();
  await setText(page, TWO_MISTAKES);
  await expectMistakes(page);
  await playground.run.click();
  await expect(page.locator('[data-run="failed"]')).toBeVisible();
}

/** Runs a pipeline whose last pass is code that throws. */
async function runThrowing(playground: Playground, page: Page): Promise<void> {
  await playground.openAndRun();
  const code = new CodePage(playground);
  await code.write(throwing("thrower"));
  await code.addPass("thrower", 2);
  await playground.tab("Graph").click();
  await playground.run.click();
  await expect(page.locator('[data-run="failed"]')).toBeVisible();
}

for (const size of [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 380, height: 800 },
]) {
  test(`mistakes of a text leave the editor its place, at ${size.width}×${size.height}`, async ({
    playground,
    page,
  }) => {
    await page.setViewportSize(size);
    await playground.openProgram();
    await setText(page, TWO_MISTAKES);
    await expectMistakes(page);
    const lower = page.locator("pc-detail");
    const before = await lower.boundingBox();
    await playground.run.click();
    await expect(summary(page)).toBeInViewport({ ratio: 1 });
    // The panel has the height that it had, and the text in it more than half of it.
    const after = await lower.boundingBox();
    expect(after?.height).toBe(before?.height);
    const text = await page.locator("pc-editor .cm-scroller").boundingBox();
    expect(text?.height ?? 0).toBeGreaterThan(100);
    await expectFits(page);
  });
}

test("the summary of mistakes leads to their line, can be put away, and goes when the text changes", async ({
  playground,
  page,
}) => {
  await runMistakes(playground, page);
  await expect(summary(page)).toContainText("2 mistakes in the program");
  await playground.tab("Console").click();
  await summary(page).getByRole("button", { name: "line 3, column 17 of the program" }).click();
  await expect(playground.program).toBeFocused();
  // The same column everywhere: in the link, in the message, in the list, and where the cursor is.
  await expect(page.locator("pc-editor .place")).toHaveText("Line 3, column 17");
  await expect(summary(page)).toContainText("--> mine:3:17");
  const list = page.getByRole("region", { name: "Problems" });
  await expect(list.locator(".where").first()).toHaveText("3:17");
  await summary(page).getByRole("button", { name: "Dismiss the error" }).click();
  await expect(summary(page)).toHaveCount(0);
  // Put away is not solved.
  await expect(list.locator("li")).toHaveCount(2);
  await expect(page.locator('[data-run="failed"]')).toContainText("Failed");
  await playground.run.click();
  await expect(summary(page)).toBeVisible();
  await page.getByRole("button", { name: "Change to nn.dense" }).click();
  await expect(summary(page)).toHaveCount(0);
  await expect(page.locator("[data-run]")).toContainText("Changed since the last run");
  await setText(page, MENDED);
  await playground.runAgain();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a pass that throws is told wherever the user is, with ways to the pass and the line", async ({
  playground,
  page,
}) => {
  await runThrowing(playground, page);
  await expect(summary(page)).toBeInViewport({ ratio: 1 });
  await expect(summary(page)).toContainText("Error in thrower of stage 2, at line 3 of the code");
  await expect(summary(page)).toContainText("the message of the error");
  // Nobody had to ask for the row that failed.
  const row = playground.row("thrower");
  await expect(row).toHaveAttribute("aria-selected", "true");
  await expect(row).toBeInViewport({ ratio: 1 });
  await expect(playground.tab("Graph")).toHaveAttribute("aria-selected", "true");
  await summary(page).getByRole("button", { name: "line 3 of the code" }).click();
  await expect(page.locator("pc-code-tab .cm-content")).toBeFocused();
  await expect(page.locator("pc-code-tab .cm-activeLineGutter").first()).toHaveText("3");
  await playground.tab("Table").click();
  await summary(page).getByRole("button", { name: "thrower of stage 2" }).click();
  await expect(row).toBeFocused();
  await expect(page.locator("pc-pass-diff .failure")).toContainText("the message of the error");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    summary(page).getByRole("button", { name: "Save reproducer" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("passcope.json");
});

test("a failed row comes into view also where it was folded away", async ({ playground, page }) => {
  await runThrowing(playground, page);
  for (const name of ["PassContext", "sequential"]) {
    await playground.row(name).last().focus();
    await page.keyboard.press("ArrowLeft");
    if (name === "PassContext") await page.keyboard.press("ArrowRight");
  }
  await expect(playground.row("thrower")).toHaveCount(0);
  await playground.run.click();
  await expect(playground.row("thrower")).toBeInViewport({ ratio: 1 });
});

test("a pass that cannot be made leads to its step", async ({ playground, page }) => {
  await playground.openAndRun();
  const options = await playground.optionsAsText("ConvertLayout");
  await options.fill('{"desired_layouts": ');
  await playground.run.click();
  await expect(summary(page)).toContainText("Not valid JSON");
  await page.locator("aside").evaluate((aside) => aside.scrollTo(0, 0));
  await summary(page).getByRole("button", { name: "ConvertLayout of stage 2" }).click();
  await expect(playground.step("ConvertLayout").getByRole("checkbox")).toBeFocused();
  await expect(playground.step("ConvertLayout").getByRole("checkbox")).toBeInViewport();
  // Mended, nothing says any more that it is wrong.
  await options.fill('{"desired_layouts": {"nn.conv2d": ["NHWC", "HWIO"]}}');
  await expect(page.getByText("Unexpected end of JSON input")).toHaveCount(0);
  await expect(page.locator(".failure")).toHaveCount(0);
  await playground.runAgain();
});

test("a mistake of the code is not said any more once the code is mended", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  const code = new CodePage(playground);
  await code.write(probe(""));
  await code.addPass("probe");
  await code.write(probe("const = 1;"));
  await playground.run.click();
  const said = page.getByText(/Unexpected token/);
  await expect(summary(page)).toContainText("Unexpected token");
  await expect(page.locator("pc-code-tab .run-failure")).toContainText("Unexpected token");
  await expect(playground.step("probe").locator(".failure")).toHaveCount(0);
  await code.write(probe("const a = 1;"));
  await expect(said).toHaveCount(0);
  await expect(page.locator("pc-code-tab .cm-lintRange-error")).toHaveCount(0);
});

test("what runs is said with how long it has, and Stop says that it was stopped", async ({
  playground,
  page,
}) => {
  await page.clock.install();
  await playground.openAndRun();
  const code = new CodePage(playground);
  await code.write(
    'import { transform } from "passcope";\n' +
      'export const spin = transform.modulePass({ optLevel: 0, name: "spin" }, () => {\n' +
      "  for (;;);\n});\n",
  );
  await code.addPass("spin");
  await playground.run.click();
  // At once, though it never gets to say anything more.
  await expect(page.locator("[data-run]")).toContainText("Running spin");
  await page.clock.fastForward(3000);
  await expect(page.getByRole("timer")).toHaveText(/^[3-9] s$/);
  await test.step("its sign does not move for whoever asks for less motion", async () => {
    const sign = page.locator(".running .dot");
    await expect(sign).toHaveCSS("animation-iteration-count", "1");
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await expect(sign).toHaveCSS("animation-iteration-count", "infinite");
    await page.emulateMedia({ reducedMotion: "reduce" });
  });
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.locator('[data-run="stopped"]')).toHaveText(
    /^\s*Stopped in spin after [3-9] s/,
  );
  await expect(page.getByRole("timer")).toHaveCount(0);
  // Nothing was changed since; what is changed afterwards is said.
  await playground.optLevel(1).selectOption("3");
  await expect(page.locator("[data-run]")).toContainText("Changed since the last run");
});

test("messages have no barrier, in the light and the dark, at 380 px too", async ({
  playground,
  page,
}) => {
  await runThrowing(playground, page);
  await page.getByRole("button", { name: "Remove stage 1" }).click();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(summary(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Redo", exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 380, height: 800 });
  await expectFits(page);
  await expect(summary(page)).toBeInViewport({ ratio: 1 });
  await page.mouse.wheel(0, 2000);
  await expect(summary(page)).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  // By keys: from Run to what can be done about it.
  await playground.run.focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("switch", { name: "Auto-run" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expectFocused(page, "class", "link");
});
