// The matchers in Jest, with their types: a file of `setupFilesAfterEnv` in its configuration, or an import in a test.
// Jest gives tests a global `expect`, whose types are those of @types/jest; who imports it from @jest/globals has the
// types, too. Those are of Jest's package expect, which not everybody has who has @types/jest.

import * as matchers from "../matchers.js";
import type { RelayMatchers } from "../matchers.js";

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace jest {
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unused-vars
    interface Matchers<R, T = {}> extends RelayMatchers<R> {}
  }
}

// eslint-disable-next-line @typescript-eslint/ban-ts-comment
/** @ts-ignore The module need not be there; what is declared of it then concerns nobody. */
declare module "expect" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface Matchers<R> extends RelayMatchers<R> {}
}

const { expect } = globalThis as unknown as {
  expect: { extend(matchers: Readonly<Record<string, unknown>>): void };
};
expect.extend({ ...matchers });
