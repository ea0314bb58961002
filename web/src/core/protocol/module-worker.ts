// Makes workers from scripts that may be on another site than the page, as with embedded elements.
import { ownScript } from "../trusted";

/** The beginning of a worker's error that reports a policy refusal. The directive and the blocked address follow. */
const REFUSED = "passcope-policy:";

/**
 * The directive and the address that the page's policy refused to a worker, from the message of the worker's error;
 * undefined for other errors.
 */
export function refusalOf(
  message: string,
): { readonly directive: string; readonly blocked: string } | undefined {
  const [, directive, blocked] = /passcope-policy:(\S+) (\S*)/.exec(message) ?? [];
  return directive === undefined || blocked === undefined ? undefined : { directive, blocked };
}

/** The longest time for a worker to read the script that imports its own, in milliseconds. */
const READ_MS = 60_000;

/**
 * A worker from a module script of the site that this script comes from.
 *
 * @param name the worker's own name.
 */
export function moduleWorker(url: string, name = ""): Worker {
  const { href, origin } = new URL(url, import.meta.url);
  if (origin === self.origin) return new Worker(ownScript(href), { type: "module", name });
  const own = ownScript(href, (address) =>
    URL.createObjectURL(new Blob([importing(address)], { type: "text/javascript" })),
  );
  setTimeout(() => URL.revokeObjectURL(own.toString()), READ_MS);
  return new Worker(own, { type: "module", name });
}

/**
 * Browsers refuse workers from another site's script. They allow a script of the page's own that imports from anywhere.
 * Messages that arrive meanwhile are held back. The page gets no event when its policy refuses something to the worker,
 * so the script reports that as an error.
 */
const importing = (address: string): string => `
const held = [];
const hold = (event) => held.push(event.data);
addEventListener("message", hold);
addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, disposition }) => {
  if (disposition === "report") return;
  reportError(new Error("${REFUSED}" + effectiveDirective + " " + blockedURI));
});
import(${JSON.stringify(address)}).then(
  () => {
    removeEventListener("message", hold);
    for (const data of held) dispatchEvent(new MessageEvent("message", { data }));
  },
  // The report of the policy's refusal must arrive first.
  (error) => setTimeout(() => reportError(error), 100),
);`;
