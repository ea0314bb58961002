// Errors of the user's code appear at their places and in a summary that is always within reach. A fixed error
// disappears.
import { expectAccessible, expectFits } from "./base";
import { CodePage, probe } from "./code-page";
import { test } from "./kept-page";
import { expect, expectFocused } from "./page";

const THROWER =
  'import { transform } from "passcope";\n' +
  'export const thrower = transform.modulePass({ optLevel: 0, name: "thrower" }, (mod) => {\n' +
  '  throw new Error("the message of the error");\n' +
  "});\n";

const SPINNER =
  'import { transform } from "passcope";\n' +
  'export const probe = transform.modulePass({ optLevel: 0, name: "probe" }, () => {\n' +
  "  for (;;);\n" +
  "});\n";

test("mistakes of code are told wherever the user is, with ways to them, until they are mended", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  const code = new CodePage(playground);
  const summary = page.locator("pc-messages").getByRole("alert");
  const failed = page.locator('[data-run="failed"]');

  await test.step("what cannot be read is not said any more once it is mended", async () => {
    await code.write(probe(""));
    await code.addPass("probe");
    await code.write(probe("const = 1;"));
    await playground.run.click();
    await expect(summary).toContainText("Unexpected token");
    await expect(page.locator("pc-code-tab .run-failure")).toContainText("Unexpected token");
    await expect(playground.step("probe").locator(".failure")).toHaveCount(0);
    await code.write(probe("const a = 1;"));
    await expect(page.getByText(/Unexpected token/)).toHaveCount(0);
    await expect(page.locator("pc-code-tab .cm-lintRange-error")).toHaveCount(0);
  });

  await test.step("what runs is named, though it never says anything more, and what was stopped", async () => {
    await code.write(SPINNER);
    await playground.run.click();
    await expect(page.locator("[data-run]")).toContainText("Running probe");
    await page.getByRole("button", { name: "Stop" }).click();
    await expect(page.locator('[data-run="stopped"]')).toContainText("Stopped in probe");
    await page.getByRole("button", { name: "Remove probe" }).click();
  });

  const row = playground.row("thrower");
  await test.step("a pass that throws is told, with ways to the pass and the line", async () => {
    await code.write(THROWER);
    await code.addPass("thrower", 2);
    await playground.tab("Graph").click();
    await playground.run.click();
    await expect(failed).toBeVisible();
    await expect(summary).toBeInViewport({ ratio: 1 });
    await expect(summary).toContainText("Error in thrower of stage 2, at line 3 of the code");
    await expect(summary).toContainText("the message of the error");
    // The page selects the failed row automatically.
    await expect(row).toHaveAttribute("aria-selected", "true");
    await expect(row).toBeInViewport({ ratio: 1 });
    await expect(playground.tab("Graph")).toHaveAttribute("aria-selected", "true");
    await summary.getByRole("button", { name: "line 3 of the code" }).click();
    await expect(page.locator("pc-code-tab .cm-content")).toBeFocused();
    await expect(page.locator("pc-code-tab .cm-activeLineGutter").first()).toHaveText("3");
    await playground.tab("Table").click();
    await summary.getByRole("button", { name: "thrower of stage 2" }).click();
    await expect(row).toBeFocused();
    await expect(page.locator("pc-pass-diff .failure")).toContainText("the message of the error");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      summary.getByRole("button", { name: "Save reproducer" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("passcope.json");
  });

  await test.step("its row comes into view also where it was folded away", async () => {
    for (const name of ["PassContext", "sequential"]) {
      await playground.row(name).last().focus();
      await page.keyboard.press("ArrowLeft");
      if (name === "PassContext") await page.keyboard.press("ArrowRight");
    }
    await expect(row).toHaveCount(0);
    await playground.run.click();
    await expect(row).toBeInViewport({ ratio: 1 });
  });

  await test.step("messages have no barrier, in the light and the dark, at 380 px too", async () => {
    await page.getByRole("button", { name: "Remove stage 1" }).click();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(summary).toBeVisible();
    await expect(page.getByRole("button", { name: "Redo", exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 380, height: 800 });
    await expectFits(page);
    await expect(summary).toBeInViewport({ ratio: 1 });
    await page.mouse.wheel(0, 2000);
    await expect(summary).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    // The keyboard leads from Run to the remedies.
    await playground.run.focus();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("switch", { name: "Auto-run" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expectFocused(page, "class", "link");
  });
});
