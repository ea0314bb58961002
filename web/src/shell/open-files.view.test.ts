// Files opened by the dialog or dropped on the page, and text that is written and then run.
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { finished, firstRun } from "../../test/views/harness/app";
import { choose, drag, fileOf } from "../../test/views/harness/files";
import { expectCount } from "../../test/views/harness/matchers";
import { mount } from "../../test/views/harness/mount";
import { checked, content, PROGRAM, write } from "../../test/views/harness/typing";
import "./app-shell";

const alert = page.getByRole("alert");
const title = page.css("pc-program .title");

test("opens files by dialog and by drop, and refuses what is not text", async () => {
  const app = await firstRun();
  mount(app, "pc-app");
  app.layout.showDetail("program");
  const input = page.css("pc-app input[type=file]").first();
  const asked = vi.fn((event: Event) => event.preventDefault());
  (await input.findElement()).addEventListener("click", asked, { once: true });
  await page.getByRole("button", { name: "Open…" }).click();
  expect(asked).toHaveBeenCalledOnce();
  await choose(input, fileOf("mine.relay", PROGRAM.replace("nn.relu", "nn.rellu")));
  await expect.element(title).toHaveText("mine.relay");
  await checked("1 error");
  await choose(input, fileOf("picture.png", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 1, 2)));
  await expect.element(alert).toContainText("picture.png is not UTF-8 text");
  await expect.element(alert).toContainText("picture.png could not be opened");
  await expect.element(title).toHaveText("mine.relay");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expectCount(alert, 0);

  const dropped = fileOf("dropped.txt", PROGRAM);
  await drag("dragenter", content, dropped);
  await expect.element(page.getByText("Drop to open")).toBeVisible();
  await drag("drop", content, dropped);
  await expectCount(page.getByText("Drop to open"), 0);
  await expect.element(title).toHaveText("dropped.txt");
  await checked("No problems");
  // Opening a file is a change of the text like any other.
  await content.click();
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(content).toContainText("nn.rellu");
});

test("what is edited is what runs, at once", async () => {
  const app = await firstRun();
  mount(app, "pc-app");
  app.layout.showDetail("program");
  await page.getByLabelText("Model").selectOptions("own");
  await expect.element(content).toHaveAttribute("aria-label", expect.stringMatching(/Your text/));
  await write(PROGRAM);
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await finished(app);
  expect(app.store.state.trace?.source).toMatchObject({ kind: "text", text: PROGRAM });
  await write(PROGRAM.replace("tanh(%x)", "sigmoid(%y)"));
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(alert.first()).toContainText("%y");
  // The earlier text returns through the list of models.
  await page.getByLabelText("Model").selectOptions("resnet20-cifar");
  await expect.element(content).toContainText("%data: 1×3×28×28");
  await page.getByLabelText("Model").selectOptions("own");
  await expect.element(content).toContainText("sigmoid(%y)");
  await checked("1 error");
});
