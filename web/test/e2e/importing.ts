// Helpers for the tests of imports: example files, dropped files and the dialog.
import { readFileSync } from "node:fs";
import type { JSHandle, Locator, Page } from "@playwright/test";
import { expect, type Playground } from "./page";

export const example = (name: string, folder = "onnx"): Buffer =>
  readFileSync(new URL(`../../../examples/${folder}/${name}`, import.meta.url));

export const dialog = (page: Page): Locator => page.locator("pc-import").getByRole("dialog");

interface Dropped {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The DataTransfer of these files. */
export const dragged = (page: Page, files: readonly Dropped[]): Promise<JSHandle<DataTransfer>> =>
  page.evaluateHandle(
    (all) => {
      const transfer = new DataTransfer();
      for (const { name, bytes } of all) {
        const binary = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
        transfer.items.add(new File([binary], name, { lastModified: 1 }));
      }
      return transfer;
    },
    files.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes).toString("base64") })),
  );

/** Drops files onto the page. */
export async function drop(page: Page, ...files: readonly Dropped[]): Promise<void> {
  const data = await dragged(page, files);
  const target = page.locator("pc-timing");
  await target.dispatchEvent("dragenter", { dataTransfer: data });
  await expect(page.getByText("a model (.onnx, .pt)")).toBeVisible();
  await target.dispatchEvent("drop", { dataTransfer: data });
}

/** Imports a dropped file with the initial values of the form. */
export async function importIt({ page }: Playground): Promise<void> {
  await dialog(page).getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog(page)).toBeHidden();
}
