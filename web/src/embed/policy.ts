// Reports what the Content-Security-Policy of the page around refuses: a refused worker or script reports nothing.

export interface Refusal {
  readonly directive: string;
  readonly blocked: string;
}

/** Calls `tell` when the policy refuses the script's own files, its workers or its frame. */
export function watchPolicy(tell: (refusal: Refusal) => void): () => void {
  const own = new URL(import.meta.url).origin;
  const listener = (event: SecurityPolicyViolationEvent): void => {
    const { blockedURI, effectiveDirective, disposition } = event;
    const ours = blockedURI.startsWith("blob") || blockedURI.startsWith(own);
    const engines = /^(?:wasm-eval|trusted-types)/.test(blockedURI);
    if (disposition === "report" || !(ours || engines)) return;
    tell({ directive: effectiveDirective, blocked: blockedURI.slice(0, 200) });
  };
  document.addEventListener("securitypolicyviolation", listener);
  return () => document.removeEventListener("securitypolicyviolation", listener);
}
