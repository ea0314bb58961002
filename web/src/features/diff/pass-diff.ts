// The selected pass with the programs before and after it, or any two pinned snapshots. A preview shows the changes
// first. The merge view does more but is slower to make, so it replaces the preview later. Its code loads when the user
// first turns to the changes.
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { t } from "./texts";
import { textsReady } from "../../i18n/language";
import { didRun, type TraceRow } from "../../core/protocol/messages";
import { isBusy } from "../../core/state/app-state";
import { howToRead } from "../../editor/how-to-read";
import { base, controls, panel } from "../../ui/styles/shared";
import { comparison, type Comparison } from "../../core/trace/snapshot-pair";
import { errorText } from "../../core/trace/failure-text";
import { reasonText } from "../../core/trace/reason";
import { previewLines } from "../../core/trace/alignment";
import { sameDiff, diffLines, type LineDiff } from "../../core/trace/line-diff";
import { programMarks, type ProgramMarks, type RemarkLines } from "../../core/trace/remark-lines";
import { lineageOf } from "../lineage";
import { loadMergeView, mergeViewAsked } from "./load-merge-view";
import { remarksOf, type RemarkTarget } from "../remarks";
import { shownLineOf } from "../../core/trace/readable";
import { printedPlace, relatedAsShown, shownLines } from "../../core/trace/lineage-lines";
import "../../editor/reading-choice";
import { failureBox, failureStyles } from "../../ui/failure";
import { downIcon, remarkIcon, upIcon } from "../../ui/icons";
import { View } from "../../ui/view";
import { editableRow, ranOf, sidesOf } from "./diff-head";
import { diffStyles } from "./diff-styles";
import type { Position } from "./diff-looks";
import type { DiffPreview } from "./diff-preview";
import type { MarkedProgram } from "./marked-program";
import type { AskedPlace, MergePane, Relatives } from "./merge-view";
import {
  isShort,
  readyTexts,
  type Aligned,
  type Difference,
  type ReadyTexts,
  type Texts,
} from "./texts-of-pass";

/** Used where no row is selected. */
const NOT_RUN: Pick<TraceRow, "status"> = { status: "skipped" };

const markedProgramReady = (): boolean => customElements.get("pc-marked-program") !== undefined;
const mergeViewReady = (): boolean => customElements.get("pc-merge") !== undefined;

/**
 * How long the selection must rest before the merge view is made, in milliseconds. A held arrow key changes it quickly.
 */
const SETTLED_MS = 100;

/** How long to wait for texts and for their lines before the view says so, in milliseconds. */
const PATIENCE_MS = 250;

/** True if the engine has matched lines before. Then the first view of a difference waits for it. */
let engineMatches = false;

/** The requests for a change that were followed. */
const stepped = new WeakSet<object>();

export class PassDiff extends View {
  static override styles = [base, controls, panel, failureStyles, diffStyles];
  static override properties = {
    ...View.properties,
    texts: { state: true },
    comparing: { state: true },
    turnedTo: { state: true },
    full: { state: true },
    marks: { state: true },
    relatives: { state: true },
  };

  declare texts: Texts;
  /** True if the menu for choosing two programs is open. */
  declare comparing: boolean;
  /** True after the user has turned to the changes. Until then a preview shows them. */
  declare turnedTo: boolean;
  /** The engine's answer for the current texts. The preview and the merge view show the same lines side by side. */
  #aligned: Aligned | undefined;
  /** The texts in the merge view. Texts of another row begin as a preview again. */
  declare full: Texts | undefined;
  /** The scroll position of the preview that the merge view replaces. */
  #start: Position | undefined;
  /** The texts for which the merge view is made next. */
  #fullNext: Texts | undefined;
  /** The remarks on lines of these texts. */
  declare marks: { readonly of: Texts; readonly marks: ProgramMarks } | undefined;
  /** The inputs of the latest request for `marks`. */
  #marksWanted:
    { readonly of: Texts; readonly said: object; readonly diff: LineDiff | undefined } | undefined;
  /** The latest remark to which the view scrolled, and its lines. */
  #target: { readonly of: RemarkTarget; readonly lines: RemarkLines } | undefined;
  /** The lines of these texts that have relatives of the selected expression. */
  declare relatives: { readonly of: Texts; readonly lines: Relatives } | undefined;
  /** The inputs of the latest request for `relatives`. */
  #relativesWanted: { readonly of: Texts; readonly lineage: object } | undefined;
  /** The lineage that the user requested by a press in these texts. */
  #askedHere: object | undefined;
  #fullSoon: ReturnType<typeof setTimeout> | undefined;
  /** The differences of texts, which can be known before the texts are shown. */
  readonly #diffs = new WeakMap<Texts, Difference>();
  /** The texts that are loaded or loading: run and snapshots. */
  #wanted = "";

  constructor() {
    super();
    this.texts = { kind: "none" };
    this.comparing = false;
    this.turnedTo = mergeViewAsked();
    this.full = undefined;
    this.marks = undefined;
    this.relatives = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#fullSoon);
    this.#fullNext = undefined;
  }

  override willUpdate(): void {
    const { trace, snapshots, detailTab, ignoreNumbers } = this.state;
    const compared = this.#compared();
    // A user who opened the tab wants the full view.
    this.turnedTo ||= detailTab !== undefined || mergeViewAsked();
    // The operators' schemas tell which attributes have their defaults.
    if (this.turnedTo && !this.state.operators) void this.app.program.loadOperators();
    if (this.turnedTo && !mergeViewReady()) {
      loadMergeView().then(
        () => this.requestUpdate(),
        () => undefined,
      );
    }
    this.#compare(ignoreNumbers);
    this.#mark();
    this.#findRelatives();
    const same = compared?.a.snapshot === compared?.b.snapshot;
    // A pass without changes can still have remarks that explain why.
    const nothingToSee = same && !this.#hasRemarks();
    if (!trace || !compared || nothingToSee || !snapshots) {
      this.#wanted = "";
      this.texts = { kind: "none" };
      return;
    }
    const wanted = `${trace.runId}:${compared.a.snapshot}:${compared.b.snapshot}`;
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    void this.#fetch(wanted, trace.runId, compared);
  }

  /** Matches the lines again if the setting has changed. */
  #compare(ignoreNumbers: boolean): void {
    const { texts } = this;
    if (texts.kind !== "ready" || this.#aligned?.of !== texts) return;
    const { wanted } = this.#aligned;
    if (wanted !== undefined && wanted !== ignoreNumbers)
      void this.#renew(this.#aligned, ignoreNumbers);
  }

  /** Lets the engine match the lines, and resolves when the difference is set. */
  async #renew(aligned: Aligned, ignoreNumbers: boolean): Promise<void> {
    aligned.wanted = ignoreNumbers;
    const { of, known } = aligned;
    const { before, after } = of;
    // If the engine restarted, the lines are matched by their texts.
    const diff = await this.app.diff.diffTexts({ before, after, ignoreNumbers, known }).then(
      (made) => {
        engineMatches = true;
        return made;
      },
      () => diffLines(before, after, previewLines(before, after, ignoreNumbers)),
    );
    if (this.#aligned !== aligned || aligned.wanted !== ignoreNumbers) return;
    const last = this.#diffOf(of, ignoreNumbers);
    // An equal difference keeps the old object, so the view does not render again.
    this.#diffs.set(of, { ignoreNumbers, diff: last && sameDiff(last, diff) ? last : diff });
    this.requestUpdate();
  }

  /** Lets the engine match the lines of texts, by their lineage if it is known. */
  #align(texts: ReadyTexts): Promise<void> {
    const done = this.app.lineage.alignment(texts.of).then((related) => {
      if (this.#aligned?.of !== texts) return undefined;
      if (related) {
        this.#aligned.known = relatedAsShown(
          related,
          { printed: texts.printed, shown: texts.before },
          { printed: texts.printedAfter, shown: texts.after },
        );
      }
      return this.#renew(this.#aligned, this.state.ignoreNumbers);
    });
    this.#aligned = { of: texts, done, known: undefined, wanted: undefined };
    return done;
  }

  /** Shows texts with the lines that belong together by their text alone. */
  #showByText(texts: ReadyTexts): void {
    const { before, after } = texts;
    const { ignoreNumbers } = this.state;
    const diff = diffLines(before, after, previewLines(before, after, ignoreNumbers));
    this.#diffs.set(texts, { ignoreNumbers, diff });
    this.texts = texts;
  }

  #compared(): Comparison | undefined {
    const { trace, selected, pins, tracedPipeline } = this.state;
    return comparison(trace?.rows ?? [], selected, pins, tracedPipeline ?? []);
  }

  /** True if the selected pass has remarks about the program that is shown. */
  #hasRemarks(): boolean {
    const { selected, pins } = this.state;
    const pinned = pins.a !== undefined || pins.b !== undefined;
    return !pinned && remarksOf(this.state)?.counts.has(selected) === true;
  }

  /** Finds the lines of the texts that have remarks. */
  #mark(): void {
    const { texts } = this;
    const ready = remarksOf(this.state);
    const { selected } = this.state;
    if (texts.kind !== "ready" || !ready || !this.#hasRemarks()) {
      this.#marksWanted = undefined;
      this.marks = undefined;
      return;
    }
    const { ignoreNumbers } = this.state;
    const diff = this.#diffOf(texts, ignoreNumbers);
    const own = this.#marksWanted;
    if (own?.of === texts && own.said === ready.said && own.diff === diff) return;
    const wanted = (this.#marksWanted = { of: texts, said: ready.said, diff });
    this.app.remarks.places(selected).then(
      (places) => {
        if (this.#marksWanted !== wanted || !diff) return;
        const { before, after, printed } = texts;
        const shownLine = shownLineOf(printed, before.split("\n").length);
        const marks = programMarks(ready.said, places, before, after, diff, shownLine);
        this.marks = { of: texts, marks };
      },
      // The engine restarted, and the list of remarks reports it.
      () => undefined,
    );
  }

  /** Finds the lines with relatives of the selected expression. */
  #findRelatives(): void {
    const { texts } = this;
    const lineage = lineageOf(this.state);
    const compared = this.#compared();
    if (texts.kind !== "ready" || lineage?.kind !== "ready" || !compared) {
      this.#relativesWanted = undefined;
      this.relatives = undefined;
      return;
    }
    const own = this.#relativesWanted;
    if (own?.of === texts && own.lineage === lineage) return;
    const wanted = (this.#relativesWanted = { of: texts, lineage });
    const { a, b } = compared;
    Promise.all([this.app.lineage.lines(a.snapshot), this.app.lineage.lines(b.snapshot)]).then(
      ([before, after]) => {
        if (this.#relativesWanted !== wanted) return;
        const lines = {
          a: shownLines(texts.printed, texts.before, before),
          b: shownLines(texts.printedAfter, texts.after, after),
          // The view does not scroll after a press inside of it.
          show: lineage !== this.#askedHere,
        };
        this.relatives = { of: texts, lines };
      },
      // The engine restarted; the lineage strip reports it on its next request.
      () => undefined,
    );
  }

  readonly #askLineage = (event: CustomEvent<AskedPlace>): void => {
    const { texts } = this;
    const compared = this.#compared();
    if (texts.kind !== "ready" || !compared) return;
    const { side, line, column } = event.detail;
    const [printed, shown] =
      side === "a" ? [texts.printed, texts.before] : [texts.printedAfter, texts.after];
    const place = printedPlace(printed, shown, { line, column });
    void this.app.lineage.ask({ snapshot: compared[side].snapshot, ...place }).then(() => {
      this.#askedHere = this.app.store.state.lineage;
    });
  };

  /** The lines of the remark that was pressed last, if it belongs to this pass. */
  #targetIn(marks: ProgramMarks | undefined): RemarkLines | undefined {
    const { remarkPlace } = this.state;
    if (!remarkPlace || this.#target?.of === remarkPlace) return this.#target?.lines;
    const lines = marks?.lines.get(remarkPlace.remark);
    if (!lines) return undefined;
    // A new object each time, so a second press scrolls to the same line again.
    this.#target = { of: remarkPlace, lines: { ...lines } };
    return this.#target.lines;
  }

  async #fetch(wanted: string, runId: number, { a, b }: Comparison): Promise<void> {
    let texts: ReadyTexts | undefined;
    // The old texts stay for a moment, so the view does not flicker when new texts arrive fast.
    const patience = setTimeout(() => {
      if (this.#wanted !== wanted) return;
      if (texts && isShort(texts)) this.#showByText(texts);
      else this.texts = { kind: "loading" };
    }, PATIENCE_MS);
    try {
      const [before, after] = await Promise.all([
        this.app.engines.text(a.snapshot),
        this.app.engines.text(b.snapshot),
        import("./diff-preview"),
      ]);
      if (this.#wanted !== wanted) return;
      texts = readyTexts(before, after, { runId, before: a.snapshot, after: b.snapshot });
      const aligned = this.#align(texts);
      // The first result does not wait for the module that matches lines, nor does a view that has waited for texts.
      if (isShort(texts) && (!engineMatches || this.texts.kind === "loading")) {
        this.#showByText(texts);
      }
      await aligned;
      if (this.#wanted === wanted) this.texts = texts;
    } catch (error) {
      if (this.#wanted !== wanted) return;
      this.texts = { kind: "failed", message: errorText(error) };
    } finally {
      clearTimeout(patience);
    }
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    const { changeStep } = this.state;
    if (changeStep && !stepped.has(changeStep) && this.texts.kind === "ready") {
      stepped.add(changeStep);
      void this.jumpToChange(changeStep.by);
    }
    const { texts } = this;
    if (texts === this.#fullNext || texts.kind !== "ready" || this.full === texts) return;
    if (!this.turnedTo || !mergeViewReady()) return;
    clearTimeout(this.#fullSoon);
    this.#fullNext = texts;
    this.#fullSoon = setTimeout(() => void this.#makeFull(), SETTLED_MS);
  }

  /** Makes the merge view after the engine has matched the lines. */
  async #makeFull(): Promise<void> {
    const { texts } = this;
    if (this.#aligned?.of === texts) await this.#aligned.done;
    if (this.texts !== texts) return;
    this.#start = this.renderRoot.querySelector<DiffPreview>("pc-diff-preview")?.position;
    this.full = texts;
  }

  #diffOf(texts: Texts, ignoreNumbers: boolean): LineDiff | undefined {
    const known = this.#diffs.get(texts);
    return known?.ignoreNumbers === ignoreNumbers ? known.diff : undefined;
  }

  /** Replaces the preview with the merge view. */
  readonly #turnTo = async (): Promise<void> => {
    if (this.turnedTo && this.full === this.texts) return;
    try {
      await loadMergeView();
      this.turnedTo = true;
      await this.#makeFull();
    } catch {
      // The preview stays.
    }
  };

  /** Moves to the next or previous change. Loads the merge view at the first use. */
  async jumpToChange(by: 1 | -1): Promise<void> {
    await this.#turnTo();
    await this.updateComplete;
    const pane = this.renderRoot.querySelector<MergePane>("pc-merge");
    await pane?.updateComplete;
    pane?.jump(by);
  }

  #row(): TraceRow | undefined {
    return this.state.trace?.rows[this.state.selected];
  }

  override render(): TemplateResult {
    const { trace, run, pins } = this.state;
    const row = this.#row();
    const compared = this.#compared();
    if (!trace || (!row && !compared?.pinned)) {
      const words =
        !trace && isBusy(run) ? t("diff.running") : t(trace ? "diff.choose" : "diff.notRun");
      return html`<div class="empty"><p>${words}</p></div>`;
    }
    const pinned = pins.a !== undefined || pins.b !== undefined;
    const choosing = pinned || this.comparing;
    const has = didRun(row ?? NOT_RUN) || pinned;
    return html`<div class="head" @pointerenter=${this.#turnTo} @focusin=${this.#turnTo}>
        ${choosing && has ? sidesOf(this.app, this.state, compared) : row ? ranOf(this.state, row) : nothing}
        ${has ? this.#tools(compared, pinned) : nothing}
      </div>
      ${this.#difference(row, compared)}`;
  }

  /** The actions for the two programs. */
  #tools(compared: Comparison | undefined, pinned: boolean): TemplateResult {
    const editable = editableRow(this.state);
    const shown =
      this.texts.kind === "ready" && compared && compared.a.snapshot !== compared.b.snapshot;
    const { removed = 0, added = 0, renumbered = 0 } = this.#diffs.get(this.texts)?.diff ?? {};
    const cut = this.texts.kind === "ready" && this.texts.cut;
    const step = (by: 1 | -1, label: string, title: string, icon: TemplateResult): TemplateResult =>
      html`<button
        type="button"
        class="icon"
        aria-label=${label}
        title=${title}
        @click=${() => void this.jumpToChange(by)}
      >
        ${icon}
      </button>`;
    return html`<div class="end">
      ${
        shown
          ? html`<span class="lines"
                ><span class="minus">−${removed}</span>
                <span class="plus">+${added}</span> ${t("diff.lines")}${
                  renumbered > 0
                    ? html`<span class="muted renumbered"
                        >, ${t("diff.renumbered", { lines: renumbered })}</span
                      >`
                    : nothing
                }${cut ? html`<span class="muted cut">, ${t("diff.cut")}</span>` : nothing}</span
              >
              <pc-reading .app=${this.app}></pc-reading>
              ${step(-1, t("diff.previous"), t("diff.previousTitle"), upIcon)}
              ${step(1, t("diff.next"), t("diff.nextTitle"), downIcon)}`
          : nothing
      }
      ${
        this.marks && this.marks.marks.before.length > 0
          ? html`<button
              type="button"
              class="icon next-remark"
              aria-label=${t("diff.nextRemark")}
              aria-keyshortcuts="F8"
              title=${t("diff.nextRemarkTitle")}
              @click=${() => this.#nextRemark()}
            >
              ${remarkIcon("missed")}
            </button>`
          : nothing
      }
      ${
        pinned
          ? html`<button
              type="button"
              class="quiet"
              @click=${() => {
                this.comparing = false;
                this.app.rows.clearPins();
              }}
            >
              ${t("diff.unpin")}
            </button>`
          : html`<button
              type="button"
              class="quiet"
              title=${t("diff.compareTitle")}
              aria-pressed=${this.comparing}
              @click=${() => (this.comparing = !this.comparing)}
            >
              ${t("diff.compare")}
            </button>`
      }
      ${
        compared && this.state.snapshots
          ? html`<button
              type="button"
              class="quiet edit"
              title=${
                editable >= 0 ? t("diff.editTitle", { label: compared.b.label }) : t("diff.noEdit")
              }
              ?disabled=${editable < 0}
              @click=${() => void this.app.diff.startEdit(editable)}
            >
              ${t("diff.edit")}
            </button>`
          : nothing
      }
    </div>`;
  }

  #nextRemark(): void {
    const pane = this.renderRoot.querySelector<MergePane | MarkedProgram>(
      "pc-merge, pc-marked-program",
    );
    pane?.jumpToRemark(1);
  }

  /** The program with its remarks, for a pass that changed nothing. */
  #remarked(note: string, before: string, label: string): TemplateResult | undefined {
    const { marks } = this;
    if (marks?.of !== this.texts || marks.marks.before.length === 0) return undefined;
    if (!markedProgramReady()) {
      import("./marked-program").then(textsReady).then(
        () => this.requestUpdate(),
        () => undefined,
      );
      return undefined;
    }
    return html`<p class="note">${note}</p>
      <pc-marked-program
        .text=${before}
        .wrap=${this.state.wrapDiff}
        .label=${label}
        .reading=${howToRead(this.state)}
        .marks=${marks.marks}
        .target=${this.#targetIn(marks.marks)}
      ></pc-marked-program>`;
  }

  #difference(row: TraceRow | undefined, compared: Comparison | undefined): TemplateResult {
    const { trace } = this.state;
    const note = (words: string): TemplateResult => html`<div class="empty"><p>${words}</p></div>`;
    if (row?.status === "failed" && !compared?.pinned) {
      const failure = trace?.failure ?? {
        name: t("diff.failed"),
        message: row.error ?? t("diff.passFailed"),
        rendered: [],
        fatal: false,
      };
      return html`${failureBox(failure)}`;
    }
    if (row && !didRun(row) && !compared)
      return note(t("diff.didNotRun", { why: row.decision ? reasonText(row.decision) : "" }));
    if (!compared) return note(t("diff.chooseBoth"));
    const remarked = (words: string): TemplateResult =>
      (this.texts.kind === "ready"
        ? this.#remarked(words, this.texts.before, compared.a.label)
        : undefined) ?? note(words);
    if (compared.a.snapshot === compared.b.snapshot) {
      return remarked(
        compared.pinned
          ? t("diff.sameModule")
          : t(row?.kind === "stage" ? "diff.stageUnchanged" : "diff.passUnchanged"),
      );
    }
    switch (this.texts.kind) {
      case "none":
        return note(t("diff.gone"));
      case "loading":
        return note(t("diff.fetching"));
      case "failed":
        return note(this.texts.message || t("diff.notFetched"));
      case "ready":
        if (this.texts.before === this.texts.after) {
          return remarked(t(this.texts.equal ? "diff.sameText" : "diff.sameShown"));
        }
        if (this.full !== this.texts) {
          return html`<pc-diff-preview
            .original=${this.texts.before}
            .changed=${this.texts.after}
            .diff=${this.#diffs.get(this.texts)?.diff}
            .wrap=${this.state.wrapDiff}
            .inline=${this.state.inlineDiff}
            .reading=${howToRead(this.state)}
            .label=${t("diff.changesOf", { a: compared.a.label, b: compared.b.label })}
            @pointerenter=${this.#turnTo}
            @focusin=${this.#turnTo}
          ></pc-diff-preview>`;
        }
        return html`<pc-merge
          .original=${this.texts.before}
          .changed=${this.texts.after}
          .diff=${this.#diffs.get(this.texts)?.diff}
          .start=${this.#start}
          .wrap=${this.state.wrapDiff}
          .inline=${this.state.inlineDiff}
          .reading=${howToRead(this.state)}
          .names=${[compared.a.label, compared.b.label]}
          .relatives=${this.relatives?.of === this.texts ? this.relatives.lines : undefined}
          @lineage=${this.#askLineage}
          .marks=${this.marks?.of === this.texts ? this.marks.marks : undefined}
          .target=${this.#targetIn(this.marks?.of === this.texts ? this.marks.marks : undefined)}
        ></pc-merge>`;
    }
  }
}

customElements.define("pc-pass-diff", PassDiff);
