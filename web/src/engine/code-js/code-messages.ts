// Messages of the page about the user's code. They have the form of the engine's messages, a pattern and its arguments,
// so that they can be translated. scripts/lib/messages.mjs finds the identities and patterns, which are literals.
import type { Message, MessageArgument } from "../../i18n/message";

function argument(name: string, value: string | readonly string[] | Message): MessageArgument {
  if (typeof value === "string") return { name, text: value };
  if ("pattern" in value) return { name, text: value.text, message: value };
  return { name, text: value.join(", "), list: { items: value, form: "comma" } };
}

/**
 * A message of the page.
 *
 * @param _identity the name that translations refer to
 * @param values the arguments of the pattern, by name
 */
export function words(
  _identity: `k${string}`,
  pattern: string,
  values: Readonly<Record<string, string | readonly string[] | Message>> = {},
): Message {
  const given = Object.entries(values).map(([name, value]) => argument(name, value));
  const text = pattern.replace(
    /\{(\w+)\}/g,
    (place, name: string) => given.find((one) => one.name === name)?.text ?? place,
  );
  return { text, pattern, arguments: given };
}
