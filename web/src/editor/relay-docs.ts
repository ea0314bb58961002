// Documentation of operators as elements, for tooltips and completions.
import { operatorText } from "../i18n/operators";
import { attributeText, signature, type Operator, type OperatorAttribute } from "./operators";

function element(tag: string, className: string, ...content: (string | Node)[]): HTMLElement {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...content);
  return made;
}

/** A type in Relay's notation. */
export function typeLine(type: string): HTMLElement {
  return element("div", "relay-type", type);
}

export function attributeInfo(attribute: OperatorAttribute): HTMLElement {
  return element(
    "div",
    "relay-doc",
    element("code", "relay-signature", `${attribute.name}: ${attributeText(attribute)}`),
    element("p", "", operatorText(attribute.doc)),
  );
}

/** An operator's description, arguments and attributes. */
export function operatorInfo(operator: Operator): HTMLElement {
  const doc = element(
    "div",
    "relay-doc",
    element("code", "relay-signature", signature(operator)),
    element("p", "", operatorText(operator.doc)),
  );
  const rows = [
    ...operator.args.map(({ name, type, doc: text }) => [name, type, text] as const),
    ...operator.attrs.map((attribute) => {
      return [attribute.name, attributeText(attribute), attribute.doc] as const;
    }),
  ];
  if (rows.length > 0) {
    const list = element("dl", "");
    for (const [name, type, text] of rows) {
      list.append(
        element("dt", "", element("code", "", name), " ", element("span", "relay-kind", type)),
        element("dd", "", operatorText(text)),
      );
    }
    doc.append(list);
  }
  return doc;
}

export { element };
