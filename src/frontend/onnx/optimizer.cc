// Training steps: Adagrad, Adam, Momentum.
#include "diagnostics/diagnostic.h"
#include "frontend/onnx/families.h"

namespace passcope::frontend::onnx {
namespace {

// The tensors after the rate R and the step T: lists of equal length, one after the other.
class Lists {
 public:
  Lists(const Node& node, size_t lists) : node_(node), count_((node.num_inputs() - 2) / lists) {
    if (node.num_inputs() < 2 + lists || (node.num_inputs() - 2) % lists != 0) {
      node.Fail(DiagKind::kArity,
                MSG(kOnnxOptimizerInputsPerTensor,
                    "{operator} takes R, T and {count} inputs for each tensor, not {actual} inputs",
                    node.op, lists, node.num_inputs()));
    }
  }
  size_t count() const { return count_; }
  const Expr& at(size_t list, size_t i) const { return node_.In(2 + list * count_ + i); }

 private:
  const Node& node_;
  size_t count_;
};

// Concatenates lists of results.
Results Joined(std::initializer_list<std::vector<Expr>> lists) {
  std::vector<Expr> all;
  for (const std::vector<Expr>& list : lists) all.insert(all.end(), list.begin(), list.end());
  return {MakeTuple(all), static_cast<int64_t>(all.size())};
}

Results Adagrad(Node& node) {
  Lists inputs(node, 3);
  const Expr& rate = node.In(0);
  DataType dtype = DtypeOf(node.In(3));
  Expr decay = Const(node.Real("decay_factor", 0), dtype);
  Expr epsilon = Const(node.Real("epsilon", 0), dtype);
  Expr norm = Const(node.Real("norm_coefficient", 0), dtype);
  Expr time = Op("cast_like", {node.In(1), node.In(3)});
  std::vector<Expr> outputs, squares;
  for (size_t i = 0; i < inputs.count(); ++i) {
    const Expr& x = inputs.at(0, i);
    Expr r = Div(rate, Add(Const(1, dtype), Mul(time, decay)));
    Expr gradient = Add(Mul(norm, x), inputs.at(1, i));
    Expr square = Add(inputs.at(2, i), Mul(gradient, gradient));
    Expr adaptive = Add(Op("sqrt", {square}), epsilon);
    outputs.push_back(Sub(x, Div(Mul(r, gradient), adaptive)));
    squares.push_back(square);
  }
  return Joined({outputs, squares});
}

Results Adam(Node& node) {
  Lists inputs(node, 4);
  const Expr& rate = node.In(0);
  DataType dtype = DtypeOf(node.In(3));
  double alpha_value = node.Real("alpha", 0.9), beta_value = node.Real("beta", 0.999);
  Expr inverse_alpha = Const(1 - alpha_value, dtype), alpha = Const(alpha_value, dtype);
  Expr inverse_beta = Const(1 - beta_value, dtype), beta = Const(beta_value, dtype);
  Expr epsilon = Const(node.Real("epsilon", 1e-2), dtype);
  Expr norm = Const(node.Real("norm_coefficient", 0), dtype);
  Expr norm_post = Const(node.Real("norm_coefficient_post", 0), dtype);
  Expr one = Const(1, dtype);
  Expr time = Op("cast_like", {node.In(1), node.In(3)});
  std::vector<Expr> outputs, averages, squares;
  for (size_t i = 0; i < inputs.count(); ++i) {
    const Expr& x = inputs.at(0, i);
    Expr gradient = Add(Mul(norm, x), inputs.at(1, i));
    Expr average = Add(Mul(alpha, inputs.at(2, i)), Mul(inverse_alpha, gradient));
    Expr square = Add(Mul(beta, inputs.at(3, i)), Mul(Mul(inverse_beta, gradient), gradient));
    Expr root = Add(Op("sqrt", {square}), epsilon);
    // At step 0 the rate is not adjusted.
    Expr later = Div(Mul(rate, Op("sqrt", {Sub(one, Op("power", {beta, time}))})),
                     Sub(one, Op("power", {alpha, time})));
    Expr adjusted = Typed(If(Greater(time, Const(0, dtype)), later, rate));
    Expr next = Sub(x, Mul(adjusted, Div(average, root)));
    outputs.push_back(Mul(Sub(one, norm_post), next));
    averages.push_back(average);
    squares.push_back(square);
  }
  return Joined({outputs, averages, squares});
}

Results Momentum(Node& node) {
  Lists inputs(node, 3);
  const Expr& rate = node.In(0);
  const Expr& time = node.In(1);
  DataType dtype = DtypeOf(node.In(3));
  Expr alpha = Const(node.Real("alpha"), dtype);
  Expr beta = Const(node.Real("beta"), dtype);
  Expr norm = Const(node.Real("norm_coefficient"), dtype);
  Expr one = Const(1, dtype);
  std::string_view mode = node.Text("mode");
  if (mode != "nesterov" && mode != "standard") node.FailAttribute("mode", mode);
  std::vector<Expr> outputs, momenta;
  for (size_t i = 0; i < inputs.count(); ++i) {
    const Expr& x = inputs.at(0, i);
    Expr gradient = Add(Mul(norm, x), inputs.at(1, i));
    Expr later = Greater(time, ConstInt(0, DataType::Int(64)));
    Expr momentum = Add(Mul(alpha, inputs.at(2, i)), Mul(Typed(If(later, beta, one)), gradient));
    Expr step = mode == "standard" ? momentum : Add(gradient, Mul(alpha, momentum));
    outputs.push_back(Sub(x, Mul(rate, step)));
    momenta.push_back(momentum);
  }
  return Joined({outputs, momenta});
}

}  // namespace

void AddOptimizerConverters(ConverterTable& table) {
  constexpr std::string_view kTraining = "ai.onnx.preview.training";
  table.Add(kTraining, "Adagrad", {{1, Adagrad}});
  table.Add(kTraining, "Adam", {{1, Adam}});
  table.Add(kTraining, "Momentum", {{1, Momentum}});
}

}  // namespace passcope::frontend::onnx
