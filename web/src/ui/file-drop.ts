// Files dropped onto an element of the page, or pasted into it.
import { css, html, nothing, type ReactiveController, type TemplateResult } from "lit";
import type { LitElement } from "lit";
import { t } from "./texts";

/** Of the overlay that says where a file can be dropped; the element must be positioned. */
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

/** All there are, by their elements. */
const drops = new WeakMap<EventTarget, FileDrop>();

/**
 * Hands the files of what is dropped or pasted to `open`; text is left to who has the focus. Of elements inside of each
 * other the outermost gets them, unless another one claims them.
 */
export class FileDrop implements ReactiveController {
  #dragging = false;

  constructor(
    private readonly host: LitElement,
    private readonly open: (files: Files) => void,
    /** What a file can be dropped for. */
    private readonly words: () => string = () => t("program.drop"),
    private readonly kinds: () => string = () => t("program.dropKinds"),
    /** Whether files are for this element also where one around it takes some; undefined: none are. */
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

  /** What is seen while a file is dragged over the element. */
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

  /** Whether no element inside of this one claims the files; what they are is known only when they are dropped. */
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
