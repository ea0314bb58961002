// Draws a laid-out scene, or the visible part of it, on a canvas. The detail depends on the scale: texts appear only
// when they are legible.
import type { Camera, Size } from "./camera";
import type { Box, LayoutResult } from "./layout";
import type { Palette } from "./palette";
import { colourOf } from "./regions";
import type { Scene, SceneEdge, SceneNode } from "./scene";

export interface Picture {
  readonly scene: Scene;
  readonly layout: LayoutResult;
  readonly curves: readonly Curve[];
}

interface Curve {
  readonly path: Path2D;
  readonly edge: SceneEdge;
  readonly points: readonly number[];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Marks {
  readonly selected: number;
  readonly hovered: number;
  /** Nodes that are faded; undefined for none. */
  readonly faded: ReadonlySet<number> | undefined;
  /** The ancestors and descendants of the selected expression. */
  readonly relatives?: ReadonlySet<number> | undefined;
  readonly shapes: boolean;
}

export const TITLE_SIZE = 12;
export const DETAIL_SIZE = 10.5;
/** The least scale at which texts are legible. */
const LEGIBLE = 0.45;
const RADIUS = 5;

/** SVG path data through points. Each piece leaves and arrives vertically. */
export function pathData(points: readonly number[]): string {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points;
  if (isSideways(points)) {
    return `M${round(x0)} ${round(y0)}L${round(x1)} ${round(y1)}`;
  }
  let data = `M${round(x0)} ${round(y0)}`;
  for (let i = 2; i + 1 < points.length; i += 2) {
    const [ax = 0, ay = 0] = [points[i - 2], points[i - 1]];
    const [bx = 0, by = 0] = [points[i], points[i + 1]];
    if (Math.abs(ax - bx) < 0.5) {
      data += `L${round(bx)} ${round(by)}`;
    } else {
      const middle = (ay + by) / 2;
      data += `C${round(ax)} ${round(middle)} ${round(bx)} ${round(middle)} ${round(bx)} ${round(by)}`;
    }
  }
  return data;
}

const round = (n: number): number => Math.round(n * 10) / 10;

/** True for an edge from a node into the side of its right neighbour. */
const isSideways = (points: readonly number[]): boolean =>
  points.length === 4 &&
  Math.abs((points[3] ?? 0) - (points[1] ?? 0)) < 12 &&
  (points[2] ?? 0) - (points[0] ?? 0) > 10;

export function picture(scene: Scene, layout: LayoutResult): Picture {
  const curves = scene.edges.map((edge, e): Curve => {
    const points = layout.edges[e] ?? [];
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    points.forEach((at, i) => {
      if (i % 2 === 0) [left, right] = [Math.min(left, at), Math.max(right, at)];
      else [top, bottom] = [Math.min(top, at), Math.max(bottom, at)];
    });
    return { path: new Path2D(pathData(points)), edge, points, left, right, top, bottom };
  });
  return { scene, layout, curves };
}

export function statusColours(
  { status, family }: SceneNode,
  palette: Palette,
): { line: string; soft: string | undefined } {
  switch (status) {
    case "added":
      return { line: palette.added, soft: palette.addedSoft };
    case "removed":
      return { line: palette.removed, soft: palette.removedSoft };
    case "changed":
      return { line: palette.changed, soft: palette.changedSoft };
    case "same":
      return { line: palette.families[family], soft: undefined };
  }
}

/** A sign for each status, because colour must not be the only mark. */
export const STATUS_SIGN = { same: "", added: "+", removed: "−", changed: "~" } as const;

export function draw(
  context: CanvasRenderingContext2D,
  { scene, layout, curves }: Picture,
  camera: Camera,
  view: Size,
  palette: Palette,
  marks: Marks,
): void {
  const { scale } = camera;
  const ratio = context.canvas.width / Math.max(view.width, 1);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, view.width, view.height);
  context.setTransform(
    ratio * scale,
    0,
    0,
    ratio * scale,
    -camera.x * scale * ratio,
    -camera.y * scale * ratio,
  );
  const right = camera.x + view.width / scale;
  const bottom = camera.y + view.height / scale;
  const seen = (x0: number, y0: number, x1: number, y1: number): boolean =>
    x1 >= camera.x && x0 <= right && y1 >= camera.y && y0 <= bottom;
  const legible = scale >= LEGIBLE;

  layout.clusters.forEach((box, c) => {
    if (!seen(box.x, box.y, box.x + box.width, box.y + box.height)) return;
    const family = colourOf(scene.clusters[c]?.compiler ?? "");
    context.globalAlpha = 1;
    context.fillStyle = palette.sunken;
    context.strokeStyle = family ? palette.families[family] : palette.border;
    context.lineWidth = (family ? 2 : 1) / Math.min(scale, 1);
    rounded(context, box, 8);
    context.fill();
    context.stroke();
  });

  // Edges: plain ones first, those of the selected node last.
  const arrows = scale >= 0.3;
  const special: Curve[] = [];
  const stroke = (curve: Curve, colour: string, width: number): void => {
    const { edge, points } = curve;
    const faded = marks.faded && (marks.faded.has(edge.from) || marks.faded.has(edge.to));
    context.globalAlpha = faded ? 0.25 : 1;
    context.strokeStyle = colour;
    context.lineWidth = Math.max(width, (width * 0.6) / scale);
    context.setLineDash(edge.status === "removed" ? [5, 4] : []);
    context.stroke(curve.path);
    if (arrows) arrow(context, points, colour);
  };
  for (const curve of curves) {
    if (!seen(curve.left, curve.top, curve.right, curve.bottom)) continue;
    const { from, to, status } = curve.edge;
    const near = from === marks.selected || to === marks.selected;
    if (near || status !== "same") special.push(curve);
    else stroke(curve, palette.line, 1);
  }
  for (const curve of special) {
    const { from, to, status } = curve.edge;
    const colour =
      from === marks.selected || to === marks.selected
        ? palette.accent
        : status === "added"
          ? palette.added
          : palette.removed;
    stroke(curve, colour, 1.75);
  }
  context.setLineDash([]);

  if (legible) {
    // A halo keeps the titles legible over the edges.
    context.fillStyle = palette.muted;
    context.strokeStyle = palette.sunken;
    context.lineWidth = 4;
    context.lineJoin = "round";
    context.globalAlpha = 1;
    context.font = `600 ${DETAIL_SIZE}px ${palette.font}`;
    context.textAlign = "left";
    context.textBaseline = "middle";
    layout.clusters.forEach((box, c) => {
      if (!seen(box.x, box.y, box.x + box.width, box.y + 20)) return;
      const title = scene.clusters[c]?.title ?? "";
      context.strokeText(title, box.x + 9, box.y + 13, box.width - 18);
      context.fillText(title, box.x + 9, box.y + 13, box.width - 18);
    });
  }

  if (marks.shapes && legible) {
    context.font = `${DETAIL_SIZE}px ${palette.mono}`;
    context.textAlign = "left";
    context.textBaseline = "top";
    context.fillStyle = palette.muted;
    context.lineWidth = 4;
    context.lineJoin = "round";
    for (const [i, box] of layout.nodes.entries()) {
      const edge = scene.outs[i]?.[0];
      const node = scene.nodes[i];
      if (!edge?.type || node?.beside) continue;
      const [x, y] = [box.x + box.width / 2 + 6, box.y + box.height + 5];
      if (!seen(x, y, x + 200, y + 12)) continue;
      context.globalAlpha = marks.faded?.has(i) ? 0.3 : 1;
      // A halo keeps the text legible over edges that fork.
      context.strokeStyle = node && node.cluster >= 0 ? palette.sunken : palette.surface;
      context.strokeText(shapeLabel(edge.type), x, y);
      context.fillText(shapeLabel(edge.type), x, y);
    }
  }

  for (const [i, box] of layout.nodes.entries()) {
    const node = scene.nodes[i];
    if (!node || !seen(box.x, box.y, box.x + box.width, box.y + box.height)) continue;
    context.globalAlpha = marks.faded?.has(i) ? 0.22 : 1;
    drawNode(context, node, box, palette, scale, legible);
    if (marks.relatives?.has(i)) {
      context.strokeStyle = palette.accent;
      context.lineWidth = 2 / Math.min(scale, 1);
      context.setLineDash([2, 2].map((length) => length / Math.min(scale, 1)));
      rounded(context, grown(box, 6 / Math.min(scale, 1)), RADIUS + 6);
      context.stroke();
      context.setLineDash([]);
    }
    if (i === marks.selected || i === marks.hovered) {
      context.globalAlpha = 1;
      context.strokeStyle = palette.accent;
      context.lineWidth = (i === marks.selected ? 2.5 : 1.25) / Math.min(scale, 1);
      rounded(context, grown(box, 3 / Math.min(scale, 1)), RADIUS + 3);
      context.stroke();
    }
  }
  context.globalAlpha = 1;
}

export const shapeLabel = (type: string): string =>
  type.length > 34 ? `${type.slice(0, 33)}…` : type;

const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

function rounded(context: CanvasRenderingContext2D, box: Box, radius: number): void {
  context.beginPath();
  context.roundRect(box.x, box.y, box.width, box.height, radius);
}

function drawNode(
  context: CanvasRenderingContext2D,
  node: SceneNode,
  box: Box,
  palette: Palette,
  scale: number,
  legible: boolean,
): void {
  const { line, soft } = statusColours(node, palette);
  const family = palette.families[node.family];
  const alpha = context.globalAlpha;
  if (scale < 0.18) {
    // At a few pixels, one colour is enough.
    context.fillStyle = node.status === "same" ? family : line;
    context.fillRect(box.x, box.y, box.width, box.height);
    return;
  }
  const radius = node.family === "input" ? box.height / 2 : RADIUS;
  rounded(context, box, radius);
  context.fillStyle = soft ?? palette.surface;
  context.fill();
  if (!soft) {
    context.globalAlpha = alpha * 0.13;
    context.fillStyle = family;
    context.fill();
    context.globalAlpha = alpha;
  }
  // The family's stripe, inside the rounded box.
  if (node.family !== "input") {
    context.fillStyle = family;
    context.beginPath();
    context.roundRect(box.x, box.y, 5, box.height, [radius, 0, 0, radius]);
    context.fill();
  }
  context.strokeStyle = line;
  context.lineWidth = node.status === "same" ? 1 : 2;
  context.setLineDash(node.status === "removed" ? [5, 3] : []);
  rounded(context, box, radius);
  context.stroke();
  context.setLineDash([]);
  if (node.collapsed) {
    // The edge of a second sheet shows that the node contains others.
    context.beginPath();
    context.moveTo(box.x + 6, box.y + box.height + 3);
    context.lineTo(box.x + box.width - 6, box.y + box.height + 3);
    context.stroke();
  }
  if (!legible) return;
  context.textAlign = "center";
  context.textBaseline = "middle";
  const x = box.x + box.width / 2 + (node.family === "input" ? 0 : 2);
  const y = box.y + box.height / 2;
  context.fillStyle = palette.text;
  context.font = `600 ${TITLE_SIZE}px ${palette.font}`;
  const sign = STATUS_SIGN[node.status];
  const title = sign ? `${sign} ${node.title}` : node.title;
  context.fillText(title, x, node.detail ? y - 7 : y + 0.5);
  if (!node.detail) return;
  context.fillStyle = palette.muted;
  context.font = `${DETAIL_SIZE}px ${palette.font}`;
  context.fillText(node.detail, x, y + 8);
}

function arrow(context: CanvasRenderingContext2D, points: readonly number[], colour: string): void {
  const [x = 0, y = 0] = points.slice(-2);
  const sideways = isSideways(points);
  const up = !sideways && y < (points.at(-3) ?? 0);
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(x, y);
  if (sideways) {
    context.lineTo(x - 6, y - 3.2);
    context.lineTo(x - 6, y + 3.2);
  } else {
    context.lineTo(x - 3.2, y + (up ? 6 : -6));
    context.lineTo(x + 3.2, y + (up ? 6 : -6));
  }
  context.fill();
}
