// A loop that never disposes of anything, in an engine with little memory. Run with the megabytes that it may use, the
// number of rounds, and a word: "loop" for one task, "turns" for a task for each round, "keep" for objects that stay.

const [limit, rounds, how] = process.argv.slice(2);
const { grow } = WebAssembly.Memory.prototype;
WebAssembly.Memory.prototype.grow = function limited(pages) {
  if (this.buffer.byteLength + pages * 65536 > Number(limit) * 2 ** 20)
    throw new RangeError("limit");
  return grow.call(this, pages);
};
const { NDArray, IRModule, engine, relay, transform } = await import("passcope");

const kept = [];
const x = relay.var("x", [1024, 1024]);
for (let i = 0; i < Number(rounds); ++i) {
  // 4 MiB each: an array, a constant of it, and the constant that FoldConstant makes.
  const array = NDArray.from(new Float32Array(2 ** 20).fill(i), [1024, 1024]);
  const sum = relay.add(x, relay.add(relay.const(array), relay.const(1)));
  const folded = transform.FoldConstant()(transform.InferType()(IRModule.fromExpr(sum)));
  if (how === "keep") kept.push(folded, array);
  if (how === "turns") await new Promise((resolve) => setTimeout(resolve));
}
console.log(JSON.stringify({ memory: engine.memoryBytes(), handles: engine.liveHandles() }));
