// Draws the overview strip beside the graph: the whole graph, stretched to the size of the strip.
import { statusColours, type Picture } from "./drawing";
import type { Palette } from "./palette";

/** `sx` and `sy` are pixels of the strip for each pixel of the graph. */
export function overviewOf(
  { scene, layout }: Picture,
  palette: Palette,
  width: number,
  height: number,
  sx: number,
  sy: number,
): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) return canvas;
  layout.nodes.forEach((box, i) => {
    const node = scene.nodes[i];
    if (!node) return;
    const plain = node.status === "same";
    context.globalAlpha = plain ? 0.45 : 1;
    context.fillStyle = plain ? palette.families[node.family] : statusColours(node, palette).line;
    const tall = Math.max(box.height * sy, plain ? 1 : 2);
    context.fillRect(box.x * sx, box.y * sy, Math.max(box.width * sx, 2), tall);
  });
  return canvas;
}
