// The field of a model's option, by the type of the option.
import { html, type TemplateResult } from "lit";
import { engineText } from "../../i18n/engine";
import { t } from "./texts";
import type {
  ModelDescription,
  ModelOptionValue,
  ProgramSource,
} from "../../core/protocol/messages";
import { own } from "../../i18n/own";

export type ModelOption = ModelDescription["options"][number];

/** Options that have a translated name. */
const NAMED = [
  "batch_size",
  "num_layers",
  "num_classes",
  "dtype",
  "image_shape",
  "layout",
  "seed",
] as const;

/** Suggested values of options with few sensible ones. A source's current value is offered too. */
const CHOICES: Readonly<Record<string, readonly ModelOptionValue[]>> = {
  num_layers: [18, 34, 50, 101, 152, 200, 269],
  layout: ["NCHW", "NHWC"],
  dtype: ["float32", "float16", "float64"],
};

const LIMITS: Readonly<Record<string, readonly [number, number]>> = {
  batch_size: [1, 1024],
  seed: [0, 2 ** 31 - 1],
};

export function optionLabel(name: string): string {
  const words = name.replaceAll("_", " ");
  const named = NAMED.find((known) => known === name);
  return named ? t(`model.${named}`) : words.charAt(0).toUpperCase() + words.slice(1);
}

/** The value of an option in a source, or its default. */
export function optionValue(source: ProgramSource, option: ModelOption): ModelOptionValue {
  const given = source.kind === "model" ? own(source.options, option.name) : undefined;
  return given ?? (option.default as ModelOptionValue);
}

/** Parses positive integers, separated by commas. Undefined if the text is something else. */
export function parseInts(text: string): readonly number[] | undefined {
  const parts = text.replace(/^\s*[[(]|[\])]\s*$/g, "").split(",");
  const numbers = parts.map((part) => (/^\s*\d+\s*$/.test(part) ? Number(part) : NaN));
  return numbers.some((n) => Number.isNaN(n) || n < 1) ? undefined : numbers;
}

export function optionField(
  option: ModelOption,
  value: ModelOptionValue,
  set: (value: ModelOptionValue) => void,
): TemplateResult {
  const name = optionLabel(option.name);
  const id = `option-${option.name}`;
  const label = html`<label for=${id} title=${engineText(option.doc)}>${name}</label>`;
  const isDepth = option.name === "num_layers";
  const choices = own(CHOICES, option.name);
  // Networks for small images have many possible depths, so their depth is a number field and not a list.
  if (choices && (!isDepth || choices.includes(option.default as number))) {
    const all = choices.includes(value) ? choices : [value, ...choices];
    return html`${label}<select
        id=${id}
        .value=${String(value)}
        @change=${(event: Event) => {
          const chosen = (event.target as HTMLSelectElement).value;
          const found = all.find((choice) => String(choice) === chosen);
          if (found !== undefined) set(found);
        }}
      >
        ${all.map(
          (choice) =>
            html`<option value=${String(choice)} ?selected=${choice === value}>
              ${isDepth ? `ResNet-${String(choice)}` : String(choice)}
            </option>`,
        )}
      </select>`;
  }
  switch (option.type) {
    case "int": {
      const [min, max] = own(LIMITS, option.name) ?? [1, 1_000_000];
      // A typed number outside of the limits becomes the nearest one inside.
      const change = (event: Event): void => {
        const input = event.target as HTMLInputElement;
        const typed = Math.round(input.valueAsNumber);
        const next = Number.isNaN(typed) ? Number(value) : Math.min(max, Math.max(min, typed));
        input.value = String(next);
        set(next);
      };
      return html`${label}<input
          id=${id}
          type="number"
          min=${min}
          max=${max}
          step="1"
          .value=${String(value)}
          @change=${change}
        />`;
    }
    case "bool":
      return html`${label}<input
          id=${id}
          type="checkbox"
          .checked=${value === true}
          @change=${(event: Event) => set((event.target as HTMLInputElement).checked)}
        />`;
    case "list[int]": {
      const change = (event: Event): void => {
        const input = event.target as HTMLInputElement;
        const numbers = parseInts(input.value);
        input.setAttribute("aria-invalid", String(numbers === undefined));
        const wrong = input.nextElementSibling;
        if (wrong) wrong.textContent = numbers ? "" : t("model.notInts");
        if (numbers) set(numbers);
      };
      return html`${label}<input
          id=${id}
          autocomplete="off"
          .value=${Array.isArray(value) ? value.join(", ") : String(value)}
          @change=${change}
        /><span class="wrong" role="status"></span>`;
    }
    default:
      return html`${label}<input
          id=${id}
          autocomplete="off"
          .value=${String(value)}
          @change=${(event: Event) => set((event.target as HTMLInputElement).value.trim())}
        />`;
  }
}
