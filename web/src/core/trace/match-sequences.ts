// Longest common subsequences.

/** Beyond this edit distance a stretch counts as replaced: the search is quadratic. */
const MAX_DISTANCE = 2000;

/**
 * Matches two sequences by Myers' greedy algorithm ("An O(ND) Difference Algorithm and Its Variations", 1986). Returns
 * the index pairs of equal elements in order; none in stretches that differ too much.
 */
export function matchSequences<Element extends string | number>(
  a: readonly Element[],
  b: readonly Element[],
  maxDistance = MAX_DISTANCE,
): [number, number][] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA -= 1;
    endB -= 1;
  }
  const pairs: [number, number][] = [];
  for (let i = 0; i < start; i += 1) pairs.push([i, i]);
  // Elements of only one side cannot match. Without them the search is shorter; its time grows with the square of the
  // distance. The others are compared as numbers, not as long strings.
  const sideA = elements(a, start, endA, new Set<Element | undefined>(b.slice(start, endB)));
  const sideB = elements(b, start, endB, new Set<Element | undefined>(a.slice(start, endA)));
  const numbers = new Map<Element | undefined, number>();
  const numbered = (side: readonly number[], all: readonly Element[]): Int32Array =>
    Int32Array.from(side, (at) => {
      const known = numbers.get(all[at]);
      if (known === undefined) numbers.set(all[at], numbers.size);
      return known ?? numbers.size - 1;
    });
  for (const [x, y] of myers(numbered(sideA, a), numbered(sideB, b), maxDistance)) {
    pairs.push([sideA[x] ?? 0, sideB[y] ?? 0]);
  }
  for (let i = 0; endA + i < a.length; i += 1) pairs.push([endA + i, endB + i]);
  return pairs;
}

/** The indices in [start, end) of the elements that the other side also has. */
function elements<Element>(
  all: readonly Element[],
  start: number,
  end: number,
  other: ReadonlySet<Element | undefined>,
): number[] {
  const indices: number[] = [];
  for (let i = start; i < end; i += 1) if (other.has(all[i])) indices.push(i);
  return indices;
}

function myers(a: Int32Array, b: Int32Array, maxDistance: number): [number, number][] {
  const n = a.length;
  const m = b.length;
  if (n === 0 || m === 0) return [];
  const limit = Math.min(n + m, maxDistance);
  // reach[k + limit + 1]: how far along `a` the best path on diagonal k has come.
  const reach = new Int32Array(2 * limit + 3);
  // Per distance d, `reach` for the diagonals -d-1 to d+1 as it was before.
  const trace: Int32Array[] = [];
  const middle = limit + 1;
  for (let d = 0; d <= limit; d += 1) {
    trace.push(reach.slice(middle - d - 1, middle + d + 2));
    for (let k = -d; k <= d; k += 2) {
      const above = reach[middle + k + 1] ?? 0;
      const below = reach[middle + k - 1] ?? 0;
      let x = k === -d || (k !== d && below < above) ? above : below + 1;
      let y = x - k;
      while (x < n && y < m && a[x] === b[y]) {
        x += 1;
        y += 1;
      }
      reach[middle + k] = x;
      if (x >= n && y >= m) return backtrack(trace, n, m, d);
    }
  }
  return [];
}

function backtrack(
  trace: readonly Int32Array[],
  n: number,
  m: number,
  distance: number,
): [number, number][] {
  const pairs: [number, number][] = [];
  let x = n;
  let y = m;
  for (let d = distance; d >= 0 && (x > 0 || y > 0); d -= 1) {
    const at = (k: number): number => trace[d]?.[k + d + 1] ?? 0;
    const k = x - y;
    const down = k === -d || (k !== d && at(k - 1) < at(k + 1));
    const previousK = down ? k + 1 : k - 1;
    const previousX = d === 0 ? 0 : at(previousK);
    const previousY = d === 0 ? 0 : previousX - previousK;
    while (x > previousX && y > previousY) {
      x -= 1;
      y -= 1;
      pairs.push([x, y]);
    }
    x = previousX;
    y = previousY;
  }
  return pairs.reverse();
}

/** The known pairs of equal elements, in order, with the pairs that are found between them. */
export function matchBetween<Element extends string | number>(
  pairs: readonly (readonly [number, number])[],
  a: readonly Element[],
  b: readonly Element[],
): [number, number][] {
  const all: [number, number][] = [];
  let [fromA, fromB] = [0, 0];
  for (const [x, y] of [...pairs, [a.length, b.length] as const]) {
    const [partA, partB] = [a.slice(fromA, x), b.slice(fromB, y)];
    for (const [i, j] of matchAnchored(partA, partB)) all.push([fromA + i, fromB + j]);
    if (x < a.length || y < b.length) all.push([x, y]);
    [fromA, fromB] = [x + 1, y + 1];
  }
  return all;
}

/**
 * Matches two sequences between the elements that each has exactly once, as in Bram Cohen's "patience diff". That keeps
 * the search short for long texts.
 */
function matchAnchored<Element extends string | number>(
  a: readonly Element[],
  b: readonly Element[],
): [number, number][] {
  if (a.length === 0 || b.length === 0) return [];
  const anchors = inOrder(uniqueInBoth(a, b));
  const all: [number, number][] = [];
  let [fromA, fromB] = [0, 0];
  for (const [x, y] of [...anchors, [a.length, b.length] as const]) {
    for (const [i, j] of matchSequences(a.slice(fromA, x), b.slice(fromB, y))) {
      all.push([fromA + i, fromB + j]);
    }
    if (x < a.length) all.push([x, y]);
    [fromA, fromB] = [x + 1, y + 1];
  }
  return all;
}

function uniqueInBoth<Element>(a: readonly Element[], b: readonly Element[]): [number, number][] {
  const places = (all: readonly Element[]): Map<Element, number> => {
    const found = new Map<Element, number>();
    all.forEach((element, at) => found.set(element, found.has(element) ? -1 : at));
    return found;
  };
  const inB = places(b);
  return [...places(a)].flatMap(([element, x]): [number, number][] => {
    const y = inB.get(element) ?? -1;
    return x >= 0 && y >= 0 ? [[x, y]] : [];
  });
}

/**
 * The longest subsequence of the pairs that also increases on the right, by patience sorting. The pairs must increase
 * on the left.
 */
export function inOrder(pairs: readonly (readonly [number, number])[]): [number, number][] {
  /**
   * `ends` has, for each length, the pair that ends an increasing subsequence with the lowest end. `before` has the
   * predecessor of each pair.
   */
  const ends: number[] = [];
  const before: number[] = [];
  pairs.forEach(([, y], at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < y) low = middle + 1;
      else high = middle;
    }
    before[at] = low > 0 ? (ends[low - 1] ?? -1) : -1;
    ends[low] = at;
  });
  const chosen: [number, number][] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = pairs[at];
    if (pair) chosen.push([...pair]);
  }
  return chosen.reverse();
}
