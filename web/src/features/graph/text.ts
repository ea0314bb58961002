// Short texts for nodes and edges.
import { t } from "./texts";

/** "Tensor[(1, 64, 56, 56), float32]" as "1×64×56×56". Dtypes other than float32 are named. */
export function shortType(type: string): string {
  return type.replace(
    /Tensor\[\(([^()]*)\), ([\w?]+)\]/g,
    (_all, dims: string, dtype: string) =>
      dims.replace(/,$/, "").split(", ").join("×") + (dtype === "float32" ? "" : ` ${dtype}`),
  );
}

export function clip(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** A short name of a fused function: "conv2d + add + relu". */
export function fusedName(labels: readonly string[]): string {
  const names = labels.map((label) => label.slice(label.lastIndexOf(".") + 1));
  const shown = names.slice(0, 3).join(" + ");
  return names.length > 3 ? t("node.fused", { shown, more: names.length - 3 }) : shown;
}

/** Splits attributes at commas that are outside of brackets and quotes. */
export function splitAttrs(attrs: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let quoted = false;
  let start = 0;
  for (let i = 0; i < attrs.length; i += 1) {
    const c = attrs[i];
    if (quoted) {
      if (c === "\\") i += 1;
      else if (c === '"') quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === "[" || c === "(" || c === "{") depth += 1;
    else if (c === "]" || c === ")" || c === "}") depth -= 1;
    else if (c === "," && depth === 0) {
      items.push(attrs.slice(start, i).trim());
      start = i + 1;
    }
  }
  const last = attrs.slice(start).trim();
  if (last) items.push(last);
  return items;
}
