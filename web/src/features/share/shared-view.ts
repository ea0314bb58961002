// Converts the page's state to the view of a link, and back.
import { CORE_STATE, type AppState, type Pin } from "../../core/state/app-state";
import { MAX_SWEEP, sweepKey, sweepOptionOf } from "../../core/pipeline/variants";
import { DEFAULT_INPUTS, inputKey } from "../../core/protocol/input-choice";
import { COMPARE_SETTINGS, type CompareSettings } from "../compare";
import { diffState } from "../diff";
import { timingState } from "../timing";
import { firstChange } from "../../core/trace/first-change";
import type { RunTrace } from "../../core/protocol/messages";
import { ALL_REMARKS, isAll, type RemarkFilter } from "../../core/trace/remark-filter";
import type { SharedPin, SharedRow, SharedView } from "./link";

/** Fields that the view has in the same form as the state, with their initial values. */
export const AS_AT_FIRST = {
  detailTab: CORE_STATE.detailTab,
  timingTab: CORE_STATE.timingTab,
  hideUnchanged: timingState.hideUnchanged,
  search: timingState.search,
  inlineDiff: diffState.inlineDiff,
} satisfies Partial<AppState>;

const asAtFirst = Object.entries(AS_AT_FIRST) as [keyof typeof AS_AT_FIRST, unknown][];

/** The fields that differ from their initial values. Rows are included only if the trace has them. */
export function viewOf(state: AppState): SharedView {
  const view: Record<string, unknown> = {};
  for (const [key, first] of asAtFirst) {
    if (state[key] !== first) view[key] = state[key];
  }
  const { inputs, reading } = state;
  if (reading !== CORE_STATE.reading) view["reading"] = reading;
  if (inputs.kind !== "file" && inputKey(inputs) !== inputKey(DEFAULT_INPUTS)) {
    view["inputs"] = inputs;
  }
  const row = (at: number): SharedRow | undefined => {
    const name = state.trace?.rows[at]?.name;
    return name === undefined ? undefined : { row: at, name };
  };
  // The row that the page selects automatically is left out.
  const byItself = firstChange(state.trace?.rows ?? []) === state.selected;
  const selected = byItself ? undefined : row(state.selected);
  if (selected) view["selected"] = selected;
  const { remarkFilter } = state;
  if (!isAll(remarkFilter)) {
    const { types, kind, text } = remarkFilter;
    const pass = row(remarkFilter.row);
    view["remarks"] = {
      ...(types.length > 0 ? { types } : {}),
      ...(pass ? { pass } : {}),
      ...(kind === "" ? {} : { kind }),
      ...(text === "" ? {} : { text }),
    };
  }
  const { option, values, run } = state.compareWith;
  const compare = {
    ...(option ? { option: sweepKey(option) } : {}),
    ...(values === COMPARE_SETTINGS.values ? {} : { values: values.slice(0, MAX_SWEEP) }),
    ...(run === COMPARE_SETTINGS.run ? {} : { run }),
  };
  if (Object.keys(compare).length > 0) view["compare"] = compare;
  const pins: Record<string, SharedPin> = {};
  for (const side of ["a", "b"] as const) {
    const pin = state.pins[side];
    const at = pin && row(pin.row);
    if (at) pins[side] = { ...at, side: pin.side };
  }
  if (Object.keys(pins).length > 0) view["pins"] = pins;
  return view;
}

/**
 * The settings of a view that need no trace. A file as input is in no view, so it stays. If the view does not set how
 * programs are read, the reader's choice stays.
 */
export function settingsOf(
  view: SharedView,
  now: Pick<AppState, "inputs" | "readingPreferred">,
): Partial<AppState> {
  const kept = now.inputs.kind === "file" ? now.inputs : DEFAULT_INPUTS;
  return {
    ...Object.fromEntries(asAtFirst.map(([key, first]) => [key, view[key] ?? first])),
    inputs: view.inputs ?? kept,
    remarkFilter: filterOf(view),
    compareWith: compareWithOf(view),
    reading: view.reading ?? now.readingPreferred,
  };
}

const compareWithOf = ({ compare = {} }: SharedView): CompareSettings => {
  const { option, values, run } = compare;
  return {
    option: option === undefined ? undefined : sweepOptionOf(option),
    values: values ?? COMPARE_SETTINGS.values,
    run: run ?? COMPARE_SETTINGS.run,
  };
};

const filterOf = ({ remarks: { types, kind, text } = {} }: SharedView): RemarkFilter => ({
  ...ALL_REMARKS,
  ...(types ? { types } : {}),
  ...(kind === undefined ? {} : { kind }),
  ...(text === undefined ? {} : { text }),
});

/** The rows of a view, if the trace has the same rows. Otherwise the page's automatic selection. */
export function rowsOf(
  view: SharedView,
  trace: RunTrace,
): Pick<AppState, "selected" | "pins" | "remarkFilter"> {
  const has = (at: SharedRow | undefined): at is SharedRow =>
    at !== undefined && trace.rows[at.row]?.name === at.name;
  const pins: { a?: Pin; b?: Pin } = {};
  for (const side of ["a", "b"] as const) {
    const pin = view.pins?.[side];
    if (has(pin)) pins[side] = { row: pin.row, side: pin.side };
  }
  const selected = has(view.selected) ? view.selected.row : firstChange(trace.rows);
  const pass = view.remarks?.pass;
  const remarkFilter = { ...filterOf(view), row: has(pass) ? pass.row : -1 };
  return { selected, pins, remarkFilter };
}
