// The list of the run's remarks. It filters remarks, groups equal ones, and leads to their lines. Its code loads when
// the tab opens first.
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { messageText } from "../../i18n/message";
import { remarkText } from "../../i18n/remarks";
import { t } from "./texts";
import { t as editor } from "../../editor/texts";
import type { PassRemark, RunRemarks } from "../../core/protocol/messages";
import { isBusy, sourceTitle } from "../../core/state/app-state";
import { saveFile } from "../../ui/download";
import { remarksOf } from "./controller";
import { base, controls } from "../../ui/styles/shared";
import { rowName } from "../../core/trace/snapshot-pair";
import { fileStem } from "../../core/trace/export";
import { errorText, failureText } from "../../core/trace/failure-text";
import { ALL_REMARKS, isAll, REMARK_TYPES, type RemarkType } from "../../core/trace/remark-filter";
import { filtered, grouped, type RemarkGroup } from "../../core/trace/remarks";
import { copyText } from "../../ui/copy-text";
import { chevronIcon, remarkIcon } from "../../ui/icons";
import { View } from "../../ui/view";
import { remarksStyles } from "./remarks-styles";
import { own } from "../../i18n/own";

/** The number of lines at first, and of more lines for each press. */
const PAGE = 300;

/** A line of the list: a group of equal remarks, or one of its expressions. */
type Line =
  | { readonly kind: "group"; readonly group: RemarkGroup; readonly open: boolean }
  | { readonly kind: "member"; readonly group: RemarkGroup; readonly remark: number };

export class RemarksView extends View {
  static override styles = [base, controls, remarksStyles];
  static override properties = {
    ...View.properties,
    opened: { state: true },
    pages: { state: true },
    at: { state: true },
    said: { state: true },
  };

  /** The keys of the groups that are open. */
  declare opened: ReadonlySet<string>;
  declare pages: number;
  /** The line with the tab stop. */
  declare at: number;
  /** The result of copying or saving. */
  declare said: string;
  #focus = false;
  /** The lines and the inputs from which they were made. */
  #made: { readonly of: readonly unknown[]; readonly lines: readonly Line[]; shown: number } = {
    of: [],
    lines: [],
    shown: 0,
  };

  constructor() {
    super();
    this.opened = new Set();
    this.pages = 1;
    this.at = 0;
    this.said = "";
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    // The user who opens the list wants remarks, even of a long run.
    const { trace, run, snapshots } = this.state;
    if (trace && snapshots && run.kind !== "running") void this.app.remarks.ask();
    void this.app.remarks.loadKinds();
    if (!this.#focus) return;
    this.#focus = false;
    const line = this.renderRoot.querySelector<HTMLElement>(`[data-line="${this.at}"]`);
    line?.focus();
    line?.scrollIntoView({ block: "nearest" });
  }

  override render(): TemplateResult {
    const { trace, run, remarks, snapshots } = this.state;
    const ready = remarksOf(this.state);
    if (ready) return this.#all(ready.said);
    if (!trace) return this.#note(t(isBusy(run) ? "remarks.running" : "remarks.notRun"));
    if (!snapshots) return this.#note(t("remarks.gone"));
    if (remarks.kind === "failed" && remarks.runId === trace.runId) {
      return this.#note(t("remarks.failed", { why: failureText(remarks.failure) }));
    }
    return this.#note(t("remarks.fetching"));
  }

  #note(words: string): TemplateResult {
    return html`<div class="empty"><p>${words}</p></div>`;
  }

  #all(said: RunRemarks): TemplateResult {
    if (said.remarks.length === 0) return this.#note(t("remarks.none"));
    const { lines, shown } = this.#lines(said);
    return html`${this.#bar(said, shown)} ${this.#notices(said)}
    ${
      lines.length === 0
        ? html`<div class="empty">
            <p>${t("remarks.noneFits")}</p>
            <button type="button" @click=${() => this.app.remarks.filter(ALL_REMARKS)}>
              ${t("remarks.showAll")}
            </button>
          </div>`
        : this.#list(said, lines)
    }`;
  }

  #lines(said: RunRemarks): { readonly lines: readonly Line[]; readonly shown: number } {
    const of = [said, this.state.remarkFilter, this.opened, this.language];
    if (of.every((part, i) => part === this.#made.of[i])) return this.#made;
    if (said !== this.#made.of[0] || this.state.remarkFilter !== this.#made.of[1]) {
      this.pages = 1;
      this.at = 0;
    }
    const shown = filtered(said, this.state.remarkFilter);
    const lines = grouped(said, shown).flatMap((group): Line[] => {
      const open = this.opened.has(group.key);
      const members = open
        ? group.members.map((remark) => ({ kind: "member", group, remark }) as const)
        : [];
      return [{ kind: "group", group, open }, ...members];
    });
    this.#made = { of, lines, shown: shown.length };
    return this.#made;
  }

  #bar(said: RunRemarks, shown: number): TemplateResult {
    const { remarkFilter: filter, trace, tracedPipeline } = this.state;
    const { remarks: app } = this.app;
    const count = (type: RemarkType): number =>
      said.remarks.filter((remark) => remark.type === type).length;
    const toggle = (type: RemarkType): void => {
      const types = REMARK_TYPES.filter((one) => filter.types.includes(one) !== (one === type));
      app.filter({ types });
    };
    const rows = [...new Set(said.remarks.map(({ row }) => row))].sort((a, b) => a - b);
    const kinds = [...new Set(said.remarks.map(({ kind }) => kind))].sort();
    const name = (row: number): string => {
      const of = trace?.rows[row];
      return of ? rowName(of, tracedPipeline ?? []) : "";
    };
    const value = (event: Event): string => (event.target as HTMLSelectElement).value;
    return html`<div class="bar">
      <div class="types" role="group" aria-label=${t("remarks.types")}>
        ${REMARK_TYPES.map(
          (type) =>
            html`<button
              type="button"
              class="quiet"
              aria-pressed=${filter.types.includes(type)}
              title=${editor(`remarks.${type}Title`)}
              @click=${() => toggle(type)}
            >
              <span class="sign ${type}">${remarkIcon(type)}</span>
              ${t("remarks.counted", { type: editor(`remarks.${type}`), count: count(type) })}
            </button>`,
        )}
      </div>
      <select
        class="compact"
        aria-label=${t("remarks.pass")}
        @change=${(event: Event) => app.filter({ row: Number(value(event)) })}
      >
        <option value="-1" .selected=${filter.row < 0}>${t("remarks.allPasses")}</option>
        ${rows.map(
          (row) =>
            html`<option value=${row} .selected=${row === filter.row}>
              ${t("remarks.passAt", { name: name(row), row: row + 1 })}
            </option>`,
        )}
      </select>
      <select
        class="compact"
        aria-label=${t("remarks.kind")}
        @change=${(event: Event) => app.filter({ kind: value(event) })}
      >
        <option value="" .selected=${filter.kind === ""}>${t("remarks.allKinds")}</option>
        ${kinds.map(
          (kind) => html`<option value=${kind} .selected=${kind === filter.kind}>${kind}</option>`,
        )}
      </select>
      <input
        type="search"
        aria-label=${t("remarks.search")}
        placeholder=${t("remarks.search")}
        .value=${filter.text}
        @input=${(event: Event) => app.filter({ text: value(event) })}
      />
      <div class="end">
        <span class="small muted" role="status"
          >${
            this.said ||
            (isAll(filter)
              ? t("remarks.count", { count: said.remarks.length })
              : t("remarks.countOf", { shown, count: said.remarks.length }))
          }</span
        >
        <button
          type="button"
          class="quiet"
          title=${t("remarks.yamlTitle")}
          ?disabled=${shown === 0}
          @click=${() => void this.#copy(said)}
        >
          ${t("remarks.copy")}
        </button>
        <button
          type="button"
          class="quiet"
          title=${t("remarks.yamlTitle")}
          ?disabled=${shown === 0}
          @click=${() => void this.#save(said)}
        >
          ${t("remarks.save")}
        </button>
      </div>
    </div>`;
  }

  /** Notices about the list as a whole. */
  #notices({ remarks, cut }: RunRemarks): TemplateResult {
    const { kind } = this.state.remarkFilter;
    const docs = new Set(
      remarks.filter((remark) => remark.kind === kind).map((remark) => this.#doc(remark)),
    );
    return html`${
      cut > 0
        ? html`<p class="notice cut">${t("remarks.cut", { cut, shown: remarks.length })}</p>`
        : nothing
    }
    ${
      kind === ""
        ? nothing
        : [...docs].map((doc) => (doc ? html`<p class="notice">${kind}: ${doc}</p>` : nothing))
    }`;
  }

  /** The description of a remark's kind from the engine's table. Empty for the user's passes. */
  #doc({ row, kind }: PassRemark): string {
    const pass = this.state.trace?.rows[row]?.name ?? "";
    const found = this.state.remarkKinds?.find(
      (known) => known.name === kind && known.pass.split(", ").includes(pass),
    );
    return found ? remarkText(found.doc) : "";
  }

  #list(said: RunRemarks, lines: readonly Line[]): TemplateResult {
    const end = Math.min(lines.length, this.pages * PAGE);
    return html`<div
        class="list"
        role="tree"
        aria-label=${t("remarks.label")}
        @keydown=${this.#key}
      >
        ${lines
          .slice(0, end)
          .map((line, i) =>
            line.kind === "group"
              ? this.#group(line.group, line.open, i)
              : this.#member(said, line, i),
          )}
      </div>
      ${
        end < lines.length
          ? html`<p class="more">
              ${t("remarks.part", { shown: end, all: lines.length })}
              <button type="button" class="quiet" @click=${() => (this.pages += 1)}>
                ${t("remarks.showMore")}
              </button>
            </p>`
          : nothing
      }`;
  }

  #group(group: RemarkGroup, open: boolean, i: number): TemplateResult {
    const { first, members } = group;
    const many = members.length > 1;
    const row = this.state.trace?.rows[first.row];
    const doc = open ? this.#doc(first) : "";
    return html`<div
      class="item ${first.type}"
      role="treeitem"
      data-line=${i}
      aria-level="1"
      aria-expanded=${open}
      aria-selected=${i === this.at}
      tabindex=${i === this.at ? 0 : -1}
      @click=${() => this.#press(i)}
    >
      <span
        class="toggle ${open ? "open" : ""}"
        aria-hidden="true"
        @click=${(event: Event) => {
          event.stopPropagation();
          this.at = i;
          this.#open(group, !open);
        }}
        >${chevronIcon}</span
      >
      <span class="sign">${remarkIcon(first.type)}</span>
      <span class="said"
        ><span class="visually-hidden">${editor(`remarks.${first.type}`)}: </span
        ><span class="pass">${row ? rowName(row, this.state.tracedPipeline ?? []) : ""}</span>
        ${messageText(group.message)}
        ${
          many
            ? html`<span class="times">${editor("remarks.times", { times: members.length })}</span>`
            : nothing
        }</span
      >
      <span class="kind" title=${this.#doc(first)}>${first.kind}</span>
      ${doc ? html`<span class="doc">${doc}</span>` : nothing}
    </div>`;
  }

  #member(
    { remarks }: RunRemarks,
    { group, remark }: Extract<Line, { kind: "member" }>,
    i: number,
  ): TemplateResult {
    const { subject = "", fn = "", message = group.message } = remarks[remark] ?? {};
    // Shows the member's own message if it differs from the group's.
    const own = message.text === group.message.text ? "" : messageText(message);
    return html`<div
      class="item member"
      role="treeitem"
      data-line=${i}
      aria-level="2"
      aria-selected=${i === this.at}
      tabindex=${i === this.at ? 0 : -1}
      @click=${() => this.#press(i)}
    >
      <span></span><span></span>
      <span class="said"
        >${subject === "" ? t("remarks.ofProgram") : html`<code>${subject}</code>`} ${own}</span
      >
      <span class="kind">${fn === "" ? nothing : `@${fn}`}</span>
    </div>`;
  }

  #open({ key }: RemarkGroup, open: boolean): void {
    const opened = new Set(this.opened);
    if (open) opened.add(key);
    else opened.delete(key);
    this.opened = opened;
  }

  /** Shows the expression of a line. For a group, shows the first expression. */
  #press(i: number): void {
    const line = this.#made.lines[i];
    if (!line) return;
    this.at = i;
    this.app.remarks.show(line.kind === "member" ? line.remark : (line.group.members[0] ?? -1));
  }

  readonly #key = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { lines } = this.#made;
    const line = lines[this.at];
    if (!line) return;
    const last = Math.min(lines.length, this.pages * PAGE) - 1;
    const head = lines.findLastIndex(({ kind }, i) => i <= this.at && kind === "group");
    const to = own({ ArrowDown: this.at + 1, ArrowUp: this.at - 1, Home: 0, End: last }, event.key);
    if (to !== undefined) this.at = Math.max(0, Math.min(last, to));
    else if (event.key === "ArrowRight" && line.kind === "group") {
      if (line.open) this.at += 1;
      else this.#open(line.group, true);
    } else if (event.key === "ArrowLeft") {
      if (line.kind === "member") this.at = head;
      else this.#open(line.group, false);
    } else if (event.key === "Enter" || event.key === " ") this.#press(this.at);
    else return;
    event.preventDefault();
    this.#focus = to !== undefined || line.kind === "member" || event.key === "ArrowRight";
  };

  /** The listed remarks in LLVM's YAML, or undefined after a failure. */
  async #yaml(said: RunRemarks): Promise<string | undefined> {
    try {
      return await this.app.remarks.yaml(filtered(said, this.app.store.state.remarkFilter));
    } catch (error) {
      this.app.notices.report(t("remarks.noYaml"), errorText(error));
      return undefined;
    }
  }

  async #copy(said: RunRemarks): Promise<void> {
    const yaml = await this.#yaml(said);
    if (yaml === undefined) return;
    const copied = await copyText(yaml, this.renderRoot);
    this.said = t(copied ? "remarks.copied" : "remarks.notCopied");
  }

  async #save(said: RunRemarks): Promise<void> {
    const yaml = await this.#yaml(said);
    const { trace } = this.app.store.state;
    if (yaml === undefined || !trace) return;
    const name = `${fileStem(sourceTitle(trace.source))}.opt.yaml`;
    saveFile(name, yaml, "application/yaml");
    this.said = t("remarks.saved", { name });
  }
}

customElements.define("pc-remarks", RemarksView);
