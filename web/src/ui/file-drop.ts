// Files dropped onto an element of the page, or pasted into it.
import { css, html, nothing, type ReactiveController, type TemplateResult } from "lit";
import type { LitElement } from "lit";
import { t } from "./texts";

/** Styles of the overlay that shows where a file can be dropped; the element must be positioned. */
export const fileDropStyles = css`
  .drop {
    position: absolute;
    inset: 0;
    z-index: 10;
    display: grid;
    place-content: center;
    gap: var(--s1);
    border: 2px dashed var(--accent);
    border-radius: 0 0 var(--radius) var(--radius);
    background: var(--accent-soft);
    color: var(--text);
    text-align: center;
    pointer-events: none;
  }
`;

type Files = readonly [File, ...File[]];

/** All instances, by their elements. */
const drops = new WeakMap<EventTarget, FileDrop>();

/**
 * Passes dropped or pasted files to `open`; text goes to the focused element. The outermost of nested elements gets the
 * files, unless another one claims them.
 */
export class FileDrop implements ReactiveController {
  #dragging = false;

  constructor(
    private readonly host: LitElement,
    private readonly open: (files: Files) => void,
    /** The text of the overlay. */
    private readonly words: () => string = () => t("program.drop"),
    private readonly kinds: () => string = () => t("program.dropKinds"),
    /** Whether this element claims the files even if an outer element takes them too; undefined if it never does. */
    private readonly claims?: (files: Files) => boolean,
  ) {
    host.addController(this);
    drops.set(host, this);
  }

  hostConnected(): void {
    // In the capture phase, before an editor, which would insert the text of a dropped file at the cursor.
    const { host } = this;
    host.addEventListener("dragenter", this.#drag, { capture: true });
    host.addEventListener("dragover", this.#drag, { capture: true });
    host.addEventListener("dragleave", this.#leave);
    host.addEventListener("drop", this.#drop, { capture: true });
    host.addEventListener("paste", this.#paste, { capture: true });
  }

  hostDisconnected(): void {
    const { host } = this;
    host.removeEventListener("dragenter", this.#drag, { capture: true });
    host.removeEventListener("dragover", this.#drag, { capture: true });
    host.removeEventListener("dragleave", this.#leave);
    host.removeEventListener("drop", this.#drop, { capture: true });
    host.removeEventListener("paste", this.#paste, { capture: true });
  }

  /** The overlay while a file is dragged over the element. */
  overlay(): TemplateResult | typeof nothing {
    if (!this.#dragging) return nothing;
    return html`<div class="drop">
      <strong>${this.words()}</strong>
      <span class="small">${this.kinds()}</span>
    </div>`;
  }

  #set(dragging: boolean): void {
    if (dragging === this.#dragging) return;
    this.#dragging = dragging;
    this.host.requestUpdate();
  }

  /** Whether no inner element claims the files. The files are known only after the drop. */
  #isFor(event: Event, files?: Files): boolean {
    const all = event.composedPath().map((target) => drops.get(target));
    const claiming = all.find((drop) => drop?.claims && (!files || drop.claims(files)));
    return (claiming ?? this) === this;
  }

  readonly #drag = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    if (!this.#isFor(event)) {
      this.#set(false);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = "copy";
    this.#set(true);
  };

  readonly #leave = (event: DragEvent): void => {
    const to = event.relatedTarget as Node | null;
    if (!this.host.contains(to) && !this.host.renderRoot.contains(to)) this.#set(false);
  };

  readonly #drop = (event: DragEvent): void => this.#take(event, event.dataTransfer);
  readonly #paste = (event: ClipboardEvent): void => this.#take(event, event.clipboardData);

  #take(event: Event, data: DataTransfer | null): void {
    this.#set(false);
    const [file, ...others] = data?.files ?? [];
    if (!file || !this.#isFor(event, [file, ...others])) return;
    event.preventDefault();
    event.stopPropagation();
    this.open([file, ...others]);
  }
}
