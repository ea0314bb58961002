// The one way to name a script to run: documents may demand that such an address has gone through a
// policy (Trusted Types), as this site's do, and only the site's own files do.

interface Policy {
  createScriptURL(address: string, wrapped: (address: string) => string): unknown;
}
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string, wrapped: (address: string) => string): string },
  ): Policy;
}

/** The site: scripts lie in a folder of it. */
const site = new URL("../", import.meta.url).href;

function checked(address: string, wrapped: (address: string) => string): string {
  const { href } = new URL(address, site);
  if (!href.startsWith(site)) throw new TypeError("It is none of this site's scripts.");
  return wrapped(href);
}

let policy: Policy | undefined;

/**
 * The address of a script, relative to the site, for a worker; `wrapped` may make another of it that
 * loads the script. Throws TypeError for scripts of other sites.
 */
export function ownScript(
  address: string,
  wrapped: (address: string) => string = (href) => href,
): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return checked(address, wrapped);
  policy ??= trustedTypes.createPolicy("passcope", { createScriptURL: checked });
  // A TrustedScriptURL may be used wherever the DOM's types ask for a string.
  return policy.createScriptURL(address, wrapped) as string;
}
