// Browser commands for tests that a page cannot run itself. They run in Node.
import { readFile } from "node:fs/promises";
import type { Download, Page } from "playwright-core";
import type { BrowserCommand } from "vitest/node";

/** The emulated media features. Null restores the initial value. */
export interface Media {
  readonly colorScheme?: "light" | "dark" | null;
  readonly reducedMotion?: "reduce" | "no-preference";
}

/** An action of the pointer, at a position in the window of the document. */
export type MouseAct =
  | { readonly kind: "move" | "click" | "dblclick"; readonly x: number; readonly y: number }
  | { readonly kind: "down" | "up" };

/** Unexpected messages of pages and their workers. */
const heard = new WeakMap<Page, string[]>();
const downloads = new WeakMap<Page, Promise<Download>>();

declare module "vitest/browser" {
  interface BrowserCommands {
    /** Errors and warnings since the last call, in the page and its workers. The first call begins to listen. */
    complaints(): Promise<string[]>;
    media(media: Media): Promise<void>;
    /** Turns the wheel at the position of the pointer. */
    wheel(by: number): Promise<void>;
    mouse(...acts: readonly MouseAct[]): Promise<void>;
    expectDownload(): Promise<void>;
    download(): Promise<{ name: string; text: string }>;
  }
}

const complaints: BrowserCommand<[]> = ({ page }): string[] => {
  const said = heard.get(page);
  if (said) return said.splice(0);
  const now: string[] = [];
  heard.set(page, now);
  // The browser reports a measurement that moves to the next frame after a resize. This is not an error.
  const hear = (text: string): void => {
    if (!text.includes("ResizeObserver loop")) now.push(text);
  };
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) hear(message.text());
  });
  page.on("pageerror", ({ message }) => hear(message));
  return [];
};

const media: BrowserCommand<[Media]> = ({ page }, given) => page.emulateMedia(given);

const mouse: BrowserCommand<MouseAct[]> = async ({ page, iframe }, ...acts) => {
  const frame = await iframe.owner().boundingBox();
  if (!frame) throw new Error("the tests' frame has no place");
  for (const act of acts) {
    if ("x" in act) await page.mouse[act.kind](frame.x + act.x, frame.y + act.y);
    else await page.mouse[act.kind]();
  }
};

const wheel: BrowserCommand<[number]> = ({ page }, by) => page.mouse.wheel(0, by);

/** Starts to wait for a download. */
const expectDownload: BrowserCommand<[]> = ({ page }) => {
  downloads.set(page, page.waitForEvent("download"));
};

/** The downloaded file. */
const download: BrowserCommand<[]> = async ({ page }) => {
  const file = await downloads.get(page);
  if (!file) throw new Error("no file was waited for");
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
};

export const commands = { complaints, media, mouse, wheel, expectDownload, download };
