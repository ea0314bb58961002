// Code that ends the interpreter of Python: its failure says so, and is no bug of the engine.
import { expect, it } from "vitest";
import { pythonInNode } from "../../build-plugins/learn/run-python";
import { EngineClient, EngineFailure } from "../../src/core/protocol/client";
import { makePythonCodeHost } from "../../src/engine/code-python/code-host";
import { PYTHON_ENDED } from "../../src/engine/session/failure";
import { headline } from "../../src/ui/failure";
import { spawner } from "./page-session";

const ask = async (code: string): Promise<EngineFailure> => {
  const host = makePythonCodeHost(
    await pythonInNode(),
    () => Promise.resolve(),
    () => performance.now(),
  );
  const client = new EngineClient(spawner(host), () => undefined, false);
  const ended = await client.send("script", { code }).catch((error: unknown) => error);
  if (!(ended instanceof EngineFailure)) throw new Error("it goes on");
  return ended;
};

it("an endless recursion is an exception, and an abort ends Python", async () => {
  const deep = await ask("def f():\n  f()\nf()\n");
  expect(deep.failure).toMatchObject({ name: "RecursionError", fatal: false });
  const { failure } = await ask("import os\nos.abort()\n");
  expect(failure).toMatchObject({ name: PYTHON_ENDED, fatal: true });
  expect(headline(failure).join(" ")).toContain("Python ended");
  expect(headline(failure).join(" ")).not.toContain("bug");
});
