// Fetches the editors that compare two programs, for whoever will show them.
import { textsReady } from "../../i18n/language";

let asked = false;

/** Whether their code was asked for. */
export const mergeViewAsked = (): boolean => asked;

/** Fetches their code; the browser keeps the module, so calling it again is free. */
export const loadMergeView = (): Promise<unknown> => {
  asked = true;
  return import("./merge-view").then(textsReady);
};
