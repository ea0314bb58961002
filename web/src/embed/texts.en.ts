// The embedded element's texts in English, for everything except the views of a run.
import { count, either } from "../i18n/en/format";

export const embed = {
  "embed.label": (p: { title: string }) => `Passcope: ${p.title}`,
  "embed.program": "Relay program",
  "embed.run": "Run",
  "embed.stop": "Stop",
  "embed.playground": "Open in the playground",
  "embed.newWindow": "(in a new window)",
  "embed.waiting": "Runs in your browser when you press Run",
  "embed.waitingCode": "Contains code, which runs when you press Run, in a sandbox without network",
  "embed.soon": "Runs in your browser as soon as it is in view",
  "embed.loading": "Loading the engine…",
  "embed.running": "Running…",
  "embed.runningPass": (p: { pass: string; n: number }) => `Running ${p.pass}, pass ${p.n}…`,
  "embed.measuring": "Repeating for steady times…",
  "embed.done": (p: { passes: number }) => `Done, ${count(p.passes, "pass", "passes")} ran`,
  "embed.outdated": "Changed since the last run",
  "embed.stopped": "Stopped",
  "embed.failed": "Failed",
  "embed.restarted": "The engine was restarted",
  "embed.lost":
    "Another run on this page was stopped, which ended the shared engine. Press Run again.",
  "embed.showCode": "The code",
  "embed.views": "Results",
  "embed.notLoaded": "The code of this demonstration could not be loaded. Is there a connection?",
  "embed.policy": (p: { directive: string; blocked: string }) =>
    `This page’s Content-Security-Policy blocks it: ${p.directive} does not allow ${p.blocked}.`,
  "embed.noSandbox": (p: { address: string }) =>
    `${p.address} is not served as a page, so code cannot run there.`,
  "embed.problems": "Problems in the attributes of this demonstration:",
  "embed.unknownAttribute": (p: { name: string }) =>
    `There is no attribute “${p.name}”; options of a model need the attribute “model”.`,
  "embed.unknownModel": (p: { name: string; known: readonly string[] }) =>
    `There is no model “${p.name}”; it can be ${either(p.known)}.`,
  "embed.unknownOption": (p: { name: string; model: string; known: readonly string[] }) =>
    `“${p.name}” is neither an attribute nor an option of ${p.model}, which has ${either(p.known)}.`,
  "embed.wrongValue": (p: { name: string; value: string; known: readonly string[] }) =>
    `The attribute “${p.name}” is “${p.value}”; it can ${p.known.length > 0 ? `be ${either(p.known)}` : "have at most a million characters"}.`,
  "embed.tooHigh": (p: { name: string; value: string; most: string }) =>
    `The attribute “${p.name}” is “${p.value}”; it can be ${p.most} at most.`,
  "embed.wrongList": (p: { name: string; expected: string; at: number; found: string }) =>
    `The attribute “${p.name}”: expected ${p.expected} at character ${p.at + 1}, but ${
      p.found === "" ? "the text ends there" : `found “${p.found}”`
    }.`,
  "embed.notJson": (p: { name: string; message: string }) =>
    `The attribute “${p.name}” is not valid JSON: ${p.message}`,
  "embed.notBoth": (p: { one: string; other: string }) =>
    `Both ${p.one} and ${p.other} are given; ${p.one} is used.`,
  "embed.unreadable": (p: { message: string }) => p.message,
  "embed.badLink": (p: { message: string }) => `The link could not be opened. ${p.message}`,
};
