// Requests of the editor to the language service. Positions are UTF-16 offsets.

export interface CodeDiagnostic {
  readonly from: number;
  readonly to: number;
  readonly severity: "error" | "warning";
  readonly message: string;
}

export interface CompletionItem {
  readonly name: string;
  /** The kind of the item in TypeScript's words: "method", "property", "class", … */
  readonly kind: string;
  readonly insert?: string;
}

export interface Completions {
  /** The start of the text that the completion replaces. */
  readonly from: number;
  readonly items: readonly CompletionItem[];
}

/** The signature and the documentation of a name. */
export interface Description {
  readonly signature: string;
  readonly documentation: string;
}

export interface Hover extends Description {
  readonly from: number;
  readonly to: number;
}

export interface Signature {
  /** The parts of the call's signature around `active`, the parameter at the cursor. */
  readonly before: string;
  readonly active: string;
  readonly after: string;
  readonly documentation: string;
}

export interface LanguageRequests {
  diagnostics: { request: object; reply: readonly CodeDiagnostic[] };
  completions: { request: { at: number }; reply: Completions | undefined };
  describe: { request: { at: number; name: string }; reply: Description | undefined };
  hover: { request: { at: number }; reply: Hover | undefined };
  signature: { request: { at: number }; reply: Signature | undefined };
}

export type LanguageKind = keyof LanguageRequests;

/** `source` is left out if it is the same as in the previous request. */
export type LanguageRequest = {
  [K in LanguageKind]: {
    id: number;
    kind: K;
    source?: string;
    body: LanguageRequests[K]["request"];
  };
}[LanguageKind];

export type LanguageReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string };
