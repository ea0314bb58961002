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
  "console.copy": "Copy the output",
  "console.noneOfSort": "Nothing at this level was printed.",
  "console.empty": "Output of console.log and of instruments appears here.",
  "console.log": "Printed by the latest run",
  "console.earlier": ({ more, all }: { more: number; all: number }) =>
    `Show ${number(more)} earlier of ${number(all)}`,
  "console.goTo": ({ line }: { line: number }) => `Go to line ${line} of the code`,
};
