import { expect, test } from "vitest";
import { register } from "passcope/matchers/register";
import { comparisons, registered } from "./expect.mjs";

comparisons({ expect, test });
registered({ expect, test, register });
