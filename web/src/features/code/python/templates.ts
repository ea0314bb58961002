// Templates of Python code: the same instruments and passes as in JavaScript (../templates.ts).
import type { Template } from "../support";

const differ = `# Counts the calls of each operator before and after every pass, and prints what changed.
import json

import tvm
from tvm import relay


@tvm.instrument.pass_instrument
class RelayCallNodeDiffer:
    def enter_pass_ctx(self):
        self._op_diff = []
        # A pass can run inside another pass, so the counts before need a stack.
        self._before = []

    def exit_pass_ctx(self):
        assert len(self._before) == 0, "The stack is not empty. Something wrong."
        for entry in self._op_diff:
            print(json.dumps(entry))

    def run_before_pass(self, mod, info):
        self._before.append((info.name, self._count_nodes(mod)))

    def run_after_pass(self, mod, info):
        name, before = self._before.pop()
        assert name == info.name, f"{name} and {info.name} do not match"
        diff = self._diff(self._count_nodes(mod), before)
        # Only passes that changed the counts.
        if diff:
            self._op_diff.append((len(self._before), info.name, diff))

    def get_pass_to_op_diff(self):
        """The counted differences, as the tutorial lists them."""
        return self._op_diff

    @staticmethod
    def _count_nodes(mod):
        counts = {}

        def visit(node):
            # The callee can also be a function, which has no name.
            if isinstance(node, relay.Call) and hasattr(node.op, "name"):
                counts[node.op.name] = counts.get(node.op.name, 0) + 1

        relay.analysis.post_order_visit(mod["main"], visit)
        return counts

    @staticmethod
    def _diff(after, before):
        changes = {op: after.get(op, 0) - before.get(op, 0) for op in {**before, **after}}
        return {op: change for op, change in changes.items() if change}
`;

const printIr = `# Prints each pass and the program that it is given.
import tvm


@tvm.instrument.pass_instrument
class PrintIR:
    def run_before_pass(self, mod, info):
        print(f"Running pass: {info.name}, opt_level: {info.opt_level}")
        print(mod)
`;

const throwing = `# Instruments that say which of their hooks are called, and those that raise in one. Put PassFine_0, a bad one and
# PassFine_1 into a context, in this order, and see which hooks are still called.
import tvm


@tvm.instrument.pass_instrument
class _PassExample:
    def __init__(self, name, bad=None):
        """\`bad\`: the hook that raises."""
        self.name = name
        self.bad = bad

    def _hook(self, hook):
        if hook == self.bad:
            print(self.name, f"bad {hook}!!!")
            raise ValueError(f"{self.name} bad {hook}")
        print(self.name, hook)

    def enter_pass_ctx(self):
        self._hook("enter_pass_ctx")

    def exit_pass_ctx(self):
        self._hook("exit_pass_ctx")

    def should_run(self, mod, info):
        self._hook("should_run")
        return True

    def run_before_pass(self, mod, info):
        self._hook("run_before_pass")

    def run_after_pass(self, mod, info):
        self._hook("run_after_pass")


PassFine_0 = _PassExample("PassFine_0")
PassBadEnterCtx = _PassExample("PassBadEnterCtx", "enter_pass_ctx")
PassBadExitCtx = _PassExample("PassBadExitCtx", "exit_pass_ctx")
PassBadShouldRun = _PassExample("PassBadShouldRun", "should_run")
PassBadRunBefore = _PassExample("PassBadRunBefore", "run_before_pass")
PassBadRunAfter = _PassExample("PassBadRunAfter", "run_after_pass")
PassFine_1 = _PassExample("PassFine_1")
`;

const timing = `# Times passes with a clock of its own, and prints how they nest.
import time

import tvm


@tvm.instrument.pass_instrument
class Stopwatch:
    def __init__(self):
        self._running = []
        self._lines = []

    def run_before_pass(self, mod, info):
        line = {"name": info.name, "depth": len(self._running), "ms": 0.0}
        self._lines.append(line)
        self._running.append((line, time.perf_counter()))

    def run_after_pass(self, mod, info):
        line, began = self._running.pop()
        line["ms"] = (time.perf_counter() - began) * 1000

    def exit_pass_ctx(self):
        for line in self._lines:
            print(f"{'  ' * line['depth']}{line['name']}: {line['ms']:.2f} ms")
`;

const veto = `# Decides which passes run: it skips a pass by returning False, unless the context requires the pass.
import tvm

UNWANTED = ["FoldConstant"]


@tvm.instrument.pass_instrument
class Veto:
    def should_run(self, mod, info):
        wanted = info.name not in UNWANTED
        if not wanted:
            print("vetoed:", info.name)
        return wanted
`;

const functionPass = `# A pass over functions: multiplies every constant by a number.
import tvm
from tvm import relay


@relay.transform.function_pass(opt_level=1, name="CustomPipeline")
class _Multiply:
    def __init__(self, multiplier):
        self.multiplier = multiplier

    # Change the mutator to do something else.
    def transform_function(self, func, mod, ctx):
        multiplier = self.multiplier

        class ReplaceConstant(relay.ExprMutator):
            def visit_constant(self, c):
                return relay.multiply(multiplier, c)

        return ReplaceConstant().visit(func)


CustomPipeline = _Multiply(relay.const(3, "float32"))
`;

const modulePass = `# A pass over modules: says what is in one, and calls passes that clean it up.
import tvm
from tvm import relay


@tvm.transform.module_pass(opt_level=0)
def CleanUp(mod, ctx):
    for op, calls in relay.analysis.list_op_freqs(mod).items():
        print(f"{op}: {calls}")
    once = relay.transform.EliminateCommonSubexpr()(mod)
    return relay.transform.DeadCodeElimination()(once)
`;

const visitor = `# An analysis by a visitor: the shapes that each convolution works on. As a pass it changes nothing, so it can be
# anywhere in a pipeline.
from tvm import relay


class Convolutions(relay.ExprVisitor):
    def __init__(self):
        super().__init__()
        self.found = []

    def visit_call(self, call):
        super().visit_call(call)
        if call.op == relay.op.get("nn.conv2d"):
            types = [expr.checked_type for expr in (*call.args, call)]
            self.found.append(types)


@relay.transform.function_pass(opt_level=0, required=["InferType"])
def ListConvolutions(func, mod, ctx):
    convolutions = Convolutions()
    convolutions.visit(func)
    for data, weight, result in convolutions.found:
        print(f"{data}, {weight} -> {result}")
    return func
`;

const legalize = `# A rule for an operator: Legalize asks it about every call, and puts its answer in the call's place.
import tvm
from tvm import relay


def clip(attrs, inputs, types):
    return relay.clip(inputs[0], a_min=0.0, a_max=6.0)


tvm.ir.register_op_attr("nn.relu", "FTVMClipReLU", clip)
ClipReLU = relay.transform.Legalize("FTVMClipReLU")
`;

const patterns = `# A pass that finds its places by patterns: a ReLU after a clip becomes a clip from 0, and of two ReLUs one after the
# other one goes. One object in a pattern matches one expression, so both of them work on "x".
from tvm import relay
from tvm.relay.dataflow_pattern import DFPatternCallback, is_op, rewrite, wildcard


class ReluOfClip(DFPatternCallback):
    def __init__(self):
        super().__init__()
        self.x = wildcard()
        self.clip = is_op("clip")(self.x)
        self.pattern = is_op("nn.relu")(self.clip)

    def callback(self, pre, post, node_map):
        attrs = node_map[self.clip][0].attrs
        x = node_map[self.x][0]
        return relay.clip(x, a_min=max(0.0, attrs.a_min), a_max=max(0.0, attrs.a_max))


class TwoRelus(DFPatternCallback):
    def __init__(self):
        super().__init__()
        self.inner = is_op("nn.relu")(wildcard())
        self.pattern = is_op("nn.relu")(self.inner)

    def callback(self, pre, post, node_map):
        return node_map[self.inner][0]


@relay.transform.function_pass(opt_level=1)
def FewerRelus(func, mod, ctx):
    return rewrite([ReluOfClip(), TwoRelus()], func, mod)
`;

const accelerator = `# An accelerator of one's own: what it does in one piece, what else it takes, and the passes that give it its part of a
# network. Put MergeComposites, AnnotateForAccel, MergeRegions and Partition into a pipeline, in this order, and look at
# the graph after each.
import tvm
from tvm import relay
from tvm.relay.dataflow_pattern import is_op, wildcard


def conv_block():
    """A convolution, with a bias or a batch norm's shift if there is one, and the ReLU behind it if there is one."""
    conv = is_op("nn.conv2d")(wildcard(), wildcard())
    shifted = conv.optional(lambda before: (is_op("nn.bias_add") | is_op("add"))(before, wildcard()))
    return is_op("nn.relu")(shifted) | conv


# The pass tries the patterns in order. The check gets each match with its types.
MergeComposites = relay.transform.MergeComposite(
    [
        ("accel.conv_block", conv_block(), lambda match: match.checked_type.dtype == "float32"),
        (
            "accel.dense_bias",
            is_op("nn.bias_add")(is_op("nn.dense")(wildcard(), wildcard()), wildcard()),
        ),
    ]
)

# Composite functions named "accel.…" go to the compiler "accel" automatically. These operators go there, too.
tvm.ir.register_op_attr("nn.batch_flatten", "target.accel", lambda call: True)
tvm.ir.register_op_attr("nn.max_pool2d", "target.accel", lambda call: call.attrs.layout == "NCHW")
AnnotateForAccel = relay.transform.AnnotateTarget("accel")

MergeRegions = relay.transform.MergeCompilerRegions()
Partition = relay.transform.PartitionGraph(mod_name="net")
`;

export const TEMPLATES: readonly Template[] = [
  { id: "differ", group: "instruments", source: differ },
  { id: "print", group: "instruments", source: printIr },
  { id: "throwing", group: "instruments", source: throwing },
  { id: "timing", group: "instruments", source: timing },
  { id: "veto", group: "instruments", source: veto },
  { id: "function", group: "passes", source: functionPass },
  { id: "module", group: "passes", source: modulePass },
  { id: "visitor", group: "passes", source: visitor },
  { id: "legalize", group: "passes", source: legalize },
  { id: "patterns", group: "passes", source: patterns },
  { id: "accelerator", group: "passes", source: accelerator },
];

/** Appends a template to code. Python allows imports anywhere and more than once. */
export const appendTemplate = (source: string, template: string): string =>
  `${source.trimEnd()}\n\n\n${template}`;
