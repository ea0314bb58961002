// `<passcope-demo>`: a live run of passes on any page. This part loads with the page, so it is small: the frame, and
// the reading of attributes. Engine and views load when the element is in view or pressed.
import { html, nothing, type TemplateResult } from "lit";
import { t } from "./texts";
import { isLanguage, language, setLanguage, type Language } from "../i18n/language";
import "../ui/view-error";
import { LocalizedElement } from "../i18n/localized";
import { didRun } from "../core/protocol/messages";
import { encodeFragment, MAX_LINK, type Shared } from "../features/share/link";
import { viewOf } from "../features/share/shared-view";
import type { App } from "../core/app/app";
import { isBusy, isOutdated, sourceTitle, workspaceOf } from "../core/state/app-state";
import { base, controls } from "../ui/styles/shared";
import { playIcon, stopIcon } from "../ui/icons";
import { EMBEDDED_TABS, type Panel } from "../core/state/tabs";
import { playground } from "./playground";
import { frameStyles, hostTokens } from "./element-styles";
import { watchPolicy, type Refusal } from "./policy";
import { readSettings, UNTITLED, type Given, type Problem, type Settings } from "./settings";
import { stepsInWords } from "../core/pipeline/step-names";
import { problemWords } from "./problem-texts";

/** Details of the event `passcope-result`. */
export interface PasscopeResult {
  /** The number of passes that ran. */
  readonly passes: number;
  /** The time of the whole run, in microseconds; steadier times may follow. */
  readonly durationUs: number;
  /** The failure's message, if the run failed. */
  readonly failure: string | undefined;
}

/** Details of the event `passcope-problem`. */
export interface PasscopeProblem {
  readonly messages: readonly string[];
}

type Phase = "waiting" | "loading" | "live" | "failed";

const LINK_MS = 200;

export class PasscopeDemo extends LocalizedElement {
  static override properties = {
    settings: { state: true },
    phase: { state: true },
    found: { state: true },
    refusal: { state: true },
    link: { state: true },
  };
  static override styles = [hostTokens, base, controls, frameStyles];

  /** The content to show instead of that of the attributes; embed.html sets it. */
  given: Given | undefined;
  /** The view of a link's workspace. */
  view: Shared["view"] = {};

  declare settings: Settings;
  declare phase: Phase;
  /** Problems that only the engine could find. */
  declare found: readonly Problem[];
  declare refusal: Refusal | undefined;
  /** The address of the same workspace in the playground. */
  declare link: string | undefined;

  #app: App | undefined;
  #unsubscribe: (() => void) | undefined;
  #stopPolicy: (() => void) | undefined;
  #sight: IntersectionObserver | undefined;
  #linkTimer: ReturnType<typeof setTimeout> | undefined;
  #linkOf: readonly unknown[] = [];
  #announced: unknown;
  #told = "";
  readonly #changes = new MutationObserver(() => this.#read());

  constructor() {
    super();
    this.settings = readSettings({ attributes: new Map() });
    this.phase = "waiting";
    this.found = [];
    this.refusal = undefined;
    this.link = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#changes.observe(this, {
      attributes: true,
      childList: true,
      subtree: true,
      characterData: true,
    });
    this.#read();
    if (this.phase === "waiting") this.#watchSight();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#changes.disconnect();
    this.#sight?.disconnect();
    clearTimeout(this.#linkTimer);
    this.#linkOf = [];
    // A moved element is connected again at once.
    setTimeout(() => {
      if (!this.isConnected) this.#close();
    });
  }

  /** Runs the pipeline, as the button does. */
  run(): void {
    if (this.#app) void this.#app.runs.press();
    else void this.#start(true);
  }

  #close(): void {
    this.#unsubscribe?.();
    this.#stopPolicy?.();
    this.#app?.close();
    this.#app = undefined;
    this.phase = "waiting";
    this.found = [];
  }

  #read(): void {
    const before = this.settings.workspace;
    this.settings = readSettings(this.given ?? this.#givenByPage());
    const { workspace } = this.settings;
    const changed = JSON.stringify(before) !== JSON.stringify(workspace);
    if (changed) this.found = [];
    if (changed && workspace) this.#app?.workspaces.show({ workspace, view: {} });
    this.#followLanguage();
    this.#tellProblems();
    this.#updateLink();
  }

  #givenByPage(): Given {
    const attributes = new Map(
      this.getAttributeNames().map((name) => [name, this.getAttribute(name) ?? ""]),
    );
    const script = (type: string): string | undefined =>
      this.querySelector(`:scope > script[type="${type}"]`)?.textContent ?? undefined;
    const program = script("text/relay");
    const code = script("text/passcope");
    return {
      attributes,
      ...(program === undefined ? {} : { program }),
      ...(code === undefined ? {} : { code }),
    };
  }

  /** Follows the attribute's language, or that of the page around. All elements of a page share one language. */
  #followLanguage(): void {
    if (this.isConnected) void setLanguage(this.wantedLanguage).catch(() => undefined);
  }

  get wantedLanguage(): Language {
    const { language: named } = this.given ? readSettings(this.given) : this.settings;
    if (named) return named;
    const around = this.closest("[lang]")?.getAttribute("lang")?.toLowerCase().split("-")[0];
    return isLanguage(around) ? around : language();
  }

  /** The title of the program. */
  get heading(): string {
    const workspace = this.#app?.store.state ?? this.settings.workspace;
    return workspace ? this.#title(workspace.source) : "";
  }

  #watchSight(): void {
    this.#sight?.disconnect();
    this.#sight = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      if (this.settings.waits || !this.settings.workspace) return;
      this.#sight?.disconnect();
      void this.#start(false);
    });
    this.#sight.observe(this);
  }

  async #start(pressed: boolean): Promise<void> {
    const { workspace } = this.settings;
    if (!workspace || this.phase === "loading" || this.#app) return;
    this.#sight?.disconnect();
    this.phase = "loading";
    this.refusal = undefined;
    this.#stopPolicy?.();
    this.#stopPolicy = watchPolicy((refusal) => (this.refusal ??= refusal));
    try {
      const { foundBy, openDemo } = await import("./demo");
      if (!this.isConnected) {
        this.#close();
        return;
      }
      const app = openDemo({ workspace: this.settings.workspace ?? workspace, view: this.view });
      this.#app = app;
      this.#unsubscribe = app.store.subscribe(() => {
        this.found = foundBy(app.store.state);
        this.#tellProblems();
        this.#announce();
        this.#updateLink();
        this.requestUpdate();
      });
      this.#showFirstPanel(app);
      app.runs.start(pressed);
      this.phase = "live";
    } catch (error) {
      console.error("passcope-demo:", error);
      this.phase = "failed";
    }
  }

  /** Shows the first panel that has a tab, unless a link chooses one. */
  #showFirstPanel(app: App): void {
    if (this.view.detailTab) return;
    for (const name of this.settings.panels) {
      const tab = EMBEDDED_TABS.find(({ panel }) => panel === name);
      if (tab) return app.layout.showDetail(tab.name);
    }
  }

  /** Writes problems to the console too, each once. */
  #tellProblems(): void {
    const messages = this.#problems();
    const key = messages.join("\n");
    if (key === this.#told) return;
    this.#told = key;
    if (messages.length === 0) return;
    for (const message of messages) console.warn(`passcope-demo: ${message}`);
    const detail: PasscopeProblem = { messages };
    this.dispatchEvent(
      new CustomEvent("passcope-problem", { detail, bubbles: true, composed: true }),
    );
  }

  #problems(): readonly string[] {
    return [...this.settings.problems, ...this.found].map(problemWords);
  }

  #announce(): void {
    const state = this.#app?.store.state;
    if (!state || (state.run.kind !== "done" && state.run.kind !== "failed")) return;
    if (this.#announced === state.run) return;
    this.#announced = state.run;
    const rows = state.trace?.rows ?? [];
    const detail: PasscopeResult = {
      passes: rows.filter((row) => row.kind === "pass" && didRun(row)).length,
      durationUs: rows.reduce(
        (sum, row, i) => sum + (row.parent < 0 ? (state.trace?.timing.durationsUs[i] ?? 0) : 0),
        0,
      ),
      failure: state.run.kind === "failed" ? state.run.failure.message : undefined,
    };
    this.dispatchEvent(
      new CustomEvent("passcope-result", { detail, bubbles: true, composed: true }),
    );
  }

  #updateLink(): void {
    const state = this.#app?.store.state;
    const { workspace } = this.settings;
    const of = state
      ? [
          state.source,
          state.pipeline,
          state.written,
          state.code,
          state.selected,
          state.detailTab,
          state.timingTab,
        ]
      : [workspace];
    if (of.length === this.#linkOf.length && of.every((one, i) => one === this.#linkOf[i])) return;
    this.#linkOf = of;
    clearTimeout(this.#linkTimer);
    this.#linkTimer = setTimeout(() => void this.#makeLink(of), LINK_MS);
  }

  async #makeLink(of: readonly unknown[]): Promise<void> {
    const address =
      this.settings.playground ??
      (playground === undefined ? undefined : new URL(playground, import.meta.url));
    const state = this.#app?.store.state;
    const workspace = state ?? this.settings.workspace;
    if (!address || !workspace) {
      this.link = undefined;
      return;
    }
    const view = { ...(state ? viewOf(state) : this.view), language: language() };
    const fragment = await encodeFragment({ workspace: workspaceOf(workspace), view });
    if (of !== this.#linkOf) return;
    const url = new URL(address);
    url.hash = fragment;
    this.link = fragment.length > MAX_LINK ? undefined : url.href;
  }

  override render(): TemplateResult {
    const { settings } = this;
    const state = this.#app?.store.state;
    const workspace = state ?? settings.workspace;
    const title = this.heading;
    const app = this.#app;
    const shows = app && (state?.trace || settings.panels.includes("code"));
    const passes = workspace ? stepsInWords(workspace) : "";
    return html`<section class="frame" part="frame" aria-label=${t("embed.label", { title })}>
      <div class="bar" part="bar">
        <div class="what">
          <span class="title">${title}</span>
          <span class="passes small muted" title=${passes}>${passes}</span>
        </div>
        ${this.#status()} ${this.#buttons()} ${this.#link()}
      </div>
      ${this.#problemBox()} ${app ? html`<pc-demo-failure .app=${app}></pc-demo-failure>` : nothing}
      ${this.#codePreview()}
      <div class="static" ?hidden=${state?.trace !== undefined} part="static"><slot></slot></div>
      ${
        shows
          ? html`<div class="results ${twoAreas(settings.panels) ? "two" : ""}" part="results">
              <pc-demo-results .app=${app} .panels=${settings.panels}></pc-demo-results>
            </div>`
          : nothing
      }
    </section>`;
  }

  override updated(): void {
    // Custom properties come from the page around; the attribute sets them for this element.
    const { height } = this.settings;
    const frame = this.renderRoot.querySelector<HTMLElement>(".frame");
    if (height) frame?.style.setProperty("--passcope-height", height);
    else frame?.style.removeProperty("--passcope-height");
  }

  #title(source: Parameters<typeof sourceTitle>[0]): string {
    const untitled = source.kind === "text" && source.title === UNTITLED;
    return untitled ? t("embed.program") : sourceTitle(source);
  }

  #buttons(): TemplateResult {
    const state = this.#app?.store.state;
    const busy = isBusy(state?.run ?? { kind: "idle" });
    if (busy) {
      return html`<button type="button" @click=${() => this.#app?.runs.stop()}>
        ${stopIcon} ${t("embed.stop")}
      </button>`;
    }
    return html`<button
      type="button"
      class="primary"
      ?disabled=${!this.settings.workspace || this.phase === "loading" || state?.mistake}
      @click=${() => this.run()}
    >
      ${playIcon} ${t("embed.run")}
    </button>`;
  }

  #link(): TemplateResult | typeof nothing {
    if (!this.link) return nothing;
    return html`<a class="playground" href=${this.link} target="_blank" rel="noopener"
      >${t("embed.playground")}<span class="visually-hidden"> ${t("embed.newWindow")}</span></a
    >`;
  }

  #problemBox(): TemplateResult | typeof nothing {
    const messages = this.#problems();
    const severe = this.phase === "failed" || this.refusal !== undefined;
    if (messages.length === 0 && !severe) return nothing;
    const failed = this.phase === "failed" ? [t("embed.notLoaded")] : [];
    const refused = this.refusal ? [t("embed.policy", this.refusal)] : [];
    return html`<div class="problems ${severe ? "severe" : ""}" role="alert" part="problems">
      ${[...failed, ...refused].map((text) => html`<p>${text}</p>`)}
      ${
        messages.length > 0
          ? html`<p>${t("embed.problems")}</p>
              <ul>
                ${messages.map((text) => html`<li>${text}</li>`)}
              </ul>`
          : nothing
      }
    </div>`;
  }

  /** The code, which the user can read before it runs. */
  #codePreview(): TemplateResult | typeof nothing {
    const code = this.settings.workspace?.code ?? "";
    if (this.#app || code.trim() === "") return nothing;
    return html`<details class="preview">
      <summary>${t("embed.showCode")}</summary>
      <pre tabindex="0" aria-label=${t("embed.showCode")}>${code}</pre>
    </details>`;
  }

  #status(): TemplateResult {
    const { kind, words } = this.#statusWords();
    return html`<div class="status ${kind}" role="status" data-run=${kind}>
      <span class="dot"></span><span>${words}</span>
    </div>`;
  }

  #statusWords(): { readonly kind: string; readonly words: string } {
    const state = this.#app?.store.state;
    if (this.phase === "failed") return { kind: "failed", words: t("embed.failed") };
    if (this.phase === "loading") return { kind: "busy", words: t("embed.loading") };
    if (!state) {
      const { waits, workspace } = this.settings;
      const code = (workspace?.code ?? "").trim() !== "";
      const words = waits
        ? t(code ? "embed.waitingCode" : "embed.waiting")
        : workspace
          ? t("embed.soon")
          : "";
      return { kind: "waiting", words };
    }
    const { run, running, trace } = state;
    switch (run.kind) {
      case "idle":
        return { kind: "waiting", words: state.mistake ? "" : t("embed.waiting") };
      case "running":
        return {
          kind: "busy",
          words:
            running === undefined
              ? t(trace ? "embed.running" : "embed.loading")
              : t("embed.runningPass", { pass: running.name, n: running.done + 1 }),
        };
      case "measuring":
        return { kind: "measuring", words: t("embed.measuring") };
      case "stopped":
        return { kind: "stopped", words: t("embed.stopped") };
      case "failed":
        return { kind: "failed", words: t("embed.failed") };
      case "done": {
        if (isOutdated(state)) return { kind: "outdated", words: t("embed.outdated") };
        const passes = trace?.rows.filter((row) => row.kind === "pass" && didRun(row)).length ?? 0;
        return { kind: "done", words: t("embed.done", { passes }) };
      }
    }
  }
}

const twoAreas = (panels: readonly Panel[]): boolean =>
  panels.includes("timing") && panels.length > 1;

// A page may load two copies of the script; the first one stays.
if (!customElements.get("passcope-demo")) customElements.define("passcope-demo", PasscopeDemo);
