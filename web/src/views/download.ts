// Hands a text to the user as a file.

/** How long the browser may take to begin with a download before its address is withdrawn. */
const KEPT_MS = 60_000;

export function download(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
