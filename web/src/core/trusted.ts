// The only way to name a script to run. The site's documents demand Trusted Types, and this policy accepts only the
// site's own files.

interface Policy {
  createScriptURL(address: string, wrapped: (address: string) => string): unknown;
}
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string, wrapped: (address: string) => string): string },
  ): Policy;
}

/** The site's address: its scripts are in a folder below it. */
const site = new URL("../", import.meta.url).href;

function checked(address: string, wrapped: (address: string) => string): string {
  const { href } = new URL(address, site);
  if (!href.startsWith(site)) throw new TypeError("It is none of this site's scripts.");
  return wrapped(href);
}

let policy: Policy | undefined;

/**
 * The address of a script for a worker. `address` is relative to the site. `wrapped` may replace it by another address
 * that loads the script. Throws TypeError for scripts of other sites.
 */
export function ownScript(
  address: string,
  wrapped: (address: string) => string = (href) => href,
): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return checked(address, wrapped);
  policy ??= trustedTypes.createPolicy("passcope", { createScriptURL: checked });
  // A TrustedScriptURL works wherever the DOM's types demand a string.
  return policy.createScriptURL(address, wrapped) as string;
}
