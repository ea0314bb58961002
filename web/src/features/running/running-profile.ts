// The cost of a program's operators beside the program before it, and the cost of each call. A press on a call shows
// its node.
import { css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { t } from "./texts";
import {
  callLines,
  operatorLines,
  type CallLine,
  type OperatorLine,
  type OperatorSide,
  type Profiled,
} from "./profile";
import { doubtOf, sortedBy } from "./metrics";
import { formatBytes, formatChange, formatFlop, formatRate } from "../../core/trace/units";
import { LocalizedElement } from "../../i18n/localized";
import type { ProgramCost } from "./model-runs";
import { base, controls } from "../../ui/styles/shared";
import { doubtText, marked } from "../../core/trace/shown-time";
import { formatShare } from "../../core/trace/units";
import { formatMeasured, leastMeasured } from "../../core/trace/timing";
import "./data-table";
import type { Column, DataTable, Line, TableSort } from "./data-table";

type Side = "before" | "after";

/** The latest settings, for the next time that the profile opens. */
let remembered = {
  calls: false,
  side: "after" as Side,
  operators: { by: "after-time", descending: true } as TableSort,
  each: { by: "order", descending: false } as TableSort,
};

export class RunningProfile extends LocalizedElement {
  static override properties = {
    previous: { attribute: false },
    program: { attribute: false },
    only: { state: true },
    shown: { state: true },
  };
  static override styles = [
    base,
    controls,
    css`
      :host {
        display: flex;
        flex-direction: column;
        min-height: 0;
      }
      .bar {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--s1) var(--s3);
        padding: 0 var(--s3) var(--s1);
        font-size: var(--text-s);
      }
      .bar > span {
        min-width: 0;
      }
      .modes {
        display: flex;
        gap: var(--s1);
      }
      .end {
        margin-left: auto;
      }
      pc-data-table {
        flex: 1;
        min-height: 9rem;
        border-top: 1px solid var(--border);
      }
    `,
  ];

  /** The two programs. The initial program has no previous one. */
  declare previous: ProgramCost | undefined;
  declare program: ProgramCost | undefined;
  /** The operator whose calls are shown. */
  declare only: string | undefined;
  declare shown: typeof remembered;

  /** True after a choice of an operator, so the focus moves to its calls. */
  #picked = false;

  constructor() {
    super();
    this.previous = undefined;
    this.program = undefined;
    this.only = undefined;
    this.shown = remembered;
  }

  #show(patch: Partial<typeof remembered>): void {
    remembered = { ...remembered, ...patch };
    this.shown = remembered;
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (!this.#picked) return;
    this.#picked = false;
    this.renderRoot.querySelector<DataTable>("pc-data-table")?.focusLine();
  }

  override render(): TemplateResult {
    const { previous, program, shown } = this;
    const label = t("profile.of", { program: program?.program.label ?? "" });
    return html`<div class="bar">
        <div class="modes" role="group" aria-label=${t("profile.lines")}>
          ${this.#mode(t("profile.byOperator"), !shown.calls, () => {
            this.only = undefined;
            this.#show({ calls: false });
          })}
          ${this.#mode(t("profile.eachCall"), shown.calls, () => this.#show({ calls: true }))}
        </div>
        ${
          shown.calls && previous
            ? html`<div class="modes" role="group" aria-label=${t("profile.side")}>
                ${(["before", "after"] as const).map((side) =>
                  this.#mode(t(`profile.${side}`), this.#side === side, () => this.#show({ side })),
                )}
              </div>`
            : nothing
        }
        ${
          shown.calls && this.only !== undefined
            ? html`<span>${t("profile.only", { operator: this.only })}</span>
                <button type="button" class="quiet" @click=${() => (this.only = undefined)}>
                  ${t("profile.showAll")}
                </button>`
            : html`<span class="muted end">${t("profile.hint")}</span>`
        }
      </div>
      ${shown.calls ? this.#calls(label) : this.#operators(label)}`;
  }

  /** The previous program may have no plan. */
  get #side(): Side {
    return this.previous?.plan ? this.shown.side : "after";
  }

  #mode(label: string, pressed: boolean, act: () => void): TemplateResult {
    return html`<button type="button" class="quiet" aria-pressed=${pressed} @click=${act}>
      ${label}
    </button>`;
  }

  #operators(label: string): TemplateResult {
    const { previous: before, program: after } = this;
    const sides: readonly Side[] = before?.plan ? ["before", "after"] : ["after"];
    const of = (side: Side): string =>
      (side === "before" ? before : after)?.program.label ?? t(`profile.${side}`);
    const columns: Column[] = [
      {
        key: "name",
        label: t("profile.operator"),
        title: t("profile.operatorTitle"),
        text: true,
        wide: true,
      },
      ...sides.flatMap((side) => {
        const group = of(side);
        const both = (["calls", "time", "share"] as const).map((key): Column => ({
          key: `${side}-${key}`,
          label: t(`profile.${key}`),
          title: t(`profile.${key}Title`),
          group,
          ...(key === "share" || (side === "before" && key === "calls") ? { minor: true } : {}),
        }));
        const more = (["flop", "bytes", "rate"] as const).map((key): Column => ({
          key: `${side}-${key}`,
          label: t(`profile.${key}`),
          title: t(`profile.${key}Title`),
          group,
          minor: true,
        }));
        return side === "before" ? both : [...both, ...more];
      }),
      ...(sides.length > 1
        ? [{ key: "change", label: t("profile.change"), title: t("profile.changeTitle") }]
        : []),
    ];
    const lines = sortedBy(
      operatorLines(profiled(before), profiled(after)),
      (line) => operatorValue(line, this.shown.operators.by),
      this.shown.operators.descending,
    );
    const names = lines.map(({ name }) => name);
    return html`<pc-data-table
      .label=${label}
      .columns=${columns}
      .sort=${this.shown.operators}
      .lines=${lines.map((line, id): Line => ({ id, ...operatorCells(line) }))}
      @sorted=${(event: CustomEvent<TableSort>) => this.#show({ operators: event.detail })}
      @pick=${(event: CustomEvent<number>) => {
        this.only = names[event.detail];
        const gone = lines[event.detail]?.after === undefined;
        this.#picked = true;
        this.#show({ calls: true, side: gone ? "before" : "after" });
      }}
    ></pc-data-table>`;
  }

  #calls(label: string): TemplateResult {
    const side = this.#side;
    const shown = profiled(side === "before" ? this.previous : this.program);
    const all = shown ? callLines(shown) : [];
    const wanted = all.filter(({ node }) => this.only === undefined || node.name === this.only);
    const lines = sortedBy(
      wanted,
      (line) => callValue(line, this.shown.each.by),
      this.shown.each.descending,
    );
    const column = (
      key: "shapes" | "algorithm" | "time" | "share" | "flop" | "bytes" | "rate",
      more: Partial<Column> = {},
    ): Column => ({
      key,
      label: t(`profile.${key}`),
      title: t(`profile.${key}Title`),
      ...more,
    });
    const columns: Column[] = [
      { key: "order", label: "#", title: t("costs.orderTitle"), minor: true },
      { key: "name", label: t("profile.operator"), title: t("profile.operatorTitle"), text: true },
      column("shapes", { text: true, wide: true, minor: true }),
      column("algorithm", { text: true, minor: true }),
      column("time"),
      column("share"),
      column("flop", { minor: true }),
      column("bytes", { minor: true }),
      column("rate", { minor: true }),
    ];
    return html`<pc-data-table
      .label=${label}
      .columns=${columns}
      .sort=${this.shown.each}
      .lines=${lines.map(callCells)}
      @sorted=${(event: CustomEvent<TableSort>) => this.#show({ each: event.detail })}
      @pick=${(event: CustomEvent<number>) => {
        const line = all[event.detail]?.node.line;
        if (line === undefined) return;
        this.dispatchEvent(new CustomEvent("node", { detail: { side, line } }));
      }}
    ></pc-data-table>`;
  }
}

const profiled = (of: ProgramCost | undefined): Profiled | undefined =>
  of?.plan && { plan: of.plan, cost: of.cost };

type Timed = Pick<OperatorSide, "us" | "state" | "runs" | "grainUs">;

function time({ us, state, runs, grainUs }: Timed): string {
  if (us === undefined) return "";
  const text = formatMeasured(us, runs, grainUs);
  return us < leastMeasured(runs, grainUs) ? text : marked(text, doubtOf({ state }));
}

const timeTitle = (of: Pick<OperatorSide, "us" | "state"> | undefined): string => {
  const doubt = of?.us === undefined ? undefined : doubtOf(of);
  return doubt === undefined ? "" : doubtText(doubt);
};

function operatorCells({ name, before, after }: OperatorLine): Omit<Line, "id"> {
  const cells: Record<string, string> = { name };
  const titles: Record<string, string> = { name };
  for (const [side, of] of [
    ["before", before],
    ["after", after],
  ] as const) {
    cells[`${side}-calls`] = of ? String(of.calls) : "–";
    if (!of) continue;
    cells[`${side}-time`] = time(of);
    titles[`${side}-time`] = timeTitle(of);
    cells[`${side}-share`] = of.share === undefined ? "" : formatShare(of.share);
    cells[`${side}-flop`] = of.flop > 0 ? formatFlop(of.flop) : "";
    cells[`${side}-bytes`] = formatBytes(of.bytes);
    cells[`${side}-rate`] = of.us === undefined ? "" : formatRate(of.flop, of.us);
  }
  cells["change"] =
    before?.us === undefined || after?.us === undefined ? "" : formatChange(before.us, after.us);
  return { cells, titles };
}

function operatorValue(
  { name, before, after }: OperatorLine,
  key: string,
): number | string | undefined {
  if (key === "name") return name;
  if (key === "change") {
    return before?.us && after?.us !== undefined ? after.us / before.us : undefined;
  }
  const [side, figure] = key.split("-");
  const of = side === "before" ? before : after;
  if (!of) return undefined;
  switch (figure) {
    case "calls":
      return of.calls;
    case "share":
      return of.share ?? 0;
    case "flop":
      return of.flop;
    case "bytes":
      return of.bytes;
    case "rate":
      return of.us ? of.flop / of.us : 0;
    default:
      // Before the first run, the operators with the most operations come first.
      return of.us ?? of.flop;
  }
}

function callCells(line: CallLine): Line {
  const { index, node, us, share } = line;
  const { shapes } = node;
  return {
    id: index,
    cells: {
      order: index + 1,
      name: node.name,
      shapes,
      algorithm: node.algorithm,
      time: time(line),
      share: share === undefined ? "" : formatShare(share),
      flop: node.flop > 0 ? formatFlop(node.flop) : "",
      bytes: formatBytes(node.bytes),
      rate: us === undefined ? "" : formatRate(node.flop, us),
    },
    titles: { name: node.name, shapes, time: timeTitle(line) },
  };
}

function callValue({ index, node, us, share }: CallLine, key: string): number | string | undefined {
  switch (key) {
    case "name":
      return node.name;
    case "shapes":
      return node.shapes;
    case "algorithm":
      return node.algorithm;
    case "time":
      return us;
    case "share":
      return share;
    case "flop":
      return node.flop;
    case "bytes":
      return node.bytes;
    case "rate":
      return us ? node.flop / us : undefined;
    default:
      return index;
  }
}

customElements.define("pc-running-profile", RunningProfile);
