// Texts, in Chinese, of the views that are loaded when they are first shown; words as in playground.ts.
import type { views as en } from "../en/views";
import type { Translation } from "../texts";
import { editor } from "./views/editor";
import { graph } from "./views/graph";
import { lineage } from "./views/lineage";
import { remarks } from "./views/remarks";
import { results } from "./views/results";

export const views: Translation<typeof en> = {
  ...results,
  ...remarks,
  ...lineage,
  ...graph,
  ...editor,
};
