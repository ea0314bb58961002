// Search as one types: which of many names are meant.

interface Named {
  readonly label: string;
  readonly detail: string;
}

/**
 * How well a name fits what was typed, the lower the better; undefined: not at all. A name that begins
 * with it comes before one whose capitals it spells ("fsa": FoldScaleAxis), then names with it in them,
 * then descriptions with it in them.
 */
function rank(choice: Named, query: string): number | undefined {
  const wanted = query.trim().toLowerCase();
  if (wanted === "") return 0;
  const name = choice.label.toLowerCase();
  if (name.startsWith(wanted)) return 1;
  const capitals = choice.label.replace(/[^A-Z0-9]/g, "").toLowerCase();
  if (capitals.startsWith(wanted)) return 2;
  if (name.includes(wanted)) return 3;
  if (choice.detail.toLowerCase().includes(wanted)) return 4;
  return undefined;
}

/** Those that fit, the best first; equally good ones stay in their order. */
export function ranked<T extends Named>(choices: readonly T[], query: string): readonly T[] {
  return choices
    .flatMap((choice) => {
      const value = rank(choice, query);
      return value === undefined ? [] : [{ choice, value }];
    })
    .sort((a, b) => a.value - b.value)
    .map(({ choice }) => choice);
}
