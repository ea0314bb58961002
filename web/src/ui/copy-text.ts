// Puts a text on the clipboard.

/** Returns whether the copy succeeded. `root` must have the page's styles; it briefly gets an element. */
export async function copyText(
  text: string,
  root: HTMLElement | DocumentFragment,
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without permission, or on a page without TLS, there is no clipboard.
    return copyBySelection(text, root);
  }
}

/** The older method, which also works on pages over plain HTTP. */
function copyBySelection(text: string, root: HTMLElement | DocumentFragment): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.className = "visually-hidden";
  root.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  return copied;
}
