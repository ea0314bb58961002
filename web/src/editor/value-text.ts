// Values of attributes in Relay's notation.

/** A default value as Relay text writes it; "" if there is none. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(valueText).join(", ")}]`;
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  return JSON.stringify(value);
}
