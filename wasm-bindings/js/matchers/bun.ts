// The matchers for Bun, with types, and the comparison and the snapshots of programs and arrays as far as Bun supports
// them. Import this file in a test, or preload it.

// eslint-disable-next-line @typescript-eslint/ban-ts-comment
/** @ts-ignore Only Bun has this module, and its types may be missing. */
import * as runner from "bun:test";
import type { RelayMatchers } from "../matchers.js";
import { register, type ExtensibleExpect } from "./register.js";

// eslint-disable-next-line @typescript-eslint/ban-ts-comment
/** @ts-ignore The types may be missing. The declaration then has no effect. */
declare module "bun:test" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unused-vars
  interface Matchers<T> extends RelayMatchers {}
}

register((runner as { expect: ExtensibleExpect }).expect);
