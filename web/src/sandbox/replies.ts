// What an answer of the sandbox may look like.
import type { Reply, RequestKind, Requests } from "../core/protocol/messages";
import {
  bisection,
  compared,
  failure,
  graphData,
  modelPlan,
  PROGRAM,
  lineageLines,
  programLineage,
  relatedLines,
  reduction,
  remarkPlaces,
  runProgress,
  runRemarks,
  textAnalysis,
  timing,
} from "../core/protocol/records";
import {
  integer,
  literal,
  maybe,
  object,
  oneOf,
  string,
  within,
  type Schema,
} from "../core/protocol/schema";
import { MESSAGE_BUDGET } from "./limits";

/** What the sandbox is asked; all else the page asks a worker that runs nobody's code. */
const values: {
  [
    K in
      | "run"
      | "script"
      | "settle"
      | "text"
      | "graph"
      | "analyse"
      | "plan"
      | "execute"
      | "halt"
      | "bisect"
      | "reduce"
      | "remarks"
      | "remarkPlaces"
      | "remarksYaml"
      | "lineage"
      | "lineageLines"
      | "alignment"
      | "compare"
  ]: Schema<Requests[K]["reply"]>;
} = {
  run: maybe(timing),
  script: literal(undefined),
  settle: literal(undefined),
  text: string(PROGRAM),
  graph: graphData,
  analyse: textAnalysis,
  plan: modelPlan,
  execute: literal(undefined),
  halt: literal(undefined),
  bisect: bisection,
  reduce: reduction,
  remarks: runRemarks,
  remarkPlaces,
  remarksYaml: string(PROGRAM),
  lineage: maybe(programLineage),
  lineageLines,
  alignment: maybe(relatedLines),
  compare: compared,
};

const isAsked = (kind: RequestKind): kind is keyof typeof values => Object.hasOwn(values, kind);

/**
 * A copy of a reply that is as it should be, or undefined for one that nobody waits for; throws a
 * Mismatch for anything else.
 *
 * @param kindOf what was asked by that number, if it is still waited for.
 * @param charge told of the reply's size: values, and characters of texts.
 */
export const checkReply = (
  data: unknown,
  kindOf: (id: number) => RequestKind | undefined,
  charge?: (values: number, characters: number) => void,
): Reply | undefined => within(MESSAGE_BUDGET, (value) => checked(value, kindOf), charge)(data);

function checked(
  data: unknown,
  kindOf: (id: number) => RequestKind | undefined,
): Reply | undefined {
  const { id } = object({ id: integer })(data);
  const kind = kindOf(id);
  if (kind === undefined || !isAsked(kind)) return undefined;
  return oneOf("kind", {
    progress: object({ id: integer, kind: literal("progress"), progress: runProgress }),
    done: object({ id: integer, kind: literal("done"), value: values[kind] }),
    failed: object({ id: integer, kind: literal("failed"), failure }),
  })(data);
}
