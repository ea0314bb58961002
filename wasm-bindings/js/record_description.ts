// What descriptions of records consist of.

import type { Records } from "./generated/records.js";

/** What a value of a record's field can be. */
export type TypeDescription =
  | { readonly kind: "bool" | "int" | "float" | "string" | "dtype" | "dim" | "any" }
  | { readonly kind: "literal"; readonly values: readonly string[] }
  | { readonly kind: "record"; readonly name: keyof Records }
  | { readonly kind: "list" | "optional"; readonly of: readonly [TypeDescription] }
  /** From texts to what the second type says. */
  | { readonly kind: "dict"; readonly of: readonly [TypeDescription, TypeDescription] }
  | { readonly kind: "tuple"; readonly of: readonly TypeDescription[] };

export interface FieldDescription {
  readonly name: string;
  readonly type: TypeDescription;
  /** Whether it can be absent. */
  readonly optional?: true;
}

export type RecordDescription =
  /** An object with these fields, or an array of their values in this order. */
  | { readonly form: "object" | "tuple"; readonly fields: readonly FieldDescription[] }
  /** An object whose field `kind` says which other fields it has. */
  | {
      readonly form: "union";
      readonly sorts: Readonly<Record<string, readonly FieldDescription[]>>;
    };
