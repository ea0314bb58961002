// The parts below the editor's text: the problems, the uses of a name, and the form for a new name. A list is one stop
// for the Tab key; arrow keys move inside of it.
import { css, html, nothing, type TemplateResult } from "lit";
import { t } from "./texts";
import { t as editor } from "../../editor/texts";
import type { Fix, Problem } from "../../editor/relay-lint";
import { own } from "../../i18n/own";

export const partStyles = css`
  .status {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--s3);
    min-height: 2rem;
    padding: 0 var(--s2);
    border-top: 1px solid var(--border);
    background: var(--sunken);
    font-size: var(--text-s);
  }
  .status .place {
    margin-left: auto;
    color: var(--muted);
    font-variant-numeric: tabular-nums;
  }
  .status .counts {
    display: inline-flex;
    gap: var(--s3);
    align-items: center;
  }
  .count,
  .sign {
    display: inline-flex;
    gap: var(--s1);
    align-items: center;
  }
  .sign::before {
    flex: none;
    width: 0.625rem;
    height: 0.625rem;
    content: "";
  }
  .sign.error::before {
    border-radius: 50%;
    background: var(--minus);
  }
  .sign.warning::before {
    background: var(--warn);
    clip-path: polygon(50% 0, 100% 100%, 0 100%);
  }
  .sign.info::before {
    border: 2px solid var(--accent);
    border-radius: 50%;
  }
  .sign.fine::before {
    width: 0.375rem;
    height: 0.625rem;
    margin: 0 0.125rem 0.125rem;
    border: solid var(--plus);
    border-width: 0 2px 2px 0;
    transform: rotate(45deg);
  }
  .list {
    flex: none;
    max-height: min(11rem, 40%);
    overflow: auto;
    border-top: 1px solid var(--border);
  }
  .list .none {
    padding: var(--s2) var(--s3);
    color: var(--muted);
    font-size: var(--text-s);
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    gap: 0 var(--s2);
    padding: 2px var(--s2);
    font-size: var(--text-s);
  }
  .row + .row {
    border-top: 1px solid var(--border);
  }
  .row > button.go {
    display: grid;
    flex: 1 1 14rem;
    grid-template-columns: auto 1fr auto;
    gap: 0 var(--s2);
    align-items: baseline;
    justify-content: start;
    min-width: 0;
    min-height: 1.625rem;
    padding: 2px var(--s1);
    border-color: transparent;
    background: none;
    text-align: left;
    white-space: normal;
  }
  .row > button.go:hover {
    background: var(--line);
  }
  .row .where {
    color: var(--muted);
    font-variant-numeric: tabular-nums;
  }
  .row .note {
    grid-column: 2 / -1;
    color: var(--muted);
  }
  .row code {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: pre;
  }
  .row .fix {
    min-height: 1.625rem;
    padding: 0 var(--s2);
    color: var(--text);
    font-size: var(--text-s);
  }
  .rename {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    gap: var(--s2);
    align-items: center;
    padding: var(--s2);
    border-top: 1px solid var(--border);
    font-size: var(--text-s);
  }
  .rename input {
    width: 12rem;
    min-height: 1.875rem;
    padding: 0 var(--s2);
    border: 1px solid var(--border-strong);
    border-radius: var(--radius-s);
    background: var(--surface);
    font-family: var(--mono);
  }
  .rename .wrong {
    flex-basis: 100%;
    color: var(--minus);
  }
`;

/** "2 errors 1 warning", "No problems". */
export function problemCounts(problems: readonly Problem[]): TemplateResult {
  if (problems.length === 0)
    return html`<span class="count"><i class="sign fine"></i>${t("editor.noProblems")}</span>`;
  const count = (
    severity: Problem["severity"],
    what: "errors" | "warnings" | "notes",
  ): TemplateResult | typeof nothing => {
    const n = problems.filter((problem) => problem.severity === severity).length;
    if (n === 0) return nothing;
    return html`<span class="count"
      ><i class="sign ${severity}"></i>${t(`editor.${what}`, { n })}</span
    >`;
  };
  return html`${count("error", "errors")}${count("warning", "warnings")}${count("info", "notes")}`;
}

/** The arrow keys, Home and End move within a list. */
function moveInList(event: KeyboardEvent): void {
  const list = event.currentTarget as HTMLElement;
  const rows = [...list.querySelectorAll<HTMLElement>("button.go")];
  const at = rows.findIndex((row) => row === (event.target as HTMLElement).closest("button.go"));
  if (at < 0) return;
  const to = own({ ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }, event.key);
  const row = to === undefined ? undefined : rows[to];
  if (to === undefined) return;
  event.preventDefault();
  if (!row) return;
  rows.forEach((other) => (other.tabIndex = other === row ? 0 : -1));
  row.focus();
}

export function problemList(
  problems: readonly Problem[],
  go: (problem: Problem) => void,
  fix: (problem: Problem, fix: Fix) => void,
): TemplateResult {
  return html`<div class="list" id="problems" role="region" aria-label=${t("editor.problems")}>
    ${
      problems.length === 0
        ? html`<p class="none">${t("editor.fine")}</p>`
        : html`<ul @keydown=${moveInList}>
            ${problems.map(
              (problem, i) =>
                html`<li class="row">
                  <button
                    type="button"
                    class="go"
                    tabindex=${i === 0 ? 0 : -1}
                    @click=${() => go(problem)}
                  >
                    <span class="sign ${problem.severity}"
                      ><span class="visually-hidden">${t(`editor.${problem.severity}`)}</span></span
                    >
                    <span>${problem.message}</span>
                    <span class="where">${problem.line}:${problem.column}</span>
                    ${problem.notes.map((note) => html`<span class="note">${note}</span>`)}
                  </button>
                  ${problem.fixes.map(
                    (offer) =>
                      html`<button type="button" class="fix" @click=${() => fix(problem, offer)}>
                        ${offer.label}
                      </button>`,
                  )}
                </li>`,
            )}
          </ul>`
    }
  </div>`;
}

export interface UseLine {
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly text: string;
  readonly definition: boolean;
}

export function useList(
  name: string,
  lines: readonly UseLine[],
  go: (line: UseLine) => void,
  close: () => void,
): TemplateResult {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else moveInList(event);
  };
  return html`<div class="list" role="region" aria-label=${t("editor.uses", { name })}>
    <ul class="uses" @keydown=${onKey}>
      ${lines.map(
        (line, i) =>
          html`<li class="row">
            <button type="button" class="go" tabindex=${i === 0 ? 0 : -1} @click=${() => go(line)}>
              <span class="where">${line.line}</span>
              <code>${line.text}</code>
              <span class="where">${line.definition ? t("editor.definition") : ""}</span>
            </button>
          </li>`,
      )}
    </ul>
  </div>`;
}

export function renameForm(
  name: string,
  places: number,
  problem: string | undefined,
  check: (to: string) => void,
  submit: (to: string) => void,
  close: () => void,
): TemplateResult {
  const value = (event: Event): string =>
    (event.currentTarget as HTMLElement)
      .closest("form")
      ?.querySelector<HTMLInputElement>("input")
      ?.value.trim() ?? "";
  return html`<form
    class="rename"
    @submit=${(event: Event) => {
      event.preventDefault();
      submit(value(event));
    }}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      close();
    }}
  >
    <label
      >${t("editor.renameTo", { name, places })}
      <input
        name="to"
        autocomplete="off"
        spellcheck="false"
        .value=${name}
        aria-invalid=${problem !== undefined}
        aria-describedby="rename-problem"
        @input=${(event: Event) => check(value(event))}
      />
    </label>
    <button type="submit" ?disabled=${problem !== undefined}>${t("editor.rename")}</button>
    <button type="button" @click=${close}>${editor("editor.cancel")}</button>
    <span class="wrong" id="rename-problem" role="status">${problem ?? ""}</span>
  </form>`;
}
