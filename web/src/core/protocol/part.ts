// How the sandbox's worker, which has no network, comes by what reads models: it asks the page.

/** The worker's question. */
export const ASKS_FOR_FRONTENDS = "frontends";

/** The page's answer: the part, or why there is none. */
export type PartAnswer =
  | { readonly kind: "part"; readonly bytes: ArrayBuffer }
  | { readonly kind: "part"; readonly why: string };

export const isPartAnswer = (data: object): data is PartAnswer =>
  "kind" in data && data.kind === "part";

/**
 * Whether code may need what reads models. Its calls are synchronous, so it has to be there before the code runs. It is
 * reached by `relay.frontend`, and by arrays of files where inputs are taken.
 */
export const mayReadModels = (code: string): boolean =>
  /\bfrontend\b|\bArrayBuffer\b|\.buffer\b|\bfiles\b/.test(code);
