// Measures passes: on the ResNets, and per node on chains of growing length.
//
// The cases are the same natively (Google Benchmark) and as WebAssembly (tests/bench/wasm). `nodes`
// is the number of nodes that one iteration processes; the runner derives the time per node from
// it. `bytes` is the number of bytes that an iteration moves.
#include <benchmark/benchmark.h>

#include <cstring>
#include <map>
#include <string>

#include "generator/module_generator.h"
#include "ir/visitor.h"
#include "models/models.h"
#include "models/resnet.h"
#include "op/op.h"
#include "pass/registry.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/bind_params.h"
#include "transforms/fold_constant.h"
#include "transforms/quantize/quantize.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

size_t CountNodes(const IRModule& module) {
  size_t nodes = 0;
  for (const auto& item : module->functions) {
    PostOrderVisit(item.function, [&](const ExprNode*) { ++nodes; });
  }
  return nodes;
}

resnet::Options Depth(int64_t layers) {
  resnet::Options options;
  options.num_layers = layers;
  return options;
}

IRModule Untyped(int64_t layers) { return ModuleFromExpr(resnet::GetNet(Depth(layers))); }

IRModule Bound(const Workload& workload) {
  return InferTypes(WithFunction(
      workload.module, "main", BindParamsByName(workload.module->Lookup("main"), workload.params)));
}

Pass LayoutPipeline() {
  AttrDict layouts = {{"nn.conv2d", AttrValue(AttrArray{AttrValue("NHWC"), AttrValue("HWIO")})}};
  return Sequential({CreatePass("FoldConstant"),
                     CreatePass("ConvertLayout", {{"desired_layouts", AttrValue(layouts)}}),
                     CreatePass("FoldConstant")});
}

void Report(benchmark::State& state, size_t nodes) {
  state.counters["nodes"] = static_cast<double>(nodes);
}

// --- ResNets
// ---------------------------------------------------------------------------------------

void InferTypeResNet(benchmark::State& state) {
  IRModule module = Untyped(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(InferTypes(module));
  Report(state, CountNodes(module));
}
BENCHMARK(InferTypeResNet)->Arg(18)->Arg(50)->Arg(152);

void InferTypeAgainResNet(benchmark::State& state) {
  IRModule module = InferTypes(Untyped(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(InferTypes(module));
}
BENCHMARK(InferTypeAgainResNet)->Arg(152);

void RunPass(benchmark::State& state, const char* name, IRModule module) {
  Pass pass = CreatePass(name);
  PassContextScope scope(PassContext::Create({.opt_level = 3}));
  for (auto _ : state) benchmark::DoNotOptimize(pass(module));
  Report(state, CountNodes(module));
}
void RunPass(benchmark::State& state, const char* name) {
  RunPass(state, name, InferTypes(Untyped(state.range(0))));
}
void SimplifyInferenceResNet(benchmark::State& state) { RunPass(state, "SimplifyInference"); }
void CanonicalizeOpsResNet(benchmark::State& state) { RunPass(state, "CanonicalizeOps"); }
void FoldScaleAxisResNet(benchmark::State& state) { RunPass(state, "FoldScaleAxis"); }
BENCHMARK(SimplifyInferenceResNet)->Arg(18)->Arg(50)->Arg(152);
BENCHMARK(CanonicalizeOpsResNet)->Arg(18)->Arg(50)->Arg(152);
BENCHMARK(FoldScaleAxisResNet)->Arg(18)->Arg(50)->Arg(152);

// --- patterns and other compilers

void SimplifyExprResNet(benchmark::State& state) {
  IRModule module = InferTypes(Untyped(state.range(0)));
  RunPass(state, "SimplifyExpr", CreatePass("SimplifyInference")(module));
}
void FoldExplicitPaddingResNet(benchmark::State& state) { RunPass(state, "FoldExplicitPadding"); }
BENCHMARK(SimplifyExprResNet)->Arg(18)->Arg(50)->Arg(152);
BENCHMARK(FoldExplicitPaddingResNet)->Arg(18)->Arg(50)->Arg(152);

// The passes of an accelerator that supports convolutions with ReLUs, one after the other.
std::vector<Pass> AcceleratorPasses() {
  AttrDict table = {{"accel.conv_relu", AttrArray{"nn.conv2d", "nn.relu"}}};
  AttrDict supported = {{"accel", AttrArray{"nn.conv2d", "nn.relu", "add"}}};
  return {CreatePass("MergeComposite", {{"pattern_table", table}}),
          CreatePass("AnnotateTarget", {{"targets", AttrArray{"accel"}}, {"supported", supported}}),
          CreatePass("MergeCompilerRegions"), CreatePass("PartitionGraph")};
}
template <size_t kPass>
void AcceleratorResNet(benchmark::State& state) {
  IRModule module = InferTypes(Untyped(state.range(0)));
  std::vector<Pass> passes = AcceleratorPasses();
  PassContextScope scope(PassContext::Create({.opt_level = 3}));
  for (size_t i = 0; i < kPass; ++i) module = passes[i](module);
  for (auto _ : state) benchmark::DoNotOptimize(passes[kPass](module));
  Report(state, CountNodes(module));
}
BENCHMARK(AcceleratorResNet<0>)->Name("MergeCompositeResNet")->Arg(18)->Arg(152);
BENCHMARK(AcceleratorResNet<1>)->Name("AnnotateTargetResNet")->Arg(18)->Arg(152);
BENCHMARK(AcceleratorResNet<2>)->Name("MergeCompilerRegionsResNet")->Arg(18)->Arg(152);
BENCHMARK(AcceleratorResNet<3>)->Name("PartitionGraphResNet")->Arg(18)->Arg(152);

// --- the other passes, each on the unchanged network

#define PASSCOPE_BENCHMARK_PASS(name)                                   \
  void name##ResNet(benchmark::State& state) { RunPass(state, #name); } \
  BENCHMARK(name##ResNet)->Arg(18)->Arg(152)
PASSCOPE_BENCHMARK_PASS(BatchingOps);
PASSCOPE_BENCHMARK_PASS(CapturePostDfsIndexInSpans);
PASSCOPE_BENCHMARK_PASS(Defunctionalization);
PASSCOPE_BENCHMARK_PASS(DynamicToStatic);
PASSCOPE_BENCHMARK_PASS(FakeQuantizationToInteger);
PASSCOPE_BENCHMARK_PASS(FuseOps);
PASSCOPE_BENCHMARK_PASS(LazyGradientInit);
PASSCOPE_BENCHMARK_PASS(ManifestLifetimes);
PASSCOPE_BENCHMARK_PASS(PartialEvaluate);
PASSCOPE_BENCHMARK_PASS(PlanDevices);
PASSCOPE_BENCHMARK_PASS(QnnCanonicalizeOps);
PASSCOPE_BENCHMARK_PASS(QnnLegalize);
PASSCOPE_BENCHMARK_PASS(ToCPS);
PASSCOPE_BENCHMARK_PASS(ToMixedPrecision);
#undef PASSCOPE_BENCHMARK_PASS

// Passes that need options. `counts_output` is for a pass that copies: `nodes` then counts the
// nodes of its result.
void RunPassWith(benchmark::State& state, const char* name, const AttrDict& options,
                 bool counts_output = false) {
  IRModule module = InferTypes(Untyped(state.range(0)));
  Pass pass = CreatePass(name, options);
  PassContextScope scope(PassContext::Create({.opt_level = 3}));
  for (auto _ : state) benchmark::DoNotOptimize(pass(module));
  Report(state, CountNodes(counts_output ? pass(module) : module));
}
void ChangeBatchResNet(benchmark::State& state) {
  RunPassWith(state, "ChangeBatch", {{"data", AttrArray{"data"}}, {"batch_size", 4}});
}
void RecastResNet(benchmark::State& state) {
  RunPassWith(state, "Recast",
              {{"dtype", DataType::Int(8)},
               {"out_dtype", DataType::Int(32)},
               {"ops", AttrArray{"nn.conv2d"}}});
}
void FlexibleShapeDispatchResNet(benchmark::State& state) {
  RunPassWith(state, "FlexibleShapeDispatch", {{"buckets", AttrValue::Ints({1, 4})}}, true);
}
BENCHMARK(ChangeBatchResNet)->Arg(18)->Arg(152);
BENCHMARK(RecastResNet)->Arg(18)->Arg(152);
BENCHMARK(FlexibleShapeDispatchResNet)->Arg(18)->Arg(152);

// The passes of relay.quantize, one after the other.
template <size_t kPass>
void QuantizeResNet(benchmark::State& state) {
  Workload workload = resnet::GetWorkload(Depth(state.range(0)));
  quantize::QConfig config = quantize::ReadQConfig({});
  std::vector<Pass> passes = {
      transform::QuantizePartition(config), transform::QuantizeAnnotate(config),
      transform::QuantizeCalibrate(config, {}), transform::QuantizeRealize(config)};
  PassContextScope scope(PassContext::Create({.opt_level = 3}));
  IRModule module = quantize::PrerequisiteOptimize(workload.module, workload.params);
  for (size_t i = 0; i < kPass; ++i) module = InferTypes(passes[i](module));
  for (auto _ : state) benchmark::DoNotOptimize(passes[kPass](module));
  Report(state, CountNodes(module));
}
BENCHMARK(QuantizeResNet<0>)->Name("QuantizePartitionResNet")->Arg(18)->Arg(152);
BENCHMARK(QuantizeResNet<1>)->Name("QuantizeAnnotateResNet")->Arg(18)->Arg(152);
BENCHMARK(QuantizeResNet<2>)->Name("QuantizeCalibrateResNet")->Arg(18);
BENCHMARK(QuantizeResNet<3>)->Name("QuantizeRealizeResNet")->Arg(18)->Arg(152);

// With something to fold: the scales of the batch normalizations, first as expressions of the
// parameters, then as constants that are multiplied into the weights.
void FoldScaleAxisScaledResNet(benchmark::State& state) {
  IRModule module = InferTypes(Untyped(state.range(0)));
  RunPass(state, "FoldScaleAxis", CreatePass("SimplifyInference")(module));
}
void FoldScaleAxisBoundResNet(benchmark::State& state) {
  IRModule module = Bound(resnet::GetWorkload(Depth(state.range(0))));
  RunPass(state, "FoldScaleAxis",
          Sequential({CreatePass("SimplifyInference"), CreatePass("FoldConstant")})(module));
}
void FoldConstantBoundResNet(benchmark::State& state) {
  IRModule module = Bound(resnet::GetWorkload(Depth(state.range(0))));
  RunPass(state, "FoldConstant", CreatePass("SimplifyInference")(module));
}
BENCHMARK(FoldScaleAxisScaledResNet)->Arg(18)->Arg(50)->Arg(152);
BENCHMARK(FoldScaleAxisBoundResNet)->Arg(18)->Arg(50);
BENCHMARK(FoldConstantBoundResNet)->Arg(18)->Arg(50);

void LayoutPipelineBoundResNet(benchmark::State& state) {
  IRModule module = Bound(resnet::GetWorkload(Depth(state.range(0))));
  Pass pipeline = LayoutPipeline();
  PassContextScope scope(PassContext::Create({.opt_level = 3}));
  for (auto _ : state) benchmark::DoNotOptimize(pipeline(module));
  Report(state, CountNodes(module));
}
BENCHMARK(LayoutPipelineBoundResNet)->Arg(18)->Arg(50);

// Moves the same data as the layout pipeline with memcpy: the weights of the convolutions, into new
// memory that is all alive at once, as in the resulting module.
void MemcpyOfConvWeights(benchmark::State& state) {
  Workload workload = resnet::GetWorkload(Depth(state.range(0)));
  size_t bytes = 0;
  for (auto _ : state) {
    bytes = 0;
    std::vector<NDArray> copies;
    for (const auto& [name, array] : workload.params) {
      if (array->rank() != 4) continue;
      NDArray copy = MakeNDArray(array->shape, array->dtype);
      std::memcpy(copy->mutable_data(), array->data(), array->nbytes());
      benchmark::DoNotOptimize(copy->data());
      bytes += array->nbytes();
      copies.push_back(std::move(copy));
    }
  }
  state.counters["bytes"] = static_cast<double>(bytes);
}
BENCHMARK(MemcpyOfConvWeights)->Arg(18)->Arg(50);

// --- text
// ------------------------------------------------------------------------------------------

void PrintText(benchmark::State& state, const IRModule& module) {
  size_t bytes = 0;
  for (auto _ : state) bytes = PrintModule(module, PrintOptions::WithoutMetaData()).size();
  Report(state, CountNodes(module));
  state.counters["bytes"] = static_cast<double>(bytes);
}

void ParseText(benchmark::State& state, const std::string& text) {
  IRModule module;
  for (auto _ : state) {
    // The time of freeing the last result is not part of parsing.
    state.PauseTiming();
    module = IRModule();
    state.ResumeTiming();
    module = ParseModule(text, "text");
  }
  Report(state, CountNodes(module));
  state.counters["bytes"] = static_cast<double>(text.size());
}

std::string TypedText(int64_t layers) {
  return PrintModule(InferTypes(Untyped(layers)), PrintOptions::WithoutMetaData());
}

// A module of random functions over the whole operator table. Its text has this many MB.
const IRModule& Generated(int64_t megabytes) {
  static std::map<int64_t, IRModule> modules;
  auto [it, is_new] = modules.try_emplace(megabytes);
  if (is_new) {
    GeneratorOptions options;
    options.functions = 1;
    ModuleGenerator generator(1, options);
    std::vector<IRModuleNode::Item> functions;
    for (size_t bytes = 0; bytes < static_cast<size_t>(megabytes) * 1000000;) {
      IRModule module = generator.Next();
      bytes += PrintModule(module, PrintOptions::WithoutMetaData()).size();
      functions.push_back(
          {Name("f" + std::to_string(functions.size())), module->functions[0].function});
    }
    it->second = IRModule(new IRModuleNode(std::move(functions), nullptr, {}));
  }
  return it->second;
}

void PrintResNet(benchmark::State& state) { PrintText(state, InferTypes(Untyped(state.range(0)))); }
void ParseResNet(benchmark::State& state) { ParseText(state, TypedText(state.range(0))); }
void PrintGenerated(benchmark::State& state) { PrintText(state, Generated(state.range(0))); }
void ParseGenerated(benchmark::State& state) {
  ParseText(state, PrintModule(Generated(state.range(0))));
}
BENCHMARK(PrintResNet)->Arg(18)->Arg(50)->Arg(152);
BENCHMARK(ParseResNet)->Arg(18)->Arg(50)->Arg(152);
BENCHMARK(PrintGenerated)->Arg(1)->Arg(10)->Arg(50);
BENCHMARK(ParseGenerated)->Arg(1)->Arg(10)->Arg(50);

// --- chains
// ----------------------------------------------------------------------------------------

// relu(relu(… add(%x, 1) …)): `length` calls.
IRModule Chain(int64_t length) {
  Expr x = Var("x", TensorType(Shape{1, 16}, DataType::Float(32)));
  Expr relu = GetOp("nn.relu");
  Expr body = x;
  for (int64_t i = 0; i < length; ++i) body = Call(relu, {body});
  Expr params[] = {x};
  return ModuleFromExpr(Function(params, body));
}

void BuildAndFreeChain(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(Chain(state.range(0)));
  Report(state, static_cast<size_t>(state.range(0)));
}
void InferTypeChain(benchmark::State& state) {
  IRModule module = Chain(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(InferTypes(module));
  Report(state, static_cast<size_t>(state.range(0)));
}
void FoldConstantChain(benchmark::State& state) {
  IRModule module = InferTypes(Chain(state.range(0)));
  Pass pass = CreatePass("FoldConstant");
  for (auto _ : state) benchmark::DoNotOptimize(pass(module));
  Report(state, static_cast<size_t>(state.range(0)));
}
void PrintChain(benchmark::State& state) {
  IRModule module = InferTypes(Chain(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(PrintModule(module, {false}).size());
  Report(state, static_cast<size_t>(state.range(0)));
}
BENCHMARK(BuildAndFreeChain)->Arg(1000)->Arg(10000)->Arg(100000)->Arg(1000000);
BENCHMARK(InferTypeChain)->Arg(1000)->Arg(10000)->Arg(100000)->Arg(1000000);
BENCHMARK(FoldConstantChain)->Arg(1000)->Arg(10000)->Arg(100000)->Arg(1000000);
BENCHMARK(PrintChain)->Arg(1000)->Arg(10000)->Arg(100000)->Arg(1000000);

}  // namespace
}  // namespace passcope

BENCHMARK_MAIN();
