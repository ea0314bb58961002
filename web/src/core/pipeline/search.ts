// Search while typing: finds the names that match.

interface Named {
  readonly label: string;
  readonly detail: string;
}

/**
 * How well a name matches the query, the lower the better; undefined if it does not. The order is: the name's
 * beginning, its capitals ("fsa": FoldScaleAxis), its middle, the description.
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

/** The matching choices, the best first. Equally good ones keep their order. */
export function ranked<T extends Named>(choices: readonly T[], query: string): readonly T[] {
  return choices
    .flatMap((choice) => {
      const value = rank(choice, query);
      return value === undefined ? [] : [{ choice, value }];
    })
    .sort((a, b) => a.value - b.value)
    .map(({ choice }) => choice);
}
