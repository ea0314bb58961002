// prim::If and prim::Loop, as Relay's if and as a function that calls itself.
#include <limits>
#include <unordered_set>

#include "diagnostics/diagnostic.h"
#include "frontend/loop.h"
#include "frontend/pytorch/converter.h"

namespace passcope::frontend {
namespace {

[[noreturn]] void Fail(Message message) {
  throw DiagnosticError(DiagKind::kUnsupported, std::move(message));
}

// The outer values that a loop's block uses, in the order of use.
std::vector<const TorchValue*> FreeValues(const TorchBlock* block) {
  std::unordered_set<const TorchValue*> bound(block->params.begin(), block->params.end());
  std::vector<const TorchValue*> free;
  for (const TorchNode* node : block->nodes) {
    for (const TorchValue* input : node->inputs()) {
      if (bound.insert(input).second) free.push_back(input);
    }
    bound.insert(node->outputs.begin(), node->outputs.end());
  }
  return free;
}

// A loop's variable for a value. Dimensions of 0 become unknown, since they may grow.
Expr LoopVar(const TorchValue* value, const Expr& initial) {
  Type type = initial->checked_type();
  if (const auto* tensor = As<TensorTypeNode>(type)) {
    Shape shape = tensor->shape;
    for (Dim& dim : shape) {
      if (dim.is_const() && dim.value() == 0) dim = Dim::Any();
    }
    type = TensorType(std::move(shape), tensor->dtype);
  }
  return TypedVar(value->name(), std::move(type));
}

const int64_t* ConstantInt(const TorchValue* value) {
  const TorchNode* node = value->node();
  if (!node || node->kind != "prim::Constant") return nullptr;
  return std::get_if<int64_t>(&node->constant);
}

}  // namespace

std::vector<PyValue> ConvertTorchIf(TorchConverter* converter, const TorchNode* node) {
  Expr condition = (*converter)[node->inputs()[0]].expr();
  // A condition about shapes is known. Only its branch becomes a part of the program.
  if (NDArray known = TryInfer(condition); known && known->size() == 1) {
    return converter->ConvertKnownBranch(node->blocks[known->ToDouble(0) != 0 ? 0 : 1]);
  }
  std::vector<PyValue> branches;
  for (const TorchBlock* block : node->blocks) {
    std::vector<PyValue> results = converter->ConvertBlock(block);
    if (results.size() != 1) {
      Fail(MSG(kTorchConditionalResultCount,
               "an `if` of a TorchScript model must have one result, not {actual}",
               results.size()));
    }
    branches.push_back(results[0]);
  }
  return {Typed(If(condition, branches[0].expr(), branches[1].expr()))};
}

std::vector<PyValue> ConvertTorchLoop(TorchConverter* converter, const TorchNode* node) {
  const TorchBlock* block = node->blocks[0];
  // Inputs: the largest number of iterations, the initial condition, then the loop's values.
  const int64_t* limit = ConstantInt(node->inputs()[0]);
  bool is_while = limit && *limit == std::numeric_limits<int64_t>::max();
  Expr max_count = (*converter)[node->inputs()[0]].expr();
  Expr first_condition = (*converter)[node->inputs()[1]].expr();
  std::vector<Expr> initial;
  Expr counter;
  if (is_while) {
    if (DataOf(first_condition)) first_condition = Cast(first_condition, DataType::Bool());
    initial.push_back(first_condition);
    counter = TypedVar(block->params[0]->name(), TensorType(Shape(), DataType::Bool()));
  } else {
    // Counts from 0; the condition is ignored.
    initial.push_back(ConstInt(0));
    counter = TypedVar(block->params[0]->name(), TensorType(Shape(), DataType::Int(32)));
  }
  std::vector<Expr> vars = {counter};
  size_t carried = block->params.size() - 1;
  for (size_t i = 0; i < carried; ++i) {
    initial.push_back((*converter)[node->inputs()[i + 2]].expr());
    vars.push_back(LoopVar(block->params[i + 1], initial.back()));
  }
  // Outer values that the block uses become values of the loop, except for known ones.
  std::vector<const TorchValue*> free;
  std::vector<PyValue> outside;
  for (const TorchValue* value : FreeValues(block)) {
    if (!converter->Has(value)) continue;
    const PyValue& known = (*converter)[value];
    if (!known.is_expr() || DataOf(known.tensor())) continue;
    free.push_back(value);
    outside.push_back(known);
    initial.push_back(known.tensor());
    vars.push_back(LoopVar(value, initial.back()));
  }

  auto condition = [&](std::span<const Expr> values) {
    if (is_while) return Op("equal", {values[0], ConstInt(1, DataType::Bool())});
    return Less(values[0], max_count);
  };
  auto body = [&](std::span<const Expr> values) {
    for (size_t i = 0; i <= carried; ++i) (*converter)[block->params[i]] = values[i];
    for (size_t i = 0; i < free.size(); ++i) (*converter)[free[i]] = values[carried + 1 + i];
    std::vector<Expr> next;
    for (const PyValue& result : converter->ConvertBlock(block)) next.push_back(result.expr());
    for (const TorchValue* value : free) next.push_back((*converter)[value].expr());
    if (!is_while) next[0] = Add(values[0], ConstInt(1));
    return next;
  };
  Expr loop = WhileLoop(vars, initial, condition, body);
  for (size_t i = 0; i < free.size(); ++i) (*converter)[free[i]] = outside[i];
  std::vector<PyValue> results;
  for (size_t i = 0; i < carried; ++i) results.push_back(Field(loop, static_cast<int>(i) + 1));
  return results;
}

}  // namespace passcope::frontend
