// The hook calls of each stage's instruments as a diagram. Lanes are instruments, time goes down, and calls are
// numbered. It is a tree grid: passes fold, and arrow keys move.
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { t } from "./texts";
import { stageNumber } from "../../core/pipeline/model";
import type { StageHooks } from "../../core/protocol/messages";
import { base, controls, panel } from "../../ui/styles/shared";
import {
  foldedAtFirst,
  hookLines,
  hooksText,
  hookTree,
  RULED_HOOKS,
  traceRows,
  type HookBeat,
  type HookLine,
  type HookPass,
  type HookTree,
} from "../../core/trace/hooks";
import { recordedText } from "../../core/trace/failure-text";
import "../../ui/copy-button";
import { hooksStyles } from "./hooks-styles";
import { chevronIcon } from "../../ui/icons";
import { bringIntoSight } from "../../ui/in-sight";
import { View } from "../../ui/view";
import { own } from "../../i18n/own";

/** The number of lines of a stage at first, and of more lines for each press of "Show more". */
const LINES = 400;

interface Diagram {
  readonly log: StageHooks;
  readonly tree: HookTree;
  /** The row of the trace for each pass. */
  readonly rows: readonly (number | undefined)[];
  folded: ReadonlySet<number>;
  lines: readonly HookLine[];
  limit: number;
  /** The line that takes the focus with Tab. */
  at: number;
}

export class HooksView extends View {
  static override styles = [base, controls, panel, hooksStyles];

  #diagrams: Diagram[] = [];
  #madeFrom: readonly StageHooks[] | undefined;
  #moved: Diagram | undefined;
  /** The selected row to which the view has already scrolled. */
  #seen = -1;

  override willUpdate(): void {
    const { trace } = this.state;
    if (trace?.hooks === this.#madeFrom) return;
    this.#madeFrom = trace?.hooks;
    this.#diagrams = (trace?.hooks ?? [])
      .filter(({ instruments }) => instruments.length > 0)
      .map((log) => {
        const tree = hookTree(log);
        const folded = foldedAtFirst(tree, log);
        const rows = traceRows(tree, trace?.rows ?? [], log.stageId);
        return { log, tree, rows, folded, lines: hookLines(tree, folded), limit: LINES, at: 0 };
      });
  }

  override render(): TemplateResult {
    const { trace } = this.state;
    if (this.#diagrams.length === 0) {
      return html`<div class="empty">
        <p>${trace ? t("hooks.none") : t("hooks.notRun")}</p>
        <p>${t("hooks.hint")}</p>
      </div>`;
    }
    return html`<div class="stages">${this.#diagrams.map((diagram) => this.#stage(diagram))}</div>`;
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    const diagram = this.#moved;
    const { selected } = this.state;
    const pass = this.renderRoot.querySelector("tr.selected");
    if (this.#seen !== selected && pass && this.parentElement) {
      this.#seen = selected;
      bringIntoSight(pass, this.parentElement);
    }
    if (!diagram) return;
    this.#moved = undefined;
    const section = this.renderRoot.querySelectorAll("section")[this.#diagrams.indexOf(diagram)];
    const row = section?.querySelector<HTMLElement>(`[data-hook-line="${diagram.at}"]`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  #stage(diagram: Diagram): TemplateResult {
    const { log, tree, lines, limit, folded } = diagram;
    const { trace, tracedPipeline } = this.state;
    const number = stageNumber(tracedPipeline ?? [], log.stageId);
    const optLevel = trace?.rows.find(
      (row) => row.kind === "stage" && row.stageId === log.stageId,
    )?.optLevel;
    const allFolded = tree.passes.length > 0 && folded.size === tree.passes.length;
    const calls = log.calls.length + log.dropped;
    return html`<section aria-label=${t("hooks.of", { number })}>
      <div class="head">
        <h3>${t("hooks.stage", { number })}</h3>
        <span class="muted small"
          >${optLevel === undefined ? nothing : `opt_level ${optLevel}, `}${t("hooks.counts", {
            instruments: log.instruments.length,
            calls,
          })}</span
        >
        ${tree.threw > 0 ? html`<span class="badge threw">${t("hooks.threwCount", { times: tree.threw })}</span>` : nothing}
        ${
          tree.vetoed > 0
            ? html`<span class="badge vetoed">${t("hooks.vetoes", { times: tree.vetoed })}</span>`
            : nothing
        }
        <div class="end">
          <button
            type="button"
            class="quiet"
            ?disabled=${tree.passes.length === 0}
            @click=${() =>
              this.#fold(diagram, new Set(allFolded ? [] : tree.passes.map(({ id }) => id)))}
          >
            ${t(allFolded ? "hooks.unfold" : "hooks.fold")}
          </button>
          <pc-copy .text=${hooksText(log)} .label=${t("hooks.copy", { number })}></pc-copy>
        </div>
      </div>
      <table
        role="treegrid"
        aria-label=${t("hooks.grid", { number })}
        @keydown=${(event: KeyboardEvent) => this.#key(event, diagram)}
      >
        <thead>
          <tr>
            <th scope="col">${t("hooks.column")}</th>
            ${log.instruments.map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${lines.slice(0, limit).map((line, at) => this.#line(diagram, line, at))}
        </tbody>
      </table>
      ${
        lines.length > limit
          ? html`<div class="more">
              <button
                type="button"
                @click=${() => {
                  diagram.limit += LINES;
                  this.requestUpdate();
                }}
              >
                ${t("hooks.more", {
                  more: Math.min(LINES, lines.length - limit),
                  all: lines.length,
                })}
              </button>
            </div>`
          : nothing
      }
      ${
        log.dropped > 0
          ? html`<p class="more muted small">${t("hooks.dropped", { calls: log.dropped })}</p>`
          : nothing
      }
    </section>`;
  }

  #line(diagram: Diagram, line: HookLine, at: number): TemplateResult {
    return line.kind === "pass"
      ? this.#pass(diagram, line.pass, line.depth, at)
      : this.#beat(diagram, line.beat, line.depth, line.pass, at);
  }

  #pass(diagram: Diagram, pass: HookPass, depth: number, at: number): TemplateResult {
    const { log, folded, rows } = diagram;
    const row = rows[pass.id];
    const open = !folded.has(pass.id);
    const selected = row !== undefined && row === this.state.selected;
    const words = {
      ran: "",
      vetoed: t("hooks.vetoed"),
      failed: t("hooks.failed"),
      cut: t("hooks.logEnds"),
    }[pass.outcome];
    return html`<tr
      class="pass ${selected ? "selected" : ""}"
      aria-level=${depth + 1}
      aria-expanded=${open}
      aria-selected=${selected}
      data-hook-line=${at}
      data-hook-pass=${pass.name}
      tabindex=${diagram.at === at ? 0 : -1}
      @click=${() => this.#choose(diagram, at)}
    >
      <th scope="row">
        <span class="indent depth-${Math.min(depth, 8)}">
          <span
            class="toggle ${open ? "open" : ""}"
            aria-hidden="true"
            @click=${(event: Event) => {
              event.stopPropagation();
              this.#toggle(diagram, pass, !open, at);
            }}
            >${chevronIcon}</span
          >
          <span class="name">${pass.name}</span>
          ${words ? html`<span class="badge ${pass.outcome}">${words}</span>` : nothing}
          ${
            !open && pass.threw > 0 && pass.outcome !== "failed"
              ? html`<span class="badge threw"
                  >${t("hooks.threwCount", { times: pass.threw })}</span
                >`
              : nothing
          }
        </span>
      </th>
      ${log.instruments.map(
        (_, i) =>
          html`<td class="lane">
            ${i === 0 && !open ? html`<span class="call">${t("hooks.calls", { calls: pass.calls })}</span>` : nothing}
          </td>`,
      )}
    </tr>`;
  }

  #beat(
    diagram: Diagram,
    beat: HookBeat,
    depth: number,
    pass: HookPass | undefined,
    at: number,
  ): TemplateResult {
    const { log } = diagram;
    const row = pass && diagram.rows[pass.id];
    const selected = row !== undefined && row === this.state.selected;
    return html`<tr
        class="beat ${selected ? "selected" : ""}"
        aria-level=${depth + 1}
        aria-selected=${selected}
        data-hook-line=${at}
        tabindex=${diagram.at === at ? 0 : -1}
        @click=${() => this.#choose(diagram, at)}
      >
        <th scope="row">
          <span class="indent depth-${Math.min(depth, 8)}"
            ><span class="name">${beat.hook}</span></span
          >
        </th>
        ${beat.calls.map((call, i) => html`<td class="lane">${this.#call(log, beat, call, i)}</td>`)}
      </tr>
      ${beat.calls.map((call) => this.#why(log, call))}`;
  }

  #call(log: StageHooks, beat: HookBeat, index: number | undefined, lane: number): TemplateResult {
    const call = index === undefined ? undefined : log.calls[index];
    if (index === undefined || !call) {
      return html`<span
        class="call missing"
        title=${t("hooks.notCalledTitle", { hook: beat.hook, instrument: log.instruments[lane] ?? "" })}
        >${t("hooks.notCalled")}</span
      >`;
    }
    const { hook, pass, outcome } = call;
    const words = t(`hooks.${outcome}`);
    return html`<span
      class="call ${outcome}"
      title=${t("hooks.call", {
        place: index + 1,
        hook: pass === undefined ? hook : `${hook}(${pass})`,
        instrument: log.instruments[lane] ?? "",
        outcome: words,
      })}
      >${index + 1}${outcome === "returned" ? "" : ` ${words}`}</span
    >`;
  }

  /** A line for a hook that threw or vetoed: its message and the consequence. */
  #why(log: StageHooks, index: number | undefined): TemplateResult | typeof nothing {
    const call = index === undefined ? undefined : log.calls[index];
    if (call?.outcome !== "threw" && call?.outcome !== "vetoed") return nothing;
    const who = log.instruments[call.instrument] ?? "";
    const threw = call.outcome === "threw";
    return html`<tr class="why ${call.outcome}">
      <td colspan=${log.instruments.length + 1}>
        <p>
          <strong
            >${
              threw
                ? t(call.error ? "hooks.whoThrewThat" : "hooks.whoThrew", { who })
                : t("hooks.whoVetoed", { who })
            }</strong
          >
          ${threw && call.error ? html`${recordedText(call.error, this.state.trace?.failure)}<br />` : nothing}
          ${threw ? rule(call.hook) : t("rule.veto")}
        </p>
      </td>
    </tr>`;
  }

  #passAt(diagram: Diagram, at: number): HookPass | undefined {
    return diagram.lines[at]?.pass;
  }

  /** Selects the row of the trace to which a line belongs. */
  #choose(diagram: Diagram, at: number): void {
    diagram.at = at;
    const pass = this.#passAt(diagram, at);
    const row = pass && diagram.rows[pass.id];
    if (row !== undefined) {
      this.#seen = row;
      this.app.rows.select(row);
    }
    this.requestUpdate();
  }

  #fold(diagram: Diagram, folded: ReadonlySet<number>): void {
    const line = diagram.lines[diagram.at];
    diagram.folded = folded;
    diagram.lines = hookLines(diagram.tree, folded);
    diagram.limit = Math.max(LINES, Math.min(diagram.limit, diagram.lines.length));
    const kept = diagram.lines.findIndex(
      (other) =>
        other.kind === line?.kind &&
        (other.kind === "pass"
          ? other.pass === line.pass
          : line.kind === "beat" && other.beat === line.beat),
    );
    diagram.at = Math.max(0, kept);
    this.requestUpdate();
  }

  #toggle(diagram: Diagram, pass: HookPass, open: boolean, at: number): void {
    diagram.at = at;
    const folded = new Set(diagram.folded);
    if (open) folded.delete(pass.id);
    else folded.add(pass.id);
    this.#fold(diagram, folded);
  }

  #key(event: KeyboardEvent, diagram: Diagram): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const row = (event.target as HTMLElement).closest<HTMLElement>("[data-hook-line]");
    if (!row) return;
    const at = Number(row.dataset["hookLine"]);
    const line = diagram.lines[at];
    const last = Math.min(diagram.lines.length, diagram.limit) - 1;
    const to = own(
      {
        ArrowDown: at + 1,
        ArrowUp: at - 1,
        PageDown: at + 10,
        PageUp: at - 10,
        Home: 0,
        End: last,
      },
      event.key,
    );
    const pass = line?.kind === "pass" ? line.pass : undefined;
    const open = pass !== undefined && !diagram.folded.has(pass.id);
    if (to !== undefined) {
      diagram.at = Math.max(0, Math.min(last, to));
    } else if (event.key === "Enter" || event.key === " ") {
      this.#choose(diagram, at);
    } else if (event.key === "ArrowRight" && pass) {
      if (open) diagram.at = Math.min(last, at + 1);
      else this.#toggle(diagram, pass, true, at);
    } else if (event.key === "ArrowLeft" && line) {
      if (open) this.#toggle(diagram, pass, false, at);
      else diagram.at = around(diagram.lines, at);
    } else {
      return;
    }
    event.preventDefault();
    this.#moved = diagram;
    this.requestUpdate();
  }
}

/** The line of the enclosing pass, or `at` itself if there is none. */
function around(lines: readonly HookLine[], at: number): number {
  const depth = lines[at]?.depth ?? 0;
  for (let i = at - 1; i >= 0; i -= 1) if ((lines[i]?.depth ?? 0) < depth) return i;
  return at;
}

/** The consequence of a hook that throws, by TVM's rules. */
function rule(hook: string): string {
  const ruled = RULED_HOOKS.find((name) => name === hook);
  return ruled ? t(`rule.${ruled}`) : "";
}

customElements.define("pc-hooks", HooksView);
