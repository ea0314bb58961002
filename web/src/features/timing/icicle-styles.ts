// Styles of the icicle chart. A stronger colour means more own time.
import { css, unsafeCSS } from "lit";

const heats = [9, 18, 27, 36, 44]
  .map(
    (part, i) =>
      `.heat-${i} { background: color-mix(in srgb, var(--accent) ${part}%, var(--surface)); }`,
  )
  .join("\n");

export const icicleStyles = css`
  :host {
    --bar: 1.75rem;

    display: block;
    padding: var(--s2) var(--s3) var(--s3);
  }
  .where {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--s3);
    margin: var(--s1) 0;
  }
  ol {
    display: flex;
    flex-wrap: wrap;
    margin-left: calc(-1 * var(--s2));
  }
  li {
    display: flex;
    align-items: center;
  }
  li + li::before {
    color: var(--muted);
    content: "›" / "";
  }
  li button.quiet:disabled {
    color: var(--text);
    font-weight: 600;
    opacity: 1;
  }
  .detail {
    flex: 1;
    min-width: min(24rem, 100%);
    min-height: 1.3rem;
    font-size: var(--text-s);
    font-variant-numeric: tabular-nums;
    text-align: right;
  }
  .chart {
    position: relative;
    overflow: hidden;
  }
  .item {
    position: absolute;
    overflow: hidden;
    height: calc(var(--bar) - 2px);
    min-width: 2px;
    border: 1px solid var(--surface);
    border-width: 0 1px 0 0;
    border-radius: 3px;
    cursor: pointer;
    font-size: var(--text-s);
    line-height: calc(var(--bar) - 2px);
    white-space: nowrap;
    transition:
      left 0.15s ease-out,
      width 0.15s ease-out;
  }
  .item span {
    display: block;
    overflow: hidden;
    padding: 0 var(--s1);
    text-overflow: ellipsis;
  }
  ${unsafeCSS(heats)}
  .item.failed {
    background: var(--minus-soft);
    color: var(--minus);
  }
  .item.faint {
    background: var(--sunken);
    color: var(--muted);
  }
  .item.around {
    background: var(--sunken);
  }
  .item:hover {
    box-shadow: inset 0 0 0 1px var(--accent-line);
  }
  .item.selected {
    box-shadow: inset 0 0 0 2px var(--accent);
  }
  .item:focus-visible {
    outline-offset: -2px;
  }
  @media (max-width: 40rem) {
    .detail {
      min-height: 2.6rem;
      text-align: left;
    }
  }
`;
