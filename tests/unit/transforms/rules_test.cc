// Registrations per operator: kernels, rules of passes, and traits that name other operators.
#include "transforms/rules/rules.h"

#include <catch2/catch.hpp>

#include "runtime/kernel.h"
#include "support/check.h"

namespace passcope {
namespace {

template <class T>
size_t CountOf(const OpTable<T>& table) {
  size_t count = 0;
  for (const Expr& op : AllOps()) count += table.Get(op) ? 1 : 0;
  return count;
}

TEST_CASE("a table refuses operators that are not declared, and second entries", "[rules]") {
  OpTable<int> table;
  CHECK_THROWS_AS(table.Add("nn.conv2b", 1), InternalError);
  CHECK_THROWS_WITH(table.Add("nn.conv2b", 1), Catch::Contains("nn.conv2b, which is no operator"));
  CHECK_THROWS_WITH(table.Replace("nn.conv2b", 1), Catch::Contains("nn.conv2b"));
  table.Add("nn.conv2d", 1);
  CHECK_THROWS_WITH(table.Add("nn.conv2d", 2), Catch::Contains("twice for nn.conv2d"));
  CHECK(table.Get(GetOp("nn.conv2d")) == 1);
  table.Replace("nn.conv2d", 3);
  CHECK(table.Get(GetOp("nn.conv2d")) == 3);
  CHECK(table.Get(GetOp("add")) == 0);
}

// They are filled through OpTable::Add, so that one wrong name anywhere fails here.
TEST_CASE("all tables are of declared operators", "[rules]") {
  CHECK(CountOf(Kernels()) > 200);
  const RuleTables& rules = Rules();
  CHECK(CountOf(rules.infer_layout) > 100);
  CHECK(CountOf(rules.convert_layout) == 15);
  CHECK(CountOf(rules.gradient) > 35);
  CHECK(CountOf(rules.legalize) == 5);
  CHECK(CountOf(rules.simplify_inference) == 4);
  CHECK(CountOf(rules.simplify_first_result) == 2);
}

TEST_CASE("a fast form takes what the exact operator takes", "[rules]") {
  size_t count = 0;
  for (const Expr& node : AllOps()) {
    const OpDecl& decl = *As<OpNode>(node)->decl;
    if (!decl.traits.fast_form.op) continue;
    INFO(decl.name);
    ++count;
    const OpNode* fast = FindOp(decl.traits.fast_form.op);
    REQUIRE(fast);
    CHECK(fast->decl->args.size() == decl.args.size());
    CHECK(fast->decl->schema == decl.schema);
    CHECK(HasKernel(fast));
  }
  CHECK(count == 4);
}

TEST_CASE("a static form has the arguments and attributes that it is given", "[rules]") {
  size_t count = 0;
  for (const Expr& node : AllOps()) {
    const auto* op = As<OpNode>(node);
    const OpDecl& decl = *op->decl;
    bool dynamic = std::string_view(decl.name).substr(0, 4) == "dyn.";
    INFO(decl.name);
    CHECK(dynamic == (decl.traits.static_form != nullptr));
    if (!decl.traits.static_form) continue;
    ++count;
    const StaticForm& form = *decl.traits.static_form;
    const OpNode* fixed = FindOp(form.op);
    REQUIRE(fixed);
    REQUIRE(fixed->decl->schema);
    CHECK(fixed->decl->args.size() + form.params().size() == decl.args.size());
    CHECK(HasKernel(fixed) == HasKernel(op));
    for (const StaticForm::Param& param : form.params()) {
      INFO(param.attr);
      CHECK(param.arg < decl.args.size());
      CHECK(fixed->decl->schema().Find(param.attr));
    }
  }
  CHECK(count == 16);
}

TEST_CASE("traits fit the operators that have them", "[rules]") {
  for (const Expr& node : AllOps()) {
    const OpDecl& decl = *As<OpNode>(node)->decl;
    const OpTraits& traits = decl.traits;
    INFO(decl.name);
    // The passes read the padding and the layout of the operator that they fold into.
    if (traits.pad_fold != PadFold::kNone || traits.scale_fold == ScaleFold::kConv) {
      REQUIRE(decl.schema);
      CHECK(decl.schema().Find("padding"));
      CHECK((decl.schema().Find("layout") || decl.schema().Find("data_layout")));
    }
    if (traits.pad_fold == PadFold::kZeroPoint) CHECK(decl.args.size() > 2);
    if (traits.layout_inference == LayoutInference::kBroadcast) CHECK(decl.args.size() == 2);
    if (traits.Has(OpTrait::kQnnCanonicalize)) {
      CHECK(traits.Has(OpTrait::kQnn));
      CHECK(traits.Has(OpTrait::kNonComputational));
    }
    CHECK(traits.Has(OpTrait::kQnn) == (std::string_view(decl.name).substr(0, 4) == "qnn."));
  }
}

TEST_CASE("the arguments of a dynamic operator become attributes", "[rules]") {
  const StaticForm& form = *FindOp("dyn.topk")->decl->traits.static_form;
  const StaticForm::Param* misfit = nullptr;
  NDArray three[] = {ScalarIntNDArray(3, DataType::Int(32))};
  Attrs attrs = form.MakeStaticAttrs(nullptr, three, &misfit);
  REQUIRE(attrs);
  CHECK(*attrs->Get("k").get<int64_t>() == 3);
  NDArray two_numbers[] = {MakeNDArray({2}, DataType::Int(32))};
  CHECK_FALSE(form.MakeStaticAttrs(nullptr, two_numbers, &misfit));
  REQUIRE(misfit);
  CHECK(std::string_view(misfit->attr) == "k");
}

}  // namespace
}  // namespace passcope
