// The tutorials about pass infrastructure and spans: texts equal TVM's, byte for byte.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <nlohmann/json.hpp>

#include "instrument/timing.h"
#include "ir/free_vars.h"
#include "ir/visitor.h"
#include "models/tutorials.h"
#include "models/workload.h"
#include "op/op.h"
#include "pass/registry.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/optimize.h"
#include "transforms/pattern_utils.h"
#include "transforms/print_ir.h"
#include "transforms/type_inference/infer_type.h"
#include "unit/golden.h"

namespace passcope {
namespace {

std::string TextOf(const IRModule& module) { return PrintModule(module, {false}); }

std::string Golden(const std::string& name) { return ReadGolden("tutorials/" + name); }

// Renumbers the variables x_101, x_102, … from the start.
std::string Renumbered(const std::string& text) {
  std::string out;
  std::vector<std::string> names;
  for (size_t i = 0; i < text.size();) {
    if (text.compare(i, 3, "%x_") != 0) {
      out += text[i++];
      continue;
    }
    size_t end = i + 3;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end]))) ++end;
    std::string name = text.substr(i, end - i);
    auto it = std::find(names.begin(), names.end(), name);
    out += "%fresh" + std::to_string(it - names.begin());
    if (it == names.end()) names.push_back(name);
    i = end;
  }
  return out;
}

// A module's text without devices and hashes, which contain addresses. The mark of primitive
// functions is removed, too: in TVM its place among the attributes depends on a hash table.
std::string WithoutLabels(std::string text) {
  auto erase = [&text](const std::string& begin, auto&& end_of) {
    for (size_t at = 0; (at = text.find(begin, at)) != text.npos;) {
      text.erase(at, end_of(at) - at);
    }
  };
  // Parentheses and braces nest in a device.
  auto end_of_device = [&text](size_t at) {
    int depth = 0;
    bool opened = false;
    for (; at < text.size() && (!opened || depth > 0); ++at) {
      if (text[at] == '(' || text[at] == '{') ++depth, opened = true;
      if (text[at] == ')' || text[at] == '}') --depth;
    }
    return at;
  };
  erase(" {virtual_device=", [&](size_t at) { return end_of_device(at); });
  erase(", virtual_device=", [&](size_t at) { return end_of_device(at); });
  for (std::string name : {"hash=\"", "Primitive=1"}) {
    for (std::string begin : {", " + name, name}) {
      bool follows = begin[0] == ',';
      erase(begin, [&](size_t at) {
        size_t end =
            name == "Primitive=1" ? at + begin.size() : text.find('"', at + begin.size()) + 1;
        return !follows && text.compare(end, 2, ", ") == 0 ? end + 2 : end;
      });
    }
  }
  return text;
}

// The workload of the notebook: a convolution and batch normalization.
Workload ConvBatchNorm() {
  Expr data = Var("data", TensorType(Shape{1, 3, 64, 64}, DataType::Float(32)));
  Expr conv = MakeOp("nn.conv2d", {data, Var("weight")},
                     {{"channels", 3},
                      {"kernel_size", AttrValue::Ints({3, 3})},
                      {"padding", AttrValue::Ints({1, 1, 1, 1})}});
  Expr norm = MakeOp("nn.batch_norm",
                     {conv, Var("bn_gamma"), Var("bn_beta"), Var("bn_mean"), Var("bn_var")}, {});
  Expr result = TupleGetItem(norm, 0);
  return CreateWorkload(Function(FreeVars(result), result), 0);
}

Pass FoldAndFuse(int level) {
  return Sequential({CreatePass("FoldConstant"), CreatePass("EliminateCommonSubexpr"),
                     CreatePass("FuseOps", {{"fuse_opt_level", level}})});
}

IRModule Initial(const std::string& name) { return ParseModule(Golden(name), "test"); }

// The module, as if its text had been built without spans and types.
IRModule WithoutSpans(const IRModule& module) {
  Expr main = RewritePostOrder(module->Lookup("main"),
                               [](const ExprNode* node, std::span<const Expr> children) {
                                 return WithSpan(WithChildren(node, children).get(), nullptr);
                               });
  return WithFunction(module, "main", main);
}

}  // namespace

TEST_CASE("pass infra: EliminateCommonSubexpr and FuseOps at level 0", "[tutorial]") {
  IRModule module = CreatePass("FoldConstant")(tutorials::UsePassInfra());
  module = CreatePass("EliminateCommonSubexpr")(module);
  CHECK(TextOf(module) == Golden("infra.eliminate_common_subexpr.relay"));
  module = CreatePass("FuseOps", {{"fuse_opt_level", 0}})(module);
  CHECK(TextOf(module) == Golden("infra.fuse_ops_0.relay"));
}

TEST_CASE("pass infra: a Sequential and opt levels", "[tutorial]") {
  IRModule module = tutorials::UsePassInfra();
  CHECK(TextOf(FoldAndFuse(2)(module)) == Golden("infra.sequential_default.relay"));
  {
    PassContextScope scope(PassContext::Create({.opt_level = 3}));
    CHECK(TextOf(FoldAndFuse(2)(module)) == Golden("infra.sequential_opt3.relay"));
  }
  PassContextScope scope(
      PassContext::Create({.opt_level = 3, .disabled_pass = {"EliminateCommonSubexpr"}}));
  CHECK(TextOf(FoldAndFuse(2)(module)) == Golden("infra.sequential_opt3_disabled.relay"));
}

TEST_CASE("pass infra: a function pass of one's own", "[tutorial]") {
  Pass custom = CreateFunctionPass(
      [](const Expr& function, const IRModule&, PassContext&) {
        return RewritePostOrder(function, [](const ExprNode* node, std::span<const Expr> children) {
          if (As<ConstantNode>(node)) {
            return MakeMultiply(ConstantScalar(3, DataType::Float(32)), Expr(node));
          }
          return WithChildren(node, children);
        });
      },
      {1, "CustomPipeline", {}, false});
  CHECK(TextOf(custom(tutorials::UsePassInfra())) == Golden("infra.custom_pipeline.relay"));
}

TEST_CASE("pass infra: PrintIR and what an instrument sees", "[tutorial]") {
  class Log : public PassInstrument {
   public:
    const std::string& name() const override { return name_; }
    void RunBeforePass(const IRModule& module, const PassInfo& info) override {
      seen.push_back({{"pass", info.name}, {"info", info.str()}, {"ir", TextOf(module)}});
    }
    nlohmann::json seen = nlohmann::json::array();

   private:
    std::string name_ = "Log";
  };
  auto log = std::make_shared<Log>();
  std::string printed;
  IRModule module = tutorials::UsePassInfra();
  {
    PassContextScope scope(PassContext::Create({.opt_level = 3, .instruments = {log}}));
    auto write = [&](const std::string& text) { printed += text; };
    module = Sequential({CreatePass("FoldConstant"), transform::PrintIR({"", false}, write),
                         CreatePass("EliminateCommonSubexpr"), CreatePass("FuseOps")})(module);
  }
  CHECK(TextOf(module) == Golden("infra.print_ir_final.relay"));
  nlohmann::json expected = nlohmann::json::parse(Golden("infra.print_ir_log.json"));
  REQUIRE(log->seen.size() == expected.size());
  for (size_t i = 0; i < expected.size(); ++i) CHECK(log->seen[i] == expected[i]);
  for (const auto& entry : expected) {
    if (entry["pass"] == "PrintIR") {
      CHECK(printed == "PrintIR():\n" + entry["ir"].get<std::string>());
    }
  }
}

TEST_CASE("PrintIR writes its header and, if asked to, the constants", "[print_ir]") {
  IRModule module = tutorials::UsePassInfra();
  std::string printed;
  auto write = [&](const std::string& text) { printed = text; };
  CHECK(transform::PrintIR({"here", true}, write)(module) == module);
  CHECK(printed == "PrintIR(here):\n" + PrintModule(module, {true}));
  CHECK(printed.find("#[metadata]") != std::string::npos);
}

TEST_CASE("spans: clip with infinite bounds", "[tutorial]") {
  IRModule module = WithoutSpans(Initial("spans.clip.before.relay"));
  CHECK(TextOf(module) == Golden("spans.clip.before.relay"));
  module = CreatePass("AnnotateSpans")(module);
  CHECK(TextOf(module) == Golden("spans.clip.after.relay"));
  CHECK(PrintExpr(module->Lookup("main"), PrintOptions::Str()) == Golden("spans.clip.main.relay"));
}

TEST_CASE("spans: AnnotateSpans, ToANormalForm and InferType, timed", "[tutorial]") {
  IRModule module = WithoutSpans(Initial("spans.timing.initial.relay"));
  CHECK(TextOf(module) == Golden("spans.timing.initial.relay"));
  auto timing = std::make_shared<PassTimingInstrument>();
  PassContextScope scope(PassContext::Create({.instruments = {timing}}));
  module = CreatePass("AnnotateSpans")(module);
  CHECK(TextOf(module) == Golden("spans.timing.annotated.relay"));
  CHECK(PrintExpr(module->Lookup("main"), PrintOptions::Str()) ==
        Golden("spans.timing.annotated_main.relay"));
  module = CreatePass("ToANormalForm")(module);
  CHECK(Renumbered(TextOf(module)) == Renumbered(Golden("spans.timing.anf.relay")));
  module = CreatePass("InferType")(module);
  CHECK(Renumbered(TextOf(module)) == Renumbered(Golden("spans.timing.infer.relay")));

  std::string profile = timing->Render(), shape;
  for (size_t begin = 0; begin < profile.size();) {
    size_t end = profile.find('\n', begin);
    std::string line = profile.substr(begin, end - begin);
    shape += line.substr(0, line.find(':')) + ": <us>us [<us>us] (<pct>%; <pct>%)\n";
    begin = end + 1;
  }
  CHECK(shape == Golden("spans.timing.profile.txt"));
}

TEST_CASE("spans: relay.optimize, AnnotateSpans and DefuseOps", "[tutorial]") {
  Workload workload = ConvBatchNorm();
  CHECK(TextOf(workload.module) == Golden("spans.compat.workload.relay"));
  IRModule module;
  {
    PassContextScope scope(PassContext::Create({.opt_level = 0}));
    module = Optimize(workload.module, workload.params);
  }
  CHECK(WithoutLabels(TextOf(module)) == WithoutLabels(Golden("spans.compat.optimized.relay")));
  PassContextScope scope(PassContext::Create({.opt_level = 3}));
  module = Sequential({CreatePass("AnnotateSpans"), CreatePass("DefuseOps")})(module);
  CHECK(WithoutLabels(TextOf(module)) == WithoutLabels(Golden("spans.compat.final.relay")));
  CHECK(WithoutLabels(PrintExpr(module->Lookup("main"), PrintOptions::Str())) ==
        WithoutLabels(Golden("spans.compat.final_main.relay")));
}

}  // namespace passcope
