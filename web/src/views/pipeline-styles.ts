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
  .stages {
    display: grid;
    gap: var(--s3);
  }
  .stage {
    display: grid;
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
    margin-top: calc(-1 * var(--s1));
  }
  .mode select,
  select.add-pass {
    border-color: var(--border);
    color: var(--muted);
  }
  select.add-pass {
    justify-self: start;
    max-width: 100%;
  }
  .buttons {
    display: flex;
    flex: none;
    margin-left: auto;
  }
  .steps {
    display: grid;
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
  .options textarea {
    display: block;
    width: 100%;
    padding: var(--s1) var(--s2);
    border-color: var(--border);
    font-family: var(--mono);
    font-size: var(--text-xs);
    line-height: 1.4;
    resize: vertical;
  }
  .options textarea[aria-invalid="true"] {
    border-color: var(--minus);
  }
  .problem {
    margin-top: var(--s1);
    color: var(--minus);
    font-size: var(--text-s);
    overflow-wrap: anywhere;
  }
`;
