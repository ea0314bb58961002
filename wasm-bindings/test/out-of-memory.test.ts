// The end of the engine's memory. This test has its own file, because the engine does not work afterwards.
import { DiagnosticError, OutOfMemoryError, relay } from "passcope";
import { expect, test } from "vitest";
import { raw } from "../dist/engine.js";
import { smallModule } from "./programs";

test("what has no room is refused, and a text that has none ends the engine by name", () => {
  const mod = smallModule();
  // Fills the memory until less than 4 MiB are left, because messages need memory, too.
  let refused: unknown;
  for (let bytes = 512 << 20; bytes >= 4 << 20; bytes >>= 1) {
    try {
      for (;;) raw().makeArray(JSON.stringify([bytes]), "uint8");
    } catch (error) {
      refused = error;
      if (!(error instanceof DiagnosticError)) break;
    }
  }
  expect(refused).toBeInstanceOf(DiagnosticError);
  // The engine works as long as its results fit into memory.
  expect(String(mod)).toContain("@main");
  let ended: unknown;
  try {
    relay.fromtext(`#[version = "0.0.5"]\n${" ".repeat(8 << 20)}def @main() { 1 }`);
  } catch (error) {
    ended = error;
  }
  expect(ended).toBeInstanceOf(OutOfMemoryError);
  expect((ended as Error).message).toMatch(
    /^Passcope \d+\.\d+\.\d+ has stopped: its memory is used up\. /,
  );
  expect(() => String(mod)).toThrow(ended);
  expect(() => mod.dispose()).not.toThrow();
});
