// Options of the scripts. --help prints help and ends the script. The error for an unknown option lists the known ones.

import { parseArgs } from "node:util";
import { UserError, report } from "./run.mjs";

/**
 * @typedef {{type?: "string"|"boolean", value?: string, default?: string|boolean, multiple?: boolean, help: string}}
 * Option
 *   `type` is "boolean" when absent. `value` is the name of the value in the help. A `multiple` option may be repeated,
 *   and its value is a list.
 */

/** The options of every script. */
const common = {
  verbose: { help: "show what is run and all that it prints" },
  help: { help: "print this" },
};

/** The help text of a script. */
export function helpText({ usage, about, options = {} }) {
  const rows = Object.entries({ ...options, ...common }).map(([name, option]) => [
    `--${name}${option.type === "string" ? ` ${option.value ?? "VALUE"}` : ""}`,
    option.default ? `${option.help} (default: ${option.default})` : option.help,
  ]);
  const width = Math.max(...rows.map(([left]) => left.length));
  const lines = rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
  return [`Usage: ${usage}`, "", about, "", "Options:", ...lines].join("\n");
}

/**
 * The values of a script's options and its other arguments.
 *
 * @param {{usage: string, about: string, options?: Record<string, Option>,
 *   positionals?: boolean}} description `positionals`: other arguments are allowed
 * @param {string[]} [args]
 * @returns {{values: Record<string, any>, positionals: string[]}}
 * @throws {UserError} for an unknown option, or one that lacks its value
 */
export function parseOptions(description, args = process.argv.slice(2)) {
  const all = { ...description.options, ...common };
  const options = Object.fromEntries(
    Object.entries(all).map(([name, option]) => [
      name,
      {
        type: option.type ?? "boolean",
        ...(option.default === undefined ? {} : { default: option.default }),
        ...(option.multiple ? { multiple: true } : {}),
      },
    ]),
  );
  try {
    return parseArgs({ args, options, allowPositionals: description.positionals ?? false });
  } catch (error) {
    const known = Object.keys(all).map((name) => `--${name}`);
    throw new UserError(
      `${error.message.split(". To specify")[0]}\nThe options are ${known.join(", ")}.`,
    );
  }
}

/** Like parseOptions, but --help prints the help and ends the process. A mistake ends it, too. */
export function readOptions(description, args) {
  try {
    const parsed = parseOptions(description, args);
    if (!parsed.values.help) return parsed;
    console.log(helpText(description));
    process.exit(0);
  } catch (error) {
    report(error);
    process.exit(1);
  }
}
