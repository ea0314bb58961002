// Finds English texts on a page in another language.

/**
 * The visible and announced texts of the document that have adjacent English words. Texts of the engine and of users
 * are left out. Tests run the function in the page.
 */
export function englishTexts(): string[] {
  const aside = "pre, code, kbd, canvas, .cm-editor, .scroller, [lang]";
  const found = new Set<string>();
  const note = (text: string | null): void => {
    const words = (text ?? "").replace(/Pass Instrument|Chrome trace|Relay|Passcope/g, "");
    if (/[a-z]{2,} [a-z]{2,}/i.test(words.replace(/opt_level|InferType/g, ""))) {
      found.add((text ?? "").trim());
    }
  };
  const walk = (root: ParentNode): void => {
    for (const element of root.querySelectorAll("*")) {
      if (element.closest(aside) || /^(STYLE|SCRIPT)$/.test(element.tagName)) continue;
      for (const name of ["aria-label", "title", "placeholder", "alt"]) {
        note(element.getAttribute(name));
      }
      for (const node of element.childNodes) if (node instanceof Text) note(node.data);
      if (element.shadowRoot) walk(element.shadowRoot);
    }
  };
  walk(document.body);
  return [...found];
}
