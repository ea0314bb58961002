// Files with tensors as inputs of the model.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { tensor } from "../../../../scripts/lib/onnx.mjs";
import { finished, firstRun } from "../../../test/views/harness/app";
import { choose, drag, fileOf } from "../../../test/views/harness/files";
import { fetchExample, sum } from "../../../test/views/harness/models";
import { mount } from "../../../test/views/harness/mount";
import "../../shell/app-shell";

test("a tensor of ONNX is an input of the model that runs", async () => {
  const app = await firstRun();
  mount(app, "pc-app");
  void app.importing.open([sum()]);
  const dialog = page.css("pc-import").getByRole("dialog");
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect.element(page.css("pc-import dialog")).not.toBeVisible();
  await finished(app);
  app.layout.showDetail("running");
  const view = page.css("pc-running");
  const chooser = view.css('input[type="file"]');
  const alert = page.getByRole("alert");
  const dismiss = page.getByRole("button", { name: "Dismiss", exact: true });
  await choose(chooser, fileOf("bad.pb", Uint8Array.of(0x4a, 0xff, 0xff, 0x03)));
  await expect.element(alert).toContainText("bad.pb");
  await dismiss.click();
  await choose(chooser, fileOf("wide.pb", tensor("z", [3], Float32Array.of(1, 2, 3))));
  await expect.element(alert).toContainText("No input matches float32 (3)");
  await dismiss.click();
  await choose(chooser, fileOf("input_0.pb", tensor("x", [2], Float32Array.of(1, 2))));
  await expect.element(view.css(".file")).toHaveText("input_0.pb");
  await view.css(".primary").click();
  await expect.element(view).toContainText("Done: ");

  // A file that is dropped onto the tab is an input too.
  const dropped = fileOf("dropped.pb", tensor("", [2], Float32Array.of(7, 8)));
  await drag("dragenter", view, dropped);
  await expect.element(view.getByText(/^Drop an image or a \.npy/)).toBeVisible();
  await drag("drop", view, dropped);
  await expect.element(view.css(".file")).toHaveText("dropped.pb");

  // A model that is dropped onto the tab opens as everywhere else.
  await drag("drop", view, await fetchExample("mlp.onnx"));
  await expect.element(dialog).toHaveAccessibleName("Import mlp.onnx");
});
