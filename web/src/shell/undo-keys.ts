// The keys that undo and do again, and whose they are: where text is being typed they are the browser's or the editor's
// own, anywhere else the workspace's.

/** Ctrl+Z, and Ctrl+Shift+Z or Ctrl+Y; with Cmd on a Mac. */
export function undoKey({ key, shiftKey }: KeyboardEvent): "undo" | "redo" | undefined {
  switch (key.toLowerCase()) {
    case "z":
      return shiftKey ? "redo" : "undo";
    case "y":
      return shiftKey ? undefined : "redo";
    default:
      return undefined;
  }
}

/** Knows which field is being typed in. */
export class Typing {
  /** The field that was typed in since it got the focus. */
  #field: EventTarget | undefined;

  listen(): void {
    window.addEventListener("input", this.#typed);
    window.addEventListener("focusin", this.#focused);
  }

  stop(): void {
    window.removeEventListener("input", this.#typed);
    window.removeEventListener("focusin", this.#focused);
  }

  /**
   * Whether a key is for the text that it is pressed in: always in an editor, in a field only when something was typed
   * there. A field that only has the focus, as one where the next pass can be added, has nothing to undo.
   */
  isFor(event: KeyboardEvent): boolean {
    const [target] = event.composedPath();
    if (!(target instanceof HTMLElement)) return false;
    if (target.isContentEditable) return true;
    if (target !== this.#field) return false;
    // What was chosen from a list leaves the field empty.
    return !(target.role === "combobox" && (target as HTMLInputElement).value === "");
  }

  readonly #typed = (event: Event): void => {
    const [target] = event.composedPath();
    const types =
      target instanceof HTMLTextAreaElement ||
      (target instanceof HTMLInputElement && !/^(?:checkbox|radio|file)$/.test(target.type));
    if (types) this.#field = target;
  };

  readonly #focused = (event: Event): void => {
    if (event.composedPath()[0] !== this.#field) this.#field = undefined;
  };
}
