// The program editor: what it knows of Relay, by pointer and by keyboard.
import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectFits } from "./base";
import { expectWithin, longestTask } from "./yardstick";
import { test } from "./kept-page";
import { expect, takesKeys, type Playground } from "./page";

const PROGRAM = [
  '#[version = "0.0.5"]',
  "def @main(%x: Tensor[(2, 3), float32], %w: Tensor[(4, 3), float32]) {",
  "  %0 = nn.dense(%x, %w, units=4);",
  "  %1 = nn.relu(%0);",
  "  let %both = (%0, %1);",
  "  @helper(%both.0)",
  "}",
  "def @helper(%x: Tensor[(2, 4), float32]) -> Tensor[(2, 4), float32] {",
  "  tanh(%x)",
  "}",
  "",
].join("\n");

const content = (page: Page): Locator =>
  page.locator("pc-program").getByRole("textbox", { name: /as Relay text$/ });
const problems = (page: Page): Locator => page.getByRole("region", { name: "Problems" });

/** Opens the page with a text of the user's own. */
async function openText(playground: Playground, text: string): Promise<void> {
  const { page } = playground;
  await playground.open();
  await page.getByLabel("Model").selectOption("own");
  await expect(content(page)).toHaveAttribute("aria-label", /Your text/);
  await replaceText(page, text);
}

async function replaceText(page: Page, text: string): Promise<void> {
  await content(page).click();
  // The editor has come in the place of the text by now, and has the focus.
  await expect(page.locator("pc-editor .cm-content")).toBeFocused();
  await page.keyboard.press("Control+a");
  // As a paste, which nothing completes or closes brackets in.
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData("text/plain", pasted);
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    at?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);
  await page.keyboard.press("Control+Home");
}

/** The present text has been checked, with this result. */
const checked = (page: Page, words: string | RegExp): Promise<void> =>
  expect(page.locator('pc-editor .counts[aria-busy="false"]')).toHaveText(words);

/** Puts the cursor behind the first letter of the first `text` of a line, by keys alone. */
async function cursorTo(page: Page, line: number, text: string): Promise<void> {
  const place = page.locator("pc-editor .place");
  const row = content(page).locator(".cm-line").nth(line);
  await expect(row).toContainText(text);
  const words = await row.innerText();
  await page.keyboard.press("Control+Home");
  await expect(place).toHaveText(/Line 1,.*column 1$/);
  for (let i = 0; i < line; i += 1) await page.keyboard.press("ArrowDown");
  // From the margin, Home goes to the first letter.
  const lead = words.search(/\S/);
  await page.keyboard.press("Home");
  await expect(place).toHaveText(new RegExp(`Line ${line + 1},.*column ${lead + 1}$`));
  for (let i = lead; i <= words.indexOf(text); i += 1) await page.keyboard.press("ArrowRight");
  await expect(place).toHaveText(
    new RegExp(`Line ${line + 1},.*column ${words.indexOf(text) + 2}$`),
  );
}

test("mistakes are underlined and listed with fixes, and a fix is one click", async ({
  playground,
  page,
}) => {
  await openText(playground, PROGRAM.replace("nn.relu", "nn.rellu").replace("%both.0", "%bth.0"));
  await checked(page, "2 errors");
  await expect(page.locator(".cm-lintRange-error").first()).toHaveText("nn.rellu");
  await expect(problems(page).getByRole("button", { name: /there is no operator/ })).toContainText(
    "4:8",
  );
  await problems(page).getByRole("button", { name: "Change to nn.relu", exact: true }).click();
  await checked(page, "1 error");
  await problems(page).getByRole("button", { name: "Change to %both" }).click();
  await checked(page, "No problems");
  await expect(content(page)).toContainText("nn.relu(%0)");
  await page.keyboard.press("Control+z");
  await checked(page, "1 error");
});

test("F8 goes through the problems, and the list works by keyboard", async ({
  playground,
  page,
}) => {
  await openText(playground, PROGRAM.replace("nn.relu", "nn.rellu").replace("tanh", "tnah"));
  await checked(page, "2 errors");
  await content(page).press("F8");
  await expect(page.locator("pc-editor .place")).toContainText("Line 4,");
  await page.keyboard.press("F8");
  await expect(page.locator("pc-editor .place")).toContainText("Line 9,");
  await page.keyboard.press("Shift+F8");
  await expect(page.locator("pc-editor .place")).toContainText("Line 4,");
  await problems(page).getByRole("button").first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(problems(page).getByRole("button", { name: /`tnah`/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("pc-editor .place")).toContainText("Line 9,");
  await expect(content(page)).toBeFocused();
});

test("a type mistake shows beside the types of the rest, and a dead one is a warning", async ({
  playground,
  page,
}) => {
  await openText(playground, PROGRAM.replace("%1 = nn.relu(%0);", "%9 = add(%x, %w);\n  %1 = %0;"));
  await checked(page, "1 warning");
  await expect(problems(page)).toContainText("nothing uses this value");
});

test("tells the type and the operator's documentation, by pointer and by keyboard", async ({
  playground,
  page,
}) => {
  await openText(playground, PROGRAM);
  await checked(page, "No problems");
  const tooltip = page.locator(".relay-hover");
  await content(page).getByText("nn.dense").hover();
  await expect(tooltip).toContainText("Tensor[(2, 4), float32]");
  await expect(tooltip).toContainText("nn.dense(data, weight");
  await expect(tooltip).toContainText("units");
  await page.mouse.move(5, 5);
  await expect(tooltip).toHaveCount(0);
  await content(page).getByText("%both", { exact: true }).first().hover();
  await expect(tooltip).toContainText("%both: (Tensor[(2, 4), float32], Tensor[(2, 4), float32])");
  await page.mouse.move(5, 5);
  await expect(tooltip).toHaveCount(0);
  await test.step("at the cursor", async () => {
    await cursorTo(page, 3, "nn.relu");
    await page.keyboard.press("Alt+F1");
    await expect(page.locator(".relay-hover")).toContainText("Tensor[(2, 4), float32]");
    await page.keyboard.press("Escape");
    await expect(page.locator(".relay-hover")).toHaveCount(0);
    await page.keyboard.press("Control+k");
    await page.keyboard.press("Control+i");
    await expect(page.locator(".relay-hover")).toContainText("nn.relu(");
    await page.keyboard.press("Escape");
  });
  await test.step("at the cursor alone, also where the pointer rests", async () => {
    await content(page).getByText("nn.relu").hover();
    await expect(tooltip).toContainText("nn.relu(");
    await page.keyboard.press("Alt+F1");
    await expect(tooltip).toHaveCount(1);
    await page.mouse.move(5, 5);
    await expect(tooltip).toContainText("nn.relu(");
    await page.keyboard.press("Escape");
    await expect(tooltip).toHaveCount(0);
  });
});

test("completes operators, attributes, variables with types, and types", async ({
  playground,
  page,
}) => {
  await openText(playground, PROGRAM);
  await checked(page, "No problems");
  const list = page.locator(".cm-tooltip-autocomplete");
  const option = (name: string): Locator => list.getByRole("option").filter({ hasText: name });
  await cursorTo(page, 3, "%1");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("%2 = nn.softm");
  await expect(option("nn.softmax").first()).toBeVisible();
  await takesKeys(list);
  await page.keyboard.press("Enter");
  await expect(content(page)).toContainText("%2 = nn.softmax");
  await page.keyboard.type("(%");
  await expect(option("%1")).toContainText("Tensor[(2, 4), float32]");
  await expect(option("%w")).toBeVisible();
  await expect(option("%both")).toHaveCount(0);
  await page.keyboard.type("1, ");
  await page.keyboard.press("Control+Space");
  await expect(list.getByRole("option").first()).toContainText("axis");
  await takesKeys(list);
  await page.keyboard.press("Enter");
  await expect(content(page)).toContainText("nn.softmax(%1, axis=");
  await page.keyboard.type("-1);");
  await page.keyboard.press("Enter");
  await page.keyboard.type("let %t: Ten");
  await expect(option("Tensor")).toBeVisible();
  await page.keyboard.press("Escape");
});

test("goes to definitions, lists uses and renames", async ({ playground, page }) => {
  await openText(playground, PROGRAM);
  await checked(page, "No problems");
  const place = page.locator("pc-editor .place");
  await cursorTo(page, 5, "@helper");
  await page.keyboard.press("F12");
  await expect(place).toContainText("Line 8,");

  // Of the variable at the cursor all mentions are marked, those in other functions are not.
  await cursorTo(page, 3, "%0");
  await expect(page.locator(".cm-name-use")).toHaveCount(2);
  await expect(page.locator(".cm-name-definition")).toHaveCount(1);
  await page.keyboard.press("Shift+F12");
  const uses = page.getByRole("region", { name: "Uses of %0" });
  await expect(uses.getByRole("button")).toHaveCount(3);
  await expect(uses.getByRole("button").first()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(place).toContainText("Line 5,");
  await uses.getByRole("button").first().focus();
  await page.keyboard.press("Escape");
  await expect(uses).toHaveCount(0);
  await expect(content(page)).toBeFocused();

  await cursorTo(page, 4, "%both");
  await page.keyboard.press("F2");
  const name = page.getByLabel(/Rename %both in 2 places/);
  await expect(name).toBeFocused();
  await name.fill("%x");
  await expect(page.locator("#rename-problem")).toContainText("another meaning");
  await name.fill("%pair");
  await page.keyboard.press("Enter");
  await expect(content(page)).toContainText("let %pair = (%0, %1);");
  await expect(content(page)).toContainText("@helper(%pair.0)");
  await checked(page, "No problems");

  await content(page).getByText("@helper(", { exact: false }).first().click();
  await content(page)
    .getByText("%x", { exact: true })
    .last()
    .click({ modifiers: ["Control"] });
  await expect(place).toContainText("Line 8,");
});

test("folds, searches, comments and undoes", async ({ playground, page }) => {
  await openText(playground, PROGRAM);
  await cursorTo(page, 1, "def");
  await page.keyboard.press("Control+Shift+BracketLeft");
  await expect(page.locator(".cm-foldPlaceholder")).toHaveCount(1);
  await expect(content(page)).not.toContainText("nn.dense");
  await page.keyboard.press("Control+Shift+BracketRight");
  await expect(content(page)).toContainText("nn.dense");
  await cursorTo(page, 3, "%1");
  await page.keyboard.press("Control+/");
  await expect(content(page).locator(".cm-line").nth(3)).toHaveText("  // %1 = nn.relu(%0);");
  await checked(page, /error/);
  await page.keyboard.press("Control+z");
  await checked(page, "No problems");
  await page.keyboard.press("Control+f");
  await page.keyboard.type("tanh");
  await expect(page.locator(".cm-searchMatch")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(content(page)).toBeFocused();
});

test("the editor comes when the program is turned to, and looks the same", async ({
  playground,
  page,
}) => {
  await playground.openProgram();
  await expect(page.locator("pc-editor")).toHaveCount(0);
  /** Where the text of a line begins. */
  const place = (): Promise<{ x: number; y: number }> =>
    playground.line(3).evaluate((line) => {
      const range = document.createRange();
      range.selectNodeContents(line);
      const { left, top } = range.getBoundingClientRect();
      return { x: left, y: top };
    });
  await expect(playground.line(3)).toBeVisible();
  const before = await place();
  await content(page).focus();
  await expect(page.locator("pc-editor .cm-content")).toBeFocused();
  await checked(page, "No problems");
  await expect(async () => {
    const now = await place();
    expect(Math.abs(now.x - before.x)).toBeLessThan(2);
    expect(Math.abs(now.y - before.y)).toBeLessThan(2);
  }).toPass();
});

test("indents what is typed, and types over a selection", async ({ playground, page }) => {
  await openText(playground, "");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("def @f() {\n1");
  await expect(content(page)).toHaveText("def @f() {\n  1\n}", { useInnerText: true });
  await page.keyboard.press("Control+a");
  await page.keyboard.type("x");
  await expect(content(page)).toHaveText("x");
});

test("editing a model makes its text one's own, and there is a way back", async ({
  playground,
  page,
}) => {
  await playground.openProgram();
  await content(page).click();
  // The editor has come in the place of the text by now, and has the focus.
  await expect(page.locator("pc-editor .cm-content")).toBeFocused();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("// mine\n");
  await expect(page.locator("pc-program .title")).toHaveText("ResNet-18, edited");
  await expect(page.getByText("Changed since the last run")).toBeVisible();
  await playground.tab("Operators").click();
  await playground.tab("Program").click();
  await expect(content(page)).toContainText("// mine");
  // The history outlives the change of tabs, and without changes it is the model again.
  await content(page).click();
  await expect(page.locator("pc-editor .cm-content")).toBeFocused();
  for (let i = 0; i < 10; i += 1) await page.keyboard.press("Control+z");
  await expect(page.locator("pc-program .title")).toHaveText("ResNet-18");
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("// again\n");
  await page.getByRole("button", { name: "Back to ResNet-18" }).click();
  await expect(content(page)).not.toContainText("// again");
  await expect(page.locator("pc-program .title")).toHaveText("ResNet-18");
});

test("a text that is pasted in place of a model's is one's own", async ({ playground, page }) => {
  await playground.openProgram();
  await content(page).click();
  await expect(page.locator("pc-editor .cm-content")).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(PROGRAM);
  await expect(page.locator("pc-program .title")).toHaveText("Your text");
  await page.getByRole("button", { name: "Back to ResNet-18" }).click();
  await expect(page.locator("pc-program .title")).toHaveText("ResNet-18");
});

test("what is edited is what runs, at once", async ({ playground, page }) => {
  await openText(playground, PROGRAM);
  await page.keyboard.press("Control+Enter");
  await playground.finished();
  await replaceText(page, PROGRAM.replace("tanh(%x)", "sigmoid(%y)"));
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("alert")).toContainText("%y");
  // The text of before comes back with its model list.
  await page.getByLabel("Model").selectOption("resnet20-cifar");
  await expect(content(page)).toContainText("%data: 1×3×28×28");
  await page.getByLabel("Model").selectOption("own");
  await expect(content(page)).toContainText("sigmoid(%y)");
  await checked(page, "1 error");
});

test("models have forms of their options", async ({ playground, page }) => {
  await playground.openProgram();
  await page.getByText("Options of ResNet-18").click();
  await page.getByLabel("Layout", { exact: true }).selectOption("NHWC");
  await expect(content(page)).toContainText("1×224×224×3");
  await page.getByLabel("Image shape").fill("32, x");
  await page.getByLabel("Image shape").press("Tab");
  await expect(page.getByText("Positive numbers with commas")).toBeVisible();
  await page.getByLabel("Image shape").fill("64, 64, 3");
  await page.getByLabel("Image shape").press("Tab");
  await expect(content(page)).toContainText("1×64×64×3");
  await page.getByLabel("Classes").fill("10");
  await page.getByLabel("Classes").press("Tab");
  await playground.runAgain();
});

test("opens files by dialog and by drop, and refuses what is no text", async ({
  playground,
  page,
}) => {
  await playground.openProgram();
  const open = async (name: string, buffer: Buffer): Promise<void> => {
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: "Open…" }).click(),
    ]);
    await chooser.setFiles({ name, mimeType: "text/plain", buffer });
  };
  await open("mine.relay", Buffer.from(PROGRAM.replace("nn.relu", "nn.rellu")));
  await expect(page.locator("pc-program .title")).toHaveText("mine.relay");
  await checked(page, "1 error");
  await open("picture.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]));
  await expect(page.getByRole("alert")).toContainText("picture.png is no text");
  await expect(page.getByRole("alert")).toContainText("picture.png could not be opened");
  await expect(page.locator("pc-program .title")).toHaveText("mine.relay");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);

  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "dropped.txt", { type: "text/plain" }));
    return transfer;
  }, PROGRAM);
  await content(page).dispatchEvent("dragenter", { dataTransfer: data });
  await expect(page.getByText("Drop it to open it")).toBeVisible();
  await content(page).dispatchEvent("drop", { dataTransfer: data });
  await expect(page.getByText("Drop it to open it")).toHaveCount(0);
  await expect(page.locator("pc-program .title")).toHaveText("dropped.txt");
  await checked(page, "No problems");
  // Opening is a change of the text like any other.
  await content(page).press("Control+z");
  await expect(content(page)).toContainText("nn.rellu");
});

test("saves and copies the text", async ({ playground, page }) => {
  await openText(playground, PROGRAM);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save text" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("Your-text.relay");
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toBe(PROGRAM);
  expect(await playground.copied("Copy the program")).toBe(PROGRAM);
});

test("typing in 5,000 lines stays quick, and problems come", async ({ playground, page }) => {
  const lines = ['#[version = "0.0.5"]', "def @main(%x: Tensor[(2, 3), float32]) {"];
  for (let i = 0; i < 5000; i += 1) lines.push(`  %${i} = nn.relu(%${i === 0 ? "x" : i - 1});`);
  lines.push("  %4999", "}", "");
  await openText(playground, lines.join("\n"));
  await checked(page, "No problems");
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowDown");
  await expectWithin(page, 10, "a key in 5,000 lines", () =>
    longestTask(page, () => page.keyboard.type("// twenty letters ...")),
  );
  await checked(page, /error/);
});

test("is usable at 380 px, and has no known accessibility problem", async ({
  playground,
  page,
}) => {
  await page.setViewportSize({ width: 380, height: 800 });
  await openText(playground, PROGRAM.replace("nn.relu", "nn.rellu"));
  await checked(page, "1 error");
  await expectFits(page);
  await cursorTo(page, 2, "nn.dense");
  await page.keyboard.press("Alt+F1");
  await expect(page.locator(".relay-hover")).toBeVisible();
  await expectAccessible(page, { view: page.locator("pc-program") });
});
