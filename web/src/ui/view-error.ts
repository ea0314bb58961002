// Shows that a view failed, in the view's place: what happened, its details, and a way to try again.
import { css, html, render } from "lit";
import { showErrorsBy } from "../i18n/localized";
import { t } from "./texts";

const styles = css`
  .view-error {
    box-sizing: border-box;
    max-width: 100%;
    padding: var(--s3);
    border-left: 3px solid var(--minus);
    background: var(--minus-soft);
    color: var(--text);
    font-family: inherit;
    overflow-wrap: anywhere;
  }
  .view-error p {
    margin: 0 0 var(--s2);
  }
  .view-error pre {
    max-height: 12rem;
    overflow: auto;
    font-size: var(--text-s);
    white-space: pre-wrap;
  }
`;

/** The longest details, in characters. */
const MOST = 4000;

function detailsOf(error: unknown): string {
  const text =
    error instanceof Error ? `${error.name}: ${error.message}\n${error.stack ?? ""}` : "";
  return (text === "" ? String(error) : text).slice(0, MOST);
}

showErrorsBy((root, error, again) => {
  const sheet = styles.styleSheet;
  if (sheet && !root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  render(
    html`<div class="view-error" role="alert">
      <p><strong>${t("view.failed")}</strong> ${t("view.failedRest")}</p>
      <details>
        <summary>${t("view.details")}</summary>
        <pre>${detailsOf(error)}</pre>
      </details>
      <button type="button" @click=${again}>${t("common.tryAgain")}</button>
    </div>`,
    root,
  );
});
