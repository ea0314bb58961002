// Moves from node to node by keys: down to a user, up to an input, sideways to a neighbour.
import type { Picture } from "./drawing";

/** The nodes from top to bottom, then from left to right. */
export function readingOrder({ layout }: Picture): number[] {
  const order = layout.nodes.map((_box, i) => i);
  const middle = (i: number): number => {
    const box = layout.nodes[i];
    return box ? box.y + box.height / 2 : 0;
  };
  return order.sort(
    (a, b) => middle(a) - middle(b) || (layout.nodes[a]?.x ?? 0) - (layout.nodes[b]?.x ?? 0),
  );
}

const PAGE = 10;

/** The node to which a key leads, or -1. */
export function step(
  picture: Picture,
  order: readonly number[],
  node: number,
  key: string,
): number {
  const at = order.indexOf(node);
  switch (key) {
    case "Home":
      return order[0] ?? -1;
    case "End":
      return order.at(-1) ?? -1;
    case "PageDown":
      return order[Math.min(at + PAGE, order.length - 1)] ?? -1;
    case "PageUp":
      return order[Math.max(at - PAGE, 0)] ?? -1;
    case "ArrowDown":
      return nearest(
        picture,
        node,
        (picture.scene.outs[node] ?? []).map(({ to }) => to),
      );
    case "ArrowUp":
      return nearest(
        picture,
        node,
        (picture.scene.ins[node] ?? []).map(({ from }) => from),
      );
    case "ArrowLeft":
      return sideways(picture, node, -1);
    case "ArrowRight":
      return sideways(picture, node, 1);
    default:
      return -1;
  }
}

function centre(picture: Picture, node: number): { x: number; y: number } {
  const box = picture.layout.nodes[node];
  return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : { x: 0, y: 0 };
}

/** The nearest of several nodes. Nodes of the trunk come before weights beside a node. */
function nearest(picture: Picture, node: number, among: readonly number[]): number {
  const here = centre(picture, node);
  const far = (i: number): number => {
    const there = centre(picture, i);
    const beside = picture.scene.nodes[i]?.beside ? 1e6 : 0;
    return beside + Math.hypot(there.x - here.x, there.y - here.y);
  };
  return among.reduce((best, i) => (best < 0 || far(i) < far(best) ? i : best), -1);
}

/** The nearest node on a side. Vertical distance counts three times. */
function sideways(picture: Picture, node: number, direction: -1 | 1): number {
  const here = centre(picture, node);
  let best = -1;
  let least = Infinity;
  picture.layout.nodes.forEach((_box, i) => {
    const there = centre(picture, i);
    const dx = (there.x - here.x) * direction;
    const dy = Math.abs(there.y - here.y);
    if (i === node || dx < 8 || dy > dx * 2 + 40) return;
    const far = dx + 3 * dy;
    if (far < least) [best, least] = [i, far];
  });
  return best;
}
