// Styles of the diagram of hook calls, with a lane for each instrument and time downwards.
import { css, unsafeCSS } from "lit";

const indents = [0, 1, 2, 3, 4, 5, 6, 7, 8]
  .map((depth) => `.depth-${depth} { padding-left: calc(${depth} * var(--indent)); }`)
  .join("\n");

export const hooksStyles = css`
  :host {
    --indent: 1.1rem;

    display: block;
    min-height: 100%;
    container-type: inline-size;
  }
  /* As wide as its lanes; the panel scrolls. */
  .stages {
    width: max-content;
    min-width: 100%;
  }
  section + section {
    border-top: 1px solid var(--border);
  }
  .head {
    position: sticky;
    left: 0;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s1) var(--s3);
    width: 100%;
    max-width: 100cqw;
    padding: var(--s2) var(--s3);
  }
  h3 {
    font-size: var(--text-m);
    font-weight: 650;
  }
  .head .end {
    display: flex;
    align-items: center;
    gap: var(--s1);
    margin-left: auto;
  }
  .badge {
    padding: 0 0.4375rem;
    border-radius: 1rem;
    font-size: var(--text-xs);
    line-height: 1.25rem;
    white-space: nowrap;
  }
  .badge.threw,
  .badge.failed {
    background: var(--minus-soft);
    color: var(--minus);
  }
  .badge.vetoed {
    background: var(--warn-soft);
    color: var(--warn);
  }
  .badge.ran,
  .badge.cut {
    color: var(--muted);
  }
  table {
    min-width: 100%;
    border-collapse: separate;
    border-spacing: 0;
  }
  th,
  td {
    height: 1.75rem;
    padding: 0 var(--s3);
    background: var(--surface);
    text-align: center;
    white-space: nowrap;
  }
  thead th {
    position: sticky;
    z-index: 2;
    top: 0;
    border-bottom: 1px solid var(--border);
    color: var(--muted);
    font-size: var(--text-s);
    font-weight: 600;
  }
  th:first-child,
  td.pass {
    position: sticky;
    z-index: 1;
    left: 0;
    text-align: left;
  }
  thead th:first-child {
    z-index: 3;
    width: 40%;
    min-width: 13rem;
  }
  tbody th {
    font-weight: 400;
  }
  .indent {
    display: flex;
    align-items: center;
  }
  tr.pass .name {
    font-weight: 600;
  }
  tr.pass .badge {
    margin-left: var(--s1);
  }
  tr.beat .name {
    padding-left: 1.25rem;
    color: var(--muted);
    font-family: var(--mono);
    font-size: var(--text-s);
  }
  .toggle {
    display: inline-flex;
    flex: none;
    width: 1.25rem;
    justify-content: center;
    color: var(--muted);
    cursor: pointer;
  }
  .toggle.open svg {
    transform: rotate(90deg);
  }
  tbody tr:not(.why) {
    cursor: pointer;
    scroll-margin-top: 2rem;
  }
  tbody tr:not(.why):hover > * {
    background-color: var(--sunken);
  }
  tbody tr.selected > * {
    background-color: var(--accent-soft);
  }
  tbody tr.selected > :first-child {
    box-shadow: inset 3px 0 0 var(--accent);
  }
  tbody tr:focus-visible {
    outline-offset: -2px;
  }
  /* The lanes: a line down the middle of each instrument's column. */
  td.lane {
    min-width: 7rem;
    background-image: linear-gradient(var(--border), var(--border));
    background-position: center;
    background-repeat: no-repeat;
    background-size: 1px 100%;
  }
  .call {
    display: inline-block;
    min-width: 2.25rem;
    padding: 0 0.5rem;
    border: 1px solid var(--border);
    border-radius: 1rem;
    background: var(--surface);
    font-size: var(--text-xs);
    font-variant-numeric: tabular-nums;
    line-height: 1.25rem;
  }
  .call.returned {
    border-color: var(--accent-line);
  }
  .call.vetoed {
    border-color: var(--warn);
    background: var(--warn-soft);
    color: var(--warn);
    font-weight: 600;
  }
  .call.threw {
    border-color: var(--minus);
    background: var(--minus);
    color: var(--surface);
    font-weight: 600;
  }
  .call.missing {
    border-style: dashed;
    color: var(--muted);
  }
  .why td {
    height: auto;
    padding-top: var(--s1);
    padding-bottom: var(--s2);
    text-align: left;
    white-space: normal;
  }
  .why p {
    position: sticky;
    left: var(--s3);
    max-width: min(44rem, 100cqw - 2 * var(--s3));
    padding: var(--s1) var(--s2);
    border-left: 3px solid var(--minus);
    border-radius: var(--radius-s);
    background: var(--minus-soft);
    font-size: var(--text-s);
    overflow-wrap: anywhere;
  }
  .why strong {
    color: var(--minus);
  }
  .why.vetoed p {
    border-color: var(--warn);
    background: var(--warn-soft);
  }
  .why.vetoed strong {
    color: var(--warn);
  }
  .more {
    position: sticky;
    left: 0;
    width: fit-content;
    padding: var(--s2) var(--s3);
  }
  ${unsafeCSS(indents)}
  @media (max-width: 40rem) {
    :host {
      --indent: 0.6rem;
    }
    thead th:first-child {
      min-width: 9.5rem;
    }
    th,
    td {
      padding: 0 var(--s2);
    }
    td.lane {
      min-width: 5.5rem;
    }
  }
`;
