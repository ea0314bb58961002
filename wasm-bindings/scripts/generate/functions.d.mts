// Types of the generator, for its tests.

export interface EngineFunction {
  name: string;
  result: string;
  parameters: { type: string; name: string }[];
  doc: string;
}

export function readFunctions(text: string): EngineFunction[];
