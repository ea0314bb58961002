// What went wrong with the latest run of an embedded element.
import { css, html, nothing, type TemplateResult } from "lit";
import { base, controls } from "../styles/shared";
import { failureBox, failureStyles } from "../views/common/failure";
import { View } from "../views/common/view";

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
    const { run } = this.state;
    return html`<div role="alert">
      ${run.kind === "failed" ? failureBox(run.failure) : nothing}
    </div>`;
  }
}

customElements.define("pc-demo-failure", DemoFailure);
