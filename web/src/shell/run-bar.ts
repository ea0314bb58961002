// Run, Stop, and the engine's status: during a run, the current pass and its time.
import { css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { t } from "./texts";
import { didRun } from "../core/protocol/messages";
import { isBusy, isChanged, isOfCode, type RunningPass } from "../core/state/app-state";
import { saveZip } from "../ui/download";
import { base, controls } from "../ui/styles/shared";
import { playIcon, stopIcon } from "../ui/icons";
import { View } from "../ui/view";

/** How often the page updates the time of the current pass, in milliseconds. */
const TICK_MS = 1000;

export class RunBar extends View {
  static override properties = { ...View.properties, now: { state: true } };
  static override styles = [
    base,
    controls,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        gap: var(--s1) var(--s2);
        align-items: center;
      }
      button {
        min-height: 2.125rem;
      }
      .primary {
        min-width: 5.5rem;
      }
      .auto {
        gap: var(--s1);
        margin-left: auto;
        color: var(--muted);
        font-size: var(--text-s);
        cursor: pointer;
        white-space: nowrap;
      }
      .status {
        display: flex;
        flex: 1;
        align-items: center;
        gap: var(--s2);
        min-width: 0;
        min-height: 1.625rem;
        margin-left: var(--s1);
        color: var(--muted);
        font-size: var(--text-s);
        line-height: 1.25;
      }
      .of-code {
        flex: none;
        padding: 0 var(--s2);
        border: 1px solid var(--border);
        border-radius: var(--radius-s);
        color: var(--muted);
        font-size: var(--text-s);
      }
      .elapsed {
        flex: none;
        margin-left: auto;
        color: var(--muted);
        font-size: var(--text-s);
        font-variant-numeric: tabular-nums;
      }
      .name {
        overflow-wrap: anywhere;
      }
      .dot {
        flex: none;
        width: 0.5rem;
        height: 0.5rem;
        border-radius: 50%;
        background: var(--border-strong);
      }
      .running .dot,
      .measuring .dot {
        background: var(--accent);
        animation: pulse 0.9s ease-in-out infinite alternate;
      }
      .done .dot {
        background: var(--plus);
      }
      /* Run, Stop and the switch have a row of their own. */
      .break {
        flex-basis: 100%;
      }
      .failed .dot {
        background: var(--minus);
      }
      .outdated .dot {
        background: var(--warn);
      }
      @keyframes pulse {
        to {
          opacity: 0.25;
        }
      }
    `,
  ];

  /** The latest reading of the clock, as `performance.now()` returns it. */
  declare now: number;
  #ticking: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    this.now = 0;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopClock();
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (this.state.run.kind !== "running") this.#stopClock();
    else this.#ticking ??= setInterval(() => (this.now = performance.now()), TICK_MS);
  }

  #stopClock(): void {
    clearInterval(this.#ticking);
    this.#ticking = undefined;
  }

  /** The time of the current pass, or of the work before the first pass, in whole seconds. */
  #seconds(): number {
    const { run, running } = this.state;
    if (run.kind !== "running") return 0;
    return secondsOf(running?.since ?? run.since, this.now);
  }

  override render(): TemplateResult {
    const { run, trace, autoRun } = this.state;
    const files = trace?.files ?? [];
    const outdated = isChanged(this.state);
    const seconds = this.#seconds();
    return html`<button
        type="button"
        class="primary"
        title=${t("run.runTitle")}
        @click=${this.#run}
      >
        ${playIcon} ${t("run.run")}
      </button>
      <button type="button" ?disabled=${!isBusy(run)} @click=${() => this.app.runs.stop()}>
        ${stopIcon} ${t("run.stop")}
      </button>
      <label class="auto" title=${t("run.autoTitle")}
        ><input
          type="checkbox"
          role="switch"
          .checked=${autoRun}
          @change=${(event: Event) =>
            this.app.runs.setAutoRun((event.target as HTMLInputElement).checked)}
        />
        ${t("run.auto")}</label
      >
      <span class="break"></span>
      <div class="status ${outdated ? "outdated" : run.kind}" role="status" data-run=${run.kind}>
        <span class="dot"></span>
        <span class="name">${outdated ? this.#outdated() : this.#words()}</span>
      </div>
      ${
        isOfCode(this.state)
          ? html`<span class="of-code" data-of-code title=${t("run.ofCodeTitle")}
              >${t("run.ofCode")}</span
            >`
          : nothing
      }
      ${
        seconds > 0
          ? html`<span class="elapsed" role="timer">${t("run.seconds", { seconds })}</span>`
          : nothing
      }
      ${
        files.length > 0
          ? html`<button
              type="button"
              class="quiet"
              title=${t("run.filesTitle")}
              @click=${() => void saveZip("passcope-ir.zip", files)}
            >
              ${t("run.files", { files: files.length })}
            </button>`
          : nothing
      }`;
  }

  readonly #run = (): void => {
    void this.app.runs.press();
    this.dispatchEvent(new CustomEvent("pressed", { bubbles: true, composed: true }));
  };

  #outdated(): string {
    // Reading `code` here also watches it; the result depends on it.
    const { autoRun, code } = this.state;
    const waits = autoRun && code !== "" && !this.app.runs.runsWithoutPress();
    return t(waits ? "run.outdatedCode" : "run.outdated");
  }

  #words(): string {
    const { run, running, trace, waiting } = this.state;
    switch (run.kind) {
      case "idle":
        return t(waiting ? "run.waits" : "run.idle");
      case "running":
        if (!running) return t(trace ? "run.again" : "run.first");
        return t("run.running", { pass: running.name, place: running.done + 1 });
      case "measuring":
        return t("run.measuring");
      case "done": {
        const passes = trace?.rows.filter((row) => row.kind === "pass" && didRun(row)).length ?? 0;
        return t("run.done", { passes });
      }
      case "stopped":
        return stoppedWords(run.during);
      case "failed":
        if (!run.failure.fatal) return t("run.failed");
        if (run.failure.name === "PythonEnded") return t("run.pythonEnded");
        return t(run.failure.name === "OutOfMemoryError" ? "run.memory" : "run.crashed");
    }
  }
}

const secondsOf = (since: number, until: number): number =>
  Math.max(0, Math.floor((until - since) / 1000));

function stoppedWords(during: RunningPass | undefined): string {
  if (!during) return t("run.stopped");
  const seconds = secondsOf(during.since, during.until ?? during.since);
  return t("run.stoppedIn", { pass: during.name, seconds });
}

customElements.define("pc-run", RunBar);
