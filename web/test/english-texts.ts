// What of a page that is in another language is in English still.

/**
 * Texts of the document that have English words next to each other: those that are seen, and those that
 * are read out. What comes from the engine and from users is left aside. Tests run it in the page.
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
