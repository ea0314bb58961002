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

/** Words, and the parts of names such as FoldConstant. */
const tokenize = (text: string): string[] =>
  text.split(/[\s\p{P}\p{S}]+/u).flatMap((word) => {
    const parts = word.split(/(?<=[a-z\d])(?=[A-Z])/);
    return parts.length > 1 ? [word, ...parts] : parts;
  });

export const searchOptions: Options<Found & { readonly id: number }> = {
  fields: ["title", "heading", "text"],
  storeFields: ["href", "title", "heading", "text"],
  tokenize,
  searchOptions: {
    boost: { title: 2, heading: 3 },
    prefix: true,
    // A short word with another letter is another word.
    fuzzy: (term) => (term.length > 5 ? 0.15 : false),
    combineWith: "AND",
  },
};
