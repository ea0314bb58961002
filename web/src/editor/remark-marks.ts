// Marks in the margin of a program for the remarks about its lines. Pointing at a mark, or going to it by F8 and
// Shift-F8, shows the remarks. Each type has its own shape as well as its colour.
import {
  EditorSelection,
  Facet,
  RangeSet,
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
} from "@codemirror/state";
import {
  EditorView,
  gutter,
  GutterMarker,
  keymap,
  showTooltip,
  type Command,
  type Tooltip,
} from "@codemirror/view";
import { html, render } from "lit";
import { t } from "./texts";
import { messageText } from "../i18n/message";
import type { PassRemark } from "../core/protocol/messages";
import { remarkIcon } from "../ui/icons";
import { sentencesOf, typeOf, type LineRemarks } from "../core/trace/remarks";
import { scrollToLine } from "./scroll-to";

/** The most remarks to show for one line. */
const MOST = 8;

class Mark extends GutterMarker {
  override readonly elementClass = "cm-remarked";

  constructor(readonly remarks: readonly PassRemark[]) {
    super();
  }

  override eq(other: Mark): boolean {
    return other.remarks === this.remarks;
  }

  override toDOM(): HTMLElement {
    const dom = document.createElement("span");
    const type = typeOf(this.remarks);
    dom.classList.add("cm-remark", `cm-remark-${type}`);
    dom.dataset["type"] = type;
    render(remarkIcon(type), dom);
    return dom;
  }
}

interface Marks {
  /** By the start offsets of lines. */
  readonly marks: RangeSet<Mark>;
  /** The start offset of the line whose remarks are shown. */
  readonly open: number | undefined;
}

const setMarks = StateEffect.define<readonly LineRemarks[]>();
const show = StateEffect.define<number | undefined>();

const marksField = StateField.define<Marks>({
  create: () => ({ marks: RangeSet.of<Mark>([]), open: undefined }),
  update(value, { effects, state }) {
    for (const effect of effects) {
      if (effect.is(setMarks)) {
        const { doc } = state;
        const shown = effect.value.filter(({ line }) => line < doc.lines);
        const ranges = shown.map(({ line, remarks }) =>
          new Mark(remarks).range(doc.line(line + 1).from),
        );
        value = { marks: RangeSet.of(ranges, true), open: undefined };
      } else if (effect.is(show)) value = { ...value, open: effect.value };
    }
    return value;
  },
  provide: (field) =>
    showTooltip.computeN([field], (state) => {
      const { open } = state.field(field);
      const remarks = open === undefined ? undefined : remarksAt(state, open);
      return [remarks ? tooltip(open ?? 0, remarks) : null];
    }),
});

function remarksAt(state: EditorState, from: number): readonly PassRemark[] | undefined {
  let found: readonly PassRemark[] | undefined;
  state.field(marksField).marks.between(from, from, (_from, _to, mark) => {
    found = mark.remarks;
  });
  return found;
}

const tooltip = (pos: number, remarks: readonly PassRemark[]): Tooltip => ({
  pos,
  above: false,
  create: () => {
    const dom = document.createElement("div");
    dom.className = "cm-remark-text";
    dom.setAttribute("role", "tooltip");
    render(sentences(remarks), dom);
    return { dom };
  },
});

const sentences = (remarks: readonly PassRemark[]): unknown => {
  const all = sentencesOf(remarks);
  return html`<ul>
      ${all.slice(0, MOST).map(
        ({ remark, times }) =>
          html`<li>
            <span class="cm-remark-${remark.type}">${remarkIcon(remark.type)}</span>
            <span
              ><strong>${t(`remarks.${remark.type}`)}</strong>
              ${messageText(remark.message)}${times > 1 ? ` ×${times}` : ""}
              <code>${remark.kind}</code></span
            >
          </li>`,
      )}
    </ul>
    ${all.length > MOST ? html`<p>${t("remarks.moreHere", { more: all.length - MOST })}</p>` : ""}`;
};

/** The remarks of a line as one text, for screen readers. */
const spoken = (line: number, remarks: readonly PassRemark[]): string =>
  t("remarks.atLine", {
    line,
    said: sentencesOf(remarks)
      .slice(0, MOST)
      .map(({ remark }) => `${t(`remarks.${remark.type}`)}: ${messageText(remark.message)}`)
      .join("; "),
  });

/** Called with a line, from 0, before it scrolls into view: it may be folded. */
const reveals = Facet.define<(line: number) => void>();

/** Scrolls the line that begins at `from` into view, and shows its remarks. */
function goTo(view: EditorView, from: number): void {
  const line = view.state.doc.lineAt(from).number - 1;
  view.state.facet(reveals).forEach((reveal) => reveal(line));
  const remarks = remarksAt(view.state, from);
  const effects: StateEffect<unknown>[] = [];
  if (remarks) {
    const { number } = view.state.doc.lineAt(from);
    effects.push(show.of(from), EditorView.announce.of(spoken(number, remarks)));
  }
  view.dispatch({ selection: EditorSelection.cursor(from), effects });
  scrollToLine(view, from);
}

/** Goes to the next or previous line with remarks. After the last line comes the first one. */
const step =
  (by: 1 | -1): Command =>
  (view) => {
    const { marks, open } = view.state.field(marksField);
    const { main } = view.state.selection;
    const at = open ?? view.state.doc.lineAt(main.head).from;
    const places: number[] = [];
    marks.between(0, view.state.doc.length, (from) => void places.push(from));
    // If no remarks are open, the line of the cursor counts too.
    const isNext = (from: number): boolean =>
      by > 0 ? from > at || (open === undefined && from === at) : from < at;
    const next =
      by > 0 ? (places.find(isNext) ?? places[0]) : (places.findLast(isNext) ?? places.at(-1));
    if (next === undefined) return false;
    goTo(view, next);
    return true;
  };

export const goToNextRemark = step(1);
export const goToPreviousRemark = step(-1);

const hide: Command = (view) => {
  if (view.state.field(marksField).open === undefined) return false;
  view.dispatch({ effects: show.of(undefined) });
  return true;
};

const looks = EditorView.theme({
  ".cm-remarks": { width: "1.25rem" },
  ".cm-remarks .cm-gutterElement": { display: "flex", padding: "0" },
  ".cm-remark": { display: "flex", height: "1.55em", alignItems: "center", cursor: "pointer" },
  ".cm-remark svg": { width: "0.95rem", height: "0.95rem" },
  ".cm-remark-missed": { color: "var(--warn)" },
  ".cm-remark-passed": { color: "var(--plus)" },
  ".cm-remark-analysis": { color: "var(--accent)" },
  ".cm-tooltip.cm-remark-text": {
    maxWidth: "min(36rem, calc(100vw - 2rem))",
    padding: "var(--s1) var(--s3)",
    border: "1px solid var(--border)",
    borderRadius: "var(--radius-s)",
    backgroundColor: "var(--surface)",
    color: "var(--text)",
    boxShadow: "var(--shadow)",
    fontFamily: "var(--font)",
    fontSize: "var(--text-s)",
    overflowWrap: "anywhere",
    zIndex: "6",
  },
  ".cm-remark-text ul": { margin: "0", padding: "0", listStyle: "none" },
  ".cm-remark-text li": { display: "flex", gap: "var(--s2)", padding: "var(--s1) 0" },
  ".cm-remark-text li > :first-child": { flex: "none", paddingTop: "0.1em" },
  ".cm-remark-text code": { color: "var(--muted)", fontSize: "var(--text-xs)" },
  ".cm-remark-text p": { margin: "0", color: "var(--muted)" },
});

/**
 * The margin, empty until `markRemarks` fills it.
 *
 * @param reveal called with a line, from 0, before the editor goes to it.
 */
export function remarkMarks(reveal: (line: number) => void = () => undefined): Extension {
  return [
    marksField,
    reveals.of(reveal),
    gutter({
      class: "cm-remarks",
      markers: ({ state }) => state.field(marksField).marks,
      domEventHandlers: {
        mouseover: (view, { from }) => {
          const { open } = view.state.field(marksField);
          if (open !== from && remarksAt(view.state, from)) {
            view.dispatch({ effects: show.of(from) });
          }
          return false;
        },
        click: (view, { from }) => {
          if (!remarksAt(view.state, from)) return false;
          goTo(view, from);
          view.focus();
          return true;
        },
      },
    }),
    // A tooltip stays until the pointer is over another part of the text.
    EditorView.domEventHandlers({ mouseover: (_event, view) => hide(view) && false }),
    keymap.of([
      { key: "F8", run: goToNextRemark },
      { key: "Shift-F8", run: goToPreviousRemark },
      { key: "Escape", run: hide },
    ]),
    looks,
  ];
}

/** Marks lines with remarks. The view must have the margin. */
export function markRemarks(view: EditorView, lines: readonly LineRemarks[]): void {
  view.dispatch({ effects: setMarks.of(lines) });
}

/** The targets that were reached already. */
const gone = new WeakSet<object>();

/** Whether a target is still to be reached. */
export const isTarget = (target: object | undefined): target is object =>
  target !== undefined && !gone.has(target);

/** Scrolls a line, from 0, into view, once for each target, and shows its remarks. */
export function goToTarget(view: EditorView, target: object, line: number): void {
  if (!isTarget(target)) return;
  gone.add(target);
  const { doc } = view.state;
  if (line >= doc.lines) return;
  goTo(view, doc.line(line + 1).from);
  view.focus();
}
