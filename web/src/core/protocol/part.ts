// How the sandbox's worker gets the engine part that reads models: it has no network, so it asks the page.

/** The worker's question. */
export const ASKS_FOR_FRONTENDS = "frontends";

/** The page's answer: the part, or why it could not be fetched. */
export type PartAnswer =
  | { readonly kind: "part"; readonly bytes: ArrayBuffer }
  | { readonly kind: "part"; readonly why: string };

export const isPartAnswer = (data: object): data is PartAnswer =>
  "kind" in data && data.kind === "part";

/**
 * Whether code may need the part that reads models. The part's calls are synchronous, so the worker must have it before
 * the code runs. Code reaches it through `relay.frontend`, and through arrays of files as inputs.
 */
export const mayReadModels = (code: string): boolean =>
  /\bfrontend\b|\bArrayBuffer\b|\.buffer\b|\bfiles\b/.test(code);
