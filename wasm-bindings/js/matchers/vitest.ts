// The matchers for Vitest, with types. Import this file in a test, or add it to the setup files of Vitest's
// configuration.

import { expect } from "vitest";
import * as matchers from "../matchers.js";
import type { RelayMatchers } from "../matchers.js";

declare module "vitest" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unused-vars, @typescript-eslint/no-explicit-any
  interface Matchers<T = any> extends RelayMatchers {}
}

expect.extend({ ...matchers });
