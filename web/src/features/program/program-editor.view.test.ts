// The program's editor: its knowledge of Relay, by pointer and by keyboard.
import { expect, test } from "vitest";
import { commands, page, userEvent, type Locator } from "vitest/browser";
import type { App } from "../../core/app/app";
import { firstRun } from "../../../test/views/harness/app";
import { expectAccessible, expectFits } from "../../../test/views/harness/axe";
import { expectCount, focus } from "../../../test/views/harness/matchers";
import { mount } from "../../../test/views/harness/mount";
import {
  checked,
  content,
  place,
  PROGRAM,
  takesKeys,
  turnTo,
  write,
} from "../../../test/views/harness/typing";
import { expectWithin, longestTask } from "../../../test/views/harness/yardstick";
import "../../shell/detail-panel";
import "../../shell/run-bar";

const keys = (typed: string): Promise<void> => userEvent.keyboard(typed);
const problems = page.getByRole("region", { name: "Problems" });
const tooltip = page.css(".relay-hover");
const title = page.css("pc-program .title");
const button = (name: string): Locator => page.getByRole("button", { name });

/** Shows a text of the user in the editor, with the cursor at the beginning. */
async function open(text: string, ...tags: readonly string[]): Promise<App> {
  const app = await firstRun();
  app.program.setSource({ kind: "text", text, title: "Your text" });
  app.layout.showDetail("program");
  mount(app, ...tags, "pc-detail");
  await expect.element(content).toHaveAttribute("aria-label", expect.stringMatching(/Your text/));
  await toStart();
  return app;
}

const program = ({ store: { state } }: App): string =>
  state.program.kind === "ready" ? state.program.text : "";

async function toStart(): Promise<void> {
  await turnTo();
  await keys("{Control>}{Home}{/Control}");
}

/** Moves the cursor after the first letter of the first `text` in a line, only by keys. */
async function cursorTo(line: number, text: string): Promise<void> {
  const row = content.css(".cm-line").nth(line);
  await expect.element(row).toContainText(text);
  await keys("{Control>}{Home}{/Control}");
  await expect.element(place).toContainText(/Line 1,.*column 1$/);
  const words = (row.element() as HTMLElement).innerText;
  const lead = words.search(/\S/);
  const column = words.indexOf(text) + 2;
  // Home in the margin moves to the first letter.
  await keys("{ArrowDown}".repeat(line) + "{Home}" + "{ArrowRight}".repeat(column - 1 - lead));
  await expect.element(place).toContainText(new RegExp(`Line ${line + 1},.*column ${column}$`));
}

test("underlines mistakes and lists them with fixes, and a fix is one click", async () => {
  await open(PROGRAM.replace("nn.relu", "nn.rellu").replace("%both.0", "%bth.0"));
  await checked("2 errors");
  await expect.element(page.css(".cm-lintRange-error").first()).toHaveText("nn.rellu");
  await expect
    .element(problems.getByRole("button", { name: /unknown operator/ }))
    .toContainText("4:8");
  await problems.getByRole("button", { name: "Change to nn.relu", exact: true }).click();
  await checked("1 error");
  await problems.getByRole("button", { name: "Change to %both" }).click();
  await checked("No problems");
  await expect.element(content).toContainText("nn.relu(%0)");
  await keys("{Control>}z{/Control}");
  await checked("1 error");
});

test("F8 goes through the problems, and the list works by keyboard", async () => {
  await open(PROGRAM.replace("nn.relu", "nn.rellu").replace("tanh", "tnah"));
  await checked("2 errors");
  await keys("{F8}");
  await expect.element(place).toContainText("Line 4,");
  await keys("{F8}");
  await expect.element(place).toContainText("Line 9,");
  await keys("{Shift>}{F8}{/Shift}");
  await expect.element(place).toContainText("Line 4,");
  await focus(problems.getByRole("button").first());
  await keys("{ArrowDown}");
  await expect.element(problems.getByRole("button", { name: /`tnah`/ })).toHaveFocus();
  await keys("{Enter}");
  await expect.element(place).toContainText("Line 9,");
  await expect.element(content).toHaveFocus();
});

test("warns of values that nothing uses", async () => {
  await open(PROGRAM.replace("%1 = nn.relu(%0);", "%9 = add(%x, %w);\n  %1 = %0;"));
  await checked("1 warning");
  await expect.element(problems).toContainText("nothing uses this value");
});

test("tells types and operators' documentation, by pointer and by keyboard", async () => {
  await open(PROGRAM);
  await checked("No problems");
  const away = (): Promise<void> => commands.mouse({ kind: "move", x: 5, y: 5 });
  await content.getByText("nn.dense").hover();
  await expect.element(tooltip).toContainText("Tensor[(2, 4), float32]");
  await expect.element(tooltip).toContainText("nn.dense(data, weight");
  await expect.element(tooltip).toContainText("units");
  await away();
  await expectCount(tooltip, 0);
  await content.getByText("%both", { exact: true }).first().hover();
  await expect
    .element(tooltip)
    .toContainText("%both: (Tensor[(2, 4), float32], Tensor[(2, 4), float32])");
  await away();
  await expectCount(tooltip, 0);
  // The same at the cursor.
  await cursorTo(3, "nn.relu");
  await keys("{Alt>}{F1}{/Alt}");
  await expect.element(tooltip).toContainText("Tensor[(2, 4), float32]");
  await keys("{Escape}");
  await expectCount(tooltip, 0);
  await keys("{Control>}k{/Control}{Control>}i{/Control}");
  await expect.element(tooltip).toContainText("nn.relu(");
  await keys("{Escape}");
  await expectCount(tooltip, 0);
  // Only the tooltip at the cursor is shown, even with the pointer over the name.
  await content.getByText("nn.relu").hover();
  await expect.element(tooltip).toContainText("nn.relu(");
  await keys("{Alt>}{F1}{/Alt}");
  await expectCount(tooltip, 1);
  await away();
  await expect.element(tooltip).toContainText("nn.relu(");
  await keys("{Escape}");
  await expectCount(tooltip, 0);
});

test("completes operators, attributes, variables with types, and types", async () => {
  await open(PROGRAM);
  await checked("No problems");
  const list = page.css(".cm-tooltip-autocomplete");
  const option = (name: string): Locator => list.getByRole("option").filter({ hasText: name });
  await cursorTo(3, "%1");
  await keys("{End}{Enter}%2 = nn.softm");
  await expect.element(option("nn.softmax").first()).toBeVisible();
  await takesKeys(list);
  await keys("{Enter}");
  await expect.element(content).toContainText("%2 = nn.softmax");
  await keys("(%");
  await expect.element(option("%1")).toContainText("Tensor[(2, 4), float32]");
  await expect.element(option("%w")).toBeVisible();
  await expectCount(option("%both"), 0);
  await keys("1, {Control>}[Space]{/Control}");
  await expect.element(list.getByRole("option").first()).toContainText("axis");
  await takesKeys(list);
  await keys("{Enter}");
  await expect.element(content).toContainText("nn.softmax(%1, axis=");
  await keys("-1);{Enter}let %t: Ten");
  await expect.element(option("Tensor")).toBeVisible();
  await keys("{Escape}");
});

test("goes to definitions, lists uses and renames", async () => {
  await open(PROGRAM);
  await checked("No problems");
  await cursorTo(5, "@helper");
  await keys("{F12}");
  await expect.element(place).toContainText("Line 8,");

  // All uses of the variable at the cursor are marked, but not those in other functions.
  await cursorTo(3, "%0");
  await expectCount(page.css(".cm-name-use"), 2);
  await expectCount(page.css(".cm-name-definition"), 1);
  await keys("{Shift>}{F12}{/Shift}");
  const uses = page.getByRole("region", { name: "Uses of %0" });
  await expectCount(uses.getByRole("button"), 3);
  await expect.element(uses.getByRole("button").first()).toHaveFocus();
  await keys("{ArrowDown}{ArrowDown}{Enter}");
  await expect.element(place).toContainText("Line 5,");
  await focus(uses.getByRole("button").first());
  await keys("{Escape}");
  await expectCount(uses, 0);
  await expect.element(content).toHaveFocus();

  await cursorTo(4, "%both");
  await keys("{F2}");
  const name = page.getByLabelText(/Rename %both in 2 places/);
  await expect.element(name).toHaveFocus();
  await name.fill("%x");
  await expect.element(page.css("#rename-problem")).toContainText("another meaning");
  await name.fill("%pair");
  await keys("{Enter}");
  await expect.element(content).toContainText("let %pair = (%0, %1);");
  await expect.element(content).toContainText("@helper(%pair.0)");
  await checked("No problems");

  await content.getByText("@helper(", { exact: false }).first().click();
  await content
    .getByText("%x", { exact: true })
    .last()
    .click({ modifiers: ["Control"] });
  await expect.element(place).toContainText("Line 8,");
});

test("folds, searches, comments and undoes", async () => {
  await open(PROGRAM);
  await cursorTo(1, "def");
  await keys("{Control>}{Shift>}{{{/Shift}{/Control}");
  await expectCount(page.css(".cm-foldPlaceholder"), 1);
  await expect.element(content).not.toContainText("nn.dense");
  await keys("{Control>}{Shift>}}{/Shift}{/Control}");
  await expect.element(content).toContainText("nn.dense");
  await cursorTo(3, "%1");
  await keys("{Control>}/{/Control}");
  await expect.element(content.css(".cm-line").nth(3)).toHaveText("// %1 = nn.relu(%0);");
  await checked(/error/);
  await keys("{Control>}z{/Control}");
  await checked("No problems");
  await keys("{Control>}f{/Control}");
  await expect.element(page.css(".cm-search [main-field]")).toHaveFocus();
  await keys("tanh");
  await expectCount(page.css(".cm-searchMatch"), 1);
  await keys("{Escape}");
  await expect.element(content).toHaveFocus();
  // The same by its button.
  await button("Search").click();
  await expect.element(page.css(".cm-search [main-field]")).toHaveFocus();
  await keys("nn.dense{Enter}");
  await expect.element(page.css(".cm-searchMatch-selected")).toHaveText("nn.dense");
  await keys("{Escape}");
});

test("indents what is typed, types over a selection, saves and copies", async () => {
  const app = await open("");
  // The module that closes brackets has loaded by then.
  await checked(/\S/);
  await keys("def @f() {{{Enter}1");
  await expect.poll(() => program(app)).toBe("def @f() {\n  1\n}");
  await keys("{Control>}a{/Control}x");
  await expect.element(content).toHaveText("x");
  await write(PROGRAM);
  await commands.expectDownload();
  await button("Save text").click();
  expect(await commands.download()).toEqual({ name: "Your-text.relay", text: PROGRAM });
  await button("Copy the program").click();
  await expect.element(button("Copy the program")).toContainText("Copied");
  expect(await navigator.clipboard.readText()).toBe(PROGRAM);
});

test("editing a model makes its text one's own, and there is a way back", async () => {
  const app = await firstRun();
  app.layout.showDetail("program");
  mount(app, "pc-run", "pc-detail");
  await toStart();
  await keys("// mine{Enter}");
  await expect.element(title).toHaveText("ResNet-18, edited");
  // The model's weights are gone, and one press brings them back.
  const gone = page.getByText("This text has no weights: those of ResNet-18 belong to the model.");
  await expect.element(gone).toBeVisible();
  await expect.element(page.getByText("Changed since the last run")).toBeVisible();
  await page.getByRole("tab", { name: "Operators" }).click();
  await page.getByRole("tab", { name: "Program" }).click();
  await expect.element(content).toContainText("// mine");
  // The history survives a change of tabs. Without changes, the text is the model again.
  await toStart();
  await keys("{Control>}zzzzzzzzzz{/Control}");
  await expect.element(title).toHaveText("ResNet-18");
  await expectCount(gone, 0);
  await toStart();
  await keys("// again{Enter}");
  await button("Back to ResNet-18").click();
  await expect.element(content).not.toContainText("// again");
  await expect.element(title).toHaveText("ResNet-18");
  // A text that replaces a model's text completely is not an edited model.
  await write(PROGRAM);
  await expect.element(title).toHaveText("Your text");
  await button("Back to ResNet-18").click();
  await expect.element(title).toHaveText("ResNet-18");
});

test("the keys of Run put nothing into the text", async () => {
  const app = await firstRun();
  app.layout.showDetail("program");
  mount(app, "pc-detail");
  await toStart();
  const before = program(app);
  for (const modifier of ["Control", "Meta", "Control>}{Shift"]) {
    await keys(`{${modifier}>}{Enter}{/Shift}{/Control}{/Meta}`);
  }
  await page.getByRole("tab", { name: "Operators" }).click();
  expect(program(app)).toBe(before);
  await expect.element(page.getByRole("tab", { name: "Operators" })).toBeVisible();
  expect(app.store.state.source.kind).toBe("model");
});

test("typing in 5,000 lines stays quick, and problems come", async () => {
  const lines = ['#[version = "0.0.5"]', "def @main(%x: Tensor[(2, 3), float32]) {"];
  for (let i = 0; i < 5000; i += 1) lines.push(`  %${i} = nn.relu(%${i === 0 ? "x" : i - 1});`);
  lines.push("  %4999", "}", "");
  await open(lines.join("\n"));
  await checked("No problems");
  await toStart();
  await keys("{ArrowDown}");
  await expectWithin(10, "a key in 5,000 lines", () =>
    longestTask(() => keys("// twenty letters ...")),
  );
  await checked(/error/);
});

test("is accessible, at 380 px too", async () => {
  await page.viewport(380, 800);
  await open(PROGRAM.replace("nn.relu", "nn.rellu"));
  await checked("1 error");
  await expectFits();
  await cursorTo(2, "nn.dense");
  await keys("{Alt>}{F1}{/Alt}");
  await expect.element(tooltip).toBeVisible();
  await expectAccessible(page.css("pc-program"));
});
