// Properties of every operator in the table.
#include <catch2/catch.hpp>
#include <cctype>
#include <set>
#include <string>

#include "op/op.h"
#include "op/relations.h"

namespace passcope {
namespace {

TEST_CASE("every operator is declared whole") {
  std::set<std::string> names;
  for (const Expr& expr : AllOps()) {
    const auto* op = As<OpNode>(expr);
    const OpDecl& decl = *op->decl;
    INFO(decl.name);
    CHECK(names.insert(decl.name).second);
    CHECK(FindOp(decl.name) == op);
    CHECK(decl.relation);
    REQUIRE(decl.doc);
    CHECK(std::string(decl.doc).size() > 5);
    CHECK(std::string(decl.doc).back() == '.');
    CHECK(decl.support_level >= 1);
    std::set<std::string> args;
    for (const ArgDecl& arg : decl.args) {
      CHECK(args.insert(arg.name).second);
      CHECK(std::string(arg.doc).back() == '.');
      CHECK(*arg.type);
    }
    if (!decl.schema) {
      CHECK_FALSE(decl.Has(OpTrait::kAttrsInMetadata));
      continue;
    }
    const AttrSchema& schema = decl.schema();
    CHECK(std::string(schema.type_key).rfind("relay.attrs.", 0) == 0);
    Attrs attrs(schema.create());
    Attrs copy(schema.clone(*attrs));
    CHECK(AttrsEqual(attrs, copy));
    std::set<std::string> fields;
    for (const AttrField& field : schema.fields) {
      INFO(field.name);
      CHECK(fields.insert(field.name).second);
      CHECK(std::string(field.doc).back() == '.');
      CHECK(field.required != attrs->IsDefault(field));
    }
  }
  CHECK(names.size() > 180);
}

TEST_CASE("operators that passes rely on have TVM's facts") {
  auto decl = [](const char* name) { return FindOp(name)->decl; };
  CHECK(decl("nn.dropout")->Has(OpTrait::kStateful));
  CHECK_FALSE(decl("add")->Has(OpTrait::kStateful));
  CHECK(decl("nn.conv2d")->pattern == OpPattern::kOutEWiseFusable);
  CHECK(decl("nn.relu")->pattern == OpPattern::kElemWise);
  CHECK(decl("nn.bias_add")->pattern == OpPattern::kBroadcast);
  CHECK(decl("sum")->pattern == OpPattern::kCommReduce);
  CHECK(decl("zeros")->pattern == OpPattern::kElemWise);
  CHECK(decl("layout_transform")->pattern == OpPattern::kInjective);
  CHECK(decl("annotation.stop_fusion")->pattern == OpPattern::kOpaque);
  CHECK(decl("nn.layer_norm")->pattern == OpPattern::kOpaque);
  CHECK(FindOp("nn.conv4d") == nullptr);
}

// Applies every relation to arguments of odd types with default attributes. The relation may report
// a diagnostic, but must return.
struct Lenient : TypeRelContext {
  std::string message;
  bool Assign(size_t, const Type&) override { return true; }
  RelStatus Fail(DiagKind, Message problem, int) override {
    message = problem.text();
    return RelStatus::kFailed;
  }
};

TEST_CASE("every relation answers for arguments of any type") {
  DataType f32 = DataType::Float(32);
  const Type odd[] = {
      ScalarType(f32),
      TensorType({Dim(0)}, DataType::Int(32)),
      TensorType({Dim::Any(), Dim::Any(), Dim::Any(), Dim::Any()}, f32),
      TensorType({Dim(int64_t{1} << 62), Dim(int64_t{1} << 62), Dim(3), Dim(3)}, f32),
      TensorType({Dim(2), Dim(3)}, DataType::Bool()),
      TensorType({Dim(1), Dim(2), Dim(3), Dim(4), Dim(5), Dim(6), Dim(7)}, DataType::Int(8)),
      TupleType({}),
      TupleType({ScalarType(f32), TupleType({})}),
      TupleType({TensorType({Dim(2), Dim::Any()}, f32), TensorType({Dim(2), Dim(3)}, f32)}),
      FuncType({ScalarType(f32)}, ScalarType(f32)),
      IncompleteType(),
      TupleType({IncompleteType()}),
  };
  for (const Expr& expr : AllOps()) {
    const auto* op = As<OpNode>(expr);
    for (const Type& first : odd) {
      for (const Type& rest : odd) {
        std::vector<Type> types(op->decl->args.size(), rest);
        if (!types.empty()) types[0] = first;
        std::vector<Expr> args;
        for (const Type& type : types) args.push_back(Var("x", type));
        Expr call =
            Call(expr, args, op->decl->schema ? Attrs(op->decl->schema().create()) : Attrs());
        Lenient context;
        context.call = As<CallNode>(call);
        context.arg_types = types;
        RelStatus status = RunTypeRelation(context);
        INFO(op->name() << " of " << TypeText(first) << " and " << TypeText(rest));
        if (status == RelStatus::kDone) REQUIRE(context.result);
        if (status == RelStatus::kFailed) {
          REQUIRE(context.message.rfind(op->name(), 0) == 0);
        }
      }
    }
  }
}

TEST_CASE("BroadcastShapes follows TVM") {
  Dim any = Dim::Any();
  Dim n = Dim::Symbol("n");
  using S = Shape;
  CHECK(BroadcastShapes(S{2, 3}, S{3}) == S{2, 3});
  CHECK(BroadcastShapes(S{}, S{3}) == S{3});
  CHECK(BroadcastShapes(S{2, 1}, S{1, 4}) == S{2, 4});
  CHECK(BroadcastShapes(S{any}, S{1}) == S{any});
  CHECK(BroadcastShapes(S{any}, S{4}) == S{4});
  CHECK(BroadcastShapes(S{4}, S{any}) == S{4});
  CHECK(BroadcastShapes(S{any}, S{any}) == S{any});
  CHECK(BroadcastShapes(S{n}, S{n}) == S{n});
  CHECK(BroadcastShapes(S{n}, S{1}) == S{n});
  CHECK_FALSE(BroadcastShapes(S{n}, S{4}));
  CHECK_FALSE(BroadcastShapes(S{2, 3}, S{2}));
  CHECK(BroadcastShapes(S{0}, S{1}) == S{0});
}

}  // namespace
}  // namespace passcope
