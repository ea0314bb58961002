import { expect, it } from "vitest";
import { sessionOptions } from "../../src/engine/session/session-options";

it("lets everybody who waits go on, in order", async () => {
  const { breathe } = sessionOptions();
  const order: number[] = [];
  await Promise.all([1, 2, 3].map((who) => breathe().then(() => order.push(who))));
  expect(order).toEqual([1, 2, 3]);
});
