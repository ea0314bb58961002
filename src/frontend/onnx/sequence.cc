// Sequences of tensors are tuples. An optional value is the value, or an empty tuple.
#include <algorithm>

#include "diagnostics/diagnostic.h"
#include "frontend/onnx/families.h"
#include "frontend/onnx/tuples.h"

namespace passcope::frontend::onnx {
namespace {

Results SequenceConstruct(Node& node) { return MakeTuple(node.AllIn()); }

Results SequenceEmpty(Node&) { return MakeTuple({}); }

// A known position among `count` positions, counted from the front; nullopt if unknown.
std::optional<size_t> KnownPosition(const Node& node, size_t i, size_t count) {
  NDArray known = node.ValueOf(i);
  if (!known || known->size() != 1) return std::nullopt;
  int64_t at = FirstInt(known);
  auto size = static_cast<int64_t>(count);
  if (at < 0) at += size;
  if (at < 0 || at >= size) {
    node.Fail(DiagKind::kBadAttribute,
              MSG(kOnnxSequencePositionInvalid,
                  "the position {position} of {operator} is outside its sequence of length {count}",
                  FirstInt(known), node.op, size));
  }
  return static_cast<size_t>(at);
}

// A position that is known only at run time, counted from the front.
Expr ComputedPosition(const Node& node, size_t i, size_t count) {
  Expr at = node.In(i);
  if (RankOf(at) > 0) at = Squeeze(at, std::nullopt);
  DataType dtype = DtypeOf(at);
  Expr size = ConstInt(static_cast<int64_t>(count), dtype);
  return Where(Less(at, ConstInt(0, dtype)), Add(at, size), at);
}

bool SameTypes(std::span<const Expr> values) {
  return std::all_of(values.begin(), values.end(), [&](const Expr& value) {
    return value->checked_type() == values[0]->checked_type();
  });
}

[[noreturn]] void FailComputed(const Node& node) {
  node.Fail(DiagKind::kUnsupported, MSG(kOnnxSequencePositionDynamic,
                                        "the position of {operator} must be a constant, because "
                                        "the tensors of the sequence have different types",
                                        node.op));
}

Results SequenceAt(Node& node) {
  std::vector<Expr> fields = FieldsOf(node.In(0));
  if (auto at = KnownPosition(node, 1, fields.size())) return fields[*at];
  if (fields.empty() || !SameTypes(fields)) FailComputed(node);
  return Take(Stack(fields, 0), ComputedPosition(node, 1, fields.size()), 0);
}

Results SequenceInsert(Node& node) {
  std::vector<Expr> fields = FieldsOf(node.In(0));
  const Expr& tensor = node.In(1);
  size_t at = fields.size();
  if (node.Maybe(2)) {
    auto known = KnownPosition(node, 2, fields.size() + 1);
    if (!known) {
      // Each place has its old tensor, the new one, or the previous place's old tensor.
      std::vector<Expr> all = fields;
      all.push_back(tensor);
      if (!SameTypes(all)) FailComputed(node);
      Expr position = ComputedPosition(node, 2, fields.size());
      std::vector<Expr> result;
      for (size_t i = 0; i < all.size(); ++i) {
        Expr place = ConstInt(static_cast<int64_t>(i), DtypeOf(position));
        Expr value = Where(Op("equal", {place, position}), tensor, i > 0 ? fields[i - 1] : tensor);
        if (i < fields.size()) value = Where(Less(place, position), fields[i], value);
        result.push_back(value);
      }
      return MakeTuple(result);
    }
    // Counted from the end, -1 is before the last tensor.
    at = FirstInt(node.ValueOf(2)) < 0 && *known > 0 ? *known - 1 : *known;
  }
  fields.insert(fields.begin() + static_cast<std::ptrdiff_t>(at), tensor);
  return MakeTuple(fields);
}

Results SequenceErase(Node& node) {
  std::vector<Expr> fields = FieldsOf(node.In(0));
  if (fields.empty()) {
    node.Fail(DiagKind::kBadAttribute,
              MSG(kOnnxSequenceEmpty, "{operator} needs a sequence that is not empty", node.op));
  }
  size_t at = fields.size() - 1;
  if (node.Maybe(1)) {
    auto known = KnownPosition(node, 1, fields.size());
    if (!known) {
      if (!SameTypes(fields)) FailComputed(node);
      Expr position = ComputedPosition(node, 1, fields.size());
      std::vector<Expr> result;
      for (size_t i = 0; i + 1 < fields.size(); ++i) {
        Expr place = ConstInt(static_cast<int64_t>(i), DtypeOf(position));
        result.push_back(Where(Less(place, position), fields[i], fields[i + 1]));
      }
      return MakeTuple(result);
    }
    at = *known;
  }
  fields.erase(fields.begin() + static_cast<std::ptrdiff_t>(at));
  return MakeTuple(fields);
}

Results SequenceLength(Node& node) {
  return ConstInt(static_cast<int64_t>(FieldsOf(node.In(0)).size()), DataType::Int(64));
}

Results ConcatFromSequence(Node& node) {
  std::vector<Expr> fields = FieldsOf(node.In(0));
  int64_t axis = node.Int("axis", 0);
  return node.Int("new_axis", 0) == 1 ? Stack(fields, axis) : Concatenate(fields, axis);
}

Results SplitToSequence(Node& node) {
  const Expr& data = node.In(0);
  int64_t axis = CheckedAxis(node, node.Int("axis", 0), RankOf(data));
  int64_t size = StaticShapeOf(data)[static_cast<size_t>(axis)];
  Ints lengths;
  bool squeeze = false;
  auto even = [&](int64_t length) {
    if (length < 1) {
      node.Fail(
          DiagKind::kBadAttribute,
          MSG(kOnnxSplitPartLength,
              "the parts of {operator} must have a length above 0, not {length}", node.op, length));
    }
    CheckSteps(size / length);
    for (int64_t at = 0; at < size; at += length) lengths.push_back(std::min(length, size - at));
  };
  if (!node.Maybe(1)) {
    even(1);
    squeeze = node.Int("keepdims", 1) == 0;
  } else {
    NDArray split = node.NeedValueOf(1);
    if (split->rank() == 0) {
      even(FirstInt(split));
    } else {
      lengths = IntsOf(split);
    }
  }
  if (lengths.empty()) return MakeTuple({});
  std::vector<Expr> parts =
      lengths.size() == 1 ? std::vector<Expr>{data} : FieldsOf(SplitInto(node, lengths, axis).expr);
  if (squeeze) {
    for (Expr& part : parts) part = Squeeze(part, Ints{axis});
  }
  return MakeTuple(parts);
}

// Converts the graph once for each element of sequences of equal length. Tensors go to all.
Results SequenceMap(Node& node) {
  Bytes body = node.Subgraph("body");
  std::vector<std::string> names;
  VisitGraph(body,
             {.input = [&](Bytes message) { names.emplace_back(ReadValueInfo(message).name); }});
  size_t count = FieldsOf(node.In(0)).size();
  if (names.size() != node.num_inputs()) {
    node.Fail(DiagKind::kBadModelFile,
              MSG(kOnnxBodyInputCountMismatch,
                  "the body of {operator} must take {expected} values, not {actual}", node.op,
                  node.num_inputs(), names.size()));
  }
  std::vector<std::vector<Expr>> results(std::max<size_t>(node.num_outputs(), 1));
  for (size_t i = 0; i < count; ++i) {
    Graph graph(node.graph.import(), &node.graph);
    for (size_t k = 0; k < names.size(); ++k) {
      Expr value = node.In(k);
      if (IsTuple(value)) {
        std::vector<Expr> fields = FieldsOf(value);
        if (fields.size() != count) {
          node.Fail(DiagKind::kShapeMismatch,
                    MSG(kOnnxSequenceLengthsDiffer,
                        "the sequences of {operator} have different lengths, {first} and {second}",
                        node.op, count, fields.size()));
        }
        value = fields[i];
      }
      graph.Define(names[k], value);
    }
    std::vector<Expr> values = graph.Convert(body);
    node.graph.Absorb(graph);
    if (values.size() != results.size()) {
      node.Fail(DiagKind::kBadModelFile,
                MSG(kOnnxBodyOutputCountMismatch,
                    "the body of {operator} must return {expected} values, not {actual}", node.op,
                    results.size(), values.size()));
    }
    for (size_t k = 0; k < values.size(); ++k) results[k].push_back(values[k]);
  }
  std::vector<Expr> tuples;
  for (const std::vector<Expr>& values : results) tuples.push_back(MakeTuple(values));
  if (tuples.size() == 1) return tuples[0];
  return {MakeTuple(tuples), static_cast<int64_t>(tuples.size())};
}

Results Optional(Node& node) { return node.Maybe(0) ? node.In(0) : MakeTuple({}); }

Results OptionalHasElement(Node& node) {
  const auto* tuple = As<TupleTypeNode>(node.In(0)->checked_type());
  return ConstInt(tuple && tuple->fields.empty() ? 0 : 1, DataType::Bool());
}

Results OptionalGetElement(Node& node) { return node.In(0); }

}  // namespace

void AddSequenceConverters(ConverterTable& table) {
  table.Add("SequenceConstruct", {{11, SequenceConstruct}});
  table.Add("SequenceEmpty", {{11, SequenceEmpty}});
  table.Add("SequenceAt", {{11, SequenceAt}});
  table.Add("SequenceInsert", {{11, SequenceInsert}});
  table.Add("SequenceErase", {{11, SequenceErase}});
  table.Add("SequenceLength", {{11, SequenceLength}});
  table.Add("ConcatFromSequence", {{11, ConcatFromSequence}});
  table.Add("SplitToSequence", {{11, SplitToSequence}});
  table.Add("SequenceMap", {{17, SequenceMap}});
  table.Add("Optional", {{15, Optional}});
  table.Add("OptionalHasElement", {{15, OptionalHasElement}});
  table.Add("OptionalGetElement", {{15, OptionalGetElement}});
}

}  // namespace passcope::frontend::onnx
