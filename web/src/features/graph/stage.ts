// The canvas: the camera with its control by pointer, wheel and touch, and the overview strip that shows the place in
// the graph.
import {
  between,
  fit,
  panBy,
  reveal,
  start,
  zoomAt,
  type Camera,
  type Rect,
  type Size,
} from "./camera";
import { draw, type Marks, type Picture } from "./drawing";
import type { Box } from "./layout";
import { overviewOf } from "./overview";
import type { Palette } from "./palette";

export interface StageEvents {
  /** A click on a node, or on none (-1). */
  pick(node: number): void;
  /** A double click on a node. */
  open(node: number): void;
  hover(node: number): void;
}

const NO_MARKS: Marks = { selected: -1, hovered: -1, faded: undefined, shapes: false };
const GLIDE_MS = 180;
/** A press that moves less than this is a click, in pixels. */
const SLOP = 4;

export class Stage {
  #picture: Picture | undefined;
  #palette: Palette | undefined;
  #marks = NO_MARKS;
  #camera: Camera = { x: 0, y: 0, scale: 1 };
  #view: Size = { width: 1, height: 1 };
  #frame = 0;
  #glide: { from: Camera; to: Camera; began: number } | undefined;
  /** The overview without the frame of the visible part. */
  #overview: HTMLCanvasElement | undefined;
  readonly #pointers = new Map<number, { x: number; y: number }>();
  #moved = 0;
  readonly #abort = new AbortController();
  readonly #resize: ResizeObserver;

  /**
   * @param pad takes the pointer. It covers the canvas.
   * @param strip the overview at the side.
   */
  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly pad: HTMLElement,
    private readonly strip: HTMLCanvasElement,
    private readonly events: StageEvents,
  ) {
    const { signal } = this.#abort;
    this.#resize = new ResizeObserver(() => this.#measure());
    this.#resize.observe(pad);
    pad.addEventListener("pointerdown", (event) => this.#down(event), { signal });
    pad.addEventListener("pointermove", (event) => this.#move(event), { signal });
    pad.addEventListener("pointerup", (event) => this.#up(event), { signal });
    pad.addEventListener("pointercancel", (event) => this.#forget(event), { signal });
    pad.addEventListener("pointerleave", () => this.events.hover(-1), { signal });
    pad.addEventListener("wheel", (event) => this.#wheel(event), { signal, passive: false });
    pad.addEventListener(
      "dblclick",
      (event) => {
        const node = this.nodeAt(this.#local(event));
        if (node >= 0) this.events.open(node);
      },
      { signal },
    );
    const jump = (event: PointerEvent): void => {
      if (event.buttons !== 1 && event.type !== "pointerdown") return;
      this.#jumpTo(event.offsetY / Math.max(this.strip.clientHeight, 1));
    };
    strip.addEventListener("pointerdown", jump, { signal });
    strip.addEventListener("pointermove", jump, { signal });
    this.#measure();
  }

  destroy(): void {
    this.#abort.abort();
    this.#resize.disconnect();
    cancelAnimationFrame(this.#frame);
  }

  get camera(): Camera {
    return this.#camera;
  }

  setPalette(palette: Palette): void {
    this.#palette = palette;
    this.#overview = undefined;
    this.#request();
  }

  setMarks(marks: Marks): void {
    this.#marks = marks;
    this.#request();
  }

  /**
   * Shows another picture. The node with the id `anchor` stays in place on the screen. Without an anchor, the view
   * begins at the top.
   */
  setPicture(picture: Picture | undefined, anchor?: string): void {
    const old = this.#centreOf(this.#picture, anchor);
    this.#picture = picture;
    this.#overview = undefined;
    this.#glide = undefined;
    const now = this.#centreOf(picture, anchor);
    if (old && now) {
      const { x, y, scale } = this.#camera;
      this.#camera = { x: x + now.x - old.x, y: y + now.y - old.y, scale };
    } else if (picture) {
      this.#camera = start(picture.layout, this.#view);
    }
    this.#request();
  }

  /** Scrolls over the graph and back. Returns the mean time to draw a frame, in milliseconds. */
  async drawMs(frames: number): Promise<number> {
    const home = this.#camera;
    let sum = 0;
    for (let i = 0; i < frames; i += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const tall = this.#picture?.layout.height ?? 0;
      this.#camera = {
        ...home,
        y: (tall * i) / frames,
        scale: home.scale * (1 - (0.8 * i) / frames),
      };
      const began = performance.now();
      this.#paint(began);
      sum += performance.now() - began;
    }
    this.#camera = home;
    this.#request();
    return sum / Math.max(frames, 1);
  }

  #centreOf(of: Picture | undefined, id: string | undefined): { x: number; y: number } | undefined {
    const i = id === undefined ? -1 : (of?.scene.nodes.findIndex((node) => node.id === id) ?? -1);
    const box = of?.layout.nodes[i];
    return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : undefined;
  }

  /** The node nearest to the middle of the view, or -1. */
  middle(): number {
    const { x, y, scale } = this.#camera;
    const [cx, cy] = [x + this.#view.width / 2 / scale, y + this.#view.height / 2 / scale];
    let best = -1;
    let least = Infinity;
    this.#picture?.layout.nodes.forEach((box, i) => {
      const far = Math.hypot(box.x + box.width / 2 - cx, box.y + box.height / 2 - cy);
      if (far < least) [best, least] = [i, far];
    });
    return best;
  }

  fit(): void {
    if (this.#picture) this.#goTo(fit(this.#picture.layout, this.#view));
  }

  zoom(factor: number): void {
    if (!this.#picture) return;
    const at = { x: this.#view.width / 2, y: this.#view.height / 2 };
    const from = this.#glide?.to ?? this.#camera;
    this.#goTo(zoomAt(from, factor, at, this.#picture.layout, this.#view));
  }

  reveal(node: number, centre = false): void {
    this.#goTo(this.#revealing(this.#glide?.to ?? this.#camera, node, centre));
  }

  #revealing(camera: Camera, node: number, centre: boolean): Camera {
    const layout = this.#picture?.layout;
    const box = layout?.nodes[node];
    if (!box) return camera;
    // The card of the selected node covers the side, or the bottom if the view is narrow.
    const { width, height } = this.#view;
    const insets =
      width > 480
        ? { left: height > 320 ? (width > 560 ? 312 : 0) : 216, bottom: 0 }
        : { left: 0, bottom: height * 0.55 };
    return reveal(camera, box, layout, this.#view, insets, centre);
  }

  /** The box of a node in pixels of the pad. */
  place(node: number): Rect | undefined {
    const box = this.#picture?.layout.nodes[node];
    if (!box) return undefined;
    const { x, y, scale } = this.#camera;
    return {
      x: (box.x - x) * scale,
      y: (box.y - y) * scale,
      width: box.width * scale,
      height: box.height * scale,
    };
  }

  nodeAt({ x, y }: { x: number; y: number }): number {
    const gx = this.#camera.x + x / this.#camera.scale;
    const gy = this.#camera.y + y / this.#camera.scale;
    // A tolerance for small nodes.
    const near = 3 / this.#camera.scale;
    const hit = (box: Box, by: number): boolean =>
      gx >= box.x - by &&
      gx <= box.x + box.width + by &&
      gy >= box.y - by &&
      gy <= box.y + box.height + by;
    const nodes = this.#picture?.layout.nodes ?? [];
    const exact = nodes.findIndex((box) => hit(box, 0));
    return exact >= 0 ? exact : nodes.findIndex((box) => hit(box, near));
  }

  #goTo(camera: Camera): void {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (still) {
      this.#glide = undefined;
      this.#camera = camera;
    } else {
      this.#glide = { from: this.#camera, to: camera, began: performance.now() };
    }
    this.#request();
  }

  #measure(): void {
    const { clientWidth: width, clientHeight: height } = this.pad;
    if (width === 0 || height === 0) return;
    const old = this.#view;
    const first = old.width <= 1;
    this.#view = { width, height };
    const ratio = devicePixelRatio || 1;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.#overview = undefined;
    if (first && this.#picture) this.#camera = start(this.#picture.layout, this.#view);
    else {
      // The middle of the view stays in place, and the selected node stays in view.
      const { x, y, scale } = this.#camera;
      const [dx, dy] = [(old.width - width) / 2 / scale, (old.height - height) / 2 / scale];
      const top = y < 0 ? y : y + dy;
      this.#glide = undefined;
      this.#camera = { x: x + dx, y: top, scale };
      this.#camera = this.#revealing(this.#camera, this.#marks.selected, false);
    }
    // Paints at once, because a resized canvas is empty.
    this.#paint(performance.now());
  }

  #request(): void {
    this.#frame ||= requestAnimationFrame((now) => {
      this.#frame = 0;
      this.#paint(now);
    });
  }

  #paint(now: number): void {
    const context = this.canvas.getContext("2d");
    if (!context || !this.#palette) return;
    if (this.#glide) {
      const { from, to, began } = this.#glide;
      const t = Math.min(Math.max((now - began) / GLIDE_MS, 0), 1);
      this.#camera = t === 1 ? to : between(from, to, t);
      if (t === 1) this.#glide = undefined;
      else this.#request();
    }
    if (!this.#picture) {
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, this.canvas.width, this.canvas.height);
      this.strip.hidden = true;
      return;
    }
    draw(context, this.#picture, this.#camera, this.#view, this.#palette, this.#marks);
    this.#paintStrip(this.#picture, this.#palette);
  }

  #paintStrip(picture: Picture, palette: Palette): void {
    const { layout } = picture;
    this.strip.hidden = layout.height * this.#camera.scale <= this.#view.height * 1.2;
    if (this.strip.hidden) return;
    const ratio = devicePixelRatio || 1;
    const width = Math.round(this.strip.clientWidth * ratio);
    const height = Math.round(this.strip.clientHeight * ratio);
    if (this.strip.width !== width) this.strip.width = width;
    if (this.strip.height !== height) this.strip.height = height;
    const [sx, sy] = [width / Math.max(layout.width, 1), height / Math.max(layout.height, 1)];
    this.#overview ??= overviewOf(picture, palette, width, height, sx, sy);
    const context = this.strip.getContext("2d");
    if (!context) return;
    context.clearRect(0, 0, width, height);
    if (this.#overview.width > 0 && this.#overview.height > 0) {
      context.drawImage(this.#overview, 0, 0);
    }
    const { y, scale } = this.#camera;
    context.strokeStyle = palette.accent;
    context.fillStyle = palette.accent;
    context.lineWidth = 1.5 * ratio;
    const [top, tall] = [y * sy, Math.max((this.#view.height / scale) * sy, 4 * ratio)];
    context.globalAlpha = 0.12;
    context.fillRect(0, top, width, tall);
    context.globalAlpha = 1;
    context.strokeRect(ratio, top, width - 2 * ratio, tall);
  }

  #jumpTo(part: number): void {
    if (!this.#picture) return;
    const { layout } = this.#picture;
    const { x, scale } = this.#camera;
    this.#glide = undefined;
    const y = part * layout.height - this.#view.height / 2 / scale;
    this.#camera = panBy({ x, y, scale }, 0, 0, layout, this.#view);
    this.#request();
  }

  #local(event: MouseEvent): { x: number; y: number } {
    const { left, top } = this.pad.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.pad.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, this.#local(event));
    if (this.#pointers.size === 1) this.#moved = 0;
    this.#glide = undefined;
  }

  #move(event: PointerEvent): void {
    const at = this.#local(event);
    const before = this.#pointers.get(event.pointerId);
    if (!before) {
      this.events.hover(this.nodeAt(at));
      return;
    }
    if (!this.#picture) return;
    const { layout } = this.#picture;
    this.#moved += Math.hypot(at.x - before.x, at.y - before.y);
    const others = [...this.#pointers].filter(([id]) => id !== event.pointerId);
    const other = others[0]?.[1];
    this.#pointers.set(event.pointerId, at);
    if (!other) {
      if (this.#moved < SLOP) return;
      this.#camera = panBy(this.#camera, before.x - at.x, before.y - at.y, layout, this.#view);
    } else {
      // With two fingers, the point between them stays between them.
      const apart = (p: { x: number; y: number }): number =>
        Math.hypot(p.x - other.x, p.y - other.y);
      const factor = apart(at) / Math.max(apart(before), 1);
      const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
      const zoomed = zoomAt(this.#camera, factor, middle, layout, this.#view);
      this.#camera = panBy(
        zoomed,
        (before.x - at.x) / 2,
        (before.y - at.y) / 2,
        layout,
        this.#view,
      );
    }
    this.#request();
  }

  #up(event: PointerEvent): void {
    const single = this.#pointers.size === 1 && this.#pointers.has(event.pointerId);
    this.#forget(event);
    if (single && this.#moved < SLOP) this.events.pick(this.nodeAt(this.#local(event)));
  }

  #forget(event: PointerEvent): void {
    this.#pointers.delete(event.pointerId);
  }

  #wheel(event: WheelEvent): void {
    if (!this.#picture) return;
    event.preventDefault();
    this.#glide = undefined;
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 24 : 1;
    const { layout } = this.#picture;
    if (event.ctrlKey || event.metaKey) {
      const factor = Math.exp(-event.deltaY * unit * 0.0025);
      this.#camera = zoomAt(this.#camera, factor, this.#local(event), layout, this.#view);
    } else {
      const [dx, dy] = event.shiftKey ? [event.deltaY, event.deltaX] : [event.deltaX, event.deltaY];
      this.#camera = panBy(this.#camera, dx * unit, dy * unit, layout, this.#view);
    }
    this.#request();
  }
}
