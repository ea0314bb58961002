// Makes workers of scripts that may lie on another site than the page, as those of an embedded element do.
import { ownScript } from "../trusted";

/** What a worker's error begins with that tells of a refusal: the directive and what it blocked follow. */
const REFUSED = "passcope-policy:";

/** What the page's policy has refused a worker, by the message of the worker's error. */
export function refusalOf(
  message: string,
): { readonly directive: string; readonly blocked: string } | undefined {
  const [, directive, blocked] = /passcope-policy:(\S+) (\S*)/.exec(message) ?? [];
  return directive === undefined || blocked === undefined ? undefined : { directive, blocked };
}

/** How long a worker may take to read the script that imports its own, in milliseconds. */
const READ_MS = 60_000;

/**
 * A worker of a module script, one of the site's that this script is from.
 *
 * @param name what the worker calls itself.
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
 * A browser makes no worker of another site's script. It makes one of a script of the page's own, which may
 * import from anywhere; what is sent meanwhile is kept. The page does not hear of what its policy refuses
 * the worker, so that is said as an error.
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
  // What the policy refused is to be told first.
  (error) => setTimeout(() => reportError(error), 100),
);`;
