// The page: header, controls on one side, results and code on the other.
import { css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { t as coreText } from "../core/texts";
import { t } from "./texts";
import { language } from "../i18n/language";
import { codeNames } from "../core/pipeline/model";
import { sourceTitle, type AppState } from "../core/state/app-state";
import { base, controls } from "../ui/styles/shared";
import { FileDrop, fileDropStyles } from "../ui/file-drop";
import { Lazy } from "../ui/lazy";
import { View } from "../ui/view";
import "./detail-panel";
import { HelpDialog } from "./help-dialog";
import "./language-menu";
import "./messages";
import "./offer";
import "../features/pipeline/pipeline-editor";
import "./run-bar";
import { saveReproducer } from "./save-reproducer";
import "../features/share/share-menu";
import { isModelFile } from "../features/import";
import { openFile } from "../features/program/program-file";
import "../features/program/source-controls";
import { rememberedSplit } from "./splitter";
import "../features/timing/timing-panel";
import { Typing, undoKey } from "./undo-keys";

/** The usual share of the upper panel in percent, before the user moves the border. */
const USUAL_SPLIT = 52;

export class AppShell extends View {
  static override styles = [
    base,
    controls,
    fileDropStyles,
    css`
      :host {
        position: relative;
        display: flex;
        flex-direction: column;
        min-height: 100dvh;
      }
      header {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--s1) var(--s3);
        padding: var(--s2) var(--s4);
        border-bottom: 1px solid var(--border);
        background: var(--surface);
      }
      h1 {
        display: flex;
        align-items: center;
        gap: var(--s2);
        margin: 0;
        font-size: var(--text-l);
        font-weight: 680;
        letter-spacing: -0.01em;
      }
      h1 img {
        display: block;
        width: 1.5rem;
        height: 1.5rem;
      }
      .tagline {
        flex: 1;
        min-width: 10rem;
        overflow: hidden;
        color: var(--muted);
        font-size: var(--text-s);
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .menu {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
      }
      .menu a {
        padding: 0 var(--s2);
        color: var(--accent);
        font-size: var(--text-s);
        text-underline-offset: 0.15em;
      }
      /* Visible once one of them has the focus. */
      .skip {
        position: absolute;
        z-index: 5;
        top: var(--s2);
        left: var(--s2);
        display: flex;
        gap: var(--s2);
      }
      .skip:not(:focus-within) {
        width: 1px;
        height: 1px;
        overflow: hidden;
        clip-path: inset(50%);
      }
      .skip a {
        padding: var(--s1) var(--s3);
        border: 1px solid var(--border-strong);
        border-radius: var(--radius-s);
        background: var(--surface);
        box-shadow: var(--shadow);
        color: var(--accent);
        white-space: nowrap;
      }
      .layout {
        display: grid;
        flex: 1;
        gap: var(--s4);
        grid-template-columns: minmax(0, 1fr);
        padding: var(--s4);
        min-height: 0;
      }
      aside,
      main {
        display: grid;
        min-width: 0;
        gap: var(--s4);
        grid-template-columns: minmax(0, 1fr);
        align-content: start;
      }
      .top {
        position: sticky;
        z-index: 2;
        top: 0;
        padding: var(--s2) 0;
        background: var(--bg);
      }
      .notices {
        display: grid;
        gap: var(--s2);
      }
      .notices:not(:has(> *)) {
        display: none;
      }
      .notice {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--s2);
        padding: var(--s2) var(--s3);
        border: 1px solid var(--border);
        border-radius: var(--radius);
        background: var(--accent-soft);
      }
      .notice span {
        flex: 1 1 16rem;
      }
      /* Reserves the height of the usual tree, so that the first results move nothing. */
      pc-timing {
        min-height: 32rem;
      }
      pc-timing,
      .lower {
        scroll-margin-top: var(--s3);
      }
      .lower:focus {
        outline: none;
      }
      /* The target of the focus. A tabindex on the panel itself would take its content out of the tab order. */
      .results {
        position: absolute;
        outline: none;
      }
      /* Only the lower panel: beside the controls, or across a narrow window. */
      main.maximised > :not(.notices, .lower),
      main.maximised pc-splitter {
        display: none;
      }
      .lower {
        position: relative;
        display: grid;
        grid-template-columns: minmax(0, 1fr);
      }
      pc-detail {
        height: min(80vh, 44rem);
      }
      /* Both panels share the window's height. */
      pc-splitter {
        display: none;
      }
      @media not (min-width: 60rem) {
        main.maximised .lower {
          position: fixed;
          z-index: 3;
          inset: 0;
          background: var(--bg);
        }
        main.maximised pc-detail {
          height: 100dvh;
        }
      }
      .whole {
        display: none;
      }
      @media (max-width: 40rem) {
        /* So the results begin on the first screen. */
        .cut {
          max-height: 11rem;
          overflow: hidden;
          mask-image: linear-gradient(black 70%, transparent);
        }
        .whole {
          display: block;
          justify-self: start;
        }
        .layout,
        header {
          padding-right: var(--s3);
          padding-left: var(--s3);
        }
        .tagline {
          display: none;
        }
        header h1 {
          flex: 1;
        }
      }
      @media (min-width: 60rem) {
        :host {
          height: 100dvh;
          min-height: 34rem;
        }
        .layout {
          grid-template-columns: minmax(19rem, 23rem) minmax(0, 1fr);
        }
        aside {
          position: relative;
          overflow: hidden auto;
          margin: calc(-1 * var(--s4));
          margin-right: calc(-1 * var(--s4) + 1px);
          padding: 0 var(--s4) var(--s4);
          scrollbar-gutter: stable;
          scrollbar-width: thin;
        }
        .top {
          margin: 0 calc(-1 * var(--s4)) calc(-1 * var(--s2));
          padding: var(--s4) var(--s4) var(--s2);
        }
        main {
          grid-template-rows: minmax(7rem, var(--split, min(52%, 31rem))) minmax(0, 1fr);
          align-content: stretch;
          min-height: 0;
        }
        main.with-notice {
          grid-template-rows: auto minmax(7rem, var(--split, min(46%, 31rem))) minmax(0, 1fr);
        }
        main.maximised {
          grid-template-rows: minmax(0, 1fr);
        }
        main.maximised.with-notice {
          grid-template-rows: auto minmax(0, 1fr);
        }
        .lower {
          min-height: 0;
        }
        pc-detail {
          height: auto;
          min-height: 0;
        }
        pc-splitter {
          display: block;
        }
        pc-timing {
          min-height: 0;
        }
      }
      @media (min-width: 112rem) {
        .layout {
          grid-template-columns: minmax(22rem, 26rem) minmax(0, 1fr);
        }
        main,
        main.with-notice {
          grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
          grid-template-rows: minmax(0, 1fr);
        }
        main.with-notice {
          grid-template-rows: auto minmax(0, 1fr);
        }
        main.maximised {
          grid-template-columns: minmax(0, 1fr);
        }
        pc-splitter {
          display: none;
        }
        .notices {
          grid-column: 1 / -1;
        }
      }
    `,
  ];

  static override properties = {
    ...View.properties,
    split: { state: true },
    wholePipeline: { state: true },
  };
  /** The upper panel's share of the height in percent; undefined unless the user set it. */
  declare split: number | undefined;
  /** On a phone, false while only the beginning of the pipeline is shown. */
  declare wholePipeline: boolean;

  readonly #typing = new Typing();
  /** Files can be dropped anywhere on the page. */
  readonly #files = new FileDrop(this, (files) => void this.#open(files));
  /** The import dialog loads with the first model. */
  readonly #import = new Lazy(this, () => import("../features/import/import-dialog"), "pc-import");

  constructor() {
    super();
    this.split = rememberedSplit();
    this.wholePipeline = false;
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (!changed.has("split")) return;
    const main = this.renderRoot.querySelector("main");
    if (this.split === undefined) main?.style.removeProperty("--split");
    else main?.style.setProperty("--split", `${this.split}%`);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("keydown", this.#onKey);
    this.#typing.listen();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("keydown", this.#onKey);
    this.#typing.stop();
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const command = event.ctrlKey || event.metaKey;
    if (event.key === "F9" && !command && !event.altKey) {
      event.preventDefault();
      this.app.layout.maximise(!this.app.store.state.maximised);
      return;
    }
    if (event.key === "F7" && !command && !event.altKey && !event.defaultPrevented) {
      event.preventDefault();
      this.app.diff.stepTo(event.shiftKey ? -1 : 1);
      return;
    }
    if (event.altKey || !command) return;
    if (event.key === "Enter") {
      event.preventDefault();
      void this.app.runs.press();
      return;
    }
    const move = undoKey(event);
    if (!move || event.defaultPrevented || this.#typing.isFor(event)) return;
    event.preventDefault();
    this.app.history[move]();
  };

  /** Whether the panels are below each other, so that a requested panel may be out of view. */
  #isNarrow(): boolean {
    return !matchMedia("(min-width: 60rem)").matches;
  }

  #bring(selector: "pc-timing" | ".lower"): void {
    if (!this.#isNarrow()) return;
    this.renderRoot.querySelector(selector)?.scrollIntoView({ block: "start" });
  }

  /** Moves the focus past the controls. It does not follow the link, because the address describes the workspace. */
  #skip(event: Event, selector: ".results" | ".lower"): void {
    event.preventDefault();
    const target = this.renderRoot.querySelector<HTMLElement>(selector);
    target?.focus();
    target?.scrollIntoView({ block: "nearest" });
  }

  override render(): TemplateResult {
    const { info, earlier, waiting, maximised, importing } = this.state;
    const noticed = earlier ?? waiting;
    return html`<nav class="skip" aria-label=${t("skip.links")}>
        <a href="#results" @click=${(event: Event) => this.#skip(event, ".results")}
          >${t("skip.results")}</a
        >
        <a href="#changes" @click=${(event: Event) => this.#skip(event, ".lower")}
          >${t("skip.changes")}</a
        >
      </nav>
      <header>
        <h1><img src="./favicon.svg" alt="" width="24" height="24" />Passcope</h1>
        <p class="tagline">${t("page.tagline")}</p>
        <span class="muted small"
          >${info ? t("page.engine", { version: info.version }) : nothing}</span
        >
        <span class="menu">
          <button type="button" class="quiet" title=${t("page.openTitle")} @click=${this.#choose}>
            ${t("page.open")}
          </button>
          <button type="button" class="quiet" title=${t("page.saveTitle")} @click=${this.#save}>
            ${t("page.save")}
          </button>
          <pc-share .app=${this.app}></pc-share>
          <button type="button" class="quiet" @click=${this.#help}>${t("page.help")}</button>
          <a href=${language() === "zh" ? "./learn/zh/index.html" : "./learn/index.html"}
            >${t("page.learn")}</a
          >
          <a href="./docs/index.html" hreflang="en">${t("page.docs")}</a>
          <pc-language></pc-language>
          <input
            id="open"
            type="file"
            accept=".relay,.txt,.json,.onnx,.pt,.pth,text/plain,application/json"
            multiple
            hidden
            aria-label=${t("page.openFile")}
            @change=${this.#picked}
          />
        </span>
      </header>
      <div
        class="layout"
        @pressed=${() => this.#bring("pc-timing")}
        @chosen=${() => this.#bring(".lower")}
      >
        <aside aria-label=${t("page.controls")}>
          <div class="top">
            <pc-run .app=${this.app}></pc-run>
            <pc-messages .app=${this.app}></pc-messages>
          </div>
          <pc-source .app=${this.app} @open=${this.#choose}></pc-source>
          <div
            id="pipeline"
            class=${this.wholePipeline ? "" : "cut"}
            @focusin=${() => (this.wholePipeline = true)}
          >
            <pc-pipeline .app=${this.app}></pc-pipeline>
          </div>
          <button
            type="button"
            class="quiet whole"
            aria-expanded=${this.wholePipeline}
            aria-controls="pipeline"
            @click=${() => (this.wholePipeline = !this.wholePipeline)}
          >
            ${t(this.wholePipeline ? "page.lessPipeline" : "page.wholePipeline")}
          </button>
        </aside>
        <main class="${noticed ? "with-notice" : ""} ${maximised ? "maximised" : ""}">
          <div class="notices">
            ${waiting ? this.#waiting(waiting) : nothing}
            ${
              earlier
                ? html`<p class="notice" role="status">
                    <span>${t("link.otherWork")}</span>
                    <button type="button" @click=${() => this.app.workspaces.takeEarlier()}>
                      ${t("link.goBack")}
                    </button>
                    <button
                      type="button"
                      class="quiet"
                      @click=${() => this.app.notices.dismiss("earlier")}
                    >
                      ${t("page.dismiss")}
                    </button>
                  </p>`
                : nothing
            }
          </div>
          <span class="results" tabindex="-1"></span>
          <pc-timing .app=${this.app}></pc-timing>
          <div class="lower" tabindex="-1">
            <pc-splitter
              .value=${this.split ?? USUAL_SPLIT}
              @split=${(event: CustomEvent<number | null>) => {
                this.split = event.detail ?? undefined;
              }}
            ></pc-splitter>
            <pc-detail .app=${this.app}></pc-detail>
          </div>
        </main>
      </div>
      <pc-offer .app=${this.app}></pc-offer>
      <pc-help></pc-help>
      ${
        importing.kind === "none" && !this.#import.ready
          ? nothing
          : this.#import.show(() => html`<pc-import .app=${this.app}></pc-import>`)
      }
      ${this.#files.overlay()}`;
  }

  /** Describes a workspace with user code before any of the code runs. */
  #waiting(from: NonNullable<AppState["waiting"]>): TemplateResult {
    const { source, pipeline, code } = this.state;
    const names = [...codeNames(pipeline)];
    const lines = code.trim().split("\n").length;
    const steps = pipeline.filter((stage) => stage.kind === "passes").length;
    const program = sourceTitle(source);
    return html`<p class="notice waiting" role="status">
      <span>${t(`waiting.${from}`, { program, stages: steps, names, lines })}</span>
      <button type="button" class="primary" @click=${() => void this.app.runs.press()}>
        ${t("waiting.run")}
      </button>
      <button type="button" @click=${() => this.app.layout.showDetail("code")}>
        ${t("waiting.look")}
      </button>
      <button type="button" class="quiet" @click=${() => this.app.notices.dismiss("waiting")}>
        ${t("page.dismiss")}
      </button>
    </p>`;
  }

  readonly #save = (): void => {
    saveReproducer(this.app);
  };

  readonly #choose = (): void => {
    this.renderRoot.querySelector<HTMLInputElement>("#open")?.click();
  };

  readonly #picked = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    const files = [...(input.files ?? [])];
    // Allows choosing the same file again.
    input.value = "";
    void this.#open(files);
  };

  /** Opens files: Relay text, a reproducer, or a model with its external data. */
  async #open(files: readonly File[]): Promise<void> {
    const [file] = files;
    if (!file) return;
    const { importing } = this.app.store.state;
    if (importing.kind !== "none" || files.some(({ name }) => isModelFile(name))) {
      this.app.notices.dismiss("problem");
      await this.app.importing.open(files);
      return;
    }
    const opened = await openFile(file);
    this.app.notices.dismiss("problem");
    if (opened.kind === "refused") {
      this.app.notices.report(coreText("document.notOpened", { name: file.name }), opened.why);
    } else if (opened.kind === "reproducer") {
      this.app.workspaces.openReproducer(opened.text, opened.title);
    } else {
      this.app.program.setSource({ kind: "text", text: opened.text, title: opened.title });
      this.app.layout.showDetail("program");
    }
  }

  #help(): void {
    const dialog = this.renderRoot.querySelector("pc-help");
    if (dialog instanceof HelpDialog) dialog.open();
  }
}

customElements.define("pc-app", AppShell);
