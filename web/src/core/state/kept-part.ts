// The share of a text that an edit left unchanged.

/** The share of `old`, from 0 to 1, that is still at the beginning and the end of `text`. */
export function keptPart(old: string, text: string): number {
  const most = Math.min(old.length, text.length);
  let begin = 0;
  while (begin < most && old.charCodeAt(begin) === text.charCodeAt(begin)) begin += 1;
  let end = 0;
  while (
    end < most - begin &&
    old.charCodeAt(old.length - 1 - end) === text.charCodeAt(text.length - 1 - end)
  ) {
    end += 1;
  }
  return old.length === 0 ? 1 : (begin + end) / old.length;
}
