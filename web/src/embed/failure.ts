// The failure of an embedded element's latest run.
import { css, html, nothing, type TemplateResult } from "lit";
import { currentFailure } from "../core/state/app-state";
import { base, controls } from "../ui/styles/shared";
import { failureBox, failureStyles } from "../ui/failure";
import { View } from "../ui/view";

export class DemoFailure extends View {
  static override styles = [
    base,
    controls,
    failureStyles,
    css`
      :host {
        display: block;
        flex: none;
        max-height: 16rem;
        overflow: auto;
      }
    `,
  ];

  override render(): TemplateResult {
    const failure = currentFailure(this.state);
    return html`<div role="alert">${failure ? failureBox(failure) : nothing}</div>`;
  }
}

customElements.define("pc-demo-failure", DemoFailure);
