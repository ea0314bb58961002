// The laboratory's texts in English, from one table for each part of it.
import { page } from "./lab/page";
import { run } from "./lab/run";
import { setup } from "./lab/setup";
import { share } from "./lab/share";

export const lab = { ...page, ...setup, ...share, ...run };
