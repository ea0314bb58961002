// Imported models in the page: on the next visit, in links, without a connection, in the user's code, and without the
// engine's part that reads them.
import { externalTensor, model, node, tensor, value } from "../../../scripts/lib/onnx.mjs";
import { CodePage } from "./code-page";
import { dialog, drop, example, importIt } from "./importing";
import { expect, test } from "./page";

/** A model that adds a weight from a file to its input. */
const sumOf = (weight: Uint8Array): Buffer =>
  Buffer.from(
    model({
      name: "sum",
      opset: 13,
      nodes: [node({ op: "Add", inputs: ["x", "w"], outputs: ["y"], name: "sum" })],
      inputs: [value("x", [2])],
      outputs: [value("y", [2])],
      weights: [weight],
    }),
  );
const small = (): Buffer => sumOf(tensor("w", [2], Float32Array.of(3, 4)));

test("models are there on the next visit, of whatever sort their files are", async ({
  playground,
}) => {
  const { page } = playground;
  await playground.openAndRun();
  const weights = Buffer.from(Float32Array.of(5, 6).buffer);
  for (const { files, shows } of [
    { files: [{ name: "mlp.onnx", bytes: example("mlp.onnx") }], shows: "nn.dense" },
    {
      files: [{ name: "resnet18.pt", bytes: example("resnet18.pt", "torchscript") }],
      shows: "%input: 1×3×64×64",
    },
    {
      files: [
        { name: "weights.bin", bytes: weights },
        { name: "sum.onnx", bytes: sumOf(externalTensor("w", [2], "data/weights.bin")) },
      ],
      shows: "const[0]",
    },
  ]) {
    await test.step(shows, async () => {
      await drop(page, ...files);
      const shape = dialog(page).getByRole("textbox", { name: "Shape" });
      if (files[0]?.name.endsWith(".pt")) await shape.fill("1, 3, 64, 64");
      await importIt(playground);
      await playground.finished();
      await page.reload();
      await playground.finished();
      await expect(page.locator("pc-source select[name=model]")).toHaveValue("imported");
      await playground.showProgram();
      await expect(playground.program).toContainText(shows);
    });
  }
  await page.locator("pc-detail #tab-running").click();
  await page.locator("pc-running .primary").click();
  await expect(page.locator("pc-running")).toContainText("Done: ");
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

  // Code that hides its use of a frontend gets a message that says how to load the frontends. It can then wait for
  // them.
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
  const mlp = { name: "mlp.onnx", bytes: example("mlp.onnx") };
  await page.route(part, (route) => route.abort());
  await drop(page, mlp);
  await expect(dialog(page).getByRole("alert")).toContainText("passcope.frontends.wasm");
  await dialog(page).getByRole("button", { name: "Close" }).last().click();
  await page.unroute(part);

  await test.step("Stop ends the reading of a file, which waits for it", async () => {
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    await page.route(part, async (route) => {
      await held;
      await route.continue();
    });
    await drop(page, mlp);
    await expect(dialog(page).getByRole("status")).toContainText("Reading mlp.onnx");
    await dialog(page).getByRole("button", { name: "Stop" }).click();
    await expect(dialog(page)).toBeHidden();
    go();
    await playground.runAgain();
  });
  await drop(page, mlp);
  await importIt(playground);
});
