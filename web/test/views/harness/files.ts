// Gives files to the page as users do.
import type { Locator } from "vitest/browser";

export const fileOf = (
  name: string,
  ...parts: readonly (Blob | ArrayBufferView | string)[]
): File => new File(parts as BlobPart[], name, { lastModified: 1 });

function transferOf(...files: readonly File[]): DataTransfer {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  return transfer;
}

/** Chooses files in an input, like its dialog. */
export async function choose(input: Locator, ...files: readonly File[]): Promise<void> {
  const element = (await input.findElement()) as HTMLInputElement;
  element.files = transferOf(...files).files;
  element.dispatchEvent(new Event("change", { bubbles: true }));
}

export async function drag(
  kind: "dragenter" | "drop",
  onto: Locator,
  ...files: readonly File[]
): Promise<void> {
  const init = { bubbles: true, cancelable: true, composed: true };
  const element = await onto.findElement();
  element.dispatchEvent(new DragEvent(kind, { ...init, dataTransfer: transferOf(...files) }));
}
