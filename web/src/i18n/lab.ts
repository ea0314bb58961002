// The laboratory's texts.
import { lab } from "./en/lab";
import { texts } from "./texts";

export const { t, in: labTexts } = texts(lab, async () => (await import("./zh/lab")).lab);
