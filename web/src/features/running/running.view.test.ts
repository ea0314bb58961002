// Running the model: the chart and its table, the profile, the way to a node, and inputs from files.
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { App } from "../../core/app/app";
import { setLanguage } from "../../i18n/language";
import "../../shell/detail-panel";
import "../../shell/messages";
import "../timing/timing-panel";
import { firstRun, runAgain } from "../../../test/views/harness/app";
import { expectAccessible, expectFits } from "../../../test/views/harness/axe";
import { expectCount } from "../../../test/views/harness/matchers";
import { mount } from "../../../test/views/harness/mount";
import { setSmall } from "../../../test/views/harness/shell";

const TEXT = `def @main(%x: Tensor[(1, 3, 16, 16), float32], %w: Tensor[(4, 3, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1]);
  %1 = nn.relu(%0);
  %2 = multiply(%1, 2f);
  add(%2, 1f)
}
`;

/** A wrong pass that replaces the rectifier with another function. It runs `first` before. */
const wrong = (first: string): string => `import { relay, transform } from "passcope";

class Mutator extends relay.ExprMutator {
  visitCall(call) {
    const made = super.visitCall(call);
    return made.op.name === "nn.relu" ? relay.tanh(made.args[0]) : made;
  }
}
export const Wrong = transform.functionPass({ optLevel: 0, name: "Wrong" }, (fn) => {
  ${first}
  return new Mutator().visit(fn);
});
`;

const view = page.css("pc-running");
const lines = view.css("pc-data-table tbody tr");
const done = view.css('[data-model="done"]');

/** Runs a small program through these passes, and shows the panels and the tab. */
async function open(passes: readonly string[], text = TEXT, ...panels: string[]): Promise<App> {
  const app = await firstRun();
  setSmall(app, text, passes);
  await runAgain(app);
  app.layout.showDetail("running");
  mount(app, ...panels, "pc-detail");
  return app;
}

async function runModel(): Promise<void> {
  await view.css(".primary").click();
  await expect.element(done).toBeVisible();
}

test("the model runs after each pass: figures, profile, and the way to a node", async () => {
  const app = await open(["InferType", "FuseOps"], TEXT, "pc-timing");
  const table = view.getByRole("grid", { name: "Cost of the programs" });
  const rows = table.css("tbody tr");
  // Memory and operations are known before the first run.
  await expectCount(rows, 2);
  await expect.element(rows.last()).toContainText("KiB");
  await expect.element(rows.first()).not.toContainText("the first");

  // Times and differences are known after a run.
  await runModel();
  await expect.element(rows.first()).toContainText("the first");
  await expect.element(rows.last()).toContainText(/s±|[µm]s/);
  // The tree shows the times too.
  await expect.element(page.css('[data-row][data-name="FuseOps"] .model')).toContainText(/[µm]s/);

  // The chart selects programs, also by keys.
  const chart = view.getByRole("listbox", { name: /The programs of the pipeline/ });
  const options = chart.getByRole("option");
  await expectCount(options, 2);
  await expect
    .element(options.last())
    .toHaveAccessibleName(/^after FuseOps: Time .+, Activations /);
  await options.last().click();
  await expect.element(options.last()).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(options.first()).toHaveFocus();
  await expect.element(options.first()).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{End}");
  await expect.element(table.css("tr.selected")).toContainText("after FuseOps");

  // The table sorts.
  await table.getByRole("button", { name: "Program" }).click();
  await expect.element(rows.first()).toContainText("after FuseOps");
  await table.getByRole("button", { name: "#" }).click();
  await expect.element(rows.first()).toContainText("the program");

  // The profile shows operators before and after, and calls. A call leads to its node in the graph and the text.
  await view.getByRole("button", { name: "Operators", exact: true }).click();
  const profile = view.getByRole("grid", { name: /Operators of the program/ });
  await expect.element(profile.css("thead")).toContainText("the program");
  const calls = profile.css("tbody tr");
  await expectCount(calls, 5);
  await calls.filter({ hasText: "nn.relu" }).first().click();
  await expectCount(calls, 1);
  await expect.element(calls).toContainText("float32[1, 4, 16, 16]");
  await userEvent.keyboard("{Enter}");
  const graph = page.css("pc-graph-panel");
  await expect.element(graph.css("pc-graph-text .cm-node").first()).toContainText("nn.relu");
  await expectAccessible(graph);
  // Resets the mode, because the view remembers it.
  app.layout.showDetail("running");
  await view.getByRole("button", { name: "Programs", exact: true }).click();
});

test("inputs are numbers of a seed, a constant, or a file's", async () => {
  await open(["InferType"], TEXT, "pc-messages");
  await runModel();
  await view.getByLabelText("Seed").fill("7");
  await userEvent.keyboard("{Enter}");
  await expect.element(lines.first()).not.toContainText("the first");
  await view.getByLabelText("Inputs").selectOptions("a constant");
  await expect.element(view.getByLabelText("Value")).toHaveValue(1);
  const npy = (shape: string, floats: number): Uint8Array<ArrayBuffer> => {
    const text = `{'descr': '<f4', 'fortran_order': False, 'shape': ${shape}, }\n`;
    const head = [...`\x93NUMPY\x01\x00${String.fromCharCode(text.length)}\x00${text}`];
    return Uint8Array.from([
      ...head.map((character) => character.charCodeAt(0)),
      ...new Uint8Array(4 * floats),
    ]);
  };
  const choose = (name: string, content: BlobPart): Promise<void> =>
    userEvent.upload(view.css('input[type="file"]'), new File([content], name));
  await choose("wrong.npy", npy("(1, 5)", 5));
  await expect.element(page.getByRole("alert")).toContainText("No input matches float32 (1, 5)");
  await page.getByRole("button", { name: "Dismiss", exact: true }).click();
  await choose("image.npy", npy("(1, 3, 16, 16)", 768));
  await expect.element(view.css(".file")).toHaveText("image.npy");
  const canvas = new OffscreenCanvas(20, 10);
  canvas.getContext("2d")?.fillRect(0, 0, 10, 10);
  await choose("cat.png", await canvas.convertToBlob());
  await expect.element(view.css(".file")).toHaveText("cat.png");
  await expect.element(view.getByLabelText("Scale colours to")).toHaveValue("imagenet");
  await runModel();
  await expect.element(lines.first()).toContainText("the first");
});

test("a program without enough memory is named; the others have their figures", async () => {
  // The repeated rows need more memory than the engine has. A fused sum needs none for them.
  const text = `def @main(%x: Tensor[(1, 8192), float32]) {
  %0 = broadcast_to(%x, shape=[70000, 8192]);
  sum(%0, axis=[1])
}
`;
  await open(["InferType", "FuseOps"], text);
  await runModel();
  await expect.element(view.css(".failure")).toContainText("there is no memory for the");
  await expectCount(lines, 2);
  await expect.element(lines.last()).toContainText("after FuseOps");
  await expect.element(lines.last()).toContainText(/s±|[µm]s/);
});

test("a reduction that does not end is stopped; what was there stays", async () => {
  const app = await firstRun();
  // Candidates without the convolution never return.
  app.code.set(wrong('while (!String(fn).includes("nn.conv2d")) {}'));
  setSmall(app, TEXT, ["InferType", "*Wrong"], {
    instruments: [{ kind: "builtin", id: "i1", name: "VerifyValues", enabled: true, options: "" }],
  });
  await runAgain(app);
  app.layout.showDetail("running");
  mount(app, "pc-messages", "pc-detail");
  const card = page.css("pc-messages .card");
  const fault = card.css("pc-fault");
  await expect.element(card).toContainText("After Wrong the program computes different values");
  await runModel();
  await card.getByRole("button", { name: "Reduce test case" }).click();
  await expect.element(card.css('[role="status"]')).toContainText(/[1-9]/);
  await card.getByRole("button", { name: "Stop" }).click();
  await expect.element(fault).toContainText("Stopped.");
  await expect.element(card).toContainText("After Wrong the program computes different values");
  await expect.element(done).toBeVisible();
  await card.getByRole("button", { name: "Find the failing pass" }).click();
  await expect.element(fault.css("strong")).toContainText("Wrong");
});

test("in Chinese at 380 px, and stopping", async () => {
  await page.viewport(380, 800);
  await setLanguage("zh");
  const app = await firstRun();
  app.layout.showDetail("running");
  mount(app, "pc-detail");
  const press = (name: string): Promise<void> => view.getByRole("button", { name }).click();
  await press("运行模型");
  await press("停止");
  await expect.element(view.css('[data-model="stopped"]')).toHaveText("已停止；保留已有的结果");
  await press("运行模型");
  const restarted = view.getByText("引擎已重新启动");
  await expect.poll(() => done.elements().length + restarted.elements().length).toBeGreaterThan(0);
  if (restarted.elements().length > 0) {
    // On a busy machine, the engine can miss the deadline of Stop and start again.
    await runAgain(app);
    await press("运行模型");
    await expect.element(done).toBeVisible();
  }
  await expect.element(lines.first()).toContainText("第一个");
  await expectFits();
  await expectAccessible(view);
});
