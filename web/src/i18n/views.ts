// Texts of the playground's views that are loaded when they are first shown.
import { views } from "./en/views";
import { texts } from "./texts";

export const { t } = texts(views, async () => (await import("./zh/views")).views);
