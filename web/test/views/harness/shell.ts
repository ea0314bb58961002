// The page's shell with all views, and ways to its parts.
import { expect } from "vitest";
import { page, type Locator } from "vitest/browser";
import type { App } from "../../../src/core/app/app";
import { EMPTY_STAGE, type PassStage } from "../../../src/core/pipeline/model";
import "../../../src/shell/app-shell";
import { firstRun } from "./app";
import { mount } from "./mount";

/** The whole page after its first run. */
export async function openPage(): Promise<App> {
  const app = await firstRun();
  mount(app, "pc-app");
  return app;
}

export const tab = (name: string): Locator => page.getByRole("tab", { name });

/** Sets a small program and a stage of these passes. A name with a star is an export of the code. */
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

/** Runs a pipeline that fails. */
export async function runFails(app: App): Promise<void> {
  void app.runs.press();
  await expect.poll(() => app.store.state.run.kind).toBe("failed");
}
