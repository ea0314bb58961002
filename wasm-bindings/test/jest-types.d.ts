// The types of Jest's packages expect and @jest/globals that matchers depend on: the name, the parameters and the
// module of the interface.

declare module "expect" {
  export interface Matchers<R extends void | Promise<void>, T = unknown> {
    toBe(expected: T): R;
  }
}

declare module "@jest/globals" {
  import type { Matchers } from "expect";

  type Both<R extends void | Promise<void>, T> = Matchers<R, T> & { not: Matchers<R, T> };
  export const expect: <T = unknown>(
    actual: T,
  ) => Both<void, T> & { resolves: Both<Promise<void>, T>; rejects: Both<Promise<void>, T> };
}
