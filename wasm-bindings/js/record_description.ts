// Descriptions of records as data.

import type { Records } from "./generated/records.js";

/** The type of a field of a record. */
export type TypeDescription =
  | { readonly kind: "bool" | "int" | "float" | "string" | "dtype" | "dim" | "any" }
  | { readonly kind: "literal"; readonly values: readonly string[] }
  | { readonly kind: "record"; readonly name: keyof Records }
  | { readonly kind: "list" | "optional"; readonly of: readonly [TypeDescription] }
  /** An object with arbitrary keys, whose values have the second type. */
  | { readonly kind: "dict"; readonly of: readonly [TypeDescription, TypeDescription] }
  | { readonly kind: "tuple"; readonly of: readonly TypeDescription[] };

export interface FieldDescription {
  readonly name: string;
  readonly type: TypeDescription;
  /** True if the field can be missing. */
  readonly optional?: true;
}

export type RecordDescription =
  /** An object with these fields, or an array of their values in this order. */
  | { readonly form: "object" | "tuple"; readonly fields: readonly FieldDescription[] }
  /** An object whose field `kind` determines its other fields. */
  | {
      readonly form: "union";
      readonly sorts: Readonly<Record<string, readonly FieldDescription[]>>;
    };
