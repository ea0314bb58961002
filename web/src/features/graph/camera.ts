// The visible part of the graph, and its scale.

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Rect extends Size {
  readonly x: number;
  readonly y: number;
}

/** Screen = (graph − (x, y)) × scale. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

const MAX_SCALE = 3;
const MARGIN = 24;

/** The scale at which the whole graph is visible. */
function fitting(graph: Size, view: Size): number {
  const free = (side: number): number => Math.max(side - 2 * MARGIN, 40);
  return Math.min(
    free(view.width) / Math.max(graph.width, 1),
    free(view.height) / Math.max(graph.height, 1),
    1.25,
  );
}

export function fit(graph: Size, view: Size): Camera {
  const scale = fitting(graph, view);
  return {
    x: graph.width / 2 - view.width / 2 / scale,
    y: graph.height / 2 - view.height / 2 / scale,
    scale,
  };
}

/** A legible scale at the beginning of the graph, or the whole graph if it fits. */
export function start(graph: Size, view: Size): Camera {
  const scale = Math.max(
    fitting(graph, view),
    Math.min(0.9, Math.max(0.55, view.width / (graph.width + 2 * MARGIN))),
  );
  const seen = view.height / scale;
  return {
    x: graph.width / 2 - view.width / 2 / scale,
    y: graph.height < seen ? (graph.height - seen) / 2 : -MARGIN / scale,
    scale,
  };
}

/** Zooms around a point of the screen, which stays in place. */
export function zoomAt(
  camera: Camera,
  factor: number,
  at: { x: number; y: number },
  graph: Size,
  view: Size,
): Camera {
  const least = Math.min(fitting(graph, view) * 0.8, 0.5);
  const scale = Math.min(Math.max(camera.scale * factor, least), MAX_SCALE);
  return {
    x: camera.x + at.x / camera.scale - at.x / scale,
    y: camera.y + at.y / camera.scale - at.y / scale,
    scale,
  };
}

/** Moves by pixels of the screen. A part of the graph always stays in view. */
export function panBy(camera: Camera, dx: number, dy: number, graph: Size, view: Size): Camera {
  const { scale } = camera;
  const keep = 60 / scale;
  const clamp = (value: number, low: number, high: number): number =>
    Math.min(Math.max(value, low), high);
  return {
    x: clamp(camera.x + dx / scale, keep - view.width / scale, graph.width - keep),
    y: clamp(camera.y + dy / scale, keep - view.height / scale, graph.height - keep),
    scale,
  };
}

/** The parts of the view that other elements cover. */
export interface Insets {
  readonly left: number;
  readonly bottom: number;
}

/** Moves the camera, and enlarges if necessary, until the box is clearly in view. The camera stays within the graph. */
export function reveal(
  camera: Camera,
  box: Rect,
  graph: Size,
  view: Size,
  insets: Insets = { left: 0, bottom: 0 },
  centre = false,
): Camera {
  const free = { width: view.width - insets.left, height: view.height - insets.bottom };
  const scale = Math.max(camera.scale, Math.min(0.7, free.width / (box.width + 2 * MARGIN)));
  const [width, height] = [free.width / scale, free.height / scale];
  const margin = MARGIN / scale;
  const left = camera.x + insets.left / scale;
  const rim = Math.min(margin + box.height, height / 4);
  const level = box.x >= left + margin / 2 && box.x + box.width <= left + width - margin / 2;
  const upright = box.y >= camera.y + rim && box.y + box.height <= camera.y + height - rim;
  const stays = scale === camera.scale && !centre;
  // A graph that fits is centred. In a larger one, the box is centred.
  const x =
    stays && level
      ? left
      : graph.width + 2 * margin <= width
        ? (graph.width - width) / 2
        : box.x + box.width / 2 - width / 2;
  const y =
    stays && upright
      ? camera.y
      : graph.height + 2 * margin <= height
        ? (graph.height - height) / 2
        : Math.min(
            Math.max(box.y + box.height / 2 - height / 2, -margin),
            graph.height + margin - height,
          );
  if (stays && x === left && y === camera.y) return camera;
  return { x: x - insets.left / scale, y, scale };
}

export function between(a: Camera, b: Camera, t: number): Camera {
  const eased = 1 - (1 - t) ** 3;
  const scale = a.scale * (b.scale / a.scale) ** eased;
  // The upper left corner moves with the scale, so the glide ends exactly at `b`.
  const part =
    a.scale === b.scale ? eased : (1 / a.scale - 1 / scale) / (1 / a.scale - 1 / b.scale);
  return { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part, scale };
}
