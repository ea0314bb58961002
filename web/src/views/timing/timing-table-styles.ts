// Styles of the table of times.
import { css } from "lit";

export const tableStyles = css`
  :host {
    display: block;
    container-type: inline-size;
  }
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: var(--s1) var(--s4);
    padding: var(--s2) var(--s3);
  }
  .modes {
    display: flex;
    gap: var(--s1);
  }
  table {
    width: 100%;
    border-collapse: separate;
    border-spacing: 0;
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    height: 1.875rem;
    padding: 0 var(--s2);
    border-bottom: 1px solid var(--border);
    text-align: right;
    white-space: nowrap;
  }
  th:first-child,
  td:first-child {
    width: 1%;
    padding-left: var(--s3);
    color: var(--muted);
  }
  th:last-child,
  td:last-child {
    padding-right: var(--s3);
  }
  th.name {
    width: 60%;
    max-width: 0;
    overflow: hidden;
    font-weight: 400;
    text-align: left;
    text-overflow: ellipsis;
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
  /* Room for the arrow is kept in every column, so that sorting moves nothing. */
  .arrow {
    display: inline-block;
    width: 0.8em;
    text-align: center;
  }
  thead .name button {
    margin-left: calc(-1 * var(--s1));
  }
  tbody tr {
    cursor: pointer;
    /* Below the head, which stays in sight. */
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
  .total,
  .own {
    min-width: 6rem;
  }
  td svg {
    display: block;
    border-radius: 1.5px;
    background: var(--sunken);
  }
  tr:hover td svg,
  tr.selected td svg {
    background: var(--surface);
  }
  .total rect {
    fill: var(--accent-line);
  }
  .own rect {
    fill: var(--accent);
  }
  .path {
    margin-left: var(--s2);
    font-size: var(--text-s);
  }
  .status,
  .once {
    margin-left: var(--s2);
    padding: 0 0.375rem;
    border-radius: 1rem;
    background: var(--minus-soft);
    color: var(--minus);
    font-size: var(--text-xs);
  }
  .once {
    background: var(--warn-soft);
    color: var(--warn);
  }
  .empty {
    height: auto;
  }
  @container (max-width: 44rem) {
    .minor,
    .path {
      display: none;
    }
    .total,
    .own {
      min-width: 4.75rem;
    }
  }
`;
