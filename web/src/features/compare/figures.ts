// The figures of a comparison as rows of a table, a cell for each variant.
import { formatBytes, formatChange, formatFlop } from "../../core/trace/units";
import type { VariantFigures } from "../../core/protocol/messages";
import { formatDuration, formatTick } from "../../core/trace/timing";
import { own } from "../../i18n/own";

/** The group of a row. Rows of passes, operators and remarks have names. */
type FigureGroup = "time" | "operators" | "remarks" | "size" | "run";

/** Rows that are the same in every comparison. The names are keys of messages. */
type FigureName =
  | "duration"
  | "calls"
  | "passed"
  | "missed"
  | "analysis"
  | "lines"
  | "nodes"
  | "functions"
  | "text"
  | "weights"
  | "flop"
  | "memory"
  | "kernels"
  | "inference";

export interface FigureCell {
  readonly text: string;
  readonly value: number;
  /** The difference from the first variant. Empty if there is none or it cannot be computed. */
  readonly change: string;
}

export interface FigureRow {
  /** Identifies the row. */
  readonly key: string;
  readonly group: FigureGroup;
  /** The key of its label, if it is not a part. */
  readonly figure?: FigureName;
  /** The name of a part: a pass, an operator or a kind of remark. */
  readonly name?: string;
  /** One cell for each variant; undefined if its figure is unknown. */
  readonly cells: readonly (FigureCell | undefined)[];
  /** True if the variants differ in this figure. */
  readonly differs: boolean;
}

type Value = (variant: VariantFigures) => number | undefined;

const count = (value: number): string => String(value);

function rowOf(
  variants: readonly VariantFigures[],
  what: Pick<FigureRow, "key" | "group" | "figure" | "name">,
  value: Value,
  format: (value: number) => string,
): FigureRow {
  const values = variants.map(value);
  const [first] = values;
  const cells = values.map((each, i): FigureCell | undefined => {
    if (each === undefined) return undefined;
    const same = i === 0 || first === undefined || each === first;
    return { value: each, text: format(each), change: same ? "" : formatChange(first, each) };
  });
  return { ...what, cells, differs: cells.some((cell) => cell?.text !== cells[0]?.text) };
}

/** The distinct names of all variants, in order of appearance. */
const namesOf = (
  variants: readonly VariantFigures[],
  names: (variant: VariantFigures) => readonly string[],
): readonly string[] => [...new Set(variants.flatMap(names))];

const REMARKS = ["passed", "missed", "analysis"] as const;

/**
 * All rows. Parts are included only if variants differ in them.
 * @param grainUs the resolution of the clock, in microseconds. A time of 0 is shown as less than this.
 */
export function figureRows(
  variants: readonly VariantFigures[],
  grainUs: number,
): readonly FigureRow[] {
  const time = (us: number): string =>
    us < 0.005 && grainUs > 0 ? `< ${formatTick(grainUs)}` : formatDuration(us);
  const rows: FigureRow[] = [];
  const add = (
    group: FigureGroup,
    figure: FigureName,
    value: Value,
    format: (value: number) => string = count,
  ): void => {
    const row = rowOf(variants, { key: figure, group, figure }, value, format);
    if (row.cells.some((cell) => cell !== undefined)) rows.push(row);
  };
  const addPart = (group: FigureGroup, name: string, value: Value, format = count): void => {
    const row = rowOf(variants, { key: `${group} ${name}`, group, name }, value, format);
    if (row.differs) rows.push(row);
  };
  add("time", "duration", ({ duration }) => duration, time);
  for (const name of namesOf(variants, ({ passes }) => passes.map((pass) => pass.name))) {
    const own: Value = ({ passes }) => passes.find((pass) => pass.name === name)?.own;
    addPart("time", name, own, time);
  }
  const calls: Value = ({ ops, size }) =>
    size && Object.values(ops).reduce((sum, each) => sum + each, 0);
  add("operators", "calls", calls);
  for (const name of [...namesOf(variants, ({ ops }) => Object.keys(ops))].sort()) {
    addPart("operators", name, ({ ops, size }) => size && (own(ops, name) ?? 0));
  }
  for (const type of REMARKS) {
    add("remarks", type, ({ remarks }) => remarks?.[type]);
    const kinds = namesOf(variants, ({ remarks }) =>
      (remarks?.kinds ?? []).flatMap((kind) =>
        kind.type === type ? [`${kind.pass}.${kind.name}`] : [],
      ),
    );
    for (const name of kinds) {
      const number: Value = ({ remarks }) =>
        remarks &&
        (remarks.kinds.find((kind) => kind.type === type && `${kind.pass}.${kind.name}` === name)
          ?.count ??
          0);
      addPart("remarks", name, number);
    }
  }
  add("size", "lines", ({ size }) => size?.lines);
  add("size", "nodes", ({ size }) => size?.nodes);
  add("size", "functions", ({ size }) => size?.functions);
  add("size", "text", ({ size }) => size?.textBytes, formatBytes);
  add("size", "weights", ({ size }) => size?.weightBytes, formatBytes);
  add("run", "flop", ({ effects }) => effects?.flop, formatFlop);
  add("run", "memory", ({ effects }) => effects?.peakBytes, formatBytes);
  add("run", "kernels", ({ effects }) => effects?.kernels);
  add("run", "inference", ({ run }) => run && run.median * 1e6, formatDuration);
  return rows;
}
