// Texts, in English, of the views that are loaded when they are first shown.
import { editor } from "./views/editor";
import { graph } from "./views/graph";
import { lineage } from "./views/lineage";
import { remarks } from "./views/remarks";
import { results } from "./views/results";

export const views = { ...results, ...remarks, ...lineage, ...graph, ...editor };
