// Styles of the pipeline editor.
import { css } from "lit";

export const pipelineStyles = css`
  :host {
    display: block;
  }
  .head,
  .stage-head,
  .step-line {
    display: flex;
    align-items: center;
    gap: var(--s2);
  }
  .head {
    justify-content: space-between;
    margin-bottom: var(--s2);
  }
  .head .history {
    display: inline-flex;
    flex: 1;
  }
  .stages {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--s3);
  }
  .stage {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--s2);
    padding: var(--s2) var(--s2) var(--s3) var(--s3);
    border: 1px solid var(--border);
    border-radius: var(--radius);
    background: var(--surface);
  }
  .stage-title {
    flex: 1;
    min-width: 0;
    font-size: var(--text-m);
    font-weight: 600;
  }
  .opt {
    font-family: var(--mono);
    font-size: var(--text-xs);
  }
  .opt select {
    font-family: var(--mono);
  }
  .hint {
    padding-right: var(--s2);
    color: var(--muted);
    font-size: var(--text-s);
  }
  .mode {
    display: flex;
    margin-top: calc(-1 * var(--s1));
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: var(--s1);
  }
  .mode select {
    border-color: var(--border);
    color: var(--muted);
  }
  .context-toggle[aria-expanded="true"] {
    background: var(--accent-soft);
    color: var(--text);
  }
  .add-row {
    display: flex;
    flex-wrap: wrap;
    margin-top: var(--s2);
  }
  .tag {
    flex: none;
    padding: 0 0.3125rem;
    border-radius: 1rem;
    background: var(--accent-soft);
    color: var(--text);
    font-size: var(--text-xs);
  }
  .context {
    display: grid;
    gap: var(--s2);
    padding: var(--s2) var(--s3) var(--s3);
    border-radius: var(--radius-s);
    background: var(--sunken);
  }
  h4 {
    margin: var(--s1) 0 calc(-1 * var(--s1));
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: 600;
  }
  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s1);
  }
  .chip {
    display: inline-flex;
    align-items: center;
    padding-left: var(--s2);
    border: 1px solid var(--border);
    border-radius: 1rem;
    background: var(--surface);
    font-size: var(--text-s);
  }
  .chip.unmet {
    border-color: var(--warn);
    color: var(--warn);
  }
  .unmet-notes {
    display: grid;
    gap: var(--s1);
    margin: 0;
    padding: var(--s2);
    border-radius: var(--radius-s);
    background: var(--warn-soft);
    color: var(--warn);
    font-size: var(--text-s);
    list-style: none;
  }
  .unmet-notes li {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s1) var(--s2);
    align-items: center;
    overflow-wrap: anywhere;
  }
  .nested {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--s2);
    margin: 0 0 var(--s2) 1.375rem;
    padding-left: var(--s2);
    border-left: 2px solid var(--border);
  }
  .sequence-head {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s1) var(--s3);
    color: var(--muted);
    font-family: var(--mono);
    font-size: var(--text-xs);
  }
  .sequence-head input {
    width: 8rem;
    min-height: 1.625rem;
    padding: 0 var(--s2);
    border: 1px solid var(--border-strong);
    border-radius: var(--radius-s);
    background: var(--surface);
    color: var(--text);
    font-size: var(--text-xs);
  }
  button.fate {
    flex: none;
    min-height: 1.375rem;
    padding: 0 0.375rem;
    border-color: transparent;
    border-radius: 1rem;
    background: transparent;
    color: var(--muted);
    font-size: var(--text-xs);
  }
  button.fate svg {
    width: 0.8rem;
    height: 0.8rem;
  }
  button.fate.changed {
    background: var(--plus-soft);
    color: var(--plus);
  }
  button.fate.failed {
    background: var(--minus-soft);
    color: var(--minus);
  }
  button.fate.missed,
  button.fate.skipped {
    background: var(--warn-soft);
    color: var(--warn);
  }
  .buttons {
    display: flex;
    flex: none;
    margin-left: auto;
  }
  .steps {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1px;
  }
  .step {
    position: relative;
    border-radius: var(--radius-s);
  }
  .step:hover,
  .step:focus-within {
    background: var(--sunken);
  }
  .step-line {
    min-height: 2rem;
  }
  .grip {
    display: inline-flex;
    flex: none;
    margin-right: -0.25rem;
    color: var(--muted);
    cursor: grab;
  }
  /* Content that does not fit beside a name moves below it. */
  .step-what {
    display: flex;
    flex: 1;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--s2);
    min-width: 0;
  }
  .step-name {
    min-width: 0;
    cursor: pointer;
  }
  .step-name span {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .step.off .step-name span {
    color: var(--muted);
    text-decoration: line-through;
  }
  .step.dragged {
    opacity: 0.45;
  }
  .drop-before::before,
  .drop-after::after {
    position: absolute;
    right: 0;
    left: 0;
    height: 2px;
    background: var(--accent);
    content: "";
  }
  .drop-before::before {
    top: -2px;
  }
  .drop-after::after {
    bottom: -1px;
  }
  .none {
    position: relative;
    padding: var(--s2);
    color: var(--muted);
    font-size: var(--text-s);
  }
  .badge {
    flex: none;
    padding: 0 0.375rem;
    border-radius: 1rem;
    background: var(--warn-soft);
    color: var(--warn);
    font-size: var(--text-xs);
  }
  .options {
    padding: 0 var(--s2) var(--s2) 2.75rem;
  }
  .problem {
    margin-top: var(--s1);
    color: var(--minus);
    font-size: var(--text-s);
    overflow-wrap: anywhere;
  }
`;
