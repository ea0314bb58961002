// How the code tab looks around its editor.
import { css } from "lit";
import { base, controls, dialogBox } from "../../ui/styles/shared";

export const codeTabStyles = [
  base,
  controls,
  dialogBox,
  css`
    :host {
      display: block;
      height: 100%;
    }
    .code-tab {
      display: flex;
      flex-direction: column;
      height: 100%;
    }
    .bar {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: var(--s1) var(--s3);
      min-height: 2.375rem;
      padding: var(--s1) var(--s3);
      border-bottom: 1px solid var(--border);
      background: var(--sunken);
    }
    .bar select {
      max-width: 12rem;
    }
    .exports {
      flex: 1;
      min-width: 8rem;
      overflow-wrap: anywhere;
    }
    .exports code {
      padding: 0 0.25em;
      border: 1px solid var(--border);
      border-radius: var(--radius-s);
      background: var(--surface);
    }
    .editor {
      position: relative;
      flex: 1;
      min-height: 6rem;
    }
    .editor > .cm-editor {
      position: absolute;
      inset: 0;
    }
    .hint {
      padding: var(--s1) var(--s3);
      border-top: 1px solid var(--border);
    }
    kbd {
      padding: 0 0.3em;
      border: 1px solid var(--border);
      border-radius: 0.25em;
      font-family: var(--mono);
      font-size: 0.9em;
    }
    .run-failure {
      display: flex;
      align-items: baseline;
      gap: var(--s2);
      max-height: 10rem;
      padding: var(--s1) var(--s3);
      border-top: 1px solid var(--border);
      border-left: 3px solid var(--minus);
      background: var(--minus-soft);
      overflow: auto;
      font-size: var(--text-s);
      overflow-wrap: anywhere;
      white-space: pre-wrap;
    }
    .run-failure strong {
      color: var(--minus);
    }
    .run-failure button {
      flex: none;
      border-color: var(--border);
      background: var(--surface);
      color: var(--text);
    }
    .run-failure .traceback {
      display: block;
      font-family: var(--mono);
    }
    .run-failure .message {
      flex: 1;
      min-width: 0;
    }
    dialog {
      max-width: min(30rem, calc(100vw - 2rem));
      padding: var(--s4) var(--s5);
    }
    .answers {
      display: flex;
      flex-wrap: wrap;
      gap: var(--s2);
      margin-top: var(--s4);
    }
  `,
];
