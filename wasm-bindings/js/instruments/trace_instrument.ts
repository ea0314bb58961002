import { raw } from "../engine.js";
import { wrapAll, type AnyExpr, type Expr } from "../expr.js";
import { TraceInstrument as Base, type TraceInstrumentOptions } from "../generated/instruments.js";
import { exprGiven } from "../expr_base.js";

/** An ancestor or a descendant of an expression. */
export interface Relative {
  node: AnyExpr;
  /** The program that has it, of those that do the nearest: that before or after this entry of the trace. */
  entry: number;
  after: boolean;
  /** The passes between it and the expression that did something with it: their entries in the trace. */
  passes: number[];
  /** The file that it was read from, or the name of the imported model's node; "" when that is not known. */
  source: string;
}

/** Records each pass with the modules before and after it. */
export class TraceInstrument extends Base {
  /** With `lineage: true` it can be asked where expressions came from and what became of them. */
  constructor(options: TraceInstrumentOptions = {}) {
    super(options);
  }

  /**
   * What an expression of any program of the trace was made of, the nearest first; without itself. For an imported
   * model the farthest have the names of the model's nodes as their sources.
   *
   * @throws UsageError when the trace does not keep the lineage
   */
  ancestors(node: Expr): Relative[] {
    return this.#relatives(exprGiven("trace.ancestors", node), true);
  }

  /** What became of it, in the same way. */
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
