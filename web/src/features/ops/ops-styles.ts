// Styles of the matrix of operator changes.
import { css, unsafeCSS } from "lit";

const heats = (["plus", "minus"] as const)
  .flatMap((sign) =>
    [0, 33, 66, 100].map(
      (part, i) =>
        `.${sign}-${i + 1} { background: color-mix(in srgb, var(--${sign}-strong) ${part}%, var(--${sign}-soft)); }`,
    ),
  )
  .join("\n");

const indents = [1, 2, 3, 4, 5, 6]
  .map((depth) => `.depth-${depth} { padding-left: ${depth * 0.9 + 0.25}rem; }`)
  .join("\n");

export const opsStyles = css`
  :host {
    --row: 1.75rem;

    display: block;
    min-height: 100%;
    padding: var(--s2) var(--s3) var(--s3);
  }
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s1) var(--s3);
    min-height: 1.875rem;
    margin-bottom: var(--s2);
    font-size: var(--text-s);
  }
  .bar .end {
    display: flex;
    align-items: center;
    gap: var(--s3);
    margin-left: auto;
  }
  input[type="search"] {
    width: 11rem;
    min-height: 1.625rem;
    padding: 0 var(--s2);
    border: 1px solid var(--border-strong);
    border-radius: var(--radius-s);
    background: var(--surface);
  }
  /* At most as high as the panel, so that head and totals remain visible. */
  .scroll {
    width: fit-content;
    max-width: 100%;
    max-height: max(14rem, 60vh);
    border: 1px solid var(--border);
    border-radius: var(--radius-s);
    overflow: auto;
  }
  table {
    border-collapse: separate;
    border-spacing: 0;
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    height: var(--row);
    padding: 0 var(--s3);
    border-bottom: 1px solid var(--border);
    background: var(--surface);
    text-align: right;
    white-space: nowrap;
  }
  td:not(:last-child) {
    border-right: 1px solid color-mix(in srgb, var(--border) 50%, transparent);
  }
  th {
    font-weight: 500;
  }
  thead th {
    position: sticky;
    z-index: 2;
    top: 0;
    color: var(--muted);
    font-family: var(--mono);
    font-size: var(--text-xs);
  }
  thead th:first-child,
  thead th.net {
    font-family: var(--font);
  }
  th:first-child {
    position: sticky;
    z-index: 1;
    left: 0;
    max-width: 16rem;
    padding-left: var(--s2);
    border-right: 1px solid var(--border);
    overflow: hidden;
    text-align: left;
    text-overflow: ellipsis;
  }
  thead th:first-child {
    z-index: 3;
  }
  tfoot > tr > * {
    position: sticky;
    z-index: 2;
    bottom: 0;
    border-top: 1px solid var(--border);
    border-bottom: 0;
    font-weight: 650;
  }
  tfoot th:first-child {
    z-index: 3;
  }
  .net {
    font-weight: 650;
  }
  tbody tr {
    cursor: pointer;
  }
  tbody tr:hover > th,
  tbody tr:hover > td:not([class*="-"]) {
    background: var(--sunken);
  }
  tbody tr.selected > th,
  tbody tr.selected > td:not([class*="-"]) {
    background: var(--accent-soft);
  }
  tbody tr.selected > th {
    box-shadow: inset 3px 0 0 var(--accent);
  }
  tbody th button {
    min-height: 1.5rem;
    padding: 0 var(--s1);
    border: 0;
    background: none;
  }
  tbody tr.space {
    cursor: default;
  }
  td:has(.change) {
    padding: 0;
  }
  button.change {
    width: 100%;
    /* The height of the button and the line below it equals that of rows without a button. */
    min-height: calc(var(--row) - 1px);
    padding: 0 var(--s3);
    border: 0;
    border-radius: 0;
    background: none;
    color: inherit;
    font: inherit;
    text-align: right;
  }
  button.change:hover {
    text-decoration: underline;
  }
  button.change:focus-visible {
    outline-offset: -2px;
  }
  tbody tr.space td {
    padding: 0;
    border: 0;
  }
  .empty {
    height: auto;
  }
  h3 {
    display: flex;
    align-items: center;
    justify-content: space-between;
    margin-top: var(--s4);
    color: var(--muted);
    font-size: var(--text-s);
    font-weight: 600;
  }
  pre {
    margin: var(--s1) 0 0;
    padding: var(--s2) var(--s3);
    border-radius: var(--radius-s);
    background: var(--sunken);
    font-size: var(--text-s);
    overflow-x: auto;
  }
  ${unsafeCSS(heats)}
  ${unsafeCSS(indents)}
  @media (max-width: 40rem) {
    th:first-child {
      max-width: 9rem;
    }
  }
`;
