// Types of the generator, for its tests.

import type { EngineFunction } from "./functions.mjs";

export interface Option {
  name: string;
  type: string;
  default: unknown;
  doc: string;
  required: boolean;
}

export interface Field {
  name: string;
  type: string;
  doc?: string;
  optional?: boolean;
}

/** The result of the engine's `schema()`. */
export interface Schema {
  records: { name: string; doc: string; tuple?: boolean; fields: Field[] }[];
  hooks: { name: string; takes: string[]; answers: boolean; doc: string; beyondTvm: boolean }[];
  decisions: { name: string; arguments: Field[]; text: string; doc: string }[];
  instruments: {
    name: string;
    summary: string;
    options: Option[];
    data: { name: string; type: string; doc: string } | null;
    text: boolean;
    clears: boolean;
    questions: { name: string; arguments: Option[]; answer: string; doc: string }[];
  }[];
  passes: {
    name: string;
    optLevel: number;
    required: string[];
    summary: string;
    options: Option[];
  }[];
  models: { name: string; summary: string; options: Option[] }[];
  settings: { name: string; summary: string; options: Option[] }[];
  configKeys: { name: string; type: string; doc: string; inTvm: boolean }[];
}

export interface Tables {
  functions: EngineFunction[];
  schema: Schema;
  ops: unknown[];
}

/** Loads the engine in dist without the package, which does not exist yet. */
export function loadEngine(): Promise<{ schema(): string; ops(): string }>;
/** Reads the tables that the files are made from. */
export function readTables(): Promise<Tables>;
/** The names and texts of the files for these tables. */
export function generatedFiles(tables: Tables): Map<string, string>;
