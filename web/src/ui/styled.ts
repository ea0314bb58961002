// `<div ${styled({ left: "10%" })}>`: sets styles through the element's style object. Lit's styleMap begins with a
// style attribute, which the page's content security policy forbids.
import { noChange } from "lit";
import { Directive, directive, type ElementPart } from "lit/directive.js";

class Styled extends Directive {
  override render(_styles: Readonly<Record<string, string>>): unknown {
    return noChange;
  }

  override update(part: ElementPart, [styles]: [Readonly<Record<string, string>>]): unknown {
    const { style } = part.element as HTMLElement;
    for (const [name, value] of Object.entries(styles)) {
      if (style.getPropertyValue(name) !== value) style.setProperty(name, value);
    }
    return noChange;
  }
}

export const styled = directive(Styled);
