// What the editor asks the language service. Positions are offsets in UTF-16.

export interface CodeDiagnostic {
  readonly from: number;
  readonly to: number;
  readonly severity: "error" | "warning";
  readonly message: string;
}

export interface CompletionItem {
  readonly name: string;
  /** The kind of thing, as TypeScript calls it: "method", "property", "class", … */
  readonly kind: string;
  readonly insert?: string;
}

export interface Completions {
  /** Where what is completed begins. */
  readonly from: number;
  readonly items: readonly CompletionItem[];
}

/** What is known about a name. */
export interface Description {
  readonly signature: string;
  readonly documentation: string;
}

export interface Hover extends Description {
  readonly from: number;
  readonly to: number;
}

export interface Signature {
  /** The call's signature in pieces; the parameter that is being written is `active`. */
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

/** `source` is there when it is another than with the request before. */
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
