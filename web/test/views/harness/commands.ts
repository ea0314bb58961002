// What a test asks the browser for that a page cannot do itself. Runs in Node.
import { readFile } from "node:fs/promises";
import type { Download, Page } from "playwright-core";
import type { BrowserCommand } from "vitest/node";

/** What a media query asks for; null for what the tests begin with. */
export interface Media {
  readonly colorScheme?: "light" | "dark" | null;
  readonly reducedMotion?: "reduce" | "no-preference";
}

/** What the pointer does, at a place in the document's window. */
export type MouseAct =
  | { readonly kind: "move" | "click" | "dblclick"; readonly x: number; readonly y: number }
  | { readonly kind: "down" | "up" };

/** What pages and their workers have said that they should not have said. */
const heard = new WeakMap<Page, string[]>();
const downloads = new WeakMap<Page, Promise<Download>>();

declare module "vitest/browser" {
  interface BrowserCommands {
    /** Errors and warnings since the last call, in the page and its workers; the first call begins to listen. */
    complaints(): Promise<string[]>;
    media(media: Media): Promise<void>;
    /** Turns the wheel where the pointer is. */
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
  // The browser's word for what is measured a frame later, once its size has changed: no mistake.
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

/** From now on a file is waited for. */
const expectDownload: BrowserCommand<[]> = ({ page }) => {
  downloads.set(page, page.waitForEvent("download"));
};

/** The file that was waited for. */
const download: BrowserCommand<[]> = async ({ page }) => {
  const file = await downloads.get(page);
  if (!file) throw new Error("no file was waited for");
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
};

export const commands = { complaints, media, mouse, wheel, expectDownload, download };
