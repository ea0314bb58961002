// The engine's descriptions of operators. If several tables have a sentence, the first one gives its translation.
import type { Sentences } from "../../sentences";
import { operatorArguments, operatorAttributes } from "./arguments";
import { operators } from "./operators";

export const ops: Sentences = { ...operators, ...operatorArguments, ...operatorAttributes };
