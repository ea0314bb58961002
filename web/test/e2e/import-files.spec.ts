// Models of sorts that import.spec.ts does not have: TorchScript, external data, files that are too large; tensors as
// inputs; models read by the user's code; models without a connection.
import { externalTensor, model, node, tensor, value } from "../../../scripts/lib/onnx.mjs";
import { CodePage } from "./code-page";
import { dialog, dragged, drop, example, importIt } from "./importing";
import { expectAccessible, expectFits } from "./base";
import { expect, test, type Playground, type Shell } from "./page";

/** Adds a weight of one file to the input. */
const parts = {
  name: "sum",
  opset: 13,
  nodes: [node({ op: "Add", inputs: ["x", "w"], outputs: ["y"], name: "sum" })],
  inputs: [value("x", [2])],
  outputs: [value("y", [2])],
};
const small = (): Buffer =>
  Buffer.from(model({ ...parts, weights: [tensor("w", [2], Float32Array.of(3, 4))] }));
const floats = (...numbers: readonly number[]): Buffer =>
  Buffer.from(Float32Array.from(numbers).buffer);

/** Runs the model of the tab "Running". */
async function runModel({ page }: Playground): Promise<void> {
  await page.locator("pc-detail #tab-running").click();
  await page.locator("pc-running .primary").click();
  await expect(page.locator("pc-running")).toContainText("Done: ");
}

test("a TorchScript archive is imported by the shapes that are filled in, by the keyboard, and run", async ({
  playground,
}) => {
  const { page } = playground;
  await playground.openAndRun();
  await drop(page, { name: "resnet18.pt", bytes: example("resnet18.pt", "torchscript") });
  await expect(dialog(page)).toHaveAccessibleName("Import resnet18.pt");
  await expect(dialog(page)).toContainText("aten::_convolution");
  const name = dialog(page).getByRole("textbox", { name: "Name" });
  const shape = dialog(page).getByRole("textbox", { name: "Shape" });
  await expect(name).toHaveValue("input");
  await shape.fill("1, 3, six");
  await expect(dialog(page).getByRole("alert")).toContainText("A shape is numbers with commas");
  await expect(shape).toHaveAttribute("aria-invalid", "true");
  await shape.fill("1, 3, 64, 64");
  await name.fill("image");
  // What remains is done without a mouse.
  await name.focus();
  const friendly = dialog(page).getByRole("checkbox", { name: /Names without dots/ });
  for (let i = 0; i < 8 && !(await friendly.evaluate((box) => box.matches(":focus"))); ++i) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Space");
  await expect(friendly).toBeChecked();
  await shape.focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toBeHidden();
  await playground.finished();
  await playground.showProgram();
  await expect(playground.program).toContainText("%image: 1×3×64×64");
  await expect(playground.program).toContainText("%conv1_weight");
  await expect(playground.row("FoldScaleAxis")).toBeVisible();
  await runModel(playground);

  await page.reload();
  await playground.finished();
  await playground.showProgram();
  await expect(playground.program).toContainText("%image: 1×3×64×64");
});

test("external data come with the model, or are chosen when they are asked for, and stay", async ({
  playground,
}) => {
  const { page } = playground;
  await playground.openAndRun();
  const weights = [externalTensor("w", [2], "data/weights.bin")];
  const bytes = Buffer.from(model({ ...parts, weights }));
  await drop(page, { name: "sum.onnx", bytes });
  await expect(dialog(page)).toContainText("data/weights.bin");
  await expect(dialog(page)).toContainText("missing");
  const submit = dialog(page).getByRole("button", { name: "Import", exact: true });
  await expect(submit).toBeDisabled();
  const chooser = dialog(page).locator("#external");
  const mimeType = "application/octet-stream";
  await chooser.setInputFiles({ name: "other.bin", mimeType, buffer: floats(5, 6) });
  await expect(submit).toBeDisabled();
  await chooser.setInputFiles({ name: "weights.bin", mimeType, buffer: floats(5, 6) });
  await expect(submit).toBeEnabled();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();

  await drop(page, { name: "weights.bin", bytes: floats(5, 6) }, { name: "sum.onnx", bytes });
  await expect(dialog(page)).not.toContainText("missing");
  await importIt(playground);
  await playground.finished();
  await page.reload();
  await playground.finished();
  await playground.showProgram();
  await expect(playground.program).toContainText("const[0]");
  await runModel(playground);

  // A file that is too short for what the model says of it.
  await drop(page, { name: "weights.bin", bytes: floats(5) }, { name: "sum.onnx", bytes });
  await submit.click();
  await expect(dialog(page).getByRole("alert")).toContainText("needs 8 bytes, but the file has 4");
});

test("a file that is larger than the engine takes is refused before anything of it is read", async ({
  playground,
}) => {
  const { page } = playground;
  await playground.openAndRun();
  const target = page.locator("pc-timing");
  const data = await page.evaluateHandle(() => {
    // One piece, 33 times: the browser keeps it once.
    const piece = new Blob([new Uint8Array(2 ** 26)]);
    const file = new File(Array<Blob>(33).fill(piece), "huge.onnx");
    const transfer = new DataTransfer();
    transfer.items.add(file);
    return transfer;
  });
  await target.dispatchEvent("drop", { dataTransfer: data });
  await expect(dialog(page).getByRole("alert")).toContainText("there is no memory for a file of");
  await page.keyboard.press("Escape");
  await playground.runAgain();
});

test("Stop ends converting, and the questions are there again", async ({ playground }) => {
  const { page } = playground;
  await playground.openAndRun();
  await drop(page, { name: "resnet18.pt", bytes: example("resnet18.pt", "torchscript") });
  const submit = dialog(page).getByRole("button", { name: "Import", exact: true });
  await expect(submit).toBeEnabled();
  // In one go, since it may be done before anybody can press.
  await page.locator("pc-app").evaluate(async (shell) => {
    const { app } = shell as unknown as Shell;
    const inputs = [{ name: "input", shape: [1, 3, 224, 224] }];
    const done = app.importing.import({ inputs, freezeParams: true, parserFriendlyNames: false });
    await app.importing.stop();
    await done;
  });
  await expect(submit).toBeEnabled();
  await submit.click();
  await expect(dialog(page)).toBeHidden();
  await playground.finished();
});

test("a tensor of ONNX is an input of the model that runs", async ({ playground }) => {
  const { page } = playground;
  await playground.openAndRun();
  await drop(page, { name: "sum.onnx", bytes: small() });
  await importIt(playground);
  await playground.finished();
  await page.locator("pc-detail #tab-running").click();
  const view = page.locator("pc-running");
  const chooser = view.locator('input[type="file"]');
  const mimeType = "application/octet-stream";
  const file = (name: string, buffer: Uint8Array) => ({
    name,
    mimeType,
    buffer: Buffer.from(buffer),
  });
  await chooser.setInputFiles(file("bad.pb", Uint8Array.of(0x4a, 0xff, 0xff, 0x03)));
  await expect(page.getByRole("alert")).toContainText("bad.pb");
  await page.getByRole("button", { name: "Dismiss", exact: true }).click();
  await chooser.setInputFiles(file("wide.pb", tensor("z", [3], Float32Array.of(1, 2, 3))));
  await expect(page.getByRole("alert")).toContainText("No input is float32 (3)");
  await page.getByRole("button", { name: "Dismiss", exact: true }).click();
  await chooser.setInputFiles(file("input_0.pb", tensor("x", [2], Float32Array.of(1, 2))));
  await expect(view.locator(".file")).toHaveText("input_0.pb");
  await runModel(playground);

  // Dropped onto the tab it is an input, too.
  const array = { name: "dropped.pb", bytes: tensor("", [2], Float32Array.of(7, 8)) };
  const data = await dragged(page, [array]);
  await view.dispatchEvent("dragenter", { dataTransfer: data });
  await expect(view.getByText(/^Drop an image or a \.npy/)).toBeVisible();
  await view.dispatchEvent("drop", { dataTransfer: data });
  await expect(view.locator(".file")).toHaveText("dropped.pb");

  // A model is opened there as anywhere.
  const another = await dragged(page, [{ name: "mlp.onnx", bytes: example("mlp.onnx") }]);
  await view.dispatchEvent("drop", { dataTransfer: another });
  await expect(dialog(page)).toHaveAccessibleName("Import mlp.onnx");
});

test("code reads models, and what reads them is fetched for such code alone", async ({
  playground,
}) => {
  const code = new CodePage(playground);
  const fetched = (): number =>
    playground.requests.filter((address) => /passcope\.frontends-[\w-]+\.wasm$/.test(address))
      .length;
  await playground.openAndRun();
  await code.write(`import { transform } from "passcope";
export const Same = transform.modulePass({ optLevel: 0, name: "Same" }, (mod) => mod);
`);
  await code.addPass("Same");
  await playground.runAgain();
  await expect(playground.row("Same")).toBeVisible();
  expect(fetched()).toBe(0);
  await code.write(`import { relay, transform } from "passcope";
const bytes = Uint8Array.from([${[...small()].join()}]);
export const Same = transform.modulePass({ optLevel: 0, name: "Same" }, (mod) => {
  const { mod: sum } = relay.frontend.fromOnnx(bytes, { shape: { x: [2] } });
  console.log(String(sum.get("main").body.op));
  return mod;
});
`);
  await playground.runAgain();
  await expect((await code.console()).first()).toContainText("add");
  expect(fetched()).toBe(1);

  // Code that does not say what it needs is told how to say it, and can wait for it.
  await code.write(`import * as passcope from "passcope";
const { engine, relay, transform } = passcope;
const hidden = "front" + "end";
const bytes = Uint8Array.from([${[...small()].join()}]);
try {
  relay[hidden].fromOnnx(bytes);
} catch (error) {
  console.log(error.name, error.message);
}
await engine["completeFront" + "ends"]();
console.log(String(relay[hidden].fromOnnx(bytes).mod.get("main").body.op));
export const Same = transform.modulePass({ optLevel: 0, name: "Same" }, (mod) => mod);
`);
  await playground.runAgain();
  const printed = await code.console();
  await expect(printed.first()).toContainText(
    "LoadError passcope.frontends.wasm, a part of the engine, could not be loaded: here it does not come at once: " +
      "await engine.completeFrontends() before it is needed",
  );
  await expect(printed.last()).toContainText("add");
});

test.describe("without a connection", () => {
  test.use({ serviceWorkers: "allow" });

  test("models are opened, and opened again on the next visit", async ({
    playground,
    page,
    context,
  }) => {
    await page.clock.install();
    await playground.openAndRun();
    await page.clock.fastForward(10_000);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await context.setOffline(true);
    await page.reload();
    await playground.finished();
    await drop(page, { name: "mlp.onnx", bytes: example("mlp.onnx") });
    await importIt(playground);
    await playground.finished();
    await page.reload();
    await playground.finished();
    await playground.showProgram();
    await expect(playground.program).toContainText("nn.dense");
  });
});

test("without what reads models the dialog says what is missing, and goes on when it comes", async ({
  playground,
}) => {
  const { page } = playground;
  playground.mayComplain = true;
  await playground.openAndRun();
  const part = /passcope\.frontends-[\w-]+\.wasm$/;
  await page.route(part, (route) => route.abort());
  await drop(page, { name: "mlp.onnx", bytes: example("mlp.onnx") });
  await expect(dialog(page).getByRole("alert")).toContainText("passcope.frontends.wasm");
  await dialog(page).getByRole("button", { name: "Close" }).last().click();
  await page.unroute(part);
  await drop(page, { name: "mlp.onnx", bytes: example("mlp.onnx") });
  await importIt(playground);
});

test("the questions about a TorchScript archive fit narrow windows, in Chinese, in the light and in the dark", async ({
  playground,
}) => {
  const { page } = playground;
  await page.setViewportSize({ width: 380, height: 700 });
  await page.addInitScript(() => localStorage.setItem("passcope.language", "zh"));
  await playground.openAndRun();
  await page
    .locator("pc-app input[type=file]")
    .first()
    .setInputFiles({
      name: "resnet18.pt",
      mimeType: "application/octet-stream",
      buffer: example("resnet18.pt", "torchscript"),
    });
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).getByRole("textbox")).toHaveCount(2);
  await expectFits(page);
  await expectAccessible(page, { view: page.locator("pc-import") });
});
