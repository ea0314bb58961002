// A button that is an icon with a name.
import { html, nothing, type TemplateResult } from "lit";

/** A button that stays focusable when it is disabled, so that moving an item to an end keeps the focus. */
export function iconButton(
  icon: TemplateResult,
  name: string,
  disabled: boolean,
  act: () => void,
  key = "",
  value = "",
): TemplateResult {
  return html`<button
    type="button"
    class="icon"
    aria-label=${name}
    title=${name}
    aria-disabled=${disabled}
    data-move=${key === "move" ? value : nothing}
    data-move-stage=${key === "move-stage" ? value : nothing}
    @click=${disabled ? nothing : act}
  >
    ${icon}
  </button>`;
}
