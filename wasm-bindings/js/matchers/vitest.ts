// The matchers for Vitest, with types, and the comparison and the snapshots of programs and arrays. Import this file in a test, or add it to the setup files of Vitest's
// configuration.

import { expect } from "vitest";
import type { RelayMatchers } from "../matchers.js";
import { register } from "./register.js";

declare module "vitest" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unused-vars, @typescript-eslint/no-explicit-any
  interface Matchers<T = any> extends RelayMatchers {}
}

register(expect);
