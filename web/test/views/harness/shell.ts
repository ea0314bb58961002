// The page's shell with all views in it, and ways to its parts.
import { expect } from "vitest";
import { page, userEvent, type Locator } from "vitest/browser";
import type { App } from "../../../src/core/app/app";
import { EMPTY_STAGE, type PassStage } from "../../../src/core/pipeline/model";
import "../../../src/shell/app-shell";
import { finished, firstRun } from "./app";
import { mount } from "./mount";

/** The whole page after its first run. */
export async function openPage(): Promise<App> {
  const app = await firstRun();
  mount(app, "pc-app");
  return app;
}

export const tab = (name: string): Locator => page.getByRole("tab", { name });

export const step = (name: string): Locator =>
  page.css("li.step").filter({ has: page.getByText(name, { exact: true }) });

export const optLevel = (stage: number): Locator =>
  page.getByLabelText(`opt_level of stage ${stage}`);

/** Picks one of a combobox's choices by typing its name. */
export async function pick(box: string, name: string): Promise<void> {
  await page.getByRole("combobox", { name: box, exact: true }).fill(name);
  const list = page.getByRole("listbox", { name: box, exact: true });
  await expect.element(list.getByRole("option").first()).toContainText(name);
  await userEvent.keyboard("{Enter}");
}

/** Sets a small program and a stage of these passes; those with a star before their names are the code's. */
export function setSmall(
  app: App,
  text: string,
  passes: readonly string[],
  stage: Partial<PassStage> = {},
): void {
  app.program.setSource({ kind: "text", text: `#[version = "0.0.5"]\n${text}`, title: "small" });
  const steps = passes.map((name, i) =>
    name.startsWith("*")
      ? ({ kind: "code", id: `p${i}`, name: name.slice(1), enabled: true } as const)
      : ({ kind: "pass", id: `p${i}`, name, enabled: true, options: "" } as const),
  );
  app.pipeline.set([
    { ...EMPTY_STAGE, id: "s1", mode: "each", optLevel: 3, passes: steps, ...stage },
  ]);
}

/** Runs the pipeline as a press of Run does, until it has its results. */
export async function runAgain(app: App): Promise<void> {
  void app.runs.press();
  await finished(app);
}

/** Runs the pipeline, which fails. */
export async function runFails(app: App): Promise<void> {
  void app.runs.press();
  await expect.poll(() => app.store.state.run.kind).toBe("failed");
}
