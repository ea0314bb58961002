// How the documents' index is made when the site is built, and read in the page.
import type { Options } from "minisearch";

/** What a search finds: a section of a document. */
export interface Found {
  /** Relative to the site. */
  readonly href: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

export const searchOptions: Options<Found & { readonly id: number }> = {
  fields: ["title", "heading", "text"],
  storeFields: ["href", "title", "heading", "text"],
  searchOptions: { boost: { title: 2, heading: 3 }, prefix: true, fuzzy: 0.15, combineWith: "AND" },
};
