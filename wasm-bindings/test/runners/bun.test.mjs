import { expect, test } from "bun:test";
import { register } from "passcope/matchers/register";
import { comparisons, registered } from "./expect.mjs";

// Bun's `toMatchObject` compares private fields, and its messages do not read getters.
comparisons({ expect, test, matches: false, shows: "IRModule" });
registered({ expect, test, register, snapshots: false });
