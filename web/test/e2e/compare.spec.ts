// Comparing the pipeline with a variant of it, and sweeping over an option.
import { expectAccessible, expectFits } from "./base";
import { test } from "./kept-page";
import { expect, type Shell } from "./page";

const TEXT = `#[version = "0.0.5"]
def @main(%x: Tensor[(1, 3, 16, 16), float32], %w: Tensor[(4, 3, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1]);
  %1 = nn.relu(%0);
  %2 = multiply(%1, 2f);
  add(%2, 1f)
}
`;

test("a pipeline is compared with a variant, swept over an option, and stopped", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  await page.locator("pc-app").evaluate((shell, text) => {
    const { app } = shell as unknown as Shell;
    app.setSource({ kind: "text", text, title: "small" });
    const [stage] = app.store.state.pipeline;
    if (stage?.kind !== "passes") throw new Error("the pipeline's first stage has passes");
    app.setPipeline([
      {
        ...stage,
        optLevel: 3,
        passes: [
          { kind: "pass", id: "p1", name: "InferType", enabled: true, options: "" },
          { kind: "pass", id: "p2", name: "FuseOps", enabled: true, options: "" },
        ],
      },
    ]);
  }, TEXT);
  const view = page.locator("pc-compare");
  const status = view.getByRole("status");
  const table = view.getByRole("table", { name: "The figures of all variants" });

  await test.step("the pipeline is put aside by a button, and its copy is changed", async () => {
    await page.getByRole("button", { name: "Compare with a variant" }).press("Enter");
    await expect(view.locator("[data-variant]")).toHaveCount(1);
    await expect(view.locator("[data-variant]")).toContainText("InferType, FuseOps");
    await page.locator('pc-pipeline [data-step="p2"]').getByRole("checkbox").first().press("Space");
    await expect(view.locator("li").last()).toContainText("InferType");
    await expect(view.locator("li").last()).not.toContainText("FuseOps");
    await expect(page).toHaveURL(/#v1\./);
  });

  await test.step("figures stand side by side, one of them as bars, with how the results differ", async () => {
    await view.getByRole("checkbox", { name: "Run the results" }).check();
    await view.getByRole("button", { name: "Compare", exact: true }).press("Enter");
    await expect(status).toHaveText("Compared 2 variants.");
    await expect(table.locator("thead th")).toHaveText(["Figure", "A", "This pipeline"]);
    await expect(table.locator('[data-figure="kernels"]')).toContainText("+");
    await expect(table.locator('[data-figure="values"] td')).toHaveText(["as the program", "as A"]);
    await expect(table.locator('[data-figure="inference"] td').first()).toContainText(/[µm]?s/);
    await table.getByRole("button", { name: "Kernels" }).press("Enter");
    await expect(view.locator("figcaption")).toHaveText("Kernels of all variants");
    await expect(view.locator("pc-merge")).toContainText("Primitive=1");
    await expectAccessible(page, { view });
    await expectFits(page);
  });

  await test.step("a variant changes places with the pipeline, which can be undone", async () => {
    await view.getByRole("button", { name: /^Edit variant A/ }).click();
    await expect(view.locator("li").last()).toContainText("FuseOps");
    await expect(status).toContainText("Something was changed since.");
    await page.locator("pc-pipeline").getByRole("button", { name: "Undo" }).click();
    await expect(view.locator("[data-variant]")).toContainText("FuseOps");
  });

  await test.step("a sweep has a variant for each value, and can be stopped", async () => {
    await view.getByRole("button", { name: "Remove variant A" }).click();
    await expect(view.locator("[data-variant]")).toHaveCount(0);
    await view.getByLabel("Option").selectOption("opt level of all contexts");
    await view.getByLabel("Values").fill("1..3");
    await view.getByLabel("Values").press("Enter");
    await view.getByRole("button", { name: "Sweep" }).click();
    await expect(status).toHaveText("Compared 3 variants.");
    await expect(table.locator("thead th")).toHaveText([
      "Figure",
      "optLevel=1",
      "optLevel=2",
      "optLevel=3",
    ]);
  });

  await test.step("a comparison that does not end is stopped; what it was of stays", async () => {
    await page.locator("pc-app").evaluate((shell) => {
      const { app } = shell as unknown as Shell & { app: { setCode(code: string): void } };
      app.setCode(`import { transform } from "passcope";

export const Endless = transform.modulePass({ optLevel: 0, name: "Endless" }, () => {
  for (;;);
});
`);
      const [stage] = app.store.state.pipeline;
      if (stage?.kind !== "passes") throw new Error("the pipeline's first stage has passes");
      app.setPipeline([
        {
          ...stage,
          passes: [{ kind: "code", id: "p3", name: "Endless", enabled: true }],
        },
      ]);
    });
    await view.getByRole("button", { name: "Compare", exact: true }).click();
    await expect(status).toHaveAttribute("data-comparison", "running");
    await view.getByRole("button", { name: "Stop" }).click();
    await expect(status).toHaveText("Stopped.");
    await expect(view.getByLabel("Values")).toHaveValue("1..3");
  });
});
