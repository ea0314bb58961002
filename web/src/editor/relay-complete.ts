// Completion: operators, attributes of the call around the cursor, names in scope, types, keywords.
import {
  snippetCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import type { EditorState } from "@codemirror/state";
import { t } from "./texts";
import { indexOf, operators, toAnalysed, toPresent } from "./known";
import { attributeText, type Operator, type OperatorAttribute } from "./operators";
import { contextOf, contextStart, type CallContext, type Context } from "./relay-context";
import { attributeInfo, operatorInfo } from "./relay-docs";
import { valueText } from "./value-text";

const DTYPES = [
  ...["float32", "float16", "float64", "bfloat16", "bool"],
  ...["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"],
];
const keywords = (): readonly Completion[] => [
  snippetCompletion("def @${name}(${%x}: Tensor[(${1, 3, 224, 224}), float32]) {\n\t${}\n}", {
    label: "def",
    detail: t("editor.def"),
    type: "keyword",
  }),
  snippetCompletion("let %${x} = ${value};", {
    label: "let",
    detail: t("editor.let"),
    type: "keyword",
  }),
  snippetCompletion("if (${condition}) {\n\t${}\n} else {\n\t${}\n}", {
    label: "if",
    detail: t("editor.if"),
    type: "keyword",
  }),
  snippetCompletion("fn (${%x}) {\n\t${}\n}", {
    label: "fn",
    detail: t("editor.fn"),
    type: "keyword",
  }),
  snippetCompletion("match (${value}) {\n\t${pattern} => ${result},\n}", {
    label: "match",
    detail: t("editor.match"),
    type: "keyword",
  }),
  snippetCompletion("type ${Name} {\n\t${Constructor},\n}", {
    label: "type",
    detail: t("editor.type"),
    type: "keyword",
  }),
];
const PLAIN_KEYWORDS: readonly Completion[] = [
  ...["else", "free_var", "ref", "ref_read", "ref_write", "True", "False"],
].map((label) => ({ label, type: "keyword" }));
const types = (): readonly Completion[] => [
  snippetCompletion("Tensor[(${1}), ${float32}]", {
    label: "Tensor",
    detail: t("editor.tensor"),
    type: "type",
  }),
  ...DTYPES.map((label) => ({ label, type: "type" })),
];

const operatorCompletions = new WeakMap<ReadonlyMap<string, Operator>, readonly Completion[]>();

function operatorsOf(state: EditorState): readonly Completion[] {
  const table = state.facet(operators);
  let list = operatorCompletions.get(table);
  if (!list) {
    list = [...table.values()].map((operator) => ({
      label: operator.name,
      type: "function",
      detail: `(${operator.args.map(({ name }) => name).join(", ")}${operator.variadic ? "…" : ""})`,
      info: () => operatorInfo(operator),
    }));
    operatorCompletions.set(table, list);
  }
  return list;
}

/** Variables, functions and constructors in scope at `offset`, as they are written. */
function namesInScope(state: EditorState, offset: number): Completion[] {
  const index = indexOf(state);
  if (!index) return [];
  const scope = index.scopeAt(toAnalysed(state, offset), (mention) => {
    const { from, to } = toPresent(state, mention);
    return state.sliceDoc(from, to);
  });
  return [...scope]
    .filter(([name, mention]) => {
      if (!/^%\d/.test(name)) return name !== "";
      // A temporary is not defined within its own value.
      const { to } = toPresent(state, mention);
      return offset - to > 5000 || !/^\s*=[^;]*$/.test(state.sliceDoc(to, offset));
    })
    .map(([label, mention]) => {
      const type = index.typeOfName(mention.name);
      // The nearest definitions come first.
      const boost = label.startsWith("%") ? Math.max(-50, 40 - (offset - mention.from) / 2000) : 0;
      return {
        label,
        type: label.startsWith("%") ? "variable" : label.startsWith("@") ? "function" : "class",
        boost,
        ...(type ? { detail: type.length > 60 ? `${type.slice(0, 59)}…` : type } : {}),
      };
    });
}

function attributes(operator: Operator, { given, position }: CallContext): Completion[] {
  // After all arguments, attributes are the most likely next input.
  const first = position >= operator.args.length && !operator.variadic ? 60 : 10;
  return operator.attrs
    .filter(({ name }) => !given.includes(name))
    .map((attribute) => ({
      label: attribute.name,
      apply: `${attribute.name}=`,
      type: "property",
      detail: attributeText(attribute),
      info: () => attributeInfo(attribute),
      boost: attribute.required ? first + 10 : first,
    }));
}

/** The values of an attribute, if there are few. */
function valuesOf(attribute: OperatorAttribute, inString: boolean): Completion[] {
  if (attribute.type === "bool") {
    return ["True", "False"].map((label) => ({ label, type: "constant" }));
  }
  if (attribute.type === "dtype") {
    return DTYPES.map((name) => ({ label: inString ? name : `"${name}"`, type: "constant" }));
  }
  const text = valueText(attribute.default);
  if (!text) return [];
  return [
    { label: inString ? text.slice(1, -1) : text, type: "constant", detail: t("editor.default") },
  ];
}

function optionsFor(context: Context, state: EditorState, offset: number): Completion[] {
  const operator = context.call && state.facet(operators).get(context.call.callee);
  const attribute =
    context.attribute && operator?.attrs.find(({ name }) => name === context.attribute);
  if (attribute) return valuesOf(attribute, false);
  const names = (): Completion[] => namesInScope(state, offset);
  switch (context.expects) {
    case "type":
      return [...types(), ...names().filter(({ label }) => /^[A-Z]/.test(label))];
    case "argument":
      return [
        ...(operator && context.call ? attributes(operator, context.call) : []),
        ...names(),
        ...operatorsOf(state),
      ];
    case "item":
      return [...operatorsOf(state), ...keywords(), ...PLAIN_KEYWORDS, ...names()];
    case "value":
      return [...operatorsOf(state), ...names(), ...keywords(), ...PLAIN_KEYWORDS];
    case "nothing":
      return [];
  }
}

export function relayCompletions(context: CompletionContext): CompletionResult | null {
  const { state, pos } = context;
  const window = Math.max(0, pos - 20_000);
  const before = state.sliceDoc(window, pos);
  const found = contextOf(before.slice(contextStart(before, before.length)));
  if (found.inComment) return null;
  if (found.string !== undefined) {
    const operator = found.call && state.facet(operators).get(found.call.callee);
    const attribute = operator?.attrs.find(({ name }) => name === found.attribute);
    const options = attribute ? valuesOf(attribute, true) : [];
    return options.length > 0 ? { from: pos - found.string.length, options } : null;
  }
  const word = /[%@]?[\w.]*$/.exec(before)?.[0] ?? "";
  const sigil = word.charAt(0);
  if (sigil === "%" || sigil === "@") {
    const options = namesInScope(state, pos).filter(({ label }) => label.startsWith(sigil));
    return { from: pos - word.length, options, validFor: /^[%@][\w.]*$/ };
  }
  // Numbers need no completion. Without a begun word, completion must be requested.
  if (/^[\d.]/.test(word) || (word === "" && !context.explicit)) return null;
  const options = optionsFor(found, state, pos);
  if (options.length === 0) return null;
  return { from: pos - word.length, options, validFor: /^[A-Za-z_][\w.]*$/ };
}
