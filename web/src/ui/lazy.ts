// Views whose code loads when they are first shown, so that the first run does not wait for it.
import { html, type ReactiveControllerHost, type TemplateResult } from "lit";
import { t } from "./texts";
import { textsReady } from "../i18n/language";

export class Lazy {
  #state: "not asked for" | "loading" | "ready" | "failed" = "not asked for";

  /** @param element an element that the code defines: if it is defined, nothing needs to load. */
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly load: () => Promise<unknown>,
    element?: string,
  ) {
    if (element !== undefined && customElements.get(element)) this.#state = "ready";
  }

  get ready(): boolean {
    return this.#state === "ready";
  }

  /** Loads the code unless it is there, and then renders the host again. After a failure, it tries again. */
  ask(): void {
    if (this.#state === "loading" || this.#state === "ready") return;
    this.#state = "loading";
    const settle = (state: "ready" | "failed"): void => {
      this.#state = state;
      this.host.requestUpdate();
    };
    this.#loadAll().then(
      () => settle("ready"),
      () => settle("failed"),
    );
  }

  /** Loads the code and, in another language than English, its texts. */
  async #loadAll(): Promise<void> {
    await this.load();
    await textsReady();
  }

  /** The view, or its substitute until it has loaded. */
  show(view: () => TemplateResult): TemplateResult {
    if (this.#state === "not asked for") this.ask();
    switch (this.#state) {
      case "ready":
        return view();
      case "failed":
        return html`<div class="empty" role="alert">
          <p>${t("common.viewFailed")}</p>
          <button type="button" @click=${() => this.ask()}>${t("common.tryAgain")}</button>
        </div>`;
      case "loading":
      case "not asked for":
        return html`<div class="empty" aria-busy="true"><p>${t("common.loading")}</p></div>`;
    }
  }
}
