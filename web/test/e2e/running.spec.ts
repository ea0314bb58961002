// A pass of the user that changes values: the page reports it, finds it and reduces the program.
import type { Page } from "@playwright/test";
import { test } from "./kept-page";
import { expect, type Shell } from "./page";

const TEXT = `def @main(%x: Tensor[(1, 3, 16, 16), float32], %w: Tensor[(4, 3, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1]);
  %1 = nn.relu(%0);
  %2 = multiply(%1, 2f);
  add(%2, 1f)
}
`;

/** A wrong pass that replaces the rectifier with another function. */
const WRONG = `import { relay, transform } from "passcope";

class Mutator extends relay.ExprMutator {
  visitCall(call) {
    const made = super.visitCall(call);
    return made.op.name === "nn.relu" ? relay.tanh(made.args[0]) : made;
  }
}
export const Wrong = transform.functionPass({ optLevel: 0, name: "Wrong" }, (fn) =>
  new Mutator().visit(fn),
);
`;

async function runModel(page: Page): Promise<void> {
  await page.locator("pc-detail #tab-running").click();
  await page.locator("pc-running .primary").click();
  await expect(page.locator('pc-running [data-model="done"]')).toBeVisible();
}

test("a pass that changes values is named, found and shown on a small program", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  await page.locator("pc-app").evaluate(
    (shell, { text, code }) => {
      const { app } = shell as unknown as Shell;
      app.program.setSource({
        kind: "text",
        text: `#[version = "0.0.5"]\n${text}`,
        title: "small",
      });
      app.code.set(code);
      app.pipeline.set([
        {
          kind: "passes",
          id: "s1",
          optLevel: 3,
          mode: "each",
          required: [],
          disabled: [],
          config: "",
          instruments: [
            { kind: "builtin", id: "i1", name: "VerifyValues", enabled: true, options: "" },
          ],
          passes: [
            { kind: "pass", id: "p1", name: "InferType", enabled: true, options: "" },
            { kind: "code", id: "p2", name: "Wrong", enabled: true },
          ],
        },
      ]);
    },
    { text: TEXT, code: WRONG },
  );
  await playground.runAgain();
  const card = page.locator("pc-messages .card");
  await test.step("the message names pass, element and tolerance", async () => {
    await expect(card).toContainText("After Wrong the program computes different values");
    await expect(card).toContainText(
      /output 0 at \[0, \d+, \d+, \d+\] is \S+ instead of \S+, which differs by more than \S+/,
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
    await card.getByRole("button", { name: "Find the failing pass" }).click();
    await expect(card.locator("pc-fault strong")).toContainText("Wrong");
    await expect(card.locator("pc-fault pre .plus", { hasText: "tanh" })).toBeVisible();
    await expect(card).toContainText("OptBisect with limit");
  });
  await test.step("reduction gives a program that still shows it", async () => {
    await card.getByRole("button", { name: "Reduce test case" }).click();
    await card.getByRole("button", { name: "Open the reduced program" }).click();
    // Code runs only after a press of Run.
    await playground.runAgain();
    await expect(card).toContainText("After Wrong the program computes different values");
    const text = page.locator("pc-program");
    await playground.showProgram();
    await expect(text).toContainText("nn.relu");
    await expect(text).not.toContainText("nn.conv2d");
  });
  // The searches ran in separate engines, so the page's engine still has its programs.
  await page.locator("pc-detail #tab-running").click();
  await expect(page.locator("pc-running .primary")).toBeEnabled();
});
