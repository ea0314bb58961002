// If, Loop and Scan: graphs inside of graphs.
#include <limits>
#include <string>

#include "diagnostics/diagnostic.h"
#include "frontend/loop.h"
#include "frontend/onnx/families.h"
#include "frontend/onnx/tuples.h"
#include "ir/visitor.h"
#include "transforms/pattern_utils.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope::frontend::onnx {
namespace {

// The names of a graph's inputs and outputs.
struct GraphNames {
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
};

GraphNames NamesOf(Bytes graph) {
  GraphNames names;
  VisitGraph(
      graph,
      {.input = [&](Bytes message) { names.inputs.emplace_back(ReadValueInfo(message).name); },
       .output = [&](Bytes message) { names.outputs.emplace_back(ReadValueInfo(message).name); }});
  return names;
}

// A loop variable with the type of `value`. Dimensions of 0 become unknown, since they may grow.
Expr LoopVar(std::string_view name, const Expr& value) {
  const auto* tensor = As<passcope::TensorTypeNode>(value->checked_type());
  if (!tensor) return TypedVar(name, value->checked_type());
  Shape shape = tensor->shape;
  for (Dim& dim : shape) {
    if (dim == Dim(0)) dim = Dim::Any();
  }
  return TypedVar(name, passcope::TensorType(std::move(shape), tensor->dtype));
}

// The results of a body in which `names` are bound to `values`.
std::vector<Expr> ConvertBody(Node& node, Bytes body, std::span<const std::string> names,
                              std::span<const Expr> values) {
  Graph graph(node.graph.import(), &node.graph);
  for (size_t i = 0; i < names.size(); ++i) graph.Define(names[i], values[i]);
  std::vector<Expr> results = graph.Convert(body);
  node.graph.Absorb(graph);
  return results;
}

Expr OneOrTuple(const std::vector<Expr>& values) {
  return values.size() == 1 ? values[0] : MakeTuple(values);
}

// Replaces single sizes of tensors by their values, where only other sizes are unknown.
class KnownSizes : public Rewriter {
 protected:
  // Sizes do not depend on reals, nor on the data whose shape they are of.
  Expr Enter(const ExprNode* node) override {
    const auto* tensor = As<passcope::TensorTypeNode>(node->checked_type());
    bool other = !tensor || tensor->dtype.is_float() || AsCallTo(node, "shape_of");
    return other ? Expr(node) : nullptr;
  }
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    const CallNode* take = AsCallTo(node, "take");
    const CallNode* shape = take ? AsCallTo(children[1], "shape_of") : nullptr;
    NDArray places = shape ? TryEvaluate(InferTypes(children[2])) : nullptr;
    if (!places) return WithChildren(node, children);
    NDArray sizes = MakeNDArray(places->shape, DtypeOf(children[1]));
    for (size_t i = 0; i < places->size(); ++i) {
      const Shape& dims = ShapeOf(shape->arg(0));
      int64_t axis = places->ToInt(i);
      if (axis < 0 || axis >= static_cast<int64_t>(dims.size())) return Expr(node);
      const Dim& size = dims[static_cast<size_t>(axis)];
      if (!size.is_const()) return Expr(node);
      StoreInt(sizes, i, size.value());
    }
    return ConstArray(sizes);
  }
};

Results ConvertIf(Node& node) {
  Expr condition = node.In(0);
  // If the condition is known, convert only the branch that is taken. The other one may have
  // another type, or may not even be well-typed: PyTorch exports squeeze as an If about the size.
  NDArray fixed =
      TryEvaluate(InferTypes(KnownSizes().Run(InferTypes(node.graph.WithParams(condition)))));
  if (fixed && fixed->size() == 1) {
    const char* branch = FirstInt(fixed) != 0 ? "then_branch" : "else_branch";
    std::vector<Expr> taken = ConvertBody(node, node.Subgraph(branch), {}, {});
    return {OneOrTuple(taken), static_cast<int64_t>(taken.size())};
  }
  if (RankOf(condition) > 0) condition = Take(condition, ConstInt(0, kInt64));
  std::vector<Expr> yes = ConvertBody(node, node.Subgraph("then_branch"), {}, {});
  std::vector<Expr> no = ConvertBody(node, node.Subgraph("else_branch"), {}, {});
  if (yes.size() != no.size()) {
    node.Fail(DiagKind::kBadModelFile,
              MSG(kOnnxIfBranchCountsDiffer,
                  "the branches of If return different numbers of results, {first} and {second}",
                  yes.size(), no.size()));
  }
  Expr first = OneOrTuple(yes), second = OneOrTuple(no);
  auto count = static_cast<int64_t>(yes.size());
  try {
    return {Typed(If(condition, first, second)), count};
  } catch (const DiagnosticError&) {
    // The branches have different types, such as sequences of different lengths. So choose one now.
    NDArray known = node.ValueOf(0);
    if (!known || known->size() == 0) {
      node.Fail(DiagKind::kUnsupported,
                MSG(kOnnxBranchTypesDiffer,
                    "the branches of {operator} give values of different types, {first} and "
                    "{second}",
                    node.op, TypeText(first->checked_type()), TypeText(second->checked_type())));
    }
    return {FirstInt(known) != 0 ? first : second, count};
  }
}

// The body must take `inputs` values and return `outputs` or more.
void CheckBody(const Node& node, const GraphNames& names, size_t inputs, size_t outputs) {
  if (names.inputs.size() != inputs) {
    node.Fail(DiagKind::kBadModelFile,
              MSG(kOnnxBodyInputCountMismatch,
                  "the body of {operator} must take {expected} values, not {actual}", node.op,
                  inputs, names.inputs.size()));
  }
  if (names.outputs.size() < outputs) {
    node.Fail(DiagKind::kBadModelFile,
              MSG(kOnnxBodyOutputsTooFew,
                  "the body of {operator} must return at least {least} values, not {actual}",
                  node.op, outputs, names.outputs.size()));
  }
}

// The inputs and outputs of a Loop.
struct LoopParts {
  Expr max_count;  // Null if missing.
  Expr condition;  // Null if missing.
  std::vector<Expr> carried;
  Bytes body;
  GraphNames names;
  DataType count_type = kInt64;

  size_t scans() const { return names.outputs.size() - 1 - carried.size(); }
};

LoopParts ReadLoop(Node& node) {
  LoopParts loop;
  loop.max_count = node.Maybe(0);
  loop.condition = node.Maybe(1);
  for (size_t i = 2; i < node.num_inputs(); ++i) loop.carried.push_back(node.In(i));
  loop.body = node.Subgraph("body");
  loop.names = NamesOf(loop.body);
  CheckBody(node, loop.names, loop.carried.size() + 2, loop.carried.size() + 1);
  if (loop.max_count) loop.count_type = DtypeOf(loop.max_count);
  // An input of one element may be a scalar or a vector.
  for (Expr* scalar : {&loop.max_count, &loop.condition}) {
    if (*scalar && RankOf(*scalar) == 1) *scalar = Squeeze(*scalar, Ints{0});
  }
  return loop;
}

// Unrolls a loop that carries sequences. Their lengths are part of their types, so the number of
// steps must be known.
Results UnrollLoop(Node& node, const LoopParts& loop) {
  NDArray count = loop.max_count ? node.graph.InferValue(loop.max_count) : nullptr;
  auto goes_on = [&](const Expr& condition) {
    // If the loop has no initial condition, the conditions of the steps are ignored.
    if (!loop.condition) return true;
    NDArray known = node.graph.InferValue(FoldConstant(condition));
    if (!known) {
      node.Fail(DiagKind::kUnsupported,
                MSG(kOnnxSequenceLoopStepsUnknown,
                    "a {operator} that carries sequences needs a known number of steps", node.op));
    }
    return FirstInt(known) != 0;
  };
  if (!count) {
    node.Fail(DiagKind::kUnsupported,
              MSG(kOnnxSequenceLoopStepsUnknown,
                  "a {operator} that carries sequences needs a known number of steps", node.op));
  }
  int64_t steps = FirstInt(count);
  CheckSteps(steps);
  std::vector<Expr> state = {ConstInt(0, loop.count_type),
                             loop.condition ? loop.condition : ConstInt(1, DataType::Bool())};
  state.insert(state.end(), loop.carried.begin(), loop.carried.end());
  std::vector<std::vector<Expr>> scans(loop.scans());
  for (int64_t i = 0; i < steps && goes_on(state[1]); ++i) {
    state[0] = ConstInt(i, loop.count_type);
    std::vector<Expr> next = ConvertBody(node, loop.body, loop.names.inputs, state);
    for (size_t k = 0; k < next.size(); ++k) {
      if (k <= loop.carried.size()) {
        state[k + 1] = next[k];
      } else {
        scans[k - 1 - loop.carried.size()].push_back(next[k]);
      }
    }
  }
  std::vector<Expr> results(state.begin() + 2, state.end());
  for (const std::vector<Expr>& scan : scans) {
    if (scan.empty()) {
      node.Fail(DiagKind::kUnsupported,
                MSG(kOnnxLoopWithoutSteps,
                    "{operator} runs 0 steps, so its scan outputs have no value", node.op));
    }
    results.push_back(Stack(scan, 0));
  }
  return {OneOrTuple(results), static_cast<int64_t>(results.size())};
}

// Appends a step's result to the results so far.
Expr Gathered(const Expr& scan, const Expr& value, const Expr& count, DataType count_type) {
  Expr row = ExpandDims(value, 0);
  Expr all = scan;
  if (RankOf(scan) > 1) {
    // The initial value has sizes of 1 where they are unknown.
    Expr shape = Concatenate({Reshape(count, Ints{1}), ShapeTensor(value, count_type)}, 0);
    all = BroadcastTo(scan, shape);
  }
  return Concatenate({all, row}, 0);
}

Results ConvertLoop(Node& node) {
  LoopParts loop = ReadLoop(node);
  for (const Expr& value : loop.carried) {
    if (IsTuple(value)) return UnrollLoop(node, loop);
  }
  size_t carried = loop.carried.size();
  std::vector<Expr> vars = {
      TypedVar(loop.names.inputs[0], passcope::TensorType(Shape(), loop.count_type)),
      TypedVar("max_count", passcope::TensorType(Shape(), loop.count_type)),
      TypedVar(loop.names.inputs[1], passcope::TensorType(Shape(), DataType::Bool()))};
  std::vector<Expr> initial = {ConstInt(0, loop.count_type),
                               loop.max_count
                                   ? loop.max_count
                                   : ConstInt(std::numeric_limits<int64_t>::max(), loop.count_type),
                               loop.condition ? loop.condition : ConstInt(1, DataType::Bool())};
  for (size_t i = 0; i < carried; ++i) {
    vars.push_back(LoopVar(loop.names.inputs[i + 2], loop.carried[i]));
    initial.push_back(loop.carried[i]);
  }
  if (loop.scans() > 0) {
    // One conversion of the body tells the shapes of the gathered results.
    std::vector<Expr> given;
    for (size_t i = 0; i < loop.names.inputs.size(); ++i) given.push_back(vars[i == 0 ? 0 : i + 1]);
    std::vector<Expr> step = ConvertBody(node, loop.body, loop.names.inputs, given);
    for (size_t i = 1 + carried; i < step.size(); ++i) {
      DataType dtype = DtypeOf(step[i]);
      auto rank = static_cast<size_t>(RankOf(step[i]));
      vars.push_back(TypedVar(loop.names.outputs[i],
                              passcope::TensorType(Shape(rank + 1, Dim::Any()), dtype)));
      Ints none(rank + 1, 1);
      none[0] = 0;
      for (size_t k = 0; k < rank; ++k) {
        const Dim& size = ShapeOf(step[i])[k];
        if (size.is_const() && size.value() > 0) none[k + 1] = size.value();
      }
      initial.push_back(Reshape(ConstArray(MakeNDArray({0}, dtype)), none));
    }
  }
  auto goes_on = [&](std::span<const Expr> now) {
    Expr by_condition, by_count;
    if (loop.condition) by_condition = Op("equal", {now[2], ConstInt(1, DataType::Bool())});
    if (loop.max_count) by_count = Less(now[0], now[1]);
    if (by_condition && by_count) return Op("logical_and", {by_condition, by_count});
    if (by_condition || by_count) return by_condition ? by_condition : by_count;
    return now[2];
  };
  auto step = [&](std::span<const Expr> now) {
    std::vector<Expr> given = {now[0]};
    given.insert(given.end(), now.begin() + 2,
                 now.begin() + 3 + static_cast<std::ptrdiff_t>(carried));
    std::vector<Expr> next = ConvertBody(node, loop.body, loop.names.inputs, given);
    std::vector<Expr> all;
    all.push_back(Add(now[0], ConstInt(1, loop.count_type)));
    all.push_back(now[1]);
    all.insert(all.end(), next.begin(), next.begin() + 1 + static_cast<std::ptrdiff_t>(carried));
    for (size_t i = 0; i < loop.scans(); ++i) {
      all.push_back(Gathered(now[3 + carried + i], next[1 + carried + i], now[0], loop.count_type));
    }
    return all;
  };
  Expr values = WhileLoop(vars, initial, goes_on, step);
  std::vector<Expr> results;
  for (size_t i = 3; i < vars.size(); ++i) results.push_back(Field(values, static_cast<int>(i)));
  if (results.empty()) {
    node.Fail(DiagKind::kUnsupported,
              MSG(kOnnxControlFlowNoResults, "{operator} must return at least one value", node.op));
  }
  return {OneOrTuple(results), static_cast<int64_t>(results.size())};
}

// A list attribute of a Scan, one number for each input or output.
Ints PerValue(const Node& node, std::string_view attribute, size_t count) {
  Ints values = node.GetInts(attribute, Ints(count, 0));
  if (values.size() != count) {
    node.Fail(
        DiagKind::kBadAttribute,
        MSG(kOnnxAttributeNumberCount,
            "the attribute `{attribute}` of {operator} has {actual} numbers, but needs "
            "{expected}",
            attribute, node.op, static_cast<int64_t>(values.size()), static_cast<int64_t>(count)));
  }
  return values;
}

// Scan on inputs without a batch.
std::vector<Expr> ScanOver(Node& node, const std::vector<Expr>& inputs) {
  Bytes body = node.Subgraph("body");
  GraphNames names = NamesOf(body);
  int64_t given = node.Int("num_scan_inputs");
  if (given < 1 || given > static_cast<int64_t>(inputs.size())) {
    node.Fail(DiagKind::kBadModelFile,
              MSG(kOnnxScanInputCount,
                  "`num_scan_inputs` of {operator} must be 1 to {most}, not {actual}", node.op,
                  inputs.size(), given));
  }
  CheckBody(node, names, inputs.size(), inputs.size() - static_cast<size_t>(given));
  auto scan_inputs = static_cast<size_t>(given);
  size_t states = inputs.size() - scan_inputs;
  size_t scan_outputs = names.outputs.size() - states;
  Ints input_axes = PerValue(node, "scan_input_axes", scan_inputs);
  // Version 8 has one list, for the inputs.
  Ints input_directions =
      PerValue(node, node.Has("directions") ? "directions" : "scan_input_directions", scan_inputs);
  Ints output_axes = PerValue(node, "scan_output_axes", scan_outputs);
  Ints output_directions = PerValue(node, "scan_output_directions", scan_outputs);
  for (size_t i = 0; i < scan_inputs; ++i) {
    input_axes[i] = CheckedAxis(node, input_axes[i], RankOf(inputs[states + i]));
  }
  int64_t count = StaticShapeOf(inputs[states])[static_cast<size_t>(input_axes[0])];
  auto slices = [&](const Expr& iteration) {
    std::vector<Expr> values;
    for (size_t i = 0; i < scan_inputs; ++i) {
      Expr at = input_directions[i] != 0 ? Sub(ConstInt(count - 1, kInt32), iteration) : iteration;
      values.push_back(Take(inputs[states + i], at, input_axes[i]));
    }
    return values;
  };
  std::vector<Expr> vars = {TypedVar("iter", passcope::TensorType(Shape(), kInt32))};
  std::vector<Expr> initial = {ConstInt(0, kInt32)};
  for (size_t i = 0; i < states; ++i) {
    vars.push_back(LoopVar(names.inputs[i], inputs[i]));
    initial.push_back(inputs[i]);
  }
  auto convert = [&](std::span<const Expr> now) {
    std::vector<Expr> values(now.begin() + 1,
                             now.begin() + 1 + static_cast<std::ptrdiff_t>(states));
    std::vector<Expr> parts = slices(now[0]);
    values.insert(values.end(), parts.begin(), parts.end());
    return ConvertBody(node, body, names.inputs, values);
  };
  if (scan_outputs > 0) {
    std::vector<Expr> step = convert(vars);
    for (size_t i = 0; i < scan_outputs; ++i) {
      const Expr& value = step[states + i];
      Ints shape = StaticShapeOf(value);
      output_axes[i] = CheckedAxis(node, output_axes[i], RankOf(value) + 1);
      shape.insert(shape.begin() + output_axes[i], count);
      Shape dims(shape.begin(), shape.end());
      vars.push_back(TypedVar(names.outputs[states + i],
                              passcope::TensorType(std::move(dims), DtypeOf(value))));
      initial.push_back(Zeros(shape, DtypeOf(value)));
    }
  }
  auto goes_on = [&](std::span<const Expr> now) { return Less(now[0], ConstInt(count, kInt32)); };
  auto step = [&](std::span<const Expr> now) {
    std::vector<Expr> next = convert(now);
    std::vector<Expr> all = {Add(now[0], ConstInt(1, kInt32))};
    all.insert(all.end(), next.begin(), next.begin() + static_cast<std::ptrdiff_t>(states));
    for (size_t i = 0; i < scan_outputs; ++i) {
      // Appends at one end and drops at the other.
      bool append = output_directions[i] == 0;
      Expr scan = now[1 + states + i];
      Expr value = ExpandDims(next[states + i], output_axes[i]);
      scan = append ? Concatenate({scan, value}, output_axes[i])
                    : Concatenate({value, scan}, output_axes[i]);
      all.push_back(StridedSlice(scan, Ints{append ? 1 : 0}, Ints{append ? count + 1 : count},
                                 Ints{1}, Ints{output_axes[i]}));
    }
    return all;
  };
  Expr values = WhileLoop(vars, initial, goes_on, step);
  std::vector<Expr> results;
  for (size_t i = 1; i < vars.size(); ++i) results.push_back(Field(values, static_cast<int>(i)));
  return results;
}

Results Scan9(Node& node) {
  std::vector<Expr> results = ScanOver(node, node.AllIn());
  return {MakeTuple(results), static_cast<int64_t>(results.size())};
}

// Version 8 has a batch and lengths of the sequences, which TVM does not support.
Results Scan8(Node& node) {
  if (node.Maybe(0)) {
    node.Fail(DiagKind::kUnsupported,
              MSG(kOnnxOptionUnsupported, "{operator} with `{option}` is not supported", node.op,
                  "sequence_lens"));
  }
  Ints shape = StaticShapeOf(node.In(1));
  int64_t batch = shape.empty() ? 0 : shape[0];
  CheckSteps(batch);
  std::vector<std::vector<Expr>> results;
  for (int64_t i = 0; i < batch; ++i) {
    std::vector<Expr> inputs;
    for (size_t k = 1; k < node.num_inputs(); ++k) {
      inputs.push_back(Take(node.In(k), ConstInt(i), 0));
    }
    std::vector<Expr> values = ScanOver(node, inputs);
    results.resize(values.size());
    for (size_t k = 0; k < values.size(); ++k) {
      Expr row = ExpandDims(values[k], 0);
      results[k].push_back(i == 0 ? row : Concatenate({results[k].back(), row}, 0));
    }
  }
  std::vector<Expr> all;
  for (const std::vector<Expr>& rows : results) all.push_back(rows.back());
  if (all.empty())
    node.Fail(DiagKind::kUnsupported,
              MSG(kOnnxControlFlowNoResults, "{operator} must return at least one value", node.op));
  return {MakeTuple(all), static_cast<int64_t>(all.size())};
}

}  // namespace

void AddControlFlowConverters(ConverterTable& table) {
  table.Add("If", {{1, ConvertIf}});
  table.Add("Loop", {{11, ConvertLoop}});
  table.Add("Scan", {{8, Scan8}, {9, Scan9}});
}

}  // namespace passcope::frontend::onnx
