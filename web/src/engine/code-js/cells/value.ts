// Describes the value of a cell for the page.
import type { CellValue, ProfileRow } from "../../../core/protocol/notebook";
import type { HookCall, OpDiffEntry } from "../../../core/protocol/messages";
import { cut, inspect } from "../inspect";
import type { Namespace } from "../../session/package-parts";
import { append } from "../../../core/extremes";

/** Programs are shown whole up to this length. */
const MAX_PROGRAM = 2_000_000;
const MAX_ROWS = 2000;

type Shown = Pick<Namespace, "Expr" | "instrument" | "IRModule">;

/**
 * Describes a value.
 *
 * @param textOf the text of objects that have their own text form; undefined for all others.
 */
export function describeValue(
  value: unknown,
  passcope: Shown,
  textOf: (value: object) => string | undefined,
): CellValue | undefined {
  const { Expr, instrument, IRModule } = passcope;
  if (value === undefined) return undefined;
  if (typeof value === "string") return { kind: "text", text: cut(value, MAX_PROGRAM) };
  if (value instanceof IRModule || (value instanceof Expr && !value.disposed)) {
    return { kind: "relay", text: cut(textOf(value) ?? "", MAX_PROGRAM) };
  }
  if (value instanceof instrument.PassTimingInstrument && !value.disposed) {
    return { kind: "profile", rows: profileRows(value.profiles()) };
  }
  if (value instanceof instrument.HookLog && !value.disposed) {
    const { instruments, calls } = value.calls();
    return { kind: "hooks", instruments, calls: calls.slice(0, MAX_ROWS) satisfies HookCall[] };
  }
  if (isOpDiff(value)) return { kind: "op-diff", entries: value.slice(0, MAX_ROWS) };
  return { kind: "data", text: inspect(value, { textOf }) };
}

interface ProfileNode {
  readonly name: string;
  readonly durationUs: number;
  readonly ownUs: number;
  readonly children: readonly ProfileNode[];
}

function profileRows(roots: readonly ProfileNode[]): ProfileRow[] {
  const rows: ProfileRow[] = [];
  const waiting = roots.map((node) => ({ node, depth: 0 })).reverse();
  for (let next = waiting.pop(); next && rows.length < MAX_ROWS; next = waiting.pop()) {
    const { node, depth } = next;
    rows.push({ depth, name: node.name, durationUs: node.durationUs, ownUs: node.ownUs });
    const below = node.children.map((child) => ({ node: child, depth: depth + 1 }));
    append(waiting, below.reverse());
  }
  return rows;
}

/** A list as TVM's op differ makes it: `[depth, pass, {operator: change}]`, with at least one entry. */
function isOpDiff(value: unknown): value is OpDiffEntry[] {
  return Array.isArray(value) && value.length > 0 && value.every(isOpDiffEntry);
}

function isOpDiffEntry(entry: unknown): boolean {
  if (!Array.isArray(entry) || entry.length !== 3) return false;
  const [depth, pass, diff] = entry as unknown[];
  return (
    typeof depth === "number" &&
    typeof pass === "string" &&
    typeof diff === "object" &&
    diff !== null &&
    Object.values(diff).every((change) => typeof change === "number")
  );
}
