// Writes the graph as an SVG file in the page's current colours.
import {
  DETAIL_SIZE,
  pathData,
  shapeLabel,
  STATUS_SIGN,
  statusColours,
  TITLE_SIZE,
  type Picture,
} from "./drawing";
import type { Palette } from "./palette";
import { colourOf } from "./regions";
import { own } from "../../i18n/own";

const escape = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (c) => own({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }, c) ?? c,
  );

const MARGIN = 16;

export function toSvg({ scene, layout }: Picture, palette: Palette, shapes: boolean): string {
  const width = Math.ceil(layout.width + 2 * MARGIN);
  const height = Math.ceil(layout.height + 2 * MARGIN);
  const font = escape(palette.font);
  const out: string[] = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${-MARGIN} ${-MARGIN} ${width} ${height}" font-family="${font}">`,
    `<defs><marker id="arrow" viewBox="0 0 6 6" refX="6" refY="3" markerWidth="6" markerHeight="6" orient="auto" markerUnits="userSpaceOnUse"><path d="M0 0L6 3L0 6z" fill="${palette.line}"/></marker></defs>`,
    `<rect x="${-MARGIN}" y="${-MARGIN}" width="${width}" height="${height}" fill="${palette.surface}"/>`,
  ];
  const text = (
    x: number,
    y: number,
    size: number,
    fill: string,
    body: string,
    more: string,
  ): void => {
    out.push(
      `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" ${more}>${escape(body)}</text>`,
    );
  };
  layout.clusters.forEach(({ x, y, width: w, height: h }, c) => {
    const family = colourOf(scene.clusters[c]?.compiler ?? "");
    const border = family
      ? `stroke="${palette.families[family]}" stroke-width="2"`
      : `stroke="${palette.border}"`;
    out.push(
      `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="8" fill="${palette.sunken}" ${border}/>`,
    );
    text(
      x + 9,
      y + 17,
      DETAIL_SIZE,
      palette.muted,
      scene.clusters[c]?.title ?? "",
      'font-weight="600"',
    );
  });
  scene.edges.forEach(({ status }, e) => {
    const colour =
      status === "added" ? palette.added : status === "removed" ? palette.removed : palette.line;
    const dash = status === "removed" ? ' stroke-dasharray="5 4"' : "";
    out.push(
      `<path d="${pathData(layout.edges[e] ?? [])}" fill="none" stroke="${colour}"${dash} marker-end="url(#arrow)"/>`,
    );
  });
  scene.nodes.forEach((node, i) => {
    const box = layout.nodes[i];
    if (!box) return;
    const { line, soft } = statusColours(node, palette);
    const family = palette.families[node.family];
    const radius = node.family === "input" ? box.height / 2 : 5;
    const dash = node.status === "removed" ? ' stroke-dasharray="5 3"' : "";
    const frame = `x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" rx="${radius}"`;
    out.push(
      `<g><title>${escape(node.members.map(({ node: n }) => n.raw.label).join(", "))}</title>`,
    );
    out.push(`<rect ${frame} fill="${soft ?? palette.surface}"/>`);
    if (!soft) out.push(`<rect ${frame} fill="${family}" fill-opacity="0.13"/>`);
    out.push(`<rect ${frame} fill="none" stroke="${line}"${dash}/>`);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const sign = STATUS_SIGN[node.status];
    const middle = 'text-anchor="middle" font-weight="600"';
    text(
      x,
      node.detail ? y - 3 : y + 4,
      TITLE_SIZE,
      palette.text,
      sign ? `${sign} ${node.title}` : node.title,
      middle,
    );
    if (node.detail) {
      text(x, y + 12, DETAIL_SIZE, palette.muted, node.detail, 'text-anchor="middle"');
    }
    out.push("</g>");
    const type = scene.outs[i]?.[0]?.type;
    if (shapes && type && !node.beside) {
      const halo = `stroke="${palette.surface}" stroke-width="4" paint-order="stroke"`;
      text(x + 6, box.y + box.height + 14, DETAIL_SIZE, palette.muted, shapeLabel(type), halo);
    }
  });
  out.push("</svg>");
  return `${out.join("\n")}\n`;
}
