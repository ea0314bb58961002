// Files that the page gives to its user.

/** How long the browser has to begin a download before the URL is revoked, in milliseconds. */
const KEPT_MS = 60_000;

/** Offers a file for saving. */
export function saveFile(
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  type: string,
): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

/** Offers files in one ZIP archive. */
export async function saveZip(
  name: string,
  files: readonly { readonly name: string; readonly text: string }[],
): Promise<void> {
  const { strToU8, zipSync } = await import("fflate");
  const archive = zipSync(
    Object.fromEntries(files.map(({ name: file, text }) => [file, strToU8(text)])),
  );
  saveFile(name, archive, "application/zip");
}
