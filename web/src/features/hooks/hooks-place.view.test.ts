// The diagram of hooks opens at the selected pass.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { firstRun, runAgain } from "../../../test/views/harness/app";
import { mount } from "../../../test/views/harness/mount";
import { expectInSight } from "../../../test/views/harness/sight";
import { row } from "../../../test/views/harness/tree";
import "../../shell/detail-panel";
import "../timing/timing-panel";

test("the hooks open at the pass that is selected", async () => {
  await page.viewport(1280, 720);
  const app = await firstRun();
  const use = { id: "i", kind: "builtin", name: "PassTimingInstrument", enabled: true } as const;
  app.pipeline.set(
    app.store.state.pipeline.map((stage) =>
      stage.kind === "passes" ? { ...stage, instruments: [{ ...use, options: "" }] } : stage,
    ),
  );
  mount(app, "pc-timing", "pc-detail");
  await runAgain(app);
  await row("ConvertLayout").click();
  await page.getByRole("tab", { name: "Hooks" }).click();
  const pass = page.css("pc-hooks tr.pass.selected");
  await expect.element(pass).toContainText("ConvertLayout");
  await expectInSight(pass);
});
