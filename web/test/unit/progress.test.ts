// The running pass that the page shows.
import { expect, test } from "vitest";
import { PassProgress } from "../../src/engine/session/progress";

function run(): {
  readonly told: string[];
  readonly begin: (name: string) => void;
  readonly end: () => void;
  readonly after: (ms: number) => void;
} {
  let ms = 0;
  const told: string[] = [];
  const progress = new PassProgress(
    () => ms,
    (name, done) => told.push(`${done} ${name}`),
  );
  const { runBeforePass, runAfterPass } = progress.instrument();
  return {
    told,
    begin: (name) => runBeforePass(undefined, { name }),
    end: runAfterPass,
    after: (by) => (ms += by),
  };
}

test("a step is told when it begins, however soon: it may never end", () => {
  const { told, begin, end } = run();
  begin("sequential");
  begin("FoldConstant");
  end();
  begin("spin");
  expect(told).toEqual(["0 sequential", "1 FoldConstant", "0 sequential", "2 spin"]);
});

test("passes that a step runs are told seldom, and what runs after them is told again", () => {
  const { told, begin, end, after } = run();
  begin("sequential");
  begin("spin");
  for (let i = 0; i < 50; i += 1) {
    begin("InferType");
    end();
  }
  expect(told).toEqual(["0 sequential", "1 spin"]);
  after(100);
  begin("InferType");
  end();
  expect(told.slice(2)).toEqual(["52 InferType", "1 spin"]);
});
