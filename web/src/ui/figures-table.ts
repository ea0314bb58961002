// The common styles and keys of tables of figures, whose heads sort and whose lines can be chosen.
import { css, html, type TemplateResult } from "lit";
import { own } from "../i18n/own";

/** The host sets the height of a row: `--row`. */
export const figuresStyles = css`
  :host {
    display: block;
    container-type: inline-size;
  }
  table {
    width: 100%;
    border-collapse: separate;
    border-spacing: 0;
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    height: var(--row);
    padding: 0 var(--s2);
    border-bottom: 1px solid var(--border);
    text-align: right;
    white-space: nowrap;
  }
  th:first-child,
  td:first-child {
    padding-left: var(--s3);
  }
  th:last-child,
  td:last-child {
    padding-right: var(--s3);
  }
  thead th {
    position: sticky;
    z-index: 1;
    top: 0;
    background: var(--surface);
  }
  thead button {
    min-height: 1.5rem;
    padding: 0 var(--s1);
    border-color: transparent;
    background: none;
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: 500;
    gap: 0;
  }
  thead button:hover {
    color: var(--text);
  }
  thead [aria-sort] button {
    color: var(--text);
    font-weight: 650;
  }
  /* Every column reserves space for the arrow, so that sorting moves nothing. */
  .arrow {
    display: inline-block;
    width: 0.8em;
    text-align: center;
  }
  tbody tr {
    cursor: pointer;
    /* The rows scroll below the head. */
    scroll-margin-top: 2rem;
  }
  tbody tr:hover > * {
    background: var(--sunken);
  }
  tbody tr.selected > * {
    background: var(--accent-soft);
  }
  tbody tr.selected > :first-child {
    box-shadow: inset 3px 0 0 var(--accent);
  }
  tbody tr:focus-visible {
    outline-offset: -2px;
  }
`;

export type SortOrder = "ascending" | "descending";

/** The sort order of a column; undefined if another column is sorted. */
export const sortOrder = (
  sort: { readonly by: string; readonly descending: boolean },
  key: string,
): SortOrder | undefined =>
  sort.by !== key ? undefined : sort.descending ? "descending" : "ascending";

export const sortArrow = (order: SortOrder | undefined): TemplateResult =>
  html`<span class="arrow" aria-hidden="true"
    >${order === undefined ? "" : order === "descending" ? "▾" : "▴"}</span
  >`;

/** The line that Tab leads to. */
const stopLine = (root: ParentNode): HTMLElement | null =>
  root.querySelector<HTMLElement>('tbody tr[tabindex="0"]');

/** Puts the focus on the line that Tab leads to. */
export function focusStop(root: ParentNode): void {
  const line = stopLine(root);
  line?.focus();
  line?.scrollIntoView({ block: "nearest" });
}

/** Moves the focus by arrow keys along the heads, and down to the lines. */
function headKey(event: KeyboardEvent, root: ParentNode, head: HTMLElement): void {
  const heads = [...root.querySelectorAll<HTMLElement>("[data-sort]")].filter(
    (button) => button.offsetParent !== null,
  );
  const at = heads.indexOf(head);
  const to = own(
    { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: heads.length - 1 },
    event.key,
  );
  if (to === undefined && event.key !== "ArrowDown") return;
  event.preventDefault();
  if (to === undefined) stopLine(root)?.focus();
  else heads[Math.max(0, Math.min(heads.length - 1, to))]?.focus();
}

/**
 * Handles a key in a table whose heads have `data-sort` and whose lines have `data-line`, an id. Arrow keys and similar
 * keys move; Enter and the space bar choose.
 * @param ids the ids of the lines, in order
 * @param use gets the index of the chosen line
 */
export function tableKey(
  event: KeyboardEvent,
  root: ParentNode,
  ids: readonly number[],
  use: { readonly pick: (place: number) => void; readonly go: (place: number) => void },
): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const target = event.target as HTMLElement;
  if (target.dataset["sort"] !== undefined) {
    headKey(event, root, target);
    return;
  }
  const at = ids.indexOf(Number(target.closest<HTMLElement>("[data-line]")?.dataset["line"]));
  if (at < 0) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    use.pick(at);
    return;
  }
  const to = own(
    {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + 10,
      PageUp: at - 10,
      Home: 0,
      End: ids.length - 1,
    },
    event.key,
  );
  if (to === undefined) return;
  event.preventDefault();
  use.go(Math.max(0, Math.min(ids.length - 1, to)));
}
