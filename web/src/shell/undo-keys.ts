// The keys for undo and redo, and their target: where text is typed, they belong to the browser or the editor,
// elsewhere to the workspace.

/** Ctrl+Z undoes; Ctrl+Shift+Z and Ctrl+Y redo. On a Mac the keys have Cmd. */
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

/** Remembers the field that the user types in. */
export class Typing {
  /** The field that has received input since it got the focus. */
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
   * Whether a key is for the text around it: always in an editor, in a field only if it has received input. A field
   * that only has the focus has nothing to undo, for example the one for adding a pass.
   */
  isFor(event: KeyboardEvent): boolean {
    const [target] = event.composedPath();
    if (!(target instanceof HTMLElement)) return false;
    if (target.isContentEditable) return true;
    if (target !== this.#field) return false;
    // Choosing from a list leaves the field empty.
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
