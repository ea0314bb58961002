// The laboratory's texts in English, from one table for each part of it.
import { page } from "./lab/page";

export const lab = { ...page };
