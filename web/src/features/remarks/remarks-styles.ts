// Styles of the list of remarks.
import { css } from "lit";

export const remarksStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    height: 100%;
    container-type: inline-size;
  }
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s1) var(--s2);
    min-height: 2.375rem;
    padding: var(--s1) var(--s3);
    border-bottom: 1px solid var(--border);
    background: var(--sunken);
  }
  .types {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s1);
  }
  .types button {
    gap: var(--s1);
  }
  .bar select {
    max-width: 14rem;
  }
  .bar input {
    width: 12rem;
    min-height: 1.625rem;
    padding: 0 var(--s2);
    border: 1px solid var(--border-strong);
    border-radius: var(--radius-s);
    background: var(--surface);
    font-size: var(--text-s);
  }
  .end {
    display: flex;
    flex-wrap: wrap;
    flex: 1;
    align-items: center;
    justify-content: flex-end;
    gap: var(--s1);
  }
  .notice {
    padding: var(--s1) var(--s3);
    border-bottom: 1px solid var(--border);
    color: var(--muted);
    font-size: var(--text-s);
  }
  .notice.cut {
    background: var(--warn-soft);
    color: var(--text);
  }
  .list {
    flex: 1;
    min-height: 0;
    overflow: auto;
  }
  .item {
    display: grid;
    grid-template-columns: 1rem 1rem minmax(0, 1fr) auto;
    gap: 0 var(--s2);
    align-items: baseline;
    padding: 0.1875rem var(--s3);
    border-bottom: 1px solid var(--border);
    font-size: var(--text-s);
    cursor: pointer;
  }
  .item:hover {
    background: var(--line);
  }
  .item[aria-selected="true"] {
    background: var(--accent-soft);
  }
  .item:focus-visible {
    outline-offset: -2px;
  }
  .item svg {
    position: relative;
    top: 0.15em;
  }
  .toggle {
    color: var(--muted);
  }
  .toggle.open svg {
    transform: rotate(90deg);
  }
  .missed > .sign,
  .sign.missed {
    color: var(--warn);
  }
  .passed > .sign,
  .sign.passed {
    color: var(--plus);
  }
  .analysis > .sign,
  .sign.analysis {
    color: var(--accent);
  }
  .pass {
    font-weight: 600;
  }
  .said {
    overflow-wrap: anywhere;
  }
  .kind {
    color: var(--muted);
    font-family: var(--mono);
    font-size: var(--text-xs);
  }
  .times {
    color: var(--muted);
    font-variant-numeric: tabular-nums;
  }
  .doc,
  .member .said {
    color: var(--muted);
  }
  .doc {
    grid-column: 3 / -1;
  }
  .member {
    background: var(--sunken);
  }
  .member code {
    color: var(--text);
  }
  .more {
    padding: var(--s2) var(--s3);
    color: var(--muted);
    font-size: var(--text-s);
  }
  .empty {
    display: grid;
    flex: 1;
    gap: var(--s2);
    place-content: center;
    justify-items: center;
    padding: var(--s5);
    color: var(--muted);
    text-align: center;
  }
  @container (max-width: 34rem) {
    .bar input,
    .bar select {
      flex: 1;
      min-width: 8rem;
      max-width: none;
    }
    .item {
      grid-template-columns: 1rem 1rem minmax(0, 1fr);
    }
    .item > .kind {
      grid-column: 3;
    }
  }
`;
