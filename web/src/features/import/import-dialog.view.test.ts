// The import of models of other frameworks: the dialog, the imported program, and rejected files.
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { externalTensor } from "../../../../scripts/lib/onnx.mjs";
import type { App } from "../../core/app/app";
import { ModelFileStore } from "../../core/state/model-files";
import { setLanguage } from "../../i18n/language";
import { finished, firstRun, runAgain } from "../../../test/views/harness/app";
import { expectAccessible, expectFits } from "../../../test/views/harness/axe";
import { choose, drag, fileOf } from "../../../test/views/harness/files";
import { expectCount, focus } from "../../../test/views/harness/matchers";
import { fetchExample, sum, torchscript } from "../../../test/views/harness/models";
import { mount } from "../../../test/views/harness/mount";
import { row } from "../../../test/views/harness/tree";
import { content } from "../../../test/views/harness/typing";
import "../../shell/app-shell";
import type { ImportDialog } from "./import-dialog";
import "./import-dialog";

const keys = (typed: string): Promise<void> => userEvent.keyboard(typed);
const box = page.css("pc-import dialog");
const dialog = page.css("pc-import").getByRole("dialog");
const alert = dialog.getByRole("alert");
const submit = dialog.getByRole("button", { name: "Import", exact: true });
const models = page.css("pc-source select[name=model]");

async function expectName(name: string): Promise<void> {
  await expect.element(dialog).toHaveAccessibleName(name);
}

async function expectClosed(): Promise<void> {
  await expect.element(box).not.toBeVisible();
}

/** Opens the dialog alone, with files. */
async function open(...files: readonly File[]): Promise<App> {
  const app = await firstRun();
  mount(app, "pc-import");
  void app.importing.open(files);
  return app;
}

/** Opens the page and drops files onto it. */
async function drop(...files: readonly File[]): Promise<App> {
  const app = await firstRun();
  mount(app, "pc-app");
  await dropAgain(...files);
  return app;
}

async function dropAgain(...files: readonly File[]): Promise<void> {
  const target = page.css("pc-timing");
  await drag("dragenter", target, ...files);
  await expect.element(page.getByText("a model (.onnx, .pt)")).toBeVisible();
  await drag("drop", target, ...files);
}

/** Runs the model in the tab "Running" until the tab shows a text. */
async function runModel(app: App, until: string | RegExp = "Done: "): Promise<void> {
  app.layout.showDetail("running");
  await page.css("pc-running .primary").click();
  await expect.element(page.css("pc-running")).toContainText(until);
}

const mlp = (): Promise<File> => fetchExample("mlp.onnx");

test("a dropped model is described, its open dimension fixed, and its program shown and run", async () => {
  const app = await drop(await mlp());
  await expectName("Import mlp.onnx");
  for (const fact of [
    "ONNX, operator set 13",
    "passcope-examples 1",
    "3 operators, 6 calls",
    "6 tensors",
    "up to 256 MiB",
  ]) {
    await expect.element(dialog).toContainText(fact);
  }
  const batch = dialog.getByRole("textbox", { name: "Size of batch in input" });
  await expect.element(batch).toHaveValue("1");
  await batch.fill("some");
  await expect.element(alert).toContainText("A size is a whole number");
  await expect.element(submit).toBeDisabled();
  await batch.fill("4");
  // Enter submits the form.
  await keys("{Enter}");
  await expectClosed();

  // The pipeline has run on the model.
  await finished(app);
  await expect.element(models).toHaveValue("imported");
  app.layout.showDetail("program");
  await expect.element(content).toContainText("4×64");
  await expect.element(page.css("[data-row]").first()).toBeVisible();

  // The graph and the running of the model work as with any program.
  app.layout.showDetail("graph");
  await expect.element(page.css("pc-graph canvas.graph")).toBeVisible();
  await runModel(app);
});

test("an example is opened from the list of programs, and its text says what it is", async () => {
  const app = await firstRun();
  mount(app, "pc-app");
  await models.selectOptions("example:cnn.onnx");
  await expectName("Import cnn.onnx");
  // The program stays until another one is imported.
  await expect.element(models).toHaveValue("resnet");
  await dialog.getByRole("checkbox", { name: /Weights become constants/ }).click();
  await submit.click();
  await expectClosed();
  await finished(app);
  app.layout.showDetail("program");
  await expect.element(content).toContainText("nn.conv2d");
  // Copies as programs name the file.
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByText("Copy as Node program").click();
  await expect
    .element(page.css("pc-share [role=status]"))
    .toContainText("To use it, you need that file");
  const copied = await navigator.clipboard.readText();
  expect(copied).toContain('fromOnnx(readFileSync("cnn.onnx")');
  expect(copied).toContain("freezeParams: false");
});

test("a TorchScript archive is imported by the shapes that are filled in, by the keyboard, and run", async () => {
  const app = await drop(await torchscript());
  await expectName("Import resnet18.pt");
  await expect.element(dialog).toContainText("aten::_convolution");
  const name = dialog.getByRole("textbox", { name: "Name" });
  const shape = dialog.getByRole("textbox", { name: "Shape" });
  await expect.element(name).toHaveValue("input");
  await shape.fill("1, 3, six");
  await expect.element(alert).toContainText("A shape is a list of numbers");
  await expect.element(shape).toHaveAttribute("aria-invalid", "true");
  await shape.fill("1, 3, 64, 64");
  await name.fill("image");
  // The rest of the form works without a mouse.
  const friendly = dialog.getByRole("checkbox", { name: /Names without dots/ });
  for (let i = 0; i < 8 && !friendly.element().matches(":focus"); ++i) await keys("{Tab}");
  await keys("[Space]");
  await expect.element(friendly).toBeChecked();
  await focus(shape);
  await keys("{Enter}");
  await expectClosed();
  await finished(app);
  app.layout.showDetail("program");
  await expect.element(content).toContainText("%image: 1×3×64×64");
  await expect.element(content).toContainText("%conv1_weight");
  await expect.element(row("FoldScaleAxis")).toBeVisible();
  await runModel(app, /Repeating for steady times|Done: /);
});

test("external data come with the model, or are chosen when they are asked for", async () => {
  const file = sum([externalTensor("w", [2], "data/weights.bin")]);
  const weights = (...numbers: readonly number[]): File =>
    fileOf("weights.bin", Float32Array.from(numbers));
  const app = await drop(file);
  await expect.element(dialog).toContainText("data/weights.bin");
  await expect.element(dialog).toContainText("missing");
  await expect.element(submit).toBeDisabled();
  const chooser = dialog.css("#external");
  await choose(chooser, fileOf("other.bin", Float32Array.of(5, 6)));
  await expect.element(submit).toBeDisabled();
  await choose(chooser, weights(5, 6));
  await expect.element(submit).toBeEnabled();
  await expectAccessible(dialog);
  await keys("{Escape}");
  await expectClosed();

  // A data file that is shorter than the model says.
  await dropAgain(weights(5), file);
  await submit.click();
  await expect.element(alert).toContainText("needs 8 bytes, but the file has 4");
  await keys("{Escape}");

  await dropAgain(weights(5, 6), file);
  await expect.element(dialog).not.toContainText("missing");
  await submit.click();
  await expectClosed();
  await finished(app);
  await runModel(app);
});

test("the dialog is accessible, narrow, and in Chinese", async () => {
  await open(await fetchExample("attention.onnx"));
  await expect.element(dialog).toContainText("tokens");
  await expectAccessible(dialog);
  await page.viewport(380, 700);
  await expectFits();
  await expectAccessible(dialog);
  await keys("{Escape}");
  await expectClosed();
  await setLanguage("zh");
  await open(await torchscript());
  await expectCount(dialog.getByRole("textbox"), 2);
  await expectFits();
  await expectAccessible(dialog);
  await setLanguage("zh");
  const app = await firstRun();
  app.importing.close();
  void app.importing.open([await fetchExample("cnn.onnx")]);
  await expectName("导入 cnn.onnx");
  await expect.element(dialog).toContainText("ONNX，算子集 13");
});

test("a file that is opened the moment the dialog closes is not closed with it", async () => {
  const next = await fetchExample("cnn.onnx");
  const app = await open(await fetchExample("attention.onnx"));
  await expect.element(dialog).toContainText("tokens");
  app.importing.close();
  // The view closes the dialog here, but the browser's `close` event comes later.
  await (page.css("pc-import").element() as ImportDialog).updateComplete;
  void app.importing.open([next]);
  await expectName("Import cnn.onnx");
  await expect.element(dialog).toContainText("ONNX, operator set 13");
  await keys("{Escape}");
  await expectClosed();
});

test("a browser without room for the model says so", async () => {
  vi.spyOn(ModelFileStore.prototype, "keep").mockResolvedValueOnce("noRoom");
  const app = await open(await fetchExample("cnn.onnx"));
  await submit.click();
  await expect.poll(() => app.store.state.problem?.name).toBe("The model was not stored");
  expect(app.store.state.problem?.message).toContain("no room for cnn.onnx");
  expect(app.store.state.source.kind).toBe("import");
});

test("the dialog closes once the file is there for the next visit", async () => {
  let keepIt: (done: "kept") => void = () => {};
  const kept = new Promise<"kept">((resolve) => (keepIt = resolve));
  const keep = vi.spyOn(ModelFileStore.prototype, "keep").mockReturnValueOnce(kept);
  const app = await open(await fetchExample("cnn.onnx"));
  await submit.click();
  await expect.poll(() => keep.mock.calls.length).toBe(1);
  expect(app.store.state.importing.kind).toBe("described");
  await expect.element(dialog).toBeVisible();
  keepIt("kept");
  await expectClosed();
  await finished(app);
  keep.mockRestore();
});

/** An ONNX file with an unknown operator: the operator's name in an example is overwritten. */
async function withUnknownOperator(): Promise<File> {
  const bytes = new Uint8Array(await (await mlp()).arrayBuffer());
  const [name, other] = ["Softmax", "Hardmix"].map((word) => new TextEncoder().encode(word));
  for (let at = 0; at < bytes.length; at += 1) {
    if (name?.every((byte, i) => bytes[at + i] === byte)) bytes.set(other ?? [], at);
  }
  return fileOf("odd.onnx", bytes);
}

test("operators that there are not are marked before and named after", async () => {
  const app = await drop(await withUnknownOperator());
  await expect
    .element(dialog.getByRole("listitem").filter({ hasText: "Hardmix" }))
    .toContainText("not supported");
  await submit.click();
  await expect.element(alert).toContainText("Hardmix");
  await expectAccessible(dialog);
  // The earlier program is still there.
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(models).toHaveValue("resnet");
  await runAgain(app);
});

test("a file that is damaged or too large is an error in the dialog, and leaves the page as it was", async () => {
  const app = await drop(fileOf("cut.onnx", (await mlp()).slice(0, 5000)));
  await expect.element(alert).toContainText("The file cannot be read as a model");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expectClosed();
  await dropAgain(fileOf("empty.pt"));
  await expect.element(alert).toContainText("neither an ONNX model nor");
  await keys("{Escape}");
  await expectClosed();
  // The size is checked before reading. The file is one piece 33 times, so the browser stores it once.
  const piece = new Blob([new Uint8Array(2 ** 26)]);
  await dropAgain(fileOf("huge.onnx", ...Array<Blob>(33).fill(piece)));
  await expect.element(alert).toContainText("there is no memory for a file of");
  await keys("{Escape}");
  await expectClosed();
  await runAgain(app);
});

test("Stop ends converting, and the questions are there again", async () => {
  const app = await open(await torchscript());
  await expect.element(submit).toBeEnabled();
  // One step without a click, because the import can end before a click arrives.
  const inputs = [{ name: "input", shape: [1, 3, 224, 224] }];
  const done = app.importing.import({ inputs, freezeParams: true, parserFriendlyNames: false });
  await app.importing.stop();
  await done;
  await expect.element(submit).toBeEnabled();
  await submit.click();
  await expectClosed();
  await finished(app);
});
