import { count, number } from "../../i18n/en/format";

export const console = {
  "console.show": "Show",
  "console.all": "Everything",
  "console.usual": "Without debug",
  "console.warnings": "Warnings and errors",
  "console.errors": "Errors",
  "console.error": "Error",
  "console.warn": "Warning",
  "console.info": "Info",
  "console.debug": "Debug",
  "console.entries": ({ entries }: { entries: number }) => count(entries, "entry", "entries"),
  "console.entriesOf": ({ shown, entries }: { shown: number; entries: number }) =>
    `${number(shown)} of ${count(entries, "entry", "entries")}`,
  "console.clear": "Clear",
  "console.copy": "Copy what was printed",
  "console.noneOfSort": "Nothing of this sort was printed.",
  "console.empty":
    "What code prints with console.log appears here, and so does what instruments print.",
  "console.log": "Printed by the latest run",
  "console.earlier": ({ more, all }: { more: number; all: number }) =>
    `Show ${number(more)} earlier of ${number(all)}`,
  "console.goTo": ({ line }: { line: number }) => `Go to line ${line} of the code`,
};
