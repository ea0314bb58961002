import { raw } from "../engine.js";
import { wrapAll, type AnyExpr, type Expr } from "../expr.js";
import { TraceInstrument as Base, type TraceInstrumentOptions } from "../generated/instruments.js";
import { exprGiven } from "../expr_base.js";

/** An ancestor or a descendant of an expression. */
export interface Relative {
  node: AnyExpr;
  /**
   * The entry of the trace whose module, before or after the pass, has the expression. The nearest such module counts.
   */
  entry: number;
  after: boolean;
  /** The entries of the passes that changed something between the two expressions. */
  passes: number[];
  /** The file that it was read from, or the name of the imported model's node; "" if unknown. */
  source: string;
}

/** Records each pass with the modules before and after it. */
export class TraceInstrument extends Base {
  /** @param options with `lineage: true`, the trace can tell ancestors and descendants of expressions. */
  constructor(options: TraceInstrumentOptions = {}) {
    super(options);
  }

  /**
   * The expressions that an expression of any program of the trace was made from, the nearest first, without itself.
   * For an imported model, the farthest ones have the names of the model's nodes as sources.
   *
   * @throws DiagnosticError if the trace does not record lineage
   */
  ancestors(node: Expr): Relative[] {
    return this.#relatives(exprGiven("trace.ancestors", node), true);
  }

  /** The expressions that were made from it, in the same form. */
  descendants(node: Expr): Relative[] {
    return this.#relatives(exprGiven("trace.descendants", node), false);
  }

  #relatives(node: Expr, ancestors: boolean): Relative[] {
    const [nodes, places] = JSON.parse(raw().lineageOf(this.handle, node.handle, ancestors)) as [
      number[],
      [number, boolean, number[], string][],
    ];
    const exprs = wrapAll(nodes);
    return places.map(([entry, after, passes, source], i) => ({
      node: exprs[i] as AnyExpr,
      entry,
      after,
      passes,
      source,
    }));
  }
}
