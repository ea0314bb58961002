// A bug of the engine stops it. This test has its own file, because the engine does not work afterwards.
import { InternalError, PasscopeError, engine, relay } from "passcope";
import { expect, test } from "vitest";
import { host } from "../dist/engine.js";
import { smallModule } from "./programs";

test("after an internal error every call throws the same report", () => {
  const mod = smallModule();
  // The report of a failed check in C++.
  host.fail(3, 0, "check failed: x == y (somewhere.cc:12)", "");
  let first: unknown;
  try {
    engine.passes();
  } catch (error) {
    first = error;
  }
  expect(first).toBeInstanceOf(InternalError);
  expect(first).toBeInstanceOf(PasscopeError);
  expect((first as InternalError).name).toBe("InternalError");
  expect((first as InternalError).message).toMatch(
    /^Passcope \d+\.\d+\.\d+ has stopped: check failed: x == y \(somewhere\.cc:12\)\. .*report/,
  );
  expect(() => String(mod)).toThrow(first);
  expect(() => relay.var("x")).toThrow(first);
  // Freeing objects is still allowed.
  expect(() => mod.dispose()).not.toThrow();
});
