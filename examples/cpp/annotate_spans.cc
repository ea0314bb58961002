// The cells of a notebook about AnnotateSpans: what the pass adds to programs that were built in
// memory, how it gets along with relay.optimize and DefuseOps, and torchvision's ResNet-18. Prints
// what each cell prints under a line "== name ==".
//
//   example_annotate_spans TORCHVISION_RESNET18.relay
#include <cstdio>
#include <exception>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>

#include "instrument/timing.h"
#include "ir/free_vars.h"
#include "ir/visitor.h"
#include "models/workload.h"
#include "op/op.h"
#include "pass/pass.h"
#include "pass/pass_context.h"
#include "pass/registry.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/optimize.h"
#include "transforms/pattern_utils.h"

using namespace passcope;

namespace {

void Cell(const std::string& name, const std::string& text) {
  std::printf("== %s ==\n%s\n", name.c_str(), text.c_str());
}

// `mod.astext(show_meta_data=False)`
std::string Text(const IRModule& module) {
  return PrintModule(module, PrintOptions::WithoutMetaData());
}
// `str(mod["main"])`
std::string MainText(const IRModule& module) {
  return PrintExpr(module->Lookup("main"), PrintOptions::Str());
}

Type Matrix() { return TensorType(Shape{3, 4}, DataType::Float(32)); }

void Clip() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Expr x = Var("x", Matrix());
  Expr params[] = {x};
  IRModule module = ModuleFromExpr(
      Function(params, MakeOp("clip", {x}, {{"a_min", -kInfinity}, {"a_max", kInfinity}})));
  Cell("spans.clip.before", Text(module));
  module = CreatePass("AnnotateSpans")(module);
  Cell("spans.clip.after", Text(module));
  Cell("spans.clip.main", MainText(module));
}

void Timing() {
  Expr x = Var("x", Matrix()), y = Var("y", Matrix()), z = Var("z", Matrix());
  Expr e1 = CallOp("add", {x, y});
  Expr e2 = CallOp("subtract", {x, z});
  Expr e3 = CallOp("multiply", {e1, CallOp("divide", {e1, e2})});
  Expr params[] = {x, y, z};
  IRModule module = ModuleFromExpr(Function(params, CallOp("add", {e3, e2})));
  Cell("spans.timing.initial", Text(module));

  auto timing = std::make_shared<PassTimingInstrument>();
  PassContextScope scope(PassContext::Create({.instruments = {timing}}));
  module = CreatePass("AnnotateSpans")(module);
  Cell("spans.timing.annotated", Text(module));
  Cell("spans.timing.annotated_main", MainText(module));
  module = CreatePass("ToANormalForm")(module);
  Cell("spans.timing.anf", Text(module));
  module = CreatePass("InferType")(module);
  Cell("spans.timing.infer", Text(module));
  Cell("spans.timing.profile", timing->Render());
  scope.Leave();
}

void Compatibility() {
  Expr data = Var("data", TensorType(Shape{1, 3, 64, 64}, DataType::Float(32)));
  Expr conv = MakeOp("nn.conv2d", {data, Var("weight")},
                     {{"channels", 3},
                      {"kernel_size", AttrValue::Ints({3, 3})},
                      {"padding", AttrValue::Ints({1, 1, 1, 1})}});
  Expr norm = MakeOp("nn.batch_norm",
                     {conv, Var("bn_gamma"), Var("bn_beta"), Var("bn_mean"), Var("bn_var")}, {});
  Expr result = TupleGetItem(norm, 0);
  Workload workload = CreateWorkload(Function(FreeVars(result), result), 0);
  Cell("spans.compat.workload", Text(workload.module));

  IRModule module;
  {
    PassContextScope scope(PassContext::Create({.opt_level = 0}));
    module = Optimize(workload.module, workload.params);
    Cell("spans.compat.optimized", Text(module));
  }
  PassContextScope scope(PassContext::Create({.opt_level = 3}));
  module = Sequential({CreatePass("AnnotateSpans"), CreatePass("DefuseOps")})(module);
  Cell("spans.compat.final", Text(module));
  Cell("spans.compat.final_main", MainText(module));
}

std::string ReadFile(const char* name) {
  std::FILE* file = std::fopen(name, "rb");
  if (!file) throw std::runtime_error(std::string("cannot open ") + name);
  std::string text;
  char buffer[4096];
  while (size_t count = std::fread(buffer, 1, sizeof(buffer), file)) text.append(buffer, count);
  std::fclose(file);
  return text;
}

// As TVM's importer makes it of a trace by PyTorch: its places are not those in the file.
void TorchVision(const char* name) {
  IRModule module = ParseModule(ReadFile(name), name);
  Expr main = RewritePostOrder(module->Lookup("main"),
                               [](const ExprNode* node, std::span<const Expr> children) {
                                 return WithSpan(WithChildren(node, children).get(), nullptr);
                               });
  module = WithFunction(module, "main", main);
  Cell("spans.torchvision_resnet18", Text(module));
  module = CreatePass("AnnotateSpans")(module);
  Cell("spans.torchvision_resnet18.annotated_main", MainText(module));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    Clip();
    Timing();
    Compatibility();
    if (argc > 1) TorchVision(argv[1]);
    return 0;
  } catch (const std::exception& error) {
    // A DiagnosticError's text says what was wrong with the program or the pipeline.
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
