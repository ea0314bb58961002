// What the engine says of operators. Of a sentence that is said of several, the first table here has the translation.
import type { Sentences } from "../../sentences";
import { operatorArguments, operatorAttributes } from "./arguments";
import { operators } from "./operators";

export const ops: Sentences = { ...operators, ...operatorArguments, ...operatorAttributes };
