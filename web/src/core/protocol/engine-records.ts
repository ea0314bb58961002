// Schemas of the engine's records (`passcope/records`). The engine gives fields and types; this file bounds the sizes.
import {
  records,
  type FieldDescription,
  type RecordDescription,
  type Records,
  type TypeDescription,
} from "passcope/records";
import { dim } from "./import-source";
import {
  array,
  boolean,
  integer,
  literal,
  maybe,
  number,
  object,
  oneOf,
  record,
  string,
  tuple,
  type Schema,
} from "./schema";
import { own } from "../../i18n/own";

/** The type of a deep copy: all fields are read-only. */
type Copied<T> = T extends object ? { readonly [K in keyof T]: Copied<T[K]> } : T;

/** Schemas of fields that replace those of the record's description. */
type Bounds<T> = { readonly [K in keyof T]?: Schema<NonNullable<T[K]>> };
type AnyBounds = Readonly<Record<string, Schema<unknown> | undefined>>;

/** The schema of an engine record, with other bounds for some of its fields. */
export function engineRecord<N extends keyof Records>(
  name: N,
  bounds: Bounds<Records[N]> = {},
): Schema<Copied<Records[N]>> {
  return schemaOfRecord(records[name], bounds) as Schema<Copied<Records[N]>>;
}

function schemaOfRecord(description: RecordDescription, bounds: AnyBounds): Schema<unknown> {
  if (description.form === "union") {
    const sorts = Object.entries(description.sorts).map(([kind, fields]) => [
      kind,
      object({ kind: literal(kind), ...schemasOf(fields, bounds) }),
    ]);
    return oneOf("kind", Object.fromEntries(sorts) as Record<string, Schema<unknown>>);
  }
  const fields = schemasOf(description.fields, bounds);
  // eslint-disable-next-line passcope/bounded-arguments -- The fields of one record.
  return description.form === "object" ? object(fields) : tuple(...Object.values(fields));
}

function schemasOf(
  fields: readonly FieldDescription[],
  bounds: AnyBounds,
): Record<string, Schema<unknown>> {
  const schemas = fields.map(({ name, type, optional }): [string, Schema<unknown>] => {
    const of = own(bounds, name) ?? schemaOf(type);
    return [name, optional ? maybe(of) : of];
  });
  return Object.fromEntries(schemas);
}

function schemaOf(type: TypeDescription): Schema<unknown> {
  switch (type.kind) {
    case "bool":
      return boolean;
    case "int":
      return integer;
    case "float":
      return number;
    case "string":
    case "dtype":
      return string();
    case "dim":
      return dim;
    case "literal":
      // eslint-disable-next-line passcope/bounded-arguments -- The values of one type.
      return literal(...type.values);
    case "record":
      // Made only when a value arrives, because a record may contain itself.
      return (value) => engineRecord(type.name)(value);
    case "list":
      return array(schemaOf(type.of[0]));
    case "dict":
      return record(schemaOf(type.of[1]));
    case "tuple":
      // eslint-disable-next-line passcope/bounded-arguments -- The parts of one type.
      return tuple(...type.of.map(schemaOf));
    case "optional": {
      const of = schemaOf(type.of[0]);
      return (value) => (value === null ? null : of(value));
    }
    case "any":
      throw new Error("a value of any type cannot be checked");
  }
}
