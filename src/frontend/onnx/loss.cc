// Losses of classifications.
#include "diagnostics/diagnostic.h"
#include "frontend/onnx/families.h"

namespace passcope::frontend::onnx {
namespace {

struct Loss {
  Expr each;    // Per place.
  Expr weight;  // The sum of the weights at all places that are not ignored.
};

// Negates the element of `input` ([n, classes, …]) for the class that `target` names at each place,
// and multiplies by the weight of that class. The loss is 0 if the target is `ignored`.
Loss LossOf(const Expr& input, const Expr& target, Expr weights, std::optional<int64_t> ignored) {
  DataType dtype = DtypeOf(input);
  Dim classes = ShapeOf(input)[1];
  Expr classed = target;
  bool is_class =
      classes.is_const() && ignored && *ignored < classes.value() && *ignored >= -classes.value();
  if (ignored && !is_class) {
    // An ignored target does not name a class, so class 0 replaces it.
    Expr ignore = ConstInt(*ignored, DtypeOf(target));
    classed = Where(Op("equal", {target, ignore}), Op("zeros_like", {target}), target);
  }
  classed = NormalizeIndices(input, classed, 1);
  if (!weights) weights = Ones(Ints{StaticShapeOf(input)[1]}, dtype);
  Expr loss = Negative(Gather(input, 1, ExpandDims(classed, 1)));
  loss = Squeeze(loss, Ints{1});
  Expr flat = Op("nn.batch_flatten", {ExpandDims(classed, 0)});
  Expr chosen = Op("gather_nd", {weights, flat}, {{"batch_dims", int64_t{0}}});
  chosen = Op("reshape_like", {chosen, loss});
  loss = Mul(loss, chosen);
  if (ignored) {
    DataType int8 = DataType::Int(8);
    Expr mask = Op("equal", {target, ConstInt(*ignored, DtypeOf(target))});
    mask = Sub(ConstInt(1, int8), Cast(mask, int8));
    loss = Where(mask, loss, Const(0, DtypeOf(loss)));
    chosen = Mul(chosen, Op("cast_like", {mask, chosen}));
  }
  return {loss, Reduce("sum", chosen, std::nullopt)};
}

Expr Reduced(const Node& node, const Loss& loss) {
  std::string_view reduction = node.Text("reduction", "mean");
  if (reduction == "mean") return Div(Reduce("sum", loss.each, std::nullopt), loss.weight);
  if (reduction == "sum") return Reduce("sum", loss.each, std::nullopt);
  if (reduction == "none") return loss.each;
  node.FailAttribute("reduction", reduction);
}

Loss ReadLoss(const Node& node, const Expr& input) {
  std::optional<int64_t> ignored;
  if (node.Has("ignore_index")) ignored = node.Int("ignore_index");
  if (RankOf(input) < 2) {
    node.Fail(DiagKind::kBadRank,
              MSG(kOnnxLossScoresRank,
                  "{operator} needs scores of shape [n, classes, …], not of {rank} dimensions",
                  node.op, RankOf(input)));
  }
  return LossOf(input, node.In(1), node.Maybe(2), ignored);
}

Results NegativeLogLikelihood(Node& node) {
  node.TakesInputs(2, 3);
  return Reduced(node, ReadLoss(node, node.In(0)));
}

Results SoftmaxCrossEntropy(Node& node) {
  node.TakesInputs(2, 3);
  Expr log_prob = Op("nn.log_softmax", {node.In(0)}, {{"axis", 1}});
  Expr loss = Reduced(node, ReadLoss(node, log_prob));
  if (node.num_outputs() == 2) return Results::Of({loss, log_prob});
  return loss;
}

}  // namespace

void AddLossConverters(ConverterTable& table) {
  table.Add("NegativeLogLikelihoodLoss", {{13, NegativeLogLikelihood}});
  table.Add("SoftmaxCrossEntropyLoss", {{13, SoftmaxCrossEntropy}});
}

}  // namespace passcope::frontend::onnx
