// Running the model in the page: the chart and its table, the profile and the way to a node, inputs from files;
// values that a pass changes, the guilty execution and a smaller program.
import type { Page } from "@playwright/test";
import { expectAccessible, expectFits } from "./base";
import { test } from "./kept-page";
import { expect, type Playground, type Shell } from "./page";

const TEXT = `def @main(%x: Tensor[(1, 3, 16, 16), float32], %w: Tensor[(4, 3, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1]);
  %1 = nn.relu(%0);
  %2 = multiply(%1, 2f);
  add(%2, 1f)
}
`;

/** Code with a pass that makes another function of the rectifier, as a wrong pass would, once it has done `first`. */
const wrong = (first = ""): string => `import { relay, transform } from "passcope";

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

interface Step {
  readonly kind: "pass" | "code";
  readonly name: string;
}

/** Opens the page with a small program and one stage of these passes, runs it, and turns to the tab. */
async function open(
  playground: Playground,
  steps: readonly Step[],
  { verify = false, text = TEXT, code = wrong() } = {},
): Promise<void> {
  await playground.openAndRun();
  await playground.page.locator("pc-app").evaluate(
    (shell, { text, code, passes, verified }) => {
      const { app } = shell as unknown as Shell & { app: { setCode(code: string): void } };
      app.setSource({ kind: "text", text: `#[version = "0.0.5"]\n${text}`, title: "small" });
      app.setCode(code);
      const instrument = {
        id: "i1",
        kind: "builtin",
        name: "VerifyValues",
        enabled: true,
      } as const;
      const [stage] = app.store.state.pipeline;
      if (stage?.kind !== "passes") throw new Error("the pipeline's first stage has passes");
      app.setPipeline([
        {
          ...stage,
          optLevel: 3,
          instruments: verified ? [{ ...instrument, options: "" }] : [],
          passes: passes.map(({ kind, name }, i) =>
            kind === "code"
              ? { kind, id: `p${i}`, name, enabled: true }
              : { kind, id: `p${i}`, name, enabled: true, options: "" },
          ),
        },
      ]);
    },
    {
      text,
      code: steps.some(({ kind }) => kind === "code") ? code : "",
      passes: steps,
      verified: verify,
    },
  );
  await playground.runAgain();
}

const pass = (name: string): Step => ({ kind: "pass", name });

async function runModel(page: Page): Promise<void> {
  await page.locator("pc-detail #tab-running").click();
  await page.locator("pc-running .primary").click();
  await expect(page.locator('pc-running [data-model="done"]')).toBeVisible();
}

test("the model runs after each pass: figures, profile, and the way to a node", async ({
  playground,
  page,
}) => {
  await open(playground, [pass("InferType"), pass("FuseOps")]);
  const view = page.locator("pc-running");
  const table = view.getByRole("grid", { name: "What the programs take" });
  await test.step("memory and operations are there before anything has run", async () => {
    await page.locator("pc-detail #tab-running").click();
    await expect(table.locator("tbody tr")).toHaveCount(2);
    await expect(table.locator("tbody tr").last()).toContainText("KiB");
    await expect(table.locator("tbody tr").first()).not.toContainText("the first");
  });
  await test.step("times and differences come from running", async () => {
    await runModel(page);
    await expect(table.locator("tbody tr").first()).toContainText("the first");
    await expect(table.locator("tbody tr").last()).toContainText(/s±|[µm]s/);
    // The tree has them, too.
    await expect(page.locator('[data-row][data-name="FuseOps"] .model')).toContainText(/[µm]s/);
  });
  await test.step("the chart selects programs, by keys too", async () => {
    const chart = view.getByRole("listbox", { name: /The programs of the pipeline/ });
    const options = chart.getByRole("option");
    await expect(options).toHaveCount(2);
    await expect(options.last()).toHaveAccessibleName(/^after FuseOps: Time .+, Activations /);
    await options.last().click();
    await expect(options.last()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowLeft");
    await expect(options.first()).toBeFocused();
    await expect(options.first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("End");
    await expect(table.locator("tr.selected")).toContainText("after FuseOps");
  });
  await test.step("the table sorts", async () => {
    await table.getByRole("button", { name: "Program" }).click();
    await expect(table.locator("tbody tr").first()).toContainText("after FuseOps");
    await table.getByRole("button", { name: "#" }).click();
    await expect(table.locator("tbody tr").first()).toContainText("the program");
  });
  await test.step("operators before and after, calls, and a node in graph and text", async () => {
    await view.getByRole("button", { name: "Operators", exact: true }).click();
    const profile = view.getByRole("grid", { name: /Operators of the program/ });
    await expect(profile.locator("thead")).toContainText("the program");
    await expect(profile.locator("tbody tr")).toHaveCount(5);
    await profile.locator("tbody tr", { hasText: "nn.relu" }).first().click();
    await expect(profile.locator("tbody tr")).toHaveCount(1);
    await expect(profile.locator("tbody tr")).toContainText("float32[1, 4, 16, 16]");
    await page.keyboard.press("Enter");
    await expect(page.locator("pc-graph-panel pc-graph-text .cm-node")).toContainText("nn.relu");
  });
  await expectAccessible(page, { view: page.locator("pc-graph-panel") });
});

test("inputs are numbers of a seed, a constant, or a file's", async ({ playground, page }) => {
  await open(playground, [pass("InferType")]);
  await runModel(page);
  const view = page.locator("pc-running");
  await view.getByLabel("Seed").fill("7");
  await view.getByLabel("Seed").press("Enter");
  await expect(view.locator("pc-data-table tbody tr").first()).not.toContainText("the first");
  await view.getByLabel("Inputs").selectOption("a constant");
  await expect(view.getByLabel("Value")).toHaveValue("1");
  await expect(page).toHaveURL(/#v1\./);
  const header = (shape: string): Buffer => {
    const text = `{'descr': '<f4', 'fortran_order': False, 'shape': ${shape}, }\n`;
    return Buffer.concat([
      Buffer.from("\x93NUMPY\x01\x00", "latin1"),
      Buffer.from([text.length, 0]),
      Buffer.from(text),
    ]);
  };
  const file = (name: string, shape: string, floats: number) => ({
    name,
    mimeType: "application/octet-stream",
    buffer: Buffer.concat([header(shape), Buffer.alloc(4 * floats)]),
  });
  const chooser = view.locator('input[type="file"]');
  await chooser.setInputFiles(file("wrong.npy", "(1, 5)", 5));
  await expect(page.getByRole("alert")).toContainText("No input is float32 (1, 5)");
  await page.getByRole("button", { name: "Dismiss", exact: true }).click();
  await chooser.setInputFiles(file("image.npy", "(1, 3, 16, 16)", 768));
  await expect(view.locator(".file")).toHaveText("image.npy");
  const png = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(20, 10);
    canvas.getContext("2d")?.fillRect(0, 0, 10, 10);
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
  });
  await chooser.setInputFiles({ name: "cat.png", mimeType: "image/png", buffer: Buffer.from(png) });
  await expect(view.locator(".file")).toHaveText("cat.png");
  await expect(view.getByLabel("Colours become")).toHaveValue("imagenet");
  await runModel(page);
  await expect(view.locator("pc-data-table tbody tr").first()).toContainText("the first");
});

test("a pass that changes values is named, found and shown on a small program", async ({
  playground,
  page,
}) => {
  await open(playground, [pass("InferType"), { kind: "code", name: "Wrong" }], {
    verify: true,
  });
  const card = page.locator("pc-messages .card");
  await test.step("the message names pass, element and tolerance", async () => {
    await expect(card).toContainText("After Wrong the program computes something else");
    await expect(card).toContainText(
      /output 0 at \[0, \d+, \d+, \d+\] is \S+ instead of \S+, further off than \S+/,
    );
    await card.getByRole("button", { name: "Wrong", exact: true }).click();
    await expect(page.locator('[data-row][aria-selected="true"]')).toHaveAttribute(
      "data-name",
      "Wrong",
    );
  });
  await test.step("the model runs beside the code, too, and marks the difference", async () => {
    await runModel(page);
    const last = page.locator("pc-running pc-data-table tbody tr").last();
    await expect(last).toContainText("after Wrong");
    await expect(last).toContainText("✗");
  });
  await test.step("bisection says which execution", async () => {
    await card.getByRole("button", { name: "Find the guilty execution" }).click();
    await expect(card.locator("pc-fault strong")).toContainText("Wrong");
    await expect(card.locator("pc-fault pre .plus", { hasText: "tanh" })).toBeVisible();
    await expect(card).toContainText("OptBisect with the limit");
  });
  await test.step("reduction gives a program that still shows it", async () => {
    await card.getByRole("button", { name: "Make it smaller" }).click();
    await card.getByRole("button", { name: "Open the smaller program" }).click();
    // Code runs when somebody says so.
    await playground.runAgain();
    await expect(card).toContainText("After Wrong the program computes something else");
    const text = page.locator("pc-program");
    await playground.showProgram();
    await expect(text).toContainText("nn.relu");
    await expect(text).not.toContainText("nn.conv2d");
  });
  // What was found in engines of their own cost nothing of the page's.
  await page.locator("pc-detail #tab-running").click();
  await expect(page.locator("pc-running .primary")).toBeEnabled();
});

test("a program without enough memory is named; the others have their figures", async ({
  playground,
  page,
}) => {
  // Rows that are repeated take more than the engine's memory, and none where they are added up at once.
  const text = `def @main(%x: Tensor[(1, 8192), float32]) {
  %0 = broadcast_to(%x, shape=[70000, 8192]);
  sum(%0, axis=[1])
}
`;
  await open(playground, [pass("InferType"), pass("FuseOps")], { text });
  await runModel(page);
  const view = page.locator("pc-running");
  await expect(view.locator(".failure")).toContainText("there is no memory for the");
  const lines = view.locator("pc-data-table tbody tr");
  await expect(lines).toHaveCount(2);
  await expect(lines.last()).toContainText("after FuseOps");
  await expect(lines.last()).toContainText(/s±|[µm]s/);
});

test("a reduction that does not end is stopped; what was there stays", async ({
  playground,
  page,
}) => {
  // Candidates without the convolution never come back.
  const code = wrong('while (!String(fn).includes("nn.conv2d")) {}');
  await open(playground, [pass("InferType"), { kind: "code", name: "Wrong" }], {
    verify: true,
    code,
  });
  const card = page.locator("pc-messages .card");
  await expect(card).toContainText("After Wrong the program computes something else");
  await runModel(page);
  await card.getByRole("button", { name: "Make it smaller" }).click();
  await expect(card.locator('[role="status"]')).toContainText(/[1-9]/);
  await card.getByRole("button", { name: "Stop" }).click();
  await expect(card.locator("pc-fault")).toContainText("Stopped.");
  await expect(card).toContainText("After Wrong the program computes something else");
  await expect(page.locator('pc-running [data-model="done"]')).toBeVisible();
  await card.getByRole("button", { name: "Find the guilty execution" }).click();
  await expect(card.locator("pc-fault strong")).toContainText("Wrong");
});

test("in Chinese at 380 px, and stopping", async ({ playground, page }) => {
  await page.setViewportSize({ width: 380, height: 800 });
  await playground.openAndRun();
  await page.getByRole("button", { name: "简体中文" }).click();
  await page.locator("pc-detail #tab-running").click();
  const view = page.locator("pc-running");
  await view.getByRole("button", { name: "运行模型" }).click();
  await view.getByRole("button", { name: "停止" }).click();
  await expect(view.locator('[data-model="stopped"]')).toHaveText("已停止；已显示的结果保留");
  await view.getByRole("button", { name: "运行模型" }).click();
  const done = view.locator('[data-model="done"]');
  const restarted = view.getByText("引擎已重新启动").first();
  await expect(done.or(restarted).first()).toBeVisible();
  if (await restarted.isVisible()) {
    // On a machine that is busy otherwise the engine may not stop in time, and is started anew.
    await page.getByRole("button", { name: "运行", exact: true }).click();
    await view.getByRole("button", { name: "运行模型" }).click();
    await expect(done).toBeVisible();
  }
  await expect(view.locator("pc-data-table tbody tr").first()).toContainText("第一个");
  await expectAccessible(page, { view });
  await expectFits(page);
});
