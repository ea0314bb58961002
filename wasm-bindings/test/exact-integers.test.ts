// Integers of 64 bits cross the boundary exactly in both directions, or are refused by name.
import { NDArray, PassContext, relay, transform } from "passcope";
import { expect, test } from "vitest";
import { fromJson, toJson } from "../js/exact_json.js";

const odd = [2n ** 53n + 1n, -(2n ** 53n) - 1n, 2n ** 63n - 1n, -(2n ** 63n) + 1n];
const data = relay.var("x", { shape: [2], dtype: "float32" });

test.each(odd)("attributes and shapes keep %s", (value) => {
  const call = relay.reshape(data, { newshape: [value as unknown as number] });
  expect(call.attrs).toMatchObject({ newshape: [value] });
  expect(String(call)).toContain(`newshape=[${value}i64]`);
  const body = String(call).split("\n").at(-1);
  const again = relay.fromtext(
    `#[version = "0.0.5"]\ndef @main(%x: Tensor[(2), float32]) { ${body} }`,
  );
  expect(String(again)).toContain(`[${value}i64]`);
  if (value < 0n) return;
  const large = relay.var("y", { shape: [value as unknown as number], dtype: "float32" });
  expect(String(large)).toContain(`Tensor[(${value}i64), float32]`);
});

test("small bigints are numbers", () => {
  const call = relay.reshape(data, { newshape: [2n as unknown as number] });
  expect(call.attrs).toMatchObject({ newshape: [2] });
  expect(NDArray.from([1, 2], [2n as unknown as number]).shape).toEqual([2]);
});

test("options and settings keep them", () => {
  const config = { "relay.FuseOps.max_depth": 2n ** 53n + 1n };
  expect(() => new PassContext({ config: config as never })).not.toThrow();
  expect(() => transform.FuseOps({ fuseOptLevel: 2n as unknown as number })).not.toThrow();
});

test("larger ones are refused by name", () => {
  const refused = /newshape: 9223372036854775808 does not fit an integer of 64 bits/;
  expect(() => relay.reshape(data, { newshape: [(2n ** 63n) as unknown as number] })).toThrow(
    refused,
  );
  expect(() => transform.FuseOps({ fuseOptLevel: (2n ** 64n) as unknown as number })).toThrow(
    /fuse_opt_level: 18446744073709551616 does not fit an integer of 64 bits/,
  );
  expect(() => relay.const((2n ** 53n) as unknown as number, "int64")).toThrow(
    /not of type bigint/,
  );
});

test("values that are nested too deeply are refused", () => {
  let deep: unknown[] = [];
  for (let i = 0; i < 20_000; i += 1) deep = [deep];
  expect(() => relay.reshape(data, { newshape: deep as never })).toThrow(/nested too deeply/);
  expect(() => transform.FuseOps({ fuseOptLevel: deep as never })).toThrow(/nested too deeply/);
});

test("texts with digits stay texts, and reals stay reals", () => {
  const values = {
    a: "9007199254740993",
    b: 1.2345678901234567,
    c: 1e300,
    d: [2n ** 53n + 1n],
    e: '"12345678901234567890\\',
  };
  expect(fromJson(toJson(values))).toEqual(values);
  expect(fromJson('{"a":12345678901234567.0,"b":1.2345678901234567e-7}')).toEqual({
    a: Number("12345678901234567"),
    b: Number("1.2345678901234567e-7"),
  });
});
