// Types of the generator, for its tests.

export interface Type {
  kind: string;
  of?: Type[];
  values?: string[];
  name?: string;
}

export function parseType(text: string): Type;
export function typeScript(type: Type, options?: { given?: boolean }): string;
