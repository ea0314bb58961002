// Styles that several elements share: controls, panels, tabs.
import { css } from "lit";

export const base = css`
  :host {
    box-sizing: border-box;
    color: var(--text);
    font: 400 var(--text-m) / 1.45 var(--font);
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  h2,
  h3,
  p,
  ol,
  ul {
    margin: 0;
    padding: 0;
  }
  ol,
  ul {
    list-style: none;
  }
  h2 {
    font-size: var(--text-m);
    font-weight: 650;
    letter-spacing: 0.005em;
  }
  code,
  pre {
    font-family: var(--mono);
    font-size: 0.94em;
  }
  :focus-visible {
    outline: var(--focus);
    outline-offset: 2px;
  }
  .muted {
    color: var(--muted);
  }
  .small {
    font-size: var(--text-s);
  }
  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (prefers-reduced-motion: reduce) {
    * {
      animation-duration: 0.01ms !important;
      animation-iteration-count: 1 !important;
      /* With a short duration instead, every change of every element would become a transition. */
      transition-property: none !important;
    }
  }
`;

export const controls = css`
  button,
  select,
  input,
  textarea {
    color: inherit;
    font: inherit;
  }
  button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: var(--s1);
    min-height: 1.875rem;
    padding: 0 var(--s3);
    border: 1px solid var(--border);
    border-radius: var(--radius-s);
    background: var(--surface);
    cursor: pointer;
    white-space: nowrap;
  }
  button:hover:not(:disabled) {
    border-color: var(--border-strong);
  }
  button:disabled {
    color: var(--muted);
    cursor: default;
    opacity: 0.6;
  }
  button[aria-disabled="true"] {
    color: var(--muted);
    cursor: default;
    opacity: 0.5;
  }
  button.primary {
    border-color: var(--accent);
    background: var(--accent);
    color: var(--accent-text);
    font-weight: 600;
  }
  button.primary:hover {
    border-color: var(--accent-hover);
    background: var(--accent-hover);
  }
  button.icon {
    width: 1.625rem;
    min-height: 1.625rem;
    padding: 0;
    border-color: transparent;
    background: transparent;
    color: var(--muted);
  }
  button.icon:hover:not([aria-disabled="true"]) {
    border-color: var(--border);
    color: var(--text);
  }
  button.quiet {
    min-height: 1.625rem;
    padding: 0 var(--s2);
    border-color: transparent;
    background: transparent;
    color: var(--muted);
    font-size: var(--text-s);
  }
  button.quiet:hover:not(:disabled) {
    border-color: var(--border);
    color: var(--text);
  }
  button.quiet[aria-pressed="true"] {
    background: var(--accent-soft);
    color: var(--text);
  }
  select,
  input[type="number"],
  textarea {
    min-height: 1.875rem;
    padding: 0 var(--s2);
    border: 1px solid var(--border-strong);
    border-radius: var(--radius-s);
    background: var(--surface);
  }
  select {
    padding-right: var(--s1);
    cursor: pointer;
  }
  select.compact {
    min-height: 1.625rem;
    font-size: var(--text-s);
  }
  input[type="checkbox"] {
    width: 1rem;
    height: 1rem;
    margin: 0;
    accent-color: var(--accent);
    cursor: pointer;
  }
  label {
    display: inline-flex;
    align-items: center;
    gap: var(--s2);
  }
`;

/** The styles of a modal dialog. Each dialog sets its own size and padding. */
export const dialogBox = css`
  dialog {
    border: 1px solid var(--border);
    border-radius: var(--radius);
    background: var(--surface);
    color: var(--text);
    box-shadow: 0 1rem 3rem rgb(0 0 0 / 25%);
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 40%);
  }
`;

export const panel = css`
  .panel {
    display: flex;
    flex-direction: column;
    min-width: 0;
    min-height: 0;
    height: 100%;
    border: 1px solid var(--border);
    border-radius: var(--radius);
    background: var(--surface);
    overflow: hidden;
  }
  .panel-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s1) var(--s3);
    min-height: 2.625rem;
    padding: 0 var(--s3);
    border-bottom: 1px solid var(--border);
  }
  .panel-tools {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s1);
    margin-left: auto;
  }
  .panel-body {
    position: relative;
    flex: 1;
    min-height: 0;
    overflow: auto;
  }
  .tabs {
    display: flex;
    flex-wrap: wrap;
    align-self: stretch;
    gap: 0 var(--s1);
    min-height: 2.5rem;
  }
  .tabs button {
    position: relative;
    min-height: 2.5rem;
    padding: 0 var(--s2);
    border: 0;
    border-radius: 0;
    background: none;
    color: var(--muted);
  }
  .tabs button:hover {
    color: var(--text);
  }
  .tabs button[aria-selected="true"] {
    color: var(--text);
    font-weight: 600;
  }
  .tabs button[aria-selected="true"]::after {
    position: absolute;
    inset: auto var(--s1) -1px;
    height: 2px;
    background: var(--accent);
    content: "";
  }
  .tabs button:focus-visible {
    outline-offset: -3px;
  }
  .empty {
    display: grid;
    place-content: center;
    justify-items: center;
    gap: var(--s2);
    min-height: 8rem;
    height: 100%;
    padding: var(--s5);
    color: var(--muted);
    text-align: center;
  }
  .empty p {
    max-width: 34rem;
  }
`;
