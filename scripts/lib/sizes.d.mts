/** The files of the built site that the first load fetches, relative to the root. */
export function firstLoad(): string[];
