// Shows an error: its name, and the engine's diagnostics with their source excerpts.
import { css, html, nothing, type TemplateResult } from "lit";
import { t as core } from "../core/texts";
import { t } from "./texts";
import type { Failure } from "../core/protocol/messages";
import { failureTexts } from "../core/trace/failure-text";

export const failureStyles = css`
  .failure {
    display: grid;
    gap: var(--s2);
    padding: var(--s3);
    border-left: 3px solid var(--minus);
    border-radius: var(--radius-s);
    background: var(--minus-soft);
    overflow-wrap: anywhere;
  }
  .failure strong {
    color: var(--minus);
  }
  .failure pre {
    margin: 0;
    overflow-x: auto;
    font-size: var(--text-s);
    white-space: pre-wrap;
  }
`;

/** The number of mistakes in the program's text; 0 for other errors. */
export function mistakesOf({ place, rendered }: Failure): number {
  return place?.text && !place.stageId ? rendered.length : 0;
}

/** The event and its consequence, in words. */
export function headline({ name, fatal }: Failure): [what: string, then: string | typeof nothing] {
  // A part of the engine did not load. That is not a bug, and the next run tries again.
  if (name === "LoadError") return [core("engine.notLoaded"), nothing];
  if (name === "OutOfMemoryError") return [t("failure.memory"), t("failure.memoryReplaced")];
  // The code did it, or the depth of its calls. That is not a bug either.
  if (name === "PythonEnded") return [t("failure.python"), t("failure.pythonReplaced")];
  return fatal ? [t("failure.crashed"), t("failure.replaced")] : [name, nothing];
}

/** `action` is a button with a remedy. */
export function failureBox(
  failure: Failure,
  action: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  const [what, then] = headline(failure);
  return html`<div class="failure">
    <p>
      <strong>${what}</strong>
      ${failure.place?.code ? t("failure.atLine", { line: failure.place.code.line }) : nothing}
      ${then}
    </p>
    ${failureTexts(failure).map((text) => html`<pre>${text}</pre>`)}
    ${action === nothing ? nothing : html`<p>${action}</p>`}
  </div>`;
}
