// The results on a phone, automatic runs after edits, and code that waits for Run.
import { deflateRawSync } from "node:zlib";
import { expectAccessible, expectFits } from "./base";
import { expect, test, type Shell } from "./page";

test.describe("on a phone", () => {
  test.use({ viewport: { width: 380, height: 800 }, hasTouch: true });

  test("Run leads to the results, and a pass to its changes", async ({ playground, page }) => {
    await playground.openAndRun();
    await playground.run.tap();
    await expect(page.getByRole("tab", { name: "Passes" })).toBeInViewport();
    await expect(playground.row("PassContext").first()).toBeInViewport();
    await playground.finished();
    await playground.row("ConvertLayout").tap();
    await expect(page.locator("pc-detail .panel-head")).toBeInViewport({ ratio: 1 });
    await expect(page.locator("pc-merge .cm-deletedChunk").first()).toBeInViewport();
    await expect(page.getByRole("button", { name: "Edit and continue" })).toBeInViewport({
      ratio: 1,
    });
    await expectFits(page);
    await test.step("where the panel can have the window", async () => {
      await page.getByRole("button", { name: "Maximise this panel" }).tap();
      await expect
        .poll(async () => (await page.locator("pc-detail").boundingBox())?.height)
        .toBe(800);
      await expectFits(page);
      await expectAccessible(page);
    });
  });
});

test("a run follows the edits where that is switched on, which is remembered", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  const auto = page.getByRole("switch", { name: "Auto-run" });
  await auto.check();
  await playground.optLevel(1).selectOption("3");
  await expect(playground.row("BackwardFoldScaleAxis")).not.toContainText("opt level");
  await page.reload();
  await playground.finished();
  await expect(auto).toBeChecked();
  await test.step("code waits for a press of Run", async () => {
    await page.evaluate(() => {
      const { app } = document.querySelector("pc-app") as unknown as Shell;
      app.store.update({
        code: 'import { transform } from "passcope";\nexport const mine = transform.modulePass({ optLevel: 0, name: "mine" }, (mod) => mod);',
      });
      app.pipeline.set([
        ...app.store.state.pipeline.slice(0, 2),
        {
          ...(app.store.state.pipeline[2] as (typeof app.store.state.pipeline)[2] & object),
          ...{ passes: [{ kind: "code", id: "c1", name: "mine", enabled: true }] },
        },
      ]);
    });
    await expect(page.getByText("Changed; press Run to run its code")).toBeVisible();
    await expect(page.locator("iframe")).toHaveCount(0);
    await playground.runAgain();
    await expect(playground.row("mine")).toBeVisible();
  });
});

test("a link with code says what it holds, and that Run runs it", async ({ playground, page }) => {
  const document = {
    reproducer: 1,
    program: { model: "resnet", options: { num_layers: 18 } },
    stages: [{ kind: "passes", passes: [{ code: "mine" }], instruments: [{ code: "spy" }] }],
    code: 'import { transform } from "passcope";\nexport const spy = { name: "spy", runBeforePass() {} };\nexport const mine = transform.modulePass({ optLevel: 0, name: "mine" }, (mod) => mod);',
  };
  const data = deflateRawSync(Buffer.from(JSON.stringify(document))).toString("base64url");
  await page.goto(`./#v1.${data}`);
  const notice = page.locator(".notice.waiting");
  await expect(notice).toContainText(
    "This link contains ResNet-18, 1 stage, and code: mine and spy, 3 lines.",
  );
  await expect(notice).toContainText("The code runs when you press Run");
  await expect(page.locator("[data-run]")).toContainText("Contains code; press Run");
  await expect(page.locator("iframe")).toHaveCount(0);
  await notice.getByRole("button", { name: "Look at the code" }).click();
  await expect(page.locator("pc-code-tab")).toContainText("modulePass");
  await expectFits(page);
  await expectAccessible(page);
  await notice.getByRole("button", { name: "Run now" }).click();
  await playground.finished();
  await expect(notice).toHaveCount(0);
  await expect(playground.row("mine")).toBeVisible();
});
