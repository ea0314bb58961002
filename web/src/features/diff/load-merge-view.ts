// Loads the editors that compare two programs.
import { textsReady } from "../../i18n/language";

let asked = false;

/** True if a load of the editors has started. */
export const mergeViewAsked = (): boolean => asked;

/** Loads the editors. Later calls cost nothing, because the browser keeps the module. */
export const loadMergeView = (): Promise<unknown> => {
  asked = true;
  return import("./merge-view").then(textsReady);
};
