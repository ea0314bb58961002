// Fetches the views of a run that are not seen at first; the browser keeps the code, so calling it
// again is free.
export const loadResults = (): Promise<unknown> => import("./results");
