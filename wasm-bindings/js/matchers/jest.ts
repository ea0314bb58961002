// The matchers for Jest, with types, and the comparison and the snapshots of programs and arrays. Import this file in a test, or add it to `setupFilesAfterEnv` in Jest's
// configuration. The global `expect` has its types from @types/jest. An `expect` that is imported from @jest/globals
// has them from Jest's package expect, which may be missing.

import type { RelayMatchers } from "../matchers.js";
import { register, type ExtensibleExpect } from "./register.js";

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace jest {
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unused-vars
    interface Matchers<R, T = {}> extends RelayMatchers<R> {}
  }
}

// eslint-disable-next-line @typescript-eslint/ban-ts-comment
/** @ts-ignore The module may be missing. Its declaration then has no effect. */
declare module "expect" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface Matchers<R> extends RelayMatchers<R> {}
}

const { expect } = globalThis as { expect?: ExtensibleExpect };
if (!expect) {
  throw new Error(
    "passcope/matchers/jest needs Jest's global expect: with injectGlobals: false, call register(expect) of passcope/matchers/register",
  );
}
register(expect);
