// A run as one HTML document that opens from disk. It has no scripts and fetches nothing, and all user input is plain
// text. It shows what ran, the times and the changes, with links between them.
import { language } from "../../i18n/language";
import { messagesReady } from "../../i18n/message";
import { t } from "./report-texts";
import type { Pipeline, Step } from "../../core/pipeline/model";
import {
  didRun,
  type ConsoleEntry,
  type Failure,
  type ProgramSource,
  type RunTrace,
} from "../../core/protocol/messages";
import { sourceTitle } from "../../core/state/app-state";
import { failureText, renderedTexts } from "../../core/trace/failure-text";
import { signed } from "../../core/trace/op-diff";
import { shownTotal } from "../../core/trace/shown-time";
import { markup, type Markup } from "./markup";
import { changesSection, findChanges, programsSection, type Snapshots } from "./report-changes";
import { STYLE } from "./report-style";
import { operatorsSection, timesSection } from "./report-tables";

export interface ReportInput {
  readonly trace: RunTrace;
  /** The pipeline that made the trace. */
  readonly pipeline: Pipeline;
  readonly code: string;
  readonly console: readonly ConsoleEntry[];
  /** The version of the engine. */
  readonly version: string;
  readonly made: Date;
  /** The address of the view in the page, if it has one. */
  readonly link?: string;
}

/** The greatest number of characters of console output. The rest is only counted. */
const MAX_CONSOLE = 200_000;

/** Writes the document in the page's language. Rejects if `snapshots` rejects for a text. */
export async function htmlReport(input: ReportInput, snapshots: Snapshots): Promise<string> {
  await messagesReady();
  const { trace } = input;
  const changes = await findChanges(trace.rows, snapshots);
  const title = t("report.title", { program: sourceTitle(trace.source) });
  const sections: Section[] = [
    { id: "setup", title: t("report.setup"), body: setup(trace.source, input.pipeline) },
    ...(trace.failure
      ? [{ id: "failure", title: t("report.failure"), body: failureMarkup(trace.failure) }]
      : []),
    { id: "times", title: t("report.times"), body: timesSection(trace, changes) },
    { id: "operators", title: t("report.operators"), body: operatorsSection(trace) },
    { id: "changes", title: t("report.changes"), body: changesSection(trace.rows, changes) },
    ...(input.console.length > 0 || trace.files.length > 0
      ? [{ id: "console", title: t("report.console"), body: printed(input.console, trace) }]
      : []),
    ...(input.code.trim() === ""
      ? []
      : [
          {
            id: "code",
            title: t("report.code"),
            body: markup`<pre tabindex="0">${input.code}</pre>`,
          },
        ]),
    ...(changes.programs.length > 0
      ? [
          {
            id: "programs",
            title: t("report.programs"),
            body: programsSection(trace.rows, changes),
          },
        ]
      : []),
  ];
  const body = markup`<header>
<h1>${title}</h1>
<p class="quiet">${t("report.madeBy", { version: input.version, date: dateText(input.made) })}${link(input.link)}</p>
${figures(trace)}
</header>
<nav aria-label="${t("report.contents")}"><ul>${sections.map(
    (section) => markup`<li><a href="#${section.id}">${section.title}</a></li>`,
  )}</ul></nav>
<main>${sections.map(
    ({ id, title: heading, body: content }) => markup`
<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${heading}</h2>
${content}</section>`,
  )}
</main>`;
  const policy = `default-src 'none'; style-src ${await styleSource()}; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="${language() === "zh" ? "zh-Hans" : "en"}">
<head>
<meta charset="utf-8">
${
  markup`<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Passcope ${input.version}">
<title>${title}</title>`.html
}
<style>${STYLE}</style>
</head>
<body>
${body.html}
</body>
</html>
`;
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: Markup;
}

/** The policy's source for the style sheet: its hash. Insecure pages cannot compute hashes. */
async function styleSource(): Promise<string> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  if (!subtle) return "'unsafe-inline'";
  const hash = new Uint8Array(await subtle.digest("SHA-256", new TextEncoder().encode(STYLE)));
  return `'sha256-${btoa(Array.from(hash, (byte) => String.fromCharCode(byte)).join(""))}'`;
}

const dateText = (date: Date): string =>
  new Intl.DateTimeFormat(language() === "zh" ? "zh-Hans" : "en", {
    dateStyle: "long",
    timeStyle: "short",
  }).format(date);

const link = (address: string | undefined): Markup | undefined =>
  address !== undefined && /^https?:/.test(address)
    ? markup` · <a href="${address}" rel="noreferrer">${t("report.open")}</a>`
    : undefined;

function figures(trace: RunTrace): Markup {
  const { rows } = trace;
  const ran = rows.filter((row) => row.kind === "pass" && didRun(row));
  const changed = ran.filter((row) => row.changed);
  const net = rows
    .filter((row) => row.parent < 0)
    .flatMap((row) => Object.values(row.opDiff))
    .reduce((sum, by) => sum + by, 0);
  const figure = (name: string, value: string): Markup =>
    markup`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return markup`<dl class="figures">${[
    figure(t("report.passes"), String(ran.length)),
    figure(t("report.changed"), String(changed.length)),
    figure(t("report.wholeTime"), shownTotal(trace)),
    figure(t("report.calls"), signed(net)),
  ]}</dl>`;
}

function setup(source: ProgramSource, pipeline: Pipeline): Markup {
  const options =
    source.kind === "model"
      ? Object.entries(source.options).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
      : [];
  const program =
    source.kind === "model"
      ? markup`${t("report.model")} <code>${source.name}(${options.join(", ")})</code>`
      : source.kind === "import"
        ? markup`${t("report.model")} <code>${source.name}</code>`
        : markup`${t("report.text")} <code>${source.title}</code>`;
  let number = 0;
  const stages = pipeline.map((stage): Markup => {
    if (stage.kind !== "passes") {
      const name = stage.kind === "bind" ? t("report.bind") : t("report.edit");
      return item(name, stage.enabled);
    }
    number += 1;
    const names = (
      key: "report.required" | "report.disabled",
      list: readonly string[],
    ): string[] => (list.length > 0 ? [`${t(key)}=[${list.join(", ")}]`] : []);
    const uses = stage.instruments.filter((use) => use.enabled);
    const context = [
      `opt_level=${stage.optLevel}`,
      ...names("report.required", stage.required),
      ...names("report.disabled", stage.disabled),
      ...(stage.config.trim() === "" ? [] : [`config=${stage.config}`]),
      ...(uses.length > 0
        ? [`${t("report.instruments")}=[${uses.map((use) => use.name + use.options).join(", ")}]`]
        : []),
    ].join(", ");
    const mode = stage.mode === "each" ? t("report.each") : t("report.sequential");
    return markup`<li>${t("report.stage", { stage: number })}, <code>PassContext(${context})</code>, ${mode}
${stepList(stage.passes)}</li>`;
  });
  return markup`<p>${program}</p><ol class="pipeline">${stages}</ol>`;
}

const item = (name: Markup | string, enabled: boolean): Markup =>
  enabled
    ? markup`<li>${name}</li>`
    : markup`<li class="quiet"><s>${name}</s> (${t("report.off")})</li>`;

function stepList(steps: readonly Step[]): Markup {
  return markup`<ol>${steps.map((step): Markup => {
    if (step.kind === "sequential") {
      const name = markup`<code>Sequential(name=${JSON.stringify(step.name)}, opt_level=${step.optLevel})</code>`;
      return step.enabled ? markup`<li>${name}${stepList(step.steps)}</li>` : item(name, false);
    }
    const options = step.kind === "pass" ? step.options : "";
    return item(markup`<code>${step.name}${options}</code>`, step.enabled);
  })}</ol>`;
}

function failureMarkup(failure: Failure): Markup {
  const { name, place } = failure;
  const line = place?.code ? ` (${t("report.atLine", { line: place.code.line })})` : "";
  return markup`<p class="failed"><strong>${name}</strong>${line}: ${failureText(failure)}</p>${renderedTexts(
    failure,
  ).map((text) => markup`<pre class="failed" tabindex="0">${text}</pre>`)}`;
}

function printed(entries: readonly ConsoleEntry[], { files }: RunTrace): Markup {
  let length = 0;
  const shown = entries.filter((entry) => (length += entry.text.length + 1) <= MAX_CONSOLE);
  const lines = shown.map(({ level, text, line }) => {
    const where = line === undefined ? "" : ` ${t("report.atLine", { line })}`;
    return markup`<li class="${level}"><pre>${text}</pre><span class="quiet">${level === "log" ? "" : level}${where}</span></li>`;
  });
  const more = entries.length - shown.length;
  return markup`<ul class="console">${lines}</ul>${
    more > 0 ? markup`<p class="quiet">${t("report.more", { lines: more })}</p>` : undefined
  }${files.length > 0 ? markup`<p class="quiet">${t("report.files", { files: files.length })}</p>` : undefined}`;
}
