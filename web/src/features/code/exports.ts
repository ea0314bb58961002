// Finds the exports of code without running it. A separate file, because its lexer is loaded only with code.
import { parse } from "es-module-lexer/minimal/js";
import { MAX_CODE } from "../../core/protocol/code";

/** The exported names in order, or undefined if the code cannot be parsed, such as during an edit. */
export function exportsOf(source: string): readonly string[] | undefined {
  if (source.length > MAX_CODE) return undefined;
  try {
    const [, exports] = parse(source);
    return exports.map(({ n }) => n).filter((name): name is string => name !== undefined);
  } catch {
    return undefined;
  }
}
