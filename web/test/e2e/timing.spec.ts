// The times of a run with the user's code.
import { expectAccessible } from "./base";
import { test } from "./kept-page";
import { expect, type Shell } from "./page";

test("the user's code runs once unless the user allows more", async ({ playground, page }) => {
  await playground.open();
  await playground.finished();
  await page.locator("pc-app").evaluate((shell) => {
    const { app } = shell as unknown as Shell;
    app.store.update({
      code: `import { transform } from "passcope";
let runs = 0;
export const Mine = transform.modulePass({ optLevel: 0, name: "Mine" }, (mod) => {
  runs += 1;
  console.log("run", runs);
  return mod;
});`,
      exports: ["Mine"],
    });
    const [stage] = app.store.state.pipeline;
    if (stage?.kind !== "passes") throw new Error("there is no stage");
    const step = { kind: "code", id: "mine", name: "Mine", enabled: true } as const;
    app.pipeline.set([{ ...stage, passes: [...stage.passes, step] }]);
  });
  await playground.run.click();
  await playground.measured();
  const notice = page.locator("pc-timing-notice");
  await expect(notice).toContainText(
    "Stage 1 ran once, because repeating would run your code again",
  );
  await expect(page.locator("pc-tree .once")).toHaveText("ran once");
  // The time of a single run is only a bound if it is shorter than a tick of the clock.
  await expect(playground.row("Mine").locator(".number").first()).toContainText(/[≈<]/);
  await expectAccessible(page);
  const allow = notice.getByRole("button", { name: "Repeat my code, too" });
  await expect(allow).toHaveAttribute("aria-pressed", "false");
  await allow.click();
  await playground.measured();
  await expect(page.locator("pc-tree .once")).toHaveCount(0);
  await expect(allow).toHaveAttribute("aria-pressed", "true");
  // The output of repetitions is not shown.
  await playground.tab("Console").click();
  await expect(page.locator("pc-console")).toContainText("run 1");
  await expect(page.locator("pc-console")).not.toContainText("run 2");
});
