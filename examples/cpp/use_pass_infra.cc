// The cells of TVM's tutorial "How to Use TVM Pass Infra": passes by hand, a Sequential, opt
// levels, a pass of one's own, and a look between the passes. Prints what each cell prints under a
// line
// "== name ==".
#include <cstdio>
#include <exception>
#include <memory>
#include <string>

#include "ir/visitor.h"
#include "op/op.h"
#include "pass/pass.h"
#include "pass/pass_context.h"
#include "pass/registry.h"
#include "text/printer.h"
#include "transforms/pattern_utils.h"
#include "transforms/print_ir.h"

using namespace passcope;

namespace {

void Cell(const std::string& name, const std::string& text) {
  std::printf("== %s ==\n%s\n", name.c_str(), text.c_str());
}

std::string Text(const IRModule& module) {
  return PrintModule(module, PrintOptions::WithoutMetaData());
}

IRModule Example() {
  DataType float32 = DataType::Float(32);
  Expr c = Constant(MakeNDArray({1, 64, 54, 54}, float32));
  Expr weight = Var("weight", TensorType(Shape{64, 64, 3, 3}, float32));
  Expr x = Var("x", TensorType(Shape{1, 64, 56, 56}, float32));
  Expr conv = MakeOp("nn.conv2d", {x, weight}, {{"padding", AttrValue::Ints({0, 0, 0, 0})}});
  Expr y = CallOp("add", {c, c});
  y = CallOp("multiply", {y, ConstantScalar(2, float32)});
  y = CallOp("add", {conv, y});
  Expr z = CallOp("add", {y, c});
  Expr z1 = CallOp("add", {y, c});
  Expr z2 = CallOp("add", {z, z1});
  Expr params[] = {x, weight};
  return ModuleFromExpr(Function(params, z2));
}

// A pass of one's own: multiplies every constant.
Pass CustomPipeline(Expr multiplier) {
  class ReplaceConstant : public Rewriter {
   public:
    explicit ReplaceConstant(const Expr& multiplier) : multiplier_(multiplier) {}

   protected:
    Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
      if (As<ConstantNode>(node)) return CallOp("multiply", {multiplier_, Expr(node)});
      return WithChildren(node, children);
    }

   private:
    const Expr& multiplier_;
  };
  return CreateFunctionPass(
      [multiplier = std::move(multiplier)](const Expr& function, const IRModule&, PassContext&) {
        return ReplaceConstant(multiplier).Run(function);
      },
      {1, "CustomPipeline", {}, false});
}

// An instrument of one's own: notes each pass and the program it is given.
class PrintBefore : public PassInstrument {
 public:
  const std::string& name() const override { return name_; }
  void RunBeforePass(const IRModule& module, const PassInfo& info) override {
    log += "Running pass: {} " + info.str() + "\n" + Text(module) + "\n";
  }
  std::string log;

 private:
  std::string name_ = "PrintBefore";
};

void Run() {
  // Passes one by one.
  IRModule module = Example();
  Cell("infra.initial", Text(module));
  module = CreatePass("FoldConstant")(module);
  Cell("infra.fold_constant", Text(module));
  module = CreatePass("EliminateCommonSubexpr")(module);
  Cell("infra.eliminate_common_subexpr", Text(module));
  module = CreatePass("FuseOps", {{"fuse_opt_level", 0}})(module);
  Cell("infra.fuse_ops_0", Text(module));

  // The same as a sequence, which asks the context what to run.
  Pass sequence = Sequential({CreatePass("FoldConstant"), CreatePass("EliminateCommonSubexpr"),
                              CreatePass("FuseOps", {{"fuse_opt_level", 2}})});
  Cell("infra.sequential_default", Text(sequence(Example())));
  {
    PassContextScope scope(PassContext::Create({.opt_level = 3}));
    Cell("infra.sequential_opt3", Text(sequence(Example())));
  }
  {
    PassContextScope scope(
        PassContext::Create({.opt_level = 3, .disabled_pass = {"EliminateCommonSubexpr"}}));
    Cell("infra.sequential_opt3_disabled", Text(sequence(Example())));
  }

  Pass custom = CustomPipeline(ConstantScalar(3, DataType::Float(32)));
  Cell("infra.custom_pipeline", Text(custom(Example())));

  // Two ways to look between the passes.
  std::string printed;
  Pass print = transform::PrintIR({"", false}, [&](const std::string& text) { printed += text; });
  auto instrument = std::make_shared<PrintBefore>();
  {
    PassContextScope scope(PassContext::Create({.opt_level = 3, .instruments = {instrument}}));
    module = Sequential({CreatePass("FoldConstant"), print, CreatePass("EliminateCommonSubexpr"),
                         CreatePass("FuseOps")})(Example());
  }
  Cell("infra.print_ir_log", instrument->log);
  Cell("infra.print_ir_pass", printed);
  Cell("infra.print_ir_final", Text(module));
}

}  // namespace

int main() {
  try {
    Run();
    return 0;
  } catch (const std::exception& error) {
    // A DiagnosticError's text says what was wrong with the program or the pipeline.
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
