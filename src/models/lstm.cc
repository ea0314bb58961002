// relay.testing.lstm.
#include "ir/free_vars.h"
#include "models/layers.h"
#include "models/networks.h"
#include "models/options.h"
#include "op/attrs_tensor.h"
#include "op/op.h"
#include "support/format.h"

namespace passcope::lstm {
namespace {

// Each iteration is a function, so a larger number is a mistake.
constexpr int64_t kMaxIterations = 10000;

// A sequence of lets, like TVM's ScopeBuilder.
class Scope {
 public:
  // Returns the variable bound to `value`.
  Expr Bind(std::string_view name, const Type& type, Expr value) {
    Expr var = Var(name, type);
    lets_.emplace_back(var, std::move(value));
    return var;
  }
  Expr In(Expr body) const {
    for (size_t i = lets_.size(); i-- > 0;) body = Let(lets_[i].first, lets_[i].second, body);
    return body;
  }

 private:
  std::vector<std::pair<Expr, Expr>> lets_;
};

struct Types {
  Type input, weight, bias, gates, state, result;
};

Types TypesOf(int64_t batch, int64_t hidden, DataType dtype) {
  Types types;
  types.input = TensorType(Shape{batch, hidden}, dtype);
  types.weight = TensorType(Shape{4 * hidden, hidden}, dtype);
  types.bias = TensorType(Shape{4 * hidden}, dtype);
  types.gates = TensorType(Shape{batch, 4 * hidden}, dtype);
  types.state = TupleType({types.input, types.input});
  types.result = TupleType({types.input, types.state});
  return types;
}

// A step: it maps the input, the state and the weights to the output and the next state.
Expr Cell(const Types& types, int64_t hidden) {
  Scope scope;
  Expr inputs = Var("inputs", types.input);
  Expr states = Var("states", types.state);
  Expr i2h_weight = Var("i2h_weight", types.weight);
  Expr i2h_bias = Var("i2h_bias", types.bias);
  Expr h2h_weight = Var("h2h_weight", types.weight);
  Expr h2h_bias = Var("h2h_bias", types.bias);
  Expr i2h = scope.Bind("i2h", types.gates,
                        layers::DenseAddBias(inputs, i2h_weight, i2h_bias, 4 * hidden));
  Expr h2h =
      scope.Bind("h2h", types.gates,
                 layers::DenseAddBias(TupleGetItem(states, 0), h2h_weight, h2h_bias, 4 * hidden));
  Expr gates = scope.Bind("gates", types.gates, CallOp("add", {i2h, h2h}));
  auto* split = MakeAttrs<SplitAttrs>();
  split->indices_or_sections = int64_t{4};
  split->axis = 1;
  Expr slices =
      scope.Bind("slice_gates", TupleType({types.input, types.input, types.input, types.input}),
                 CallOp("split", {gates}, Attrs(split)));
  auto gate = [&](const char* name, const char* op, int slice) {
    return scope.Bind(name, types.input, CallOp(op, {TupleGetItem(slices, slice)}));
  };
  Expr in_gate = gate("in_gate", "sigmoid", 0);
  Expr forget_gate = gate("forget_gate", "sigmoid", 1);
  Expr in_transform = gate("in_transform", "tanh", 2);
  Expr out_gate = gate("out_gate", "sigmoid", 3);
  Expr next_c =
      scope.Bind("next_c", types.input,
                 CallOp("add", {CallOp("multiply", {forget_gate, TupleGetItem(states, 1)}),
                                CallOp("multiply", {in_gate, in_transform})}));
  Expr next_h =
      scope.Bind("next_h", types.input, CallOp("multiply", {out_gate, CallOp("tanh", {next_c})}));
  Expr state[] = {next_h, next_c};
  Expr both[] = {next_h, Tuple(state)};
  Expr ret = scope.Bind("ret", types.result, Tuple(both));
  Expr params[] = {inputs, states, i2h_weight, i2h_bias, h2h_weight, h2h_bias};
  return Function(params, scope.In(ret), types.result);
}

}  // namespace

Expr GetNet(const Options& options) {
  models::CheckPositive("lstm", PHRASE(kIterationCount, "the number of iterations"),
                        options.iterations);
  models::CheckPositive("lstm", PHRASE(kHiddenStateSize, "the size of the hidden state"),
                        options.num_hidden);
  models::CheckPositive("lstm", PHRASE(kBatchSize, "the batch size"), options.batch_size);
  if (options.iterations > kMaxIterations) {
    models::Fail("lstm", MSG(kLstmIterationsOverLimit,
                             "the number of iterations must be at most {limit}, not {iterations}",
                             kMaxIterations, options.iterations));
  }
  Types types =
      TypesOf(options.batch_size, options.num_hidden, models::FloatType("lstm", options.dtype));
  Scope scope;
  auto* attrs = MakeAttrs<InitOpAttrs>();
  attrs->shape = {options.batch_size, options.num_hidden};
  attrs->dtype = As<TensorTypeNode>(types.input)->dtype;
  Expr zeros = scope.Bind("zeros", types.input, CallOp("zeros", {}, Attrs(attrs)));
  Expr initial[] = {zeros, zeros};
  Expr states = scope.Bind("init_states", types.state, Tuple(initial));
  Expr out;
  for (int64_t i = 0; i < options.iterations; ++i) {
    std::string number = Format("_{}", i);
    Expr args[] = {Var("data", types.input),
                   states,
                   Var("i2h" + number + "_weight", types.weight),
                   Var("i2h" + number + "_bias", types.bias),
                   Var("h2h" + number + "_weight", types.weight),
                   Var("h2h" + number + "_bias", types.bias)};
    Expr call =
        scope.Bind("call" + number, types.result, Call(Cell(types, options.num_hidden), args));
    out = scope.Bind("out" + number, types.input, TupleGetItem(call, 0));
    states = scope.Bind("states" + number, types.state, TupleGetItem(call, 1));
  }
  Expr body = scope.In(out);
  return Function(FreeVars(body), body, types.input);
}

}  // namespace passcope::lstm
