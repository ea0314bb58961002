// The styles of the graph view, and the colours of operator families in both colour schemes.
import { css } from "lit";

export const graphStyles = css`
  :host {
    --family-conv: light-dark(#3451c6, #93a8ff);
    --family-norm: light-dark(#0f7c86, #5fcbd5);
    --family-pool: light-dark(#7a5c00, #e0bf55);
    --family-activation: light-dark(#b0420e, #ff9d6b);
    --family-arithmetic: light-dark(#2c7a3b, #79d28b);
    --family-reduce: light-dark(#a02c6f, #f28cc4);
    --family-shape: light-dark(#7a3fb0, #c9a2f2);
    --family-other: light-dark(#5b5148, #c4b5a5);
    --family-function: light-dark(#41607e, #9dbbd8);
    --family-structure: light-dark(#6b7280, #a3abb8);
    --family-input: light-dark(#556070, #9eabbb);
    position: relative;
    display: flex;
    flex-direction: column;
    min-width: 0;
    height: 100%;
    overflow: hidden;
  }
  .bar,
  .legend {
    display: flex;
    flex: none;
    align-items: center;
    gap: var(--s1);
    padding: var(--s1) var(--s2);
    border-bottom: 1px solid var(--border);
    font-size: var(--text-s);
  }
  .bar {
    flex-wrap: wrap;
  }
  .bar .apart {
    margin-left: auto;
  }
  .group {
    display: flex;
    align-items: center;
  }
  .legend {
    overflow-x: auto;
    scrollbar-width: thin;
  }
  .legend button {
    flex: none;
    gap: var(--s2);
  }
  .family-conv {
    --dot: var(--family-conv);
  }
  .family-norm {
    --dot: var(--family-norm);
  }
  .family-pool {
    --dot: var(--family-pool);
  }
  .family-activation {
    --dot: var(--family-activation);
  }
  .family-arithmetic {
    --dot: var(--family-arithmetic);
  }
  .family-reduce {
    --dot: var(--family-reduce);
  }
  .family-shape {
    --dot: var(--family-shape);
  }
  .family-other {
    --dot: var(--family-other);
  }
  .family-function {
    --dot: var(--family-function);
  }
  .family-structure {
    --dot: var(--family-structure);
  }
  .family-input {
    --dot: var(--family-input);
  }
  .legend .added {
    --dot: var(--plus);
  }
  .legend .removed {
    --dot: var(--minus);
  }
  .legend .changed {
    --dot: var(--warn);
  }
  .dot {
    width: 0.625rem;
    height: 0.625rem;
    border-radius: 2px;
    background: var(--dot);
  }
  .sign {
    color: var(--dot);
    font-weight: 700;
  }
  input[type="search"] {
    width: 9rem;
    min-height: 1.625rem;
    padding: 0 var(--s2);
    border: 1px solid var(--border-strong);
    border-radius: var(--radius-s);
    background: var(--surface);
    font-size: var(--text-s);
  }
  .count {
    min-width: 4.5rem;
    color: var(--muted);
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .note {
    padding: var(--s2) var(--s3);
    border-bottom: 1px solid var(--border);
    background: var(--warn-soft);
    font-size: var(--text-s);
  }
  .stage {
    container-type: size;
    position: relative;
    flex: 1;
    min-height: 8rem;
    overflow: hidden;
    background: var(--surface);
  }
  .stage > canvas.graph {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
  }
  .pad {
    position: absolute;
    inset: 0;
    overflow: hidden;
    cursor: grab;
    touch-action: none;
    user-select: none;
  }
  .pad:active {
    cursor: grabbing;
  }
  .pad.over {
    cursor: pointer;
  }
  .pad:focus-visible {
    outline-offset: -3px;
  }
  .strip {
    position: absolute;
    inset: var(--s2) var(--s2) var(--s2) auto;
    width: 2.5rem;
    height: calc(100% - 2 * var(--s2));
    border: 1px solid var(--border);
    border-radius: var(--radius-s);
    background: var(--sunken);
    cursor: pointer;
    touch-action: none;
  }
  .cover {
    position: absolute;
    inset: 0;
    display: grid;
    place-content: center;
    color: var(--muted);
    text-align: center;
    pointer-events: none;
  }
  .cover.late {
    animation: late 0.2s 0.25s backwards;
  }
  @keyframes late {
    from {
      opacity: 0;
    }
  }
`;

export const cardStyles = css`
  .card {
    position: absolute;
    inset: var(--s2) auto auto var(--s2);
    display: flex;
    flex-direction: column;
    width: min(19rem, calc(100% - 4.5rem));
    max-height: calc(100% - 2 * var(--s2));
    border: 1px solid var(--border);
    border-radius: var(--radius);
    background: var(--surface);
    box-shadow: 0 2px 10px rgb(0 0 0 / 12%);
    font-size: var(--text-s);
  }
  .card header {
    display: flex;
    align-items: flex-start;
    gap: var(--s2);
    padding: var(--s2) var(--s1) var(--s1) var(--s3);
  }
  .card h3 {
    flex: 1;
    min-width: 0;
    font-size: var(--text-m);
    overflow-wrap: anywhere;
  }
  .card .body {
    display: grid;
    gap: var(--s2);
    padding: 0 var(--s3) var(--s3);
    overflow: auto;
  }
  .card dl {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: 2px var(--s2);
    margin: 0;
  }
  .card dt {
    color: var(--muted);
  }
  .card dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  .card del {
    color: var(--minus);
  }
  .card ins {
    color: var(--plus);
    text-decoration: none;
  }
  .card .links {
    display: flex;
    flex-wrap: wrap;
    gap: 2px var(--s1);
  }
  .card .links button {
    min-height: 1.5rem;
    padding: 0 var(--s1);
    border-color: var(--border);
    background: var(--sunken);
    font-size: var(--text-xs);
    white-space: normal;
    overflow-wrap: anywhere;
    text-align: left;
  }
  .card .remarks li {
    display: flex;
    gap: var(--s1);
    overflow-wrap: anywhere;
    font-size: var(--text-s);
  }
  .card .remarks svg {
    flex: none;
    margin-top: 0.15em;
  }
  .card .missed svg {
    color: var(--warn);
  }
  .card .passed svg {
    color: var(--plus);
  }
  .card .analysis svg {
    color: var(--accent);
  }
  .card .actions {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s1);
  }
  .tag {
    padding: 0 var(--s1);
    border: 1px solid currentColor;
    border-radius: var(--radius-s);
    font-size: var(--text-xs);
    font-weight: 600;
  }
  .tag.added {
    color: var(--plus);
  }
  .tag.removed {
    color: var(--minus);
  }
  .tag.changed {
    color: var(--warn);
  }
  @container (max-height: 20rem) {
    .card {
      width: 13rem;
    }
  }
  @container (max-width: 30rem) {
    .card {
      inset: auto var(--s2) var(--s2);
      width: auto;
      max-height: 55%;
    }
  }
`;
