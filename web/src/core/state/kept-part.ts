// How much of a text an edit has left.

/** Which part of `old` stands at the beginning and at the end of `text` still, from 0 to 1. */
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
