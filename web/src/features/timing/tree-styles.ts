// Styles of the tree of passes.
import { css, unsafeCSS } from "lit";

const indents = [0, 1, 2, 3, 4, 5, 6, 7, 8]
  .map((level) => `.level-${level} { padding-left: calc(${level} * var(--indent)); }`)
  .join("\n");

export const treeStyles = css`
  :host {
    display: block;
    container-type: inline-size;
  }
  .grid {
    --indent: 1.1rem;

    min-width: 0;
    padding-bottom: var(--s1);
    font-variant-numeric: tabular-nums;
  }
  .row {
    display: grid;
    grid-template-columns: minmax(11rem, 2fr) minmax(5.5rem, 1fr) 4.75rem 4.75rem 5.25rem 2.75rem;
    gap: var(--s3);
    align-items: center;
    min-height: 1.625rem;
    padding: 0 var(--s3) 0 var(--s2);
  }
  .with-model .row {
    grid-template-columns:
      minmax(11rem, 2fr) minmax(5.5rem, 1fr)
      4.75rem 4.75rem 5.25rem 4.75rem 2.75rem;
  }
  .head .row {
    position: sticky;
    z-index: 1;
    top: 0;
    border-bottom: 1px solid var(--border);
    color: var(--muted);
    font-size: var(--text-xs);
  }
  .head {
    position: sticky;
    z-index: 1;
    top: 0;
    background: var(--surface);
  }
  .head [role="columnheader"]:first-child {
    padding-left: 1.25rem;
  }
  .item {
    cursor: pointer;
  }
  .item:hover {
    background: var(--sunken);
  }
  .item.selected {
    background: var(--accent-soft);
    box-shadow: inset 3px 0 0 var(--accent);
  }
  .item:focus-visible {
    outline-offset: -2px;
  }
  .name {
    display: flex;
    align-items: center;
    min-width: 0;
  }
  .label {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .stage .label,
  .bind .label {
    font-weight: 600;
  }
  .stage .label .muted {
    margin-left: var(--s1);
    font-family: var(--mono);
    font-size: var(--text-xs);
    font-weight: 400;
  }
  /* For a pass that did not run, the reason takes the place of all other columns. */
  .skipped > .name,
  .vetoed > .name {
    grid-column: 1 / -1;
  }
  .skipped > :not(.name),
  .vetoed > :not(.name) {
    display: none;
  }
  .first {
    font-size: var(--text-xs);
  }
  .toggle {
    display: inline-flex;
    flex: none;
    width: 1.25rem;
    height: 1.25rem;
    align-items: center;
    justify-content: center;
    border-radius: var(--radius-s);
    color: var(--muted);
  }
  .toggle.open svg {
    transform: rotate(90deg);
  }
  .toggle:not(:empty):hover {
    background: var(--border);
  }
  .missed {
    flex: none;
    gap: 0.125rem;
    min-height: 1.25rem;
    padding: 0 0.25rem;
    border-color: transparent;
    background: transparent;
    color: var(--warn);
    font-size: var(--text-xs);
  }
  .missed svg {
    width: 0.8rem;
    height: 0.8rem;
  }
  .status,
  .once {
    flex: none;
    white-space: nowrap;
    margin-left: var(--s2);
    padding: 0 0.375rem;
    border-radius: 1rem;
    background: var(--minus-soft);
    color: var(--minus);
    font-size: var(--text-xs);
  }
  .status.skipped,
  .status.vetoed,
  .once {
    background: var(--warn-soft);
    color: var(--warn);
  }
  .nothing {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s2);
    padding: var(--s4);
    color: var(--muted);
  }
  .pins {
    display: flex;
    gap: 0.125rem;
    justify-content: end;
  }
  button.pin {
    width: 1.25rem;
    min-height: 1.25rem;
    padding: 0;
    border-color: transparent;
    background: transparent;
    color: var(--muted);
    font-size: var(--text-xs);
    opacity: 0;
  }
  .item:hover button.pin,
  .item:focus button.pin,
  .item.selected button.pin,
  button.pin:focus-visible,
  button.pin.on {
    opacity: 1;
  }
  button.pin.on {
    border-color: var(--accent);
    background: var(--accent);
    color: var(--accent-text);
  }
  @media (hover: none) {
    button.pin {
      opacity: 1;
    }
  }
  .share {
    display: flex;
    align-items: center;
    gap: var(--s2);
    min-width: 0;
  }
  .share svg {
    flex: 1;
    min-width: 0;
  }
  .percent {
    flex: none;
    width: 3.6rem;
    color: var(--muted);
    white-space: nowrap;
    font-size: var(--text-xs);
    text-align: right;
  }
  .track {
    fill: var(--sunken);
  }
  .item.selected .track,
  .item:hover .track {
    fill: var(--surface);
  }
  rect.total {
    fill: var(--accent-line);
    opacity: 0.55;
  }
  rect.own {
    fill: var(--accent);
  }
  .number {
    text-align: right;
    white-space: nowrap;
  }
  .number.own {
    color: var(--muted);
  }
  .change {
    font-size: var(--text-s);
    white-space: nowrap;
  }
  .plus {
    color: var(--plus);
    font-weight: 600;
  }
  .minus {
    color: var(--minus);
    font-weight: 600;
  }
  ${unsafeCSS(indents)}
  @container (max-width: 40rem) {
    .grid {
      --indent: 0.75rem;
    }
    /* Otherwise a finger aimed at the row would hit it. The pipeline's steps and the list do the same. */
    .missed {
      display: none;
    }
    .change {
      font-size: var(--text-xs);
    }
    .row,
    .with-model .row {
      grid-template-columns: minmax(7rem, 1fr) 4.25rem 4.25rem;
      gap: 0 var(--s2);
    }
    .pins,
    .number.model,
    .number.own,
    .head .share,
    .percent {
      display: none;
    }
    /* There is no room for a column, so the bar is below the row. */
    .item {
      position: relative;
    }
    .item .share {
      position: absolute;
      right: var(--s3);
      bottom: 0;
      left: var(--s3);
    }
    .share svg {
      height: 3px;
    }
  }
`;
