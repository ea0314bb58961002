// From the page's state to what a link says of it, and back.
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

/** Fields that a view has as they are in the state, with what they are at first. */
export const AS_AT_FIRST = {
  detailTab: CORE_STATE.detailTab,
  timingTab: CORE_STATE.timingTab,
  hideUnchanged: timingState.hideUnchanged,
  search: timingState.search,
  inlineDiff: diffState.inlineDiff,
} satisfies Partial<AppState>;

const asAtFirst = Object.entries(AS_AT_FIRST) as [keyof typeof AS_AT_FIRST, unknown][];

/** What differs from how the page opens; rows only while there is a trace that has them. */
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
  // What the page selects by itself goes without saying.
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
 * The part of the state that a view sets whether or not there is a trace. A file that the model is run on is no part
 * of any view, so it stays; how programs are read is up to the reader where the view does not say it.
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

/** The part that names rows, as far as the trace has just these; else what the page selects by itself. */
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
