"""Random pipelines of passes that keep what a program computes."""

import json

# Each with its text, in the notation of pipelines.
PASSES = """
AlterOpLayout
AnnotateMemoryScope
BackwardFoldScaleAxis
BatchingOps
CanonicalizeCast
CanonicalizeOps
CapturePostDfsIndexInSpans
CombineParallelBatchMatmul(min_num_branches=2)
CombineParallelBatchMatmul
CombineParallelConv2D(min_num_branches=2)
CombineParallelConv2D
CombineParallelDense(min_num_branches=2)
CombineParallelDense(min_num_branches=2, to_batch=false)
CombineParallelDense
DeadCodeElimination
DeadCodeElimination(inline_once=true)
Defunctionalization
DefuseOps
DivToMul
DynamicToStatic
EliminateCommonSubexpr
EtaExpand(expand_constructor=true, expand_global_var=true)
FlattenAtrousConv
FoldConstant
FoldConstant(fold_qnn=true)
FoldExplicitPadding
FoldScaleAxis
ForwardFoldScaleAxis
FuseOps(fuse_opt_level=0)
FuseOps(fuse_opt_level=1)
FuseOps(fuse_opt_level=2)
FuseOps(fuse_opt_level=3)
InferType
Inline
LambdaLift
LazyGradientInit
Legalize
MergeCompilerRegions
PartialEvaluate
PartitionGraph
PlanDevices
QnnCanonicalizeOps
QnnLegalize
RemoveUnusedFunctions
SimplifyExpr
SimplifyInference
SplitArgs(max_function_args=2)
SplitArgs(max_function_args=4)
ToANormalForm
ToBasicBlockNormalForm
ToGraphNormalForm
""".split("\n")
PASSES = [text for text in PASSES if text]

# Several passes that belong together.
GROUPS = """
FuseOps(fuse_opt_level=2), DefuseOps
ToANormalForm, ToGraphNormalForm
ToANormalForm, ManifestLifetimes
ToANormalForm, PartialEvaluate
ToBasicBlockNormalForm, FuseOps(fuse_opt_level=2)
SimplifyInference, FoldConstant, FoldScaleAxis
SimplifyInference, CanonicalizeOps, ForwardFoldScaleAxis, FoldConstant
SimplifyInference, CanonicalizeOps, BackwardFoldScaleAxis, FoldConstant
SimplifyInference, FoldConstant, SimplifyExpr, FoldConstant, EliminateCommonSubexpr
CombineParallelConv2D(min_num_branches=2), SimplifyExpr, FoldConstant
CombineParallelDense(min_num_branches=2), FuseOps(fuse_opt_level=2)
FuseOps(fuse_opt_level=2), LambdaLift, InferType
QnnLegalize, QnnCanonicalizeOps, FoldConstant
DynamicToStatic, FoldConstant, SimplifyExpr
ToANormalForm, DeadCodeElimination(inline_once=true), ToGraphNormalForm
CanonicalizeOps, CanonicalizeCast, FuseOps(fuse_opt_level=2)
FoldExplicitPadding, FoldConstant, SimplifyExpr
""".split("\n")
GROUPS = [text for text in GROUPS if text]

LAYOUTS = {
    "nn.conv1d": [("NWC", "default"), ("NWC", "WIO"), ("NCW", "OIW")],
    "nn.conv2d": [("NHWC", "default"), ("NHWC", "HWIO"), ("NCHW", "default"), ("NCHW", "OIHW"), ("NHWC", "OHWI")]
    + [("HWNC", "HWOI"), ("HWNC", "default"), ("CHWN", "OIHW"), ("NCHW2c", "OIHW2i2o"), ("NCHW4c", "OIHW4i4o")]
    + [("NCHW1c", "OIHW1i1o"), ("NCHW3c", "OIHW3i2o"), ("NHWC", "HWOI")],
    "nn.conv3d": [("NDHWC", "default"), ("NDHWC", "DHWIO"), ("NCDHW", "default"), ("DHWNC", "DHWIO")],
    "nn.conv2d_transpose": [("NHWC", "default"), ("NHWC", "HWIO"), ("NHWC", "HWOI"), ("NCHW", "default")],
    "nn.conv3d_transpose": [("NDHWC", "default")],
    "nn.max_pool2d": [("NHWC",), ("NCHW",), ("NCHW2c",)],
    "nn.avg_pool2d": [("NHWC",), ("NCHW",), ("HWNC",)],
    "nn.max_pool1d": [("NWC",)],
    "nn.avg_pool3d": [("NDHWC",)],
    "nn.global_avg_pool2d": [("NHWC",), ("NCHW",)],
    "nn.global_max_pool2d": [("NHWC",)],
    "nn.adaptive_avg_pool2d": [("NHWC",)],
    "nn.upsampling": [("NHWC",), ("NCHW",)],
    "image.resize2d": [("NHWC",), ("NCHW",)],
    "image.resize1d": [("NWC",)],
    "image.grid_sample": [("NHWC",)],
    "vision.roi_align": [("NHWC", "default")],
    "vision.roi_pool": [("NHWC", "default")],
    "qnn.conv2d": [("NHWC", "default"), ("NHWC", "HWIO"), ("NHWC", "OHWI"), ("NCHW", "OIHW")],
    "nn.deformable_conv2d": [("NHWC", "default"), ("NHWC", "HWIO"), ("NCHW", "default")],
}

# Passes that change values by design, each as `inexact` defines.
INEXACT = """
AnnotateSpans
FakeQuantizationToInteger
FakeQuantizationToInteger(use_qat=true)
Recast(dtype="int8", out_dtype="int32")
Recast(dtype="float16", out_dtype="float32", ops=["nn.conv2d", "nn.dense", "nn.batch_matmul"])
ToMixedPrecision
""".split("\n")
INEXACT = [text for text in INEXACT if text]


class Pipeline:
    """A pipeline: passes or `relay.optimize`, at a level of the context."""

    def __init__(self, parts, level=4, optimize=False, target=False):
        self.parts, self.level, self.optimize, self.target = parts, level, optimize, target

    def __str__(self):
        passes = ", ".join(self.parts)
        if self.optimize:
            return f"{passes + ', ' if passes else ''}relay.optimize at level {self.level}"
        return f"{passes} with passcope.target=llvm" if self.target else passes

    @property
    def names(self):
        return self.parts + ([f"relay.optimize at level {self.level}"] if self.optimize else [])

    @property
    def loose(self):
        """Passes with an error of their own."""
        return self.optimize and self.level > 3 or "FastMath" in self.parts

    def without(self, place):
        return Pipeline(self.parts[:place] + self.parts[place + 1 :], self.level, self.optimize, self.target)

    def without_optimize(self):
        return Pipeline(self.parts, 4, False)


def conversion(random, ops):
    """ConvertLayout to random layouts, of operators of the program."""
    wanted = {op: LAYOUTS[op][int(random.integers(len(LAYOUTS[op])))] for op in LAYOUTS if op in ops}
    if not wanted:
        return None
    texts = [f"{json.dumps(op)}: [{', '.join(layouts)}]" for op, layouts in wanted.items()]
    return f"ConvertLayout(desired_layouts={{{', '.join(texts)}}})"


def regions(random, ops):
    """Regions of two compilers, each for some operators of the program."""
    own = {name: [op for op in ops if random.random() < 0.5] for name in ("one", "two")}
    targets = '["one", "two"]' if random.random() < 0.6 else '["one"]'
    others = "true" if random.random() < 0.6 else "false"
    supported = json.dumps(own)
    parts = []
    if random.random() < 0.4:
        # Composite functions of two calls, the second of which may be missing.
        chains = {}
        for i in range(min(3, len(ops))):
            chains |= {f"{name}.{i}": [ops[i], ops[(i + 1) % len(ops)] + "?"] for name in own}
        parts.append(f"MergeComposite(pattern_table={json.dumps(chains)})")
    parts += [f"AnnotateTarget(targets={targets}, include_non_call_ops={others}, supported={supported})"]
    if random.random() < 0.8:
        parts.append("MergeCompilerRegions")
    parts.append("PartitionGraph" if random.random() < 0.7 else "PartitionGraph(bind_constants=false)")
    return parts


def one(random, ops):
    kind = random.random()
    if kind < 0.55:
        return [PASSES[int(random.integers(len(PASSES)))]]
    if kind < 0.75:
        return split(GROUPS[int(random.integers(len(GROUPS)))])
    if kind < 0.9:
        converted = conversion(random, ops)
        return [converted] if converted else ["AlterOpLayout"]
    if kind < 0.95:
        return regions(random, ops)
    return ["blocks"]


def split(text):
    """The passes of a text."""
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    return parts + [text[start:].strip()]


def random_pipelines(random, ops):
    """Pipelines for a program with these operators."""
    made = [Pipeline([], int(random.choice([0, 1, 2, 3, 3, 3, 4, 4])), optimize=True)]
    if any(op in LAYOUTS for op in ops):
        start = ["SimplifyInference"] if random.random() < 0.2 else []
        start += ["ToANormalForm"] if random.random() < 0.05 else []
        target = random.random() < 0.3
        kind = "AlterOpLayout" if target else conversion(random, ops) if random.random() < 0.7 else "blocks"
        made.append(Pipeline(start + [kind], target=target))
    combined = {"nn.conv2d": "Conv2D", "nn.dense": "Dense", "nn.batch_matmul": "BatchMatmul"}
    for op, name in combined.items():
        if ops.count(op) > 1:
            option = ", to_batch=false" if name == "Dense" and random.random() < 0.5 else ""
            made.append(Pipeline([f"CombineParallel{name}(min_num_branches=2{option})"]))
    made.append(Pipeline(one(random, ops), target=random.random() < 0.1))
    if random.random() < 0.6:
        made.append(Pipeline(sum((one(random, ops) for _ in range(2 + int(random.integers(3)))), [])))
    if random.random() < 0.05:
        # Each changes what the other one undoes, and neither takes the results of all passes.
        made.append(Pipeline(["ToCPS, UnCPS"] + (["PartialEvaluate"] if random.random() < 0.5 else [])))
    if random.random() < 0.1:
        parts = ["FastMath"] if random.random() < 0.3 else [INEXACT[int(random.integers(len(INEXACT)))]]
        before = ["SimplifyInference"] if random.random() < 0.5 else []
        made.append(Pipeline(before + parts + (one(random, ops) if random.random() < 0.5 else [])))
    if random.random() < 0.1:
        made.append(Pipeline(one(random, ops), int(random.integers(5)), optimize=True))
    return made
