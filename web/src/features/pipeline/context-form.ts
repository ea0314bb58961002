// The settings of a stage's PassContext besides the opt level: instruments, required and disabled passes, and config.
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { engineText } from "../../i18n/engine";
import { t } from "./texts";
import * as edits from "../../core/pipeline/edit";
import { parseOptions, type InstrumentUse, type PassStage } from "../../core/pipeline/model";
import { optionsProblem } from "../../core/pipeline/problems";
import { infoName, namesInStage, namesPass } from "../../core/pipeline/pass-names";
import type { Failure, PassDescription, PassOption } from "../../core/protocol/messages";
import { base, controls } from "../../ui/styles/shared";
import { failureBox, failureStyles } from "../../ui/failure";
import { currentFailure } from "../../core/state/app-state";
import { closeIcon, downIcon, upIcon } from "../../ui/icons";
import { iconButton } from "../../ui/icon-button";
import "./options-form";
import { passDetail } from "./pass-detail";
import "../../ui/picker";
import type { Choice } from "../../ui/picker";
import { pipelineStyles } from "./pipeline-styles";
import { unmetNames } from "./unmet-names";
import { View } from "../../ui/view";

/** The instrument that the switch adds. */
const VERIFY = "VerifyValues";

export class ContextForm extends View {
  static override styles = [base, controls, failureStyles, pipelineStyles];
  static override properties = {
    ...View.properties,
    stage: { attribute: false },
    number: { type: Number },
    exports: { attribute: false },
  };

  declare stage: PassStage;
  declare number: number;
  /** The exports of the code tab. */
  declare exports: readonly string[];

  override render(): TemplateResult {
    const { stage } = this;
    const { info } = this.state;
    const failure = currentFailure(this.state);
    return html`<div class="context">
      <h4>${t("context.instruments")}</h4>
      ${
        stage.instruments.length > 0
          ? html`<ol
              class="steps"
              aria-label=${t("context.instrumentsOf", { number: this.number })}
            >
              ${repeat(
                stage.instruments,
                (use) => use.id,
                (use, i) => this.#instrument(use, i, failure),
              )}
            </ol>`
          : nothing
      }
      ${this.#verify()}
      <pc-picker
        class="add-instrument"
        label=${t("context.addInstrumentTo", { number: this.number })}
        placeholder=${t("context.addInstrument")}
        .choices=${this.#instruments()}
        @pick=${(event: CustomEvent<string>) => this.#add(event.detail)}
      ></pc-picker>
      ${this.#names("required")} ${this.#names("disabled")}
      <h4>${t("context.config")}</h4>
      <pc-options
        of=${t("context.of", { number: this.number })}
        .options=${this.#givenConfig(info?.configKeys ?? [])}
        .value=${stage.config}
        @change=${(event: CustomEvent<string>) =>
          this.app.pipeline.set(
            edits.setStage(this.state.pipeline, stage.id, { config: event.detail }),
          )}
      ></pc-options>
      <pc-picker
        label=${t("context.addKeyTo", { number: this.number })}
        placeholder=${t("context.addKey")}
        .choices=${(info?.configKeys ?? []).map(({ name, type, doc }): Choice => ({
          value: name,
          label: name,
          detail: t("context.keyDetail", { type, doc: engineText(doc) }),
        }))}
        @pick=${(event: CustomEvent<string>) => this.#addKey(event.detail)}
      ></pc-picker>
    </div>`;
  }

  /** The switch that compares the results of the program before and after each pass. */
  #verify(): TemplateResult {
    const { stage } = this;
    const uses = stage.instruments.filter(({ name }) => name === VERIFY);
    const isOn = uses.some(({ enabled }) => enabled);
    return html`<label class="verify" title=${t("context.verifyTitle")}>
      <input
        type="checkbox"
        role="switch"
        .checked=${isOn}
        @change=${() => {
          const { pipeline } = this.state;
          const use = uses[0];
          this.app.pipeline.set(
            use
              ? edits.setInstrument(pipeline, use.id, { enabled: !isOn })
              : edits.addInstrument(pipeline, stage.id, { kind: "builtin", name: VERIFY }),
          );
        }}
      />
      ${t("context.verify")}
    </label>`;
  }

  #instruments(): Choice[] {
    const builtIn = this.state.info?.instruments ?? [];
    return [
      ...this.exports.map((name): Choice => ({
        value: `code:${name}`,
        label: name,
        detail: t("pipeline.fromCode"),
        group: t("pipeline.yourCode"),
      })),
      // Every run already has the page's trace and operator differences.
      ...builtIn
        .filter(({ name }) => name !== "TraceInstrument")
        .map(({ name, summary }): Choice => ({
          value: name,
          label: name,
          detail: engineText(summary),
          group: t("pipeline.builtIn"),
        })),
    ];
  }

  #add(value: string): void {
    const code = value.startsWith("code:");
    this.app.pipeline.set(
      edits.addInstrument(this.state.pipeline, this.stage.id, {
        kind: code ? "code" : "builtin",
        name: code ? value.slice(5) : value,
      }),
    );
  }

  #instrument(use: InstrumentUse, index: number, failure: Failure | undefined): TemplateResult {
    const described = this.state.info?.instruments.find(({ name }) => name === use.name);
    // A page has no directories, so it offers dumps as files.
    const options = (described?.options ?? []).filter(({ name }) => name !== "directory");
    const failed = failure?.place?.stepId === use.id ? failure : undefined;
    const count = this.stage.instruments.length;
    const change = (patch: Parameters<typeof edits.setInstrument>[2]): void =>
      this.app.pipeline.set(edits.setInstrument(this.state.pipeline, use.id, patch));
    const move = (by: -1 | 1): void =>
      this.app.pipeline.set(edits.moveInstrument(this.state.pipeline, use.id, by));
    return html`<li class="step ${use.enabled ? "" : "off"}" data-use=${use.id}>
      <div class="step-line">
        <label class="step-name">
          <input
            type="checkbox"
            .checked=${use.enabled}
            @change=${(event: Event) =>
              change({ enabled: (event.target as HTMLInputElement).checked })}
          />
          <span title=${described ? engineText(described.summary) : t("context.fromCode")}
            >${use.name}</span
          >
        </label>
        ${use.kind === "code" ? html`<span class="tag">${t("pipeline.code")}</span>` : nothing}
        <span class="buttons">
          ${iconButton(upIcon, t("pipeline.moveUp", { name: use.name }), index === 0, () => move(-1))}
          ${iconButton(downIcon, t("pipeline.moveDown", { name: use.name }), index === count - 1, () => move(1))}
          ${iconButton(closeIcon, t("pipeline.remove", { name: use.name }), false, () =>
            this.app.pipeline.set(
              edits.setInstrument(this.state.pipeline, use.id, undefined),
              t("pipeline.removed", { name: use.name }),
              true,
            ),
          )}
        </span>
      </div>
      ${
        options.length > 0
          ? html`<pc-options
              class="options"
              of=${use.name}
              .options=${options}
              .value=${use.options}
              @change=${(event: CustomEvent<string>) => change({ options: event.detail })}
            ></pc-options>`
          : nothing
      }
      ${failed ? failureBox(failed) : nothing}
    </li>`;
  }

  /** A list of passes with a button that removes each. */
  #names(key: "required" | "disabled"): TemplateResult {
    const hint = t(`context.${key}Hint`);
    const names = this.stage[key];
    const set = (list: readonly string[], removed?: string): void =>
      this.app.pipeline.set(
        edits.setStage(this.state.pipeline, this.stage.id, { [key]: list }),
        removed,
        removed !== undefined,
      );
    const passes = this.state.info?.passes ?? [];
    const unmet = unmetNames(this.state, this.stage).filter(({ list }) => list === key);
    return html`<h4 title=${hint}>${t(`context.${key}`)}</h4>
      ${
        names.length > 0
          ? html`<ul class="chips">
              ${names.map(
                (name) =>
                  html`<li class="chip ${unmet.some((each) => each.name === name) ? "unmet" : ""}">
                    ${name}
                    ${this.#remover(key, name, (words) =>
                      set(
                        names.filter((other) => other !== name),
                        words,
                      ),
                    )}
                  </li>`,
              )}
            </ul>`
          : nothing
      }
      <pc-picker
        label=${t(key === "required" ? "context.addRequired" : "context.addDisabled", { number: this.number })}
        placeholder=${hint}
        .choices=${this.#passChoices(passes, names)}
        @pick=${(event: CustomEvent<string>) => set([...names, event.detail])}
      ></pc-picker>`;
  }

  #remover(
    key: "required" | "disabled",
    name: string,
    remove: (words: string) => void,
  ): TemplateResult {
    const words = t(key === "required" ? "context.notRequired" : "context.notDisabled", { name });
    return iconButton(closeIcon, words, false, () => remove(words));
  }

  /** Passes that are not in the list yet. Those that occur in this stage come first. */
  #passChoices(passes: readonly PassDescription[], names: readonly string[]): Choice[] {
    const here = namesInStage(this.stage, passes, this.state.trace);
    const ofTable = new Set(passes.map(infoName));
    const choices = [
      // Passes of the user's code are in no table. Their names come from their latest run.
      ...[...here]
        .filter((name) => !ofTable.has(name) && !names.includes(name))
        .map((name) => ({ value: name, label: name, detail: "" })),
      ...passes
        .filter((pass) => !namesPass(names, pass))
        .map((pass) => ({
          value: infoName(pass),
          label: infoName(pass),
          detail: passDetail(pass, infoName(pass)),
        })),
    ];
    const inStage = ({ value }: { value: string }): boolean => here.has(value);
    return [
      ...choices.filter(inStage).map((choice) => ({ ...choice, group: t("context.ofThisStage") })),
      ...choices
        .filter((choice) => !inStage(choice))
        .map((choice) => ({ ...choice, group: t("context.otherPasses") })),
    ];
  }

  /** The config keys that are set, as options, so each has a field. */
  #givenConfig(keys: readonly { name: string; type: string; doc: string }[]): PassOption[] {
    if (optionsProblem(this.stage.config)) return [];
    const given = parseOptions(this.stage.config) ?? {};
    return keys
      .filter(({ name }) => Object.hasOwn(given, name))
      .map((key) => ({ ...key, default: null, required: false }));
  }

  #addKey(name: string): void {
    if (optionsProblem(this.stage.config)) return;
    const type = this.state.info?.configKeys.find((key) => key.name === name)?.type;
    const initial = type === "bool" ? true : type === "int" ? 0 : "";
    const config = { [name]: initial, ...parseOptions(this.stage.config) };
    this.app.pipeline.set(
      edits.setStage(this.state.pipeline, this.stage.id, { config: JSON.stringify(config) }),
    );
  }
}

customElements.define("pc-context", ContextForm);
