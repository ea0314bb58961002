// What code exports, found without running it. Kept apart, since its lexer is loaded only with code.
import { parse } from "es-module-lexer/minimal/js";
import { MAX_CODE } from "../../core/protocol/code";

/** Names in their order; undefined while the code cannot be read, as in the middle of an edit. */
export function exportsOf(source: string): readonly string[] | undefined {
  if (source.length > MAX_CODE) return undefined;
  try {
    const [, exports] = parse(source);
    return exports.map(({ n }) => n).filter((name): name is string => name !== undefined);
  } catch {
    return undefined;
  }
}
