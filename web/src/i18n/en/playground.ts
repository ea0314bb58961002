// The playground's texts in English, from one table for each part of it.
import { page } from "./playground/page";
import { run } from "./playground/run";
import { setup } from "./playground/setup";
import { share } from "./playground/share";

export const playground = { ...page, ...setup, ...share, ...run };
