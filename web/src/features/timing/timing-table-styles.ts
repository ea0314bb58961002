// Styles of the table of times, in addition to those of all tables of figures.
import { css } from "lit";

export const tableStyles = css`
  :host {
    --row: 1.875rem;
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
  th:first-child,
  td:first-child {
    width: 1%;
    color: var(--muted);
  }
  th.name {
    width: 60%;
    max-width: 0;
    overflow: hidden;
    font-weight: 400;
    text-align: left;
    text-overflow: ellipsis;
  }
  thead .name button {
    margin-left: calc(-1 * var(--s1));
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
