// The report's style sheet. It has its own colours, because the report is separate from the page.

export const STYLE = `
:root {
  color-scheme: light dark;
  --bg: light-dark(#ffffff, #12171e);
  --sunken: light-dark(#f4f6f9, #1a2029);
  --border: light-dark(#d9dee6, #323b48);
  --text: light-dark(#1b2330, #e3e8ef);
  --muted: light-dark(#556070, #9eabbb);
  --accent: light-dark(#3451c6, #93a8ff);
  --plus: light-dark(#dcf2e4, #15301f);
  --plus-mark: light-dark(#a9dfbe, #1f5637);
  --minus: light-dark(#fbe5e5, #3a1c1f);
  --minus-mark: light-dark(#f3b9bb, #6d2b30);
  --failed: light-dark(#ad2b36, #ff938f);
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
* { box-sizing: border-box; }
html { scroll-padding-top: 3.5rem; }
body {
  margin: 0 auto;
  max-width: 78rem;
  padding: 1.5rem clamp(0.75rem, 3vw, 2rem) 4rem;
  background: var(--bg);
  color: var(--text);
  font: 0.9375rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
}
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 2.25rem 0 0.75rem; font-size: 1.125rem; }
p { margin: 0.5rem 0; overflow-wrap: anywhere; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code, pre { font-family: var(--mono); font-size: 0.8125rem; }
code { overflow-wrap: anywhere; }
.quiet { color: var(--muted); }
.failed { color: var(--failed); }
.figures { display: flex; flex-wrap: wrap; gap: 0.75rem 2.5rem; margin: 1.25rem 0 0; }
.figures dt { color: var(--muted); font-size: 0.8125rem; }
.figures dd { margin: 0; font-size: 1.375rem; font-weight: 600; font-variant-numeric: tabular-nums; }
nav {
  position: sticky; top: 0; z-index: 1;
  margin: 1.25rem 0 0;
  background: var(--bg);
  border-bottom: 1px solid var(--border);
}
nav ul { display: flex; gap: 1.25rem; margin: 0; padding: 0.625rem 0; list-style: none; overflow-x: auto; }
nav li { white-space: nowrap; }
.pipeline, .pipeline ol { padding-left: 1.5rem; }
pre {
  margin: 0.5rem 0;
  padding: 0.75rem;
  overflow: auto;
  max-height: 80vh;
  background: var(--sunken);
  border: 1px solid var(--border);
  border-radius: 0.375rem;
  line-height: 1.45;
  tab-size: 2;
}
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.8125rem; font-variant-numeric: tabular-nums; }
th, td { padding: 0.25rem 0.625rem; text-align: right; white-space: nowrap; }
thead th { color: var(--muted); font-weight: 600; border-bottom: 1px solid var(--border); vertical-align: bottom; }
tbody tr + tr > *, tfoot tr > * { border-top: 1px solid var(--border); }
th:first-child { text-align: left; font-weight: 500; }
.stage th { font-weight: 650; }
tr:target { background: light-dark(#e6eafa, #242d4a); }
.times { width: 100%; }
.times td:last-child, .times th:last-child { text-align: left; }
.times th:first-child { white-space: normal; min-width: 9rem; }
.bar { width: 34%; min-width: 6rem; }
thead .bar { text-align: left; }
.bar svg { display: block; width: 100%; height: 0.75rem; background: var(--sunken); border-radius: 2px; }
.bar rect { fill: var(--accent); }
.stage .bar rect { fill: var(--muted); }
${[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `th.in${n} { padding-left: ${0.625 + n}rem; }`).join("\n")}
.matrix { border-top: 0; }
.matrix thead th span { writing-mode: vertical-rl; transform: rotate(180deg); }
.matrix .net { font-weight: 650; }
.matrix tfoot > tr > * { font-weight: 650; border-top: 2px solid var(--border); }
.p1 { background: light-dark(#eaf7ef, #14261b); }
.p2 { background: light-dark(#d3efdd, #173523); }
.p3 { background: light-dark(#b5e3c6, #1a472d); }
.p4 { background: light-dark(#93d4ab, #1f5b39); }
.m1 { background: light-dark(#fdf0f0, #2b181b); }
.m2 { background: light-dark(#fadcdc, #3f1e22); }
.m3 { background: light-dark(#f5c3c4, #54262b); }
.m4 { background: light-dark(#eea6a9, #6d2b31); }
details { border: 1px solid var(--border); border-radius: 0.375rem; margin: 0.5rem 0; }
summary { padding: 0.5rem 0.75rem; cursor: pointer; overflow-wrap: anywhere; }
details[open] > summary { border-bottom: 1px solid var(--border); }
details > pre { margin: 0; border: 0; }
.change { padding: 0.25rem 0.75rem 0.75rem; scroll-margin-top: 6rem; }
.links { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; font-size: 0.8125rem; }
.hunk { margin: 0.75rem 0 0.25rem; color: var(--muted); font-size: 0.8125rem; }
.diff { margin: 0; padding: 0.375rem 0; }
.diff > * { display: block; width: max-content; min-width: 100%; padding: 0 0.75rem; text-decoration: none; }
del { background: var(--minus); }
ins { background: var(--plus); }
del mark { background: var(--minus-mark); }
ins mark { background: var(--plus-mark); }
mark { color: inherit; border-radius: 2px; }
.console { margin: 0; padding: 0; list-style: none; }
.console li { border-top: 1px solid var(--border); padding: 0.25rem 0; }
.console pre { margin: 0; padding: 0; background: none; border: 0; white-space: pre-wrap; overflow-wrap: anywhere; max-height: none; }
.console .error pre { color: var(--failed); }
@media print {
  :root { color-scheme: light; }
  body { max-width: none; padding: 0; font-size: 9pt; }
  nav { display: none; }
  pre { max-height: none; white-space: pre-wrap; overflow-wrap: anywhere; }
  .diff > * { width: auto; }
  .scroll { overflow: visible; }
  tr, summary { break-inside: avoid; }
  * { print-color-adjust: exact; }
}
`;
