// The corrections of Emscripten's loader.
import assert from "node:assert/strict";
import { test } from "node:test";
import { mendLoader, mendProgram } from "../../wasm-bindings/scripts/mend-loader.mjs";

const invoker = (body) =>
  "function craft(expectedArgCount,target){var argsWired=new Array(expectedArgCount);var invokerFuncArgs=[];" +
  `var destructors=[];return function(){${body}}}`;
const TEXTS =
  "function text(length){var ptr=_malloc(4+length+1);return ptr}" +
  "function wide(length){var charSize=4;var ptr=_malloc(4+length+charSize);return ptr}";

test("each call has arguments of its own", () => {
  const body =
    "argsWired[0]=arguments[0];if(argsWired[0]>0)target(argsWired[0]-1);return argsWired[0]";
  const made = mendLoader(invoker(body) + TEXTS);
  const call = (text) => {
    const { craft } = new Function(`${text};return {craft}`)();
    const calls = craft(1, (given) => calls(given));
    return calls(3);
  };
  assert.equal(call(made), 3);
  // The result without the correction: that of the innermost call.
  assert.equal(call(invoker(body)), 0);
});

test("a text for which there is no room is refused", () => {
  const make = new Function("_malloc", `${mendLoader(invoker("") + TEXTS)};return [text,wide]`);
  for (const none of make(() => 0)) {
    assert.throws(() => none(10), /^RangeError: memory is used up$/);
  }
  for (const some of make(() => 64)) assert.equal(some(10), 64);
});

test("a loader that is not as expected is refused by name", () => {
  assert.throws(() => mendLoader(TEXTS), /calls from within themselves \(found 0 times, not 1\)/);
  assert.throws(() => mendLoader(invoker("")), /texts that have no room \(found 0 times, not 2\)/);
});

test("the command line asks whether a file has positions", () => {
  const open =
    "var stream={fd:fd,nfd:nfd,position:0,path:path,flags:flags,node:node,seekable:true};";
  assert.match(mendProgram(open), /node:node,seekable:fs\.fstatSync\(nfd\)\.isFile\(\)\};$/);
  assert.throws(() => mendProgram(""), /pipes \(found 0 times, not 1\)/);
});
