// The embedded element's texts.
import { embed } from "./en/embed";
import { texts } from "./texts";

export const { t } = texts(embed, async () => (await import("./zh/embed")).embed);
