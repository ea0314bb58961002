// Computes the size of a node from its texts.
import { DETAIL_SIZE, STATUS_SIGN, TITLE_SIZE } from "./drawing";
import type { LayoutInput } from "./layout";
import type { Scene, SceneNode } from "./scene";

/** The width of a text in pixels. `title` selects the font of titles. */
export type MeasureText = (text: string, title: boolean) => number;

/** Measures with the browser's fonts. Texts are few and repeat, so each is measured once. */
export function textMeasure(font: string): MeasureText {
  const context = document.createElement("canvas").getContext("2d");
  const known = new Map<string, number>();
  return (text, title) => {
    const key = `${title ? "1" : "0"}${text}`;
    let width = known.get(key);
    if (width === undefined) {
      if (context) {
        context.font = title ? `600 ${TITLE_SIZE}px ${font}` : `${DETAIL_SIZE}px ${font}`;
      }
      width = context?.measureText(text).width ?? text.length * 7;
      known.set(key, width);
    }
    return width;
  };
}

function sizeOf(node: SceneNode, measure: MeasureText): { width: number; height: number } {
  const sign = STATUS_SIGN[node.status];
  const title = measure(sign ? `${sign} ${node.title}` : node.title, true);
  const detail = node.detail ? measure(node.detail, false) : 0;
  return { width: Math.ceil(Math.max(title, detail, 28) + 26), height: node.detail ? 38 : 26 };
}

export function layoutInput(scene: Scene, measure: MeasureText): LayoutInput {
  return {
    nodes: scene.nodes.map((node) => ({
      ...sizeOf(node, measure),
      cluster: node.cluster,
      beside: node.beside,
    })),
    edges: scene.edges.map(({ from, to }) => ({ from, to })),
    clusters: scene.clusters.map(({ parent }) => ({ parent })),
  };
}
