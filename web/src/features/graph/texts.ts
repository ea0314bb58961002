import { graph } from "./texts.en";
import { texts } from "../../i18n/texts";

export const { t } = texts(graph, async () => (await import("./texts.zh")).graph);
