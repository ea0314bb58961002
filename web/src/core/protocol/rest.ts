// How the guard of a sandbox finds out whether the worker of the code rests when no request is open.

/** The guard's question. */
export interface RestQuestion {
  readonly kind: "rest?";
  readonly turn: number;
}

export const isRestQuestion = (data: object): data is RestQuestion =>
  "kind" in data && data.kind === "rest?";

/** The worker's answer. Only a worker that rests gives it. */
export interface RestAnswer {
  readonly kind: "rests";
  readonly turn: number;
}

/** The turn that a message of the worker answers; undefined for all other messages. */
export function restsIn(data: unknown): number | undefined {
  if (typeof data !== "object" || data === null || !Object.hasOwn(data, "kind")) return undefined;
  const { kind, turn } = data as Partial<RestAnswer>;
  return kind === "rests" && Object.hasOwn(data, "turn") && typeof turn === "number"
    ? turn
    : undefined;
}
