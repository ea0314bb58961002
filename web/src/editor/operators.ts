// The engine's descriptions of operators, and how their parts are written.
import { t } from "./texts";
import { valueText } from "./value-text";

export interface OperatorAttribute {
  readonly name: string;
  readonly type: string;
  readonly default: unknown;
  readonly doc: string;
  readonly required: boolean;
}

export interface Operator {
  readonly name: string;
  readonly doc: string;
  readonly args: readonly { readonly name: string; readonly type: string; readonly doc: string }[];
  readonly attrs: readonly OperatorAttribute[];
  readonly variadic: boolean;
}

/** The values that an attribute takes: "list[int] = [1, 1]", "bool, required". */
export function attributeText(attribute: OperatorAttribute): string {
  if (attribute.required) return `${attribute.type}, ${t("editor.required")}`;
  const text = attribute.type.startsWith("optional") ? "None" : valueText(attribute.default);
  const value = attribute.default === "" ? "" : valueText(attribute.default) || text;
  return value ? `${attribute.type} = ${value}` : attribute.type;
}

/** "nn.conv2d(data, weight, …)" */
export function signature(operator: Operator): string {
  const names = operator.args.map(({ name }) => name);
  if (operator.variadic) names.push("…");
  return `${operator.name}(${names.join(", ")}${operator.attrs.length > 0 ? `, ${t("editor.attributes")}` : ""})`;
}
