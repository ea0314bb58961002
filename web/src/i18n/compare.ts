// Texts of the tab that compares pipelines, which are fetched with it.
import { compare } from "./en/compare";
import { texts } from "./texts";

export const { t } = texts(compare, async () => (await import("./zh/compare")).compare);
