// The options of the documents' index, for the build that makes it and the page that reads it.
import type { Options } from "minisearch";

/** A result of a search: a section of a document. */
export interface Found {
  /** Relative to the site. */
  readonly href: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

/** Splits a text into words, and into parts of names such as FoldConstant. */
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
    // A short word with another letter is a different word.
    fuzzy: (term) => (term.length > 5 ? 0.15 : false),
    combineWith: "AND",
  },
};
