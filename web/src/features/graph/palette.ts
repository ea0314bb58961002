// The page's colours for a canvas, which cannot read custom properties.
import { FAMILIES, type Family } from "./families";

export interface Palette {
  readonly text: string;
  readonly muted: string;
  readonly surface: string;
  readonly sunken: string;
  readonly line: string;
  readonly border: string;
  readonly accent: string;
  readonly accentSoft: string;
  readonly added: string;
  readonly addedSoft: string;
  readonly removed: string;
  readonly removedSoft: string;
  readonly changed: string;
  readonly changedSoft: string;
  readonly families: Readonly<Record<Family, string>>;
  readonly font: string;
  readonly mono: string;
}

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  // A custom property contains `light-dark(…)`. The computed colour of a probe element tells the current value.
  const probe = document.createElement("span");
  probe.hidden = true;
  (element.shadowRoot ?? element).append(probe);
  const computed = getComputedStyle(probe);
  const value = (name: string): string => {
    probe.style.color = `var(${name}, #808080)`;
    return computed.color;
  };
  const families = Object.fromEntries(
    FAMILIES.map((id) => [id, value(`--family-${id}`)]),
  ) as Record<Family, string>;
  const palette = {
    text: value("--text"),
    muted: value("--muted"),
    surface: value("--surface"),
    sunken: value("--sunken"),
    line: value("--border-strong"),
    border: value("--border"),
    accent: value("--accent"),
    accentSoft: value("--accent-soft"),
    added: value("--plus"),
    addedSoft: value("--plus-soft"),
    removed: value("--minus"),
    removedSoft: value("--minus-soft"),
    changed: value("--warn"),
    changedSoft: value("--warn-soft"),
    families,
    font: style.getPropertyValue("--font").trim() || "sans-serif",
    mono: style.getPropertyValue("--mono").trim() || "monospace",
  };
  probe.remove();
  return palette;
}
