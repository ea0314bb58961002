// The matchers in Vitest, with their types: a setup file of its configuration, or an import in a test.

import { expect } from "vitest";
import * as matchers from "../matchers.js";
import type { RelayMatchers } from "../matchers.js";

declare module "vitest" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unused-vars, @typescript-eslint/no-explicit-any
  interface Matchers<T = any> extends RelayMatchers {}
}

expect.extend({ ...matchers });
