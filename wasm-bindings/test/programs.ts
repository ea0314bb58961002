// Small programs for the tests.
import { IRModule, relay } from "passcope";

/** relu(x) over a tensor of shape (2, 3), not typed yet. */
export function smallModule(): IRModule {
  const x = relay.var("x", [2, 3]);
  const call = relay.call("nn.relu", [x]);
  const mod = IRModule.fromExpr(call);
  x.dispose();
  call.dispose();
  return mod;
}
