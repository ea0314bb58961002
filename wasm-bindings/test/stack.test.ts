// A stack overflow inside of the engine. This test has its own file, because the engine does not work afterwards.
import { InternalError, PasscopeError, relay, transform } from "passcope";
import { expect, test } from "vitest";
import { smallModule } from "./programs";

test("a stack that runs out inside of the engine stops it, whatever is caught in between", () => {
  const mod = smallModule();
  let caught: unknown;
  // The overflow happens inside of the engine sooner or later. Callers that catch the error cannot go on with the
  // engine.
  const down = (): void => {
    try {
      mod.structuralHash();
      down();
    } catch (error) {
      caught ??= error;
    }
  };
  const hook = transform.modulePass({ optLevel: 0, name: "Down" }, (given) => {
    for (let i = 0; i < 200 && !(caught instanceof PasscopeError); i += 1) {
      caught = undefined;
      // Each attempt starts at another depth.
      const at = (depth: number): void => (depth > 0 ? at(depth - 1) : down());
      at(i);
    }
    return given;
  });
  expect(() => hook(mod)).toThrow(InternalError);
  expect((caught as Error).message).toMatch(
    /^Passcope \d+\.\d+\.\d+ has stopped: the stack ran out inside of it\. /,
  );
  expect(() => relay.var("x")).toThrow(caught);
  expect(() => mod.dispose()).not.toThrow();
});
