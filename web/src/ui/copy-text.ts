// Puts a text on the clipboard.

/** Whether it could be done; `root` is styled as the page is, and takes an element for a moment. */
export async function copyText(
  text: string,
  root: HTMLElement | DocumentFragment,
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without permission, or on a page served without TLS, there is no clipboard.
    return copyBySelection(text, root);
  }
}

/** The older way, which also works on pages served over plain HTTP. */
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
