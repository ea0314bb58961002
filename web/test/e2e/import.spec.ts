// Models of other frameworks in the page: dropping or choosing a file, what the dialog asks, passes and runs over the
// program, the next visit, and what cannot be imported.
import { expectAccessible, expectFits } from "./base";
import { dialog, drop, example, importIt } from "./importing";
import { test } from "./kept-page";
import { expect } from "./page";

/** An ONNX file with an operator that there is not: a name of the example is written over. */
function withUnknownOperator(): Buffer {
  const bytes = Buffer.from(example("mlp.onnx"));
  for (let at = bytes.indexOf("Softmax"); at >= 0; at = bytes.indexOf("Softmax", at + 1)) {
    bytes.write("Hardmix", at);
  }
  return bytes;
}

test("a dropped model is described, its open dimension fixed, and its program shown, run and kept", async ({
  playground,
}) => {
  const { page } = playground;
  await playground.openAndRun();
  await drop(page, { name: "mlp.onnx", bytes: example("mlp.onnx") });
  await expect(dialog(page)).toHaveAccessibleName("Import mlp.onnx");
  await expect(dialog(page)).toContainText("ONNX, operator set 13");
  await expect(dialog(page)).toContainText("passcope-examples 1");
  await expect(dialog(page)).toContainText("3 operators, 6 calls");
  await expect(dialog(page)).toContainText("6 tensors");
  await expect(dialog(page)).toContainText("up to 256 MiB");
  const batch = dialog(page).getByRole("textbox", { name: "Size of batch in input" });
  await expect(batch).toHaveValue("1");
  await batch.fill("some");
  await expect(dialog(page).getByRole("alert")).toContainText("A size is a whole number");
  await expect(dialog(page).getByRole("button", { name: "Import", exact: true })).toBeDisabled();
  await batch.fill("4");
  // By the keyboard, as a form is sent.
  await batch.press("Enter");
  await expect(dialog(page)).toBeHidden();

  // The pipeline has run over it.
  await playground.finished();
  await expect(page.locator("pc-source select[name=model]")).toHaveValue("imported");
  await playground.showProgram();
  await expect(playground.program).toContainText("4×64");
  await expect(page.locator("[data-row]").first()).toBeVisible();

  // The graph and the running of the model work as with any program.
  await page.locator("pc-detail #tab-graph").click();
  await expect(page.locator("pc-graph canvas.graph")).toBeVisible();
  await page.locator("pc-detail #tab-running").click();
  await page.locator("pc-running .primary").click();
  await expect(page.locator("pc-running")).toContainText("Done: ");

  // The file is there on the next visit.
  await page.reload();
  await playground.finished();
  await expect(page.locator("pc-source select[name=model]")).toHaveValue("imported");
  await playground.showProgram();
  await expect(playground.program).toContainText("4×64");
});

test("the dialog is accessible, narrow, and in Chinese", async ({ playground }) => {
  const { page } = playground;
  await playground.openAndRun();
  await drop(page, { name: "attention.onnx", bytes: example("attention.onnx") });
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page)).toContainText("tokens");
  await expectAccessible(page);
  await page.setViewportSize({ width: 380, height: 700 });
  await expectFits(page);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await page.locator("pc-language button, pc-language select").first().click();
  await page.getByText("中文").first().click();
  await page.getByLabel("要打开的文件").setInputFiles({
    name: "cnn.onnx",
    mimeType: "application/octet-stream",
    buffer: example("cnn.onnx"),
  });
  await expect(dialog(page)).toHaveAccessibleName("导入 cnn.onnx");
  await expect(dialog(page)).toContainText("ONNX，算子集 13");
  await expectAccessible(page);
});

test("an example is opened from the list of programs, and its text says what it is", async ({
  playground,
}) => {
  const { page } = playground;
  await playground.openAndRun();
  const models = page.locator("pc-source select[name=model]");
  await models.selectOption("example:cnn.onnx");
  await expect(dialog(page)).toHaveAccessibleName("Import cnn.onnx");
  // The program stays until another one is imported.
  await expect(models).toHaveValue("resnet");
  await dialog(page)
    .getByRole("checkbox", { name: /Weights become constants/ })
    .uncheck();
  await importIt(playground);
  await playground.finished();
  await playground.showProgram();
  await expect(playground.program).toContainText("nn.conv2d");
  // Copies name the file and say so.
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByText("Copy as Node program").click();
  await expect(page.locator("pc-share [role=status]")).toContainText(
    "whoever uses it needs that file",
  );
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('fromOnnx(readFileSync("cnn.onnx")');
  expect(copied).toContain("freezeParams: false");
});

test("operators that there are not are marked before and named after", async ({ playground }) => {
  const { page } = playground;
  await playground.openAndRun();
  await drop(page, { name: "odd.onnx", bytes: withUnknownOperator() });
  await expect(dialog(page).getByRole("listitem").filter({ hasText: "Hardmix" })).toContainText(
    "not supported",
  );
  await dialog(page).getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("Hardmix");
  await expectAccessible(page);
  // What was there before still is.
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(page.locator("pc-source select[name=model]")).toHaveValue("resnet");
  await playground.runAgain();
});

test("a damaged file is an error in the dialog, and leaves the page as it was", async ({
  playground,
}) => {
  const { page } = playground;
  await playground.openAndRun();
  await drop(page, { name: "cut.onnx", bytes: example("mlp.onnx").subarray(0, 5000) });
  await expect(dialog(page).getByRole("alert")).toContainText("The file cannot be read as a model");
  await dialog(page).getByRole("button", { name: "Close" }).last().click();
  await drop(page, { name: "empty.pt", bytes: Buffer.alloc(0) });
  await expect(dialog(page).getByRole("alert")).toContainText("neither an ONNX model nor");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await playground.runAgain();
});

test("Stop ends the reading of a file", async ({ playground }) => {
  const { page } = playground;
  await playground.openAndRun();
  // The reading waits for what reads models, which does not come until it is let through.
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  await page.route(/passcope\.frontends.*\.wasm$/, async (route) => {
    await held;
    await route.continue();
  });
  await drop(page, { name: "mlp.onnx", bytes: example("mlp.onnx") });
  await expect(dialog(page).getByRole("status")).toContainText("Reading mlp.onnx");
  await dialog(page).getByRole("button", { name: "Stop" }).click();
  await expect(dialog(page)).toBeHidden();
  go();
  await playground.runAgain();
  await drop(page, { name: "mlp.onnx", bytes: example("mlp.onnx") });
  await importIt(playground);
});

test("a link to an imported program names its file, and goes on when that is opened", async ({
  playground,
  visitor,
}) => {
  const { page } = playground;
  await playground.openAndRun();
  await drop(page, { name: "mlp.onnx", bytes: example("mlp.onnx") });
  await importIt(playground);
  await playground.finished();
  await expect.poll(() => page.url()).toContain("#");
  const other = await visitor();
  await other.goto(page.url());
  await expect(
    other.getByText(/was imported from mlp\.onnx, which is not here/).first(),
  ).toBeVisible();
  await other.getByLabel("A file to open").setInputFiles({
    name: "mlp.onnx",
    mimeType: "application/octet-stream",
    buffer: example("mlp.onnx"),
  });
  await dialog(other).getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog(other)).toBeHidden();
  await expect(other.locator('[data-run="measuring"], [data-run="done"]')).toBeVisible();
});
