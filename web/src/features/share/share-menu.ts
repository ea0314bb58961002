// The menu that shares the workspace as a link, as equivalent programs or as files. The code that writes them loads on
// demand.
import { t } from "./texts";
import { encodeFragment, MAX_LINK } from "./link";
import { sharedOf } from "./address";
import type { EngineInfo } from "../../core/protocol/messages";
import { sourceTitle } from "../../core/state/app-state";
import { saveFile } from "../../ui/download";
import { copyText } from "../../ui/copy-text";
import { MenuButton, type MenuItem } from "../../ui/menu-button";

type Kind = "link" | "node" | "shell" | "tvm" | "python" | "markdown" | "report";
const KINDS: readonly Kind[] = ["link", "node", "shell", "tvm", "python", "markdown", "report"];

export class ShareMenu extends MenuButton {
  protected override names(): { button: string; list: string } {
    return { button: t("share.share"), list: t("share.ways") };
  }

  protected override items(): readonly MenuItem[] {
    return KINDS.map((kind) => ({
      label: t(`share.${kind}`),
      note: t(`share.${kind}Note`),
      run: () => this.#share(kind),
    }));
  }

  async #share(kind: Kind): Promise<void> {
    this.said = t("share.making");
    try {
      const text = await this.#text(kind);
      if (kind === "report") {
        const name = "passcope.html";
        saveFile(name, text, "text/html");
        this.said = t("share.saved", { name });
      } else if (kind === "python") {
        this.said = t("share.opened");
        await this.app.code.openAsPython(text);
      } else {
        const copied = await copyText(text, this.renderRoot);
        const said = t(copied ? "share.copied" : "share.refused", { what: t(`share.${kind}`) });
        const { source } = this.app.store.state;
        // A copied program cannot contain a model's file.
        this.said =
          copied && source.kind === "import"
            ? `${said} ${t("share.needsFile", { name: source.name })}`
            : said;
      }
    } catch (error) {
      this.said = error instanceof Error ? error.message : String(error);
    }
  }

  async #text(kind: Kind): Promise<string> {
    const { app, state } = this;
    switch (kind) {
      case "link":
        return this.#link();
      case "markdown": {
        const { markdownEmbed } = await import("./markdown");
        const site = new URL("./", location.href.replace(/[?#].*$/s, "")).href;
        return markdownEmbed(
          `${sourceTitle(state.source)}, Passcope`,
          site,
          await this.#fragment(),
        );
      }
      case "node":
        return (await import("./node-program")).nodeProgram(state, this.#info);
      case "shell":
        return (await import("./command-line")).commandLine(state, this.#info);
      case "tvm":
      case "python": {
        const { tvmPython } = await import("./tvm-python");
        const own =
          state.codeLanguage === "python"
            ? (await import("./own-python")).pythonOwn(state.code)
            : undefined;
        return tvmPython(state, { ...this.#info, own });
      }
      case "report": {
        const { trace, tracedPipeline, tracedCode, console } = state;
        if (!trace || !tracedPipeline) throw new Error(t("share.nothingRan"));
        const { htmlReport } = await import("./report");
        const link = await this.#link().catch(() => undefined);
        return htmlReport(
          {
            trace,
            pipeline: tracedPipeline,
            code: tracedCode,
            console,
            version: this.#info.version,
            made: new Date(),
            ...(link === undefined ? {} : { link }),
          },
          {
            text: (snapshot) => app.engines.text(snapshot),
            alignment: (before, after) =>
              app.lineage.alignment({ runId: trace.runId, before, after }),
            alignTexts: (of) => app.diff.alignTexts(of),
          },
        );
      }
    }
  }

  /** The engine's description of itself. */
  get #info(): EngineInfo {
    const { info } = this.state;
    if (!info) throw new Error(t("share.noEngine"));
    return info;
  }

  async #link(): Promise<string> {
    return `${location.href.replace(/#.*$/s, "")}#${await this.#fragment()}`;
  }

  async #fragment(): Promise<string> {
    const fragment = await encodeFragment(sharedOf(this.state));
    if (fragment.length > MAX_LINK) throw new Error(t("share.tooLong"));
    return fragment;
  }
}

customElements.define("pc-share", ShareMenu);
