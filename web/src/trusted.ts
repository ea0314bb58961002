// The page's one way to name a script to run: the policy of the document demands that such an address
// has gone through here (Trusted Types), and only the site's own files do.

interface Policy {
  createScriptURL(address: string): unknown;
}
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): Policy;
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

const policy = trustedTypes?.createPolicy("passcope", {
  createScriptURL: (address) => {
    const { href } = new URL(address, document.baseURI);
    if (!href.startsWith(new URL("./", document.baseURI).href)) {
      throw new TypeError("It is none of this site's scripts.");
    }
    return href;
  },
});

/** An address, relative to the document, for a worker. Throws TypeError for those of other sites. */
export function ownScript(address: string): string {
  // What a policy returns is taken where a text is expected.
  return (policy ? policy.createScriptURL(address) : address) as string;
}

/** Starts a worker of the site's. */
export const ownWorker = (address: string): Worker =>
  new Worker(ownScript(address), { type: "module" });
