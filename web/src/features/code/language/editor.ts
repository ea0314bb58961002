// The language service in the editor: completion, hover, signatures and errors. Without the service, each of them
// offers less.
import {
  autocompletion,
  closeCompletion,
  completeAnyWord,
  currentCompletions,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { localCompletionSource } from "@codemirror/lang-javascript";
import { linter, type Diagnostic } from "@codemirror/lint";
import { Prec, StateEffect, StateField, type Extension } from "@codemirror/state";
import { hoverTooltip, keymap, showTooltip, ViewPlugin } from "@codemirror/view";
import type { EditorView, Tooltip, ViewUpdate } from "@codemirror/view";
import type { LanguageClient } from "./client";
import type { Description, Signature } from "./messages";
import { own } from "../../../i18n/own";

/** Tells the editor that the service is ready, so the editor repeats its requests. */
export const languageReady = StateEffect.define<null>();

export function languageSupport(client: LanguageClient): Extension {
  return [
    // Must come before completion, which handles Escape even while it only searches.
    signatureHelp(client),
    autocompletion({ override: [(context) => complete(client, context)], icons: true }),
    linter((view) => diagnostics(client, view), {
      delay: 400,
      needsRefresh: (update) => hasEffect(update, languageReady),
    }),
    hoverTooltip((view, at) => hover(client, view, at), { hideOnChange: true }),
  ];
}

const hasEffect = (update: ViewUpdate, type: typeof languageReady): boolean =>
  update.transactions.some((transaction) => transaction.effects.some((e) => e.is(type)));

/** The editor's icons, by TypeScript's kinds. */
const ICONS: Readonly<Record<string, string>> = {
  const: "constant",
  let: "variable",
  var: "variable",
  "local var": "variable",
  parameter: "variable",
  alias: "namespace",
  module: "namespace",
  function: "function",
  "local function": "function",
  method: "method",
  property: "property",
  getter: "property",
  setter: "property",
  class: "class",
  "local class": "class",
  interface: "interface",
  type: "type",
  keyword: "keyword",
  string: "text",
};

async function complete(
  client: LanguageClient,
  context: CompletionContext,
): Promise<CompletionResult | null> {
  const { state, pos, explicit } = context;
  const word = context.matchBefore(/[\w$]+$/);
  const after = context.matchBefore(/[.#"'/@]$/);
  if (!explicit && !word && !after) return null;
  if (client.state !== "ready") {
    return localCompletionSource(context) ?? completeAnyWord(context);
  }
  const source = state.doc.toString();
  const found = await client.ask("completions", source, { at: pos });
  if (!found || context.aborted) return null;
  const options = found.items.map(({ name, kind, insert }, i): Completion => {
    const info = async (): Promise<HTMLElement | null> => {
      const described = await client.ask("describe", source, { at: pos, name });
      return described ? descriptionOf(described) : null;
    };
    return {
      label: name,
      type: own(ICONS, kind) ?? "text",
      // Keeps the service's order where the typed text does not decide.
      boost: Math.max(-99, 50 - i / 10),
      info,
      ...(insert === undefined ? {} : { apply: insert }),
    };
  });
  return { from: found.from, options, validFor: /^[\w$#]*$/ };
}

async function diagnostics(client: LanguageClient, view: EditorView): Promise<Diagnostic[]> {
  const { doc } = view.state;
  const found = await client.ask("diagnostics", doc.toString(), {});
  return (found ?? []).map(({ from, to, severity, message }) => ({
    from: Math.min(from, doc.length),
    to: Math.min(to, doc.length),
    severity,
    message,
  }));
}

async function hover(
  client: LanguageClient,
  view: EditorView,
  at: number,
): Promise<Tooltip | null> {
  const found = await client.ask("hover", view.state.doc.toString(), { at });
  if (!found || found.signature === "") return null;
  return {
    pos: found.from,
    end: found.to,
    above: true,
    create: () => ({ dom: descriptionOf(found) }),
  };
}

function element(className: string, text = ""): HTMLElement {
  const made = document.createElement("div");
  made.className = className;
  made.textContent = text;
  return made;
}

function descriptionOf({ signature, documentation }: Description): HTMLElement {
  const dom = element("cm-description");
  dom.append(element("cm-description-signature", signature));
  if (documentation !== "") dom.append(element("cm-description-text", documentation));
  return dom;
}

const showSignature = StateEffect.define<{ at: number; signature: Signature } | null>();

const signatureField = StateField.define<Tooltip | null>({
  create: () => null,
  update(shown, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(showSignature)) continue;
      if (!effect.value) return null;
      const { at, signature } = effect.value;
      return { pos: at, above: true, create: () => ({ dom: signatureDom(signature) }) };
    }
    return shown && { ...shown, pos: transaction.changes.mapPos(shown.pos) };
  },
  provide: (field) => showTooltip.from(field),
});

function signatureDom({ before, active, after, documentation }: Signature): HTMLElement {
  const dom = element("cm-description");
  const line = element("cm-description-signature");
  const parameter = document.createElement("strong");
  parameter.className = "cm-description-active";
  parameter.textContent = active;
  line.append(before, parameter, after);
  dom.append(line);
  if (documentation !== "") dom.append(element("cm-description-text", documentation));
  return dom;
}

/** Shows the signature after an opening parenthesis or a comma, or on request, until the cursor leaves the call. */
function signatureHelp(client: LanguageClient): Extension {
  /** The number of the latest request. Replies to older ones are dropped. */
  let latest = 0;
  const ask = async (view: EditorView): Promise<void> => {
    const question = ++latest;
    const { doc, selection } = view.state;
    const at = selection.main.head;
    const signature = await client.ask("signature", doc.toString(), { at });
    if (question !== latest) return;
    if (view.state.doc !== doc || view.state.selection.main.head !== at) return;
    view.dispatch({ effects: showSignature.of(signature ? { at, signature } : null) });
  };
  const follow = ViewPlugin.define((view) => ({
    update(update: ViewUpdate) {
      if (!update.docChanged && !update.selectionSet) return;
      const shown = update.state.field(signatureField) !== null;
      const { head } = update.state.selection.main;
      const typed =
        update.docChanged && /[(,]/.test(update.state.sliceDoc(Math.max(0, head - 1), head));
      // A view must not dispatch a transaction during an update.
      if (shown || typed) queueMicrotask(() => void ask(view));
    },
  }));
  return [
    signatureField,
    follow,
    keymap.of([
      {
        key: "Mod-Shift-Space",
        run: (view) => {
          void ask(view);
          return true;
        },
      },
    ]),
    Prec.highest(
      keymap.of([
        {
          key: "Escape",
          run: (view) => {
            // A visible completion list is on top, so Escape closes it first.
            if (currentCompletions(view.state).length > 0) return false;
            latest += 1;
            if (!view.state.field(signatureField)) return false;
            closeCompletion(view);
            view.dispatch({ effects: showSignature.of(null) });
            return true;
          },
        },
      ]),
    ),
  ];
}
