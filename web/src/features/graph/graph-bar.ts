// The toolbar of the graph with options, search and zoom, and the legend, which is also a filter.
import { html, nothing, type TemplateResult } from "lit";
import { t } from "./texts";
import { STATUS_SIGN } from "./drawing";
import type { Family } from "./families";
import type { Filter, legend } from "./model";
import type { Status } from "./union";
import { downIcon, downloadIcon, fitIcon, minusIcon, plusIcon, upIcon } from "../../ui/icons";

export interface BarActions {
  readonly elide: boolean;
  readonly collapse: boolean;
  readonly shapes: boolean;
  readonly previous: unknown;
  flip(option: "elide" | "collapse" | "shapes" | "fold"): void;
  zoom(factor: number): void;
  fit(): void;
  search(text: string): void;
  next(by: 1 | -1): void;
  chooseFunction(name: string): void;
  download(): void;
  focusGraph(): void;
  flipFamily(family: Family): void;
  flipStatus(status: Status): void;
}

export interface BarFacts {
  readonly searching: string;
  /** The number of nodes that match the filter, or undefined without a filter. */
  readonly found: number | undefined;
  /** The index of the selected match, or -1. */
  readonly at: number;
  readonly functions: readonly string[];
  readonly fn: string;
  /** True if the program has inner functions. */
  readonly groups: boolean;
  /** True if the graph has repeated blocks. `folded`: true if they are boxes. */
  readonly repeats: boolean;
  readonly folded: boolean;
}

const iconButton = (label: string, what: TemplateResult, act: () => void): TemplateResult =>
  html`<button type="button" class="icon" aria-label=${label} title=${label} @click=${act}>
    ${what}
  </button>`;

export function graphBar(actions: BarActions, facts: BarFacts): TemplateResult {
  const toggle = (
    option: "elide" | "collapse" | "shapes" | "fold",
    label: string,
    pressed: boolean,
    title: string,
  ): TemplateResult =>
    html`<button
      type="button"
      class="quiet"
      title=${title}
      aria-pressed=${pressed}
      @click=${() => actions.flip(option)}
    >
      ${label}
    </button>`;
  const searchKey = (event: KeyboardEvent): void => {
    if (event.key === "Enter") actions.next(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") {
      (event.currentTarget as HTMLInputElement).value = "";
      actions.search("");
      actions.focusGraph();
    } else return;
    event.preventDefault();
  };
  const stepping = facts.found !== undefined || actions.previous !== undefined;
  return html`<div class="bar" role="toolbar" aria-label=${t("graph.toolbar")}>
    ${
      facts.functions.length > 1
        ? html`<select
            class="compact"
            aria-label=${t("graph.function")}
            @change=${(event: Event) =>
              actions.chooseFunction((event.target as HTMLSelectElement).value)}
          >
            ${facts.functions.map(
              (name) =>
                html`<option value=${name} ?selected=${name === facts.fn}>@${name}</option>`,
            )}
          </select>`
        : nothing
    }
    <span class="group">
      ${toggle("elide", t("graph.weights"), !actions.elide, t("graph.weightsTitle"))}
      ${toggle("shapes", t("graph.shapes"), actions.shapes, t("graph.shapesTitle"))}
      ${facts.groups ? toggle("collapse", t("graph.openFunctions"), !actions.collapse, t("graph.openFunctionsTitle")) : nothing}
      ${facts.repeats ? toggle("fold", t("graph.foldBlocks"), facts.folded, t("graph.foldBlocksTitle")) : nothing}
    </span>
    <input
      type="search"
      placeholder=${t("graph.search")}
      aria-label=${t("graph.search")}
      .value=${facts.searching}
      @input=${(event: Event) => actions.search((event.target as HTMLInputElement).value)}
      @keydown=${searchKey}
    />
    <span class="group" ?hidden=${!stepping}>
      ${iconButton(t("graph.previous"), upIcon, () => actions.next(-1))}
      ${iconButton(t("graph.next"), downIcon, () => actions.next(1))}
    </span>
    <span class="count" aria-live="polite"
      >${
        facts.found === undefined
          ? nothing
          : facts.at >= 0
            ? t("graph.at", { at: facts.at + 1, found: facts.found })
            : t("graph.found", { found: facts.found })
      }</span
    >
    <span class="group apart">
      ${iconButton(t("graph.zoomOut"), minusIcon, () => actions.zoom(1 / 1.4))}
      ${iconButton(t("graph.zoomIn"), plusIcon, () => actions.zoom(1.4))}
      ${iconButton(t("graph.fit"), fitIcon, () => actions.fit())}
      ${iconButton(t("graph.save"), downloadIcon, () => actions.download())}
    </span>
  </div>`;
}

export function graphLegend(
  { families, statuses }: ReturnType<typeof legend>,
  compares: boolean,
  filter: Filter,
  actions: BarActions,
): TemplateResult {
  return html`<div class="legend" role="group" aria-label=${t("graph.legend")}>
    ${
      compares
        ? statuses.map(
            ({ id, count }) =>
              html`<button
                type="button"
                class="quiet ${id}"
                aria-pressed=${filter.statuses.has(id)}
                @click=${() => actions.flipStatus(id)}
              >
                <span class="sign" aria-hidden="true">${STATUS_SIGN[id]}</span>${
                  id === "same" ? "" : t(`graph.${id}`)
                }<span>${count}</span>
              </button>`,
          )
        : nothing
    }
    ${families.map(
      ({ id, count }) =>
        html`<button
          type="button"
          class="quiet family-${id}"
          aria-pressed=${filter.families.has(id)}
          @click=${() => actions.flipFamily(id)}
        >
          <span class="dot" aria-hidden="true"></span>${t(`family.${id}`)}<span>${count}</span>
        </button>`,
    )}
  </div>`;
}
