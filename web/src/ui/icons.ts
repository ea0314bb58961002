// The few icons of the page, drawn in the text's colour; their buttons carry the names.
import { svg, html, type SVGTemplateResult, type TemplateResult } from "lit";

const icon = (shape: SVGTemplateResult): TemplateResult =>
  html`<svg
    width="16"
    height="16"
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    stroke-width="1.6"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    ${shape}
  </svg>`;

export const upIcon = icon(svg`<path d="M8 12.5v-9M4.5 7 8 3.5 11.5 7" />`);
export const downIcon = icon(svg`<path d="M8 3.5v9M4.5 9 8 12.5 11.5 9" />`);
export const closeIcon = icon(svg`<path d="m4.5 4.5 7 7m0-7-7 7" />`);
export const gripIcon = icon(
  svg`<path d="M6 4h.01M10 4h.01M6 8h.01M10 8h.01M6 12h.01M10 12h.01" stroke-width="2" />`,
);
export const chevronIcon = icon(svg`<path d="m6 4 4 4-4 4" />`);
export const copyIcon = icon(
  svg`<rect x="5.5" y="5.5" width="8" height="8" rx="1.5" /><path d="M10.5 2.5H4A1.5 1.5 0 0 0 2.5 4v6.5" />`,
);
export const playIcon = icon(svg`<path d="M5 3.2v9.6L12.6 8z" fill="currentColor" />`);
export const stopIcon = icon(
  svg`<rect x="4" y="4" width="8" height="8" rx="1" fill="currentColor" />`,
);
export const slidersIcon = icon(
  svg`<path d="M2.5 5H8M11.5 5h2M2.5 11h2M8 11h5.5" /><circle cx="9.7" cy="5" r="1.7" /><circle cx="6.2" cy="11" r="1.7" />`,
);
/** Each type of remark has its own shape, because not everybody can tell the colours apart. */
const REMARK_SHAPES = {
  passed: svg`<circle cx="8" cy="8" r="6" /><path d="m5.3 8.3 1.9 1.9 3.5-4" />`,
  missed: svg`<path d="M8 2.3 14.2 13.4H1.8zM8 6.7v3M8 11.6h.01" />`,
  analysis: svg`<rect x="2.3" y="2.3" width="11.4" height="11.4" rx="2" /><path d="M8 7.6v3.4M8 4.9h.01" />`,
} as const;
export const remarkIcon = (type: keyof typeof REMARK_SHAPES): TemplateResult =>
  icon(REMARK_SHAPES[type]);
export const plusIcon = icon(svg`<path d="M8 3.5v9M3.5 8h9" />`);
export const undoIcon = icon(svg`<path d="M5.5 3 2.5 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H6" />`);
export const redoIcon = icon(svg`<path d="m10.5 3 3 3-3 3M13 6H6.5a3.5 3.5 0 0 0 0 7H10" />`);
export const minusIcon = icon(svg`<path d="M3.5 8h9" />`);
export const growIcon = icon(
  svg`<path d="M9.5 2.5h4v4M13 3 9.5 6.5M6.5 13.5h-4v-4M3 13l3.5-3.5" />`,
);
export const shrinkIcon = icon(
  svg`<path d="M13.5 6.5h-4v-4M10 6l3.5-3.5M2.5 9.5h4v4M6 10l-3.5 3.5" />`,
);
export const wrapIcon = icon(
  svg`<path d="M2.5 4h11M2.5 8h8.5a2 2 0 0 1 0 4H8M9.5 10.2 7.7 12l1.8 1.8" />`,
);
export const numbersIcon = icon(
  svg`<path d="M6 2.5 4.5 13.5M11.5 2.5 10 13.5M2.5 5.8h11.5M2 10.2h11.5" />`,
);
export const inlineIcon = icon(
  svg`<rect x="2.5" y="3" width="11" height="10" rx="1.2" /><path d="M5 6h6M5 8h6M5 10h6" />`,
);
export const fitIcon = icon(svg`<path d="M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3" />`);
export const downloadIcon = icon(svg`<path d="M8 2.5v7.5M5 7l3 3 3-3M3 13.5h10" />`);
