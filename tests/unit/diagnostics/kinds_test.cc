// Every kind of diagnostic occurs and says what is wrong.
#include <catch2/catch.hpp>
#include <cstring>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "analysis/well_formed.h"
#include "api/pipeline_spec.h"
#include "diagnostics/diagnostic.h"
#include "frontend/import.h"
#include "ir/work_budget.h"
#include "models/models.h"
#include "pass/pass.h"
#include "pass/registry.h"
#include "runtime/evaluator.h"
#include "runtime/kernel.h"
#include "runtime/numeric.h"
#include "text/parser.h"
#include "transforms/bind_params.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

constexpr const char* kHeader = "#[version = \"0.0.5\"]\n";

void Module(const std::string& body) { InferTypes(ParseModule(kHeader + body, "text")); }
// Types `@main` with parameters x (float32 [2, 3]) and i (int32 [2]).
void Body(const std::string& body) {
  Module("def @main(%x: Tensor[(2, 3), float32], %i: Tensor[(2), int32]) { " + body + " }");
}
IRModule Relu() {
  return InferTypes(ParseModule(
      std::string(kHeader) + "def @main(%x: Tensor[(2), float32]) { nn.relu(%x) }", "text"));
}

void TwiceBound() {
  Expr x = Var("x");
  Expr one = ConstantScalar(1, DataType::Float(32));
  throw DiagnosticError(FindIllFormed(Let(x, one, Let(x, one, x))));
}

void NoModel() {
  Buffer zeros(new BufferNode(8));
  std::memset(zeros->data(), 0, zeros->size());
  frontend::DescribeOnnx(zeros);
}

struct Case {
  std::function<void()> run;
  const char* says;  // A part of the rendered diagnostic.
};

std::map<DiagKind, Case> Cases() {
  return {
      {DiagKind::kUnknownOperator, {[] { Body("nn.rleu(%x)"); }, "nn.relu"}},
      {DiagKind::kUnknownAttribute, {[] { Body("nn.softmax(%x, axsi=1)"); }, "axis"}},
      {DiagKind::kMissingAttribute, {[] { Body("expand_dims(%x)"); }, "axis"}},
      {DiagKind::kBadAttribute, {[] { Body("nn.softmax(%x, axis=7)"); }, "7"}},
      {DiagKind::kArity, {[] { Body("add(%x)"); }, "add"}},
      {DiagKind::kBadRank, {[] { Body("nn.batch_flatten(1f)"); }, "nn.batch_flatten"}},
      {DiagKind::kShapeMismatch,
       {[] { Body("add(%x, zeros(shape=[4], dtype=\"float32\"))"); }, "4"}},
      {DiagKind::kDtypeMismatch, {[] { Body("add(%x, 1)"); }, "int32"}},
      {DiagKind::kBadDtype, {[] { Body("take(%x, %x)"); }, "float32"}},
      {DiagKind::kBadLayout,
       {[] { Body("layout_transform(%x, src_layout=\"NQ\", dst_layout=\"QX\")"); }, "layout"}},
      {DiagKind::kTypeMismatch,
       {[] { Body("let %y: int32 = %x; %y"); }, "Tensor[(2, 3), float32]"}},
      {DiagKind::kNotAFunction, {[] { Body("%x(%i)"); }, "Tensor[(2, 3), float32]"}},
      {DiagKind::kNotATuple, {[] { Body("%x.0"); }, "tuple"}},
      {DiagKind::kUnboundVar, {[] { Body("%y"); }, "%y"}},
      {DiagKind::kIllFormed, {[] { TwiceBound(); }, "bound more than once"}},
      {DiagKind::kUnknownGlobal, {[] { Body("@mian(%x, %i)"); }, "@main"}},
      {DiagKind::kUnderconstrained, {[] { Module("def @main(%x) { %x }"); }, "annotation"}},
      {DiagKind::kUnsupported, {[] { MakeNDArray({1}, DataType::Float(128)); }, "float128"}},
      {DiagKind::kEvaluation,
       {[] {
          Value scalar(ScalarNDArray(1, DataType::Float(32)));
          Evaluate(Relu(), "main", std::span<const Value>(&scalar, 1));
        },
        "float32"}},
      {DiagKind::kOverBudget,
       {[] {
          WorkScope scope({.operations = 10});
          std::vector<Value> zeros = {FilledNDArray({1000}, DataType::Float(64), 0)};
          ApplyOp(As<OpNode>(GetOp("exp")), zeros);
        },
        "more than 10 operations"}},
      {DiagKind::kInternal,
       {[] {
          CallKernel([](const KernelContext&) -> Value { FailCheck("x > 0", "kernel.cc", 1); }, {});
        },
        "internal error of the engine"}},
      {DiagKind::kTensorTooLarge,
       {[] {
          MakeNDArray({1 << 20, 1 << 20}, DataType::Float(32));
        },
        "MiB"}},
      {DiagKind::kUnknownPass, {[] { CreatePass("FoldConstnat"); }, "FoldConstant"}},
      {DiagKind::kBadPassOption,
       {[] {
          CreatePass("FoldConstant", {{"fold_qn", AttrValue(true)}});
        },
        "fold_qnn"}},
      {DiagKind::kUnknownConfig,
       {[] {
          PassContext::Create({.config = {{"relay.FuseOps.max_dept", AttrValue(1)}}});
        },
        "relay.FuseOps.max_depth"}},
      {DiagKind::kUnknownModel, {[] { CreateModel("resnet19"); }, "resnet18"}},
      {DiagKind::kUnknownParam,
       {[] {
          BindParamsByName(Relu()->Lookup("main"), {{"x", ScalarNDArray(1, DataType::Int(8))}});
        },
        "int8"}},
      {DiagKind::kUsage, {[] { ParsePipeline("FoldConstant{"); }, "FoldConstant"}},
      {DiagKind::kInvalidPass,
       {[] {
          CreateModulePass([](const IRModule&, PassContext&) { return IRModule(); },
                           {0, "Nothing", {}, false})(Relu());
        },
        "Nothing"}},
      {DiagKind::kSyntax, {[] { Body("add(%x %x)"); }, "`,`"}},
      {DiagKind::kInvalidToken, {[] { Body("%x $"); }, "character"}},
      {DiagKind::kInvalidNumber, {[] { Body("99999999999i32"); }, "fit its type"}},
      {DiagKind::kInvalidUtf8, {[] { Body("\xff"); }, "0xff"}},
      {DiagKind::kBadVersion,
       {[] { ParseModule("#[version = \"0.0.4\"]\ndef @main() { 1 }", "text"); }, "0.0.5"}},
      {DiagKind::kNestingTooDeep,
       {[] {
          std::string type;
          for (int i = 0; i < 100000; ++i) type += "(";
          Module("def @main(%x: " + type + ") { %x }");
        },
        "nested"}},
      {DiagKind::kBadMetadata, {[] { Body("meta[relay.Constant][3]"); }, "no metadata section"}},
      {DiagKind::kUnknownType, {[] { Module("def @main(%x: flaot32) { %x }"); }, "flaot32"}},
      {DiagKind::kDuplicateName, {[] { Module("def @f() { 1 }\ndef @f() { 2 }"); }, "@f"}},
      {DiagKind::kUnknownConstructor,
       {[] { Module("type T { A }\ndef @main(%t: T) { match (%t) { B => 1 } }"); }, "B"}},
      {DiagKind::kUnmatchedCases,
       {[] { Module("type T { A, B }\ndef @main(%t: T) { match (%t) { A => 1 } }"); }, "B"}},
      {DiagKind::kBadModelFile, {NoModel, "is damaged"}},
      {DiagKind::kTextTooLarge,
       {[] {
          // Only the length counts; the text is not read.
          static const char byte = ' ';
          ParseModule(std::string_view(&byte, SIZE_MAX / 2), "text");
        },
        "limit"}},
  };
}

TEST_CASE("Every kind of diagnostic is reached", "[diagnostics]") {
  std::map<DiagKind, Case> cases = Cases();
  for (const DiagKindInfo& info : DiagKinds()) {
    CAPTURE(info.name);
    auto it = cases.find(info.kind);
    if (it == cases.end()) {
      FAIL_CHECK("no test");
      continue;
    }
    try {
      it->second.run();
      FAIL_CHECK("no diagnostic");
    } catch (const DiagnosticError& error) {
      bool found = false;
      for (const Diagnostic& diagnostic : error.diagnostics()) {
        found = found || diagnostic.kind == info.kind;
      }
      INFO(error.what());
      CHECK(found);
      CHECK(std::string(error.what()).find(it->second.says) != std::string::npos);
    }
  }
}

TEST_CASE("Names and explanations of kinds are unique", "[diagnostics]") {
  std::set<std::string> names, docs;
  for (const DiagKindInfo& info : DiagKinds()) {
    CHECK(names.insert(info.name).second);
    CHECK(docs.insert(info.doc).second);
  }
}

}  // namespace
}  // namespace passcope
