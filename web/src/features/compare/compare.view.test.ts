// Comparing the pipeline with a variant of it, and sweeping over an option.
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible, expectFits } from "../../../test/views/harness/axe";
import { expectCount, expectTexts, focus } from "../../../test/views/harness/matchers";
import { openPage, setSmall } from "../../../test/views/harness/shell";

const TEXT = `def @main(%x: Tensor[(1, 3, 16, 16), float32], %w: Tensor[(4, 3, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1]);
  %1 = nn.relu(%0);
  %2 = multiply(%1, 2f);
  add(%2, 1f)
}
`;

const ENDLESS = `import { transform } from "passcope";

export const Endless = transform.modulePass({ optLevel: 0, name: "Endless" }, () => {
  for (;;);
});
`;

test("a pipeline is compared with a variant, swept over an option, and stopped", async () => {
  const app = await openPage();
  setSmall(app, TEXT, ["InferType", "FuseOps"]);
  const view = page.css("pc-compare");
  const status = view.getByRole("status");
  const table = view.getByRole("table", { name: "Figures of all variants" });
  const variant = view.css("[data-variant]");
  const compare = view.getByRole("button", { name: "Compare", exact: true });

  // The button saves the pipeline as a variant; then the pipeline is changed.
  await focus(page.getByRole("button", { name: "Compare with a variant" }));
  await userEvent.keyboard("{Enter}");
  await expect.element(variant).toContainText("InferType, FuseOps");
  await focus(page.css('pc-pipeline [data-step="p1"]').getByRole("checkbox").first());
  await userEvent.keyboard(" ");
  await expect.element(view.css("li").last()).toContainText("InferType");
  await expect.element(view.css("li").last()).not.toContainText("FuseOps");

  // The figures are in columns, one figure as bars, and the results have a difference.
  await view.getByRole("checkbox", { name: "Run the results" }).click();
  await focus(compare);
  await userEvent.keyboard("{Enter}");
  await expect.element(status).toHaveText("Compared 2 variants");
  await expectTexts(table.css("thead th"), ["Figure", "A", "This pipeline"]);
  await expect.element(table.css('[data-figure="kernels"]')).toContainText("+");
  await expectTexts(table.css('[data-figure="values"] td'), ["same as the program", "same as A"]);
  await expect.element(table.css('[data-figure="inference"] td').first()).toContainText(/[µm]?s/);
  await focus(table.getByRole("button", { name: "Kernels" }));
  await userEvent.keyboard("{Enter}");
  await expect.element(view.css("figcaption")).toHaveText("Kernels of all variants");
  await expect.element(view.css("pc-merge")).toContainText("Primitive=1");
  await expectAccessible(view);
  await expectFits();

  // Swapping a variant with the pipeline can be undone.
  await view.getByRole("button", { name: /^Edit variant A/ }).click();
  await expect.element(view.css("li").last()).toContainText("FuseOps");
  await expect.element(status).toContainText("Changed since this comparison");
  await page.css("pc-pipeline").getByRole("button", { name: "Undo" }).click();
  await expect.element(variant).toContainText("FuseOps");

  // A sweep has a variant for each value.
  await view.getByRole("button", { name: "Remove variant A" }).click();
  await expectCount(variant, 0);
  await view.getByLabelText("Option").selectOptions("opt level of all contexts");
  await view.getByLabelText("Values").fill("1..3");
  await userEvent.keyboard("{Enter}");
  await view.getByRole("button", { name: "Sweep" }).click();
  await expect.element(status).toHaveText("Compared 3 variants");
  await expectTexts(table.css("thead th"), ["Figure", "optLevel=1", "optLevel=2", "optLevel=3"]);

  // Stop ends an endless comparison, and the pipelines stay.
  app.code.set(ENDLESS);
  setSmall(app, TEXT, ["*Endless"]);
  await compare.click();
  await expect.element(status).toHaveAttribute("data-comparison", "running");
  await view.getByRole("button", { name: "Stop" }).click();
  await expect.element(status).toHaveText("Stopped");
  await expect.element(view.getByLabelText("Values")).toHaveValue("1..3");
});
