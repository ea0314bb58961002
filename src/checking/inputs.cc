// Makes inputs from the types of parameters and from their uses in the program.
#include "checking/inputs.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "diagnostics/diagnostic.h"
#include "ir/visitor.h"
#include "op/axes.h"
#include "op/op.h"
#include "support/format.h"
#include "support/random.h"

namespace passcope {
namespace {

constexpr double kUnbounded = 1e30;

// The requirement of an operator for an argument.
enum class Need : uint8_t {
  kPositive,      // Between 1/2 and 2.
  kAboveOne,      // At least 1.
  kInsideOne,     // Between -1 and 1, without the ends.
  kNonZero,       // Not 0.
  kShift,         // An integer below the number of bits.
  kIndexOfAxis,   // An index along the attribute "axis" of argument 0; of all its elements if null.
  kIndexOfFirst,  // An index into any of the first dimensions of argument 0.
  kIndexBelow,    // An index below the attribute "depth".
  kIndexOfClass,  // An index into dimension 1 of argument 0.
  kLength,        // A length along any dimension of argument 0.
  kSize,          // A number of elements: at least 1.
  kZeroOfFirst,   // An element of argument 0.
  kZeroOfSecond,  // An element of argument 1.
};

struct NeedRow {
  const char* op;
  size_t argument;
  Need need;
};

constexpr NeedRow kNeeds[] = {
    {"sqrt", 0, Need::kPositive},
    {"rsqrt", 0, Need::kPositive},
    {"log", 0, Need::kPositive},
    {"log2", 0, Need::kPositive},
    {"log10", 0, Need::kPositive},
    {"power", 0, Need::kPositive},
    {"acosh", 0, Need::kAboveOne},
    {"asin", 0, Need::kInsideOne},
    {"acos", 0, Need::kInsideOne},
    {"atanh", 0, Need::kInsideOne},
    {"divide", 1, Need::kNonZero},
    {"floor_divide", 1, Need::kNonZero},
    {"trunc_divide", 1, Need::kNonZero},
    {"mod", 1, Need::kNonZero},
    {"floor_mod", 1, Need::kNonZero},
    {"trunc_mod", 1, Need::kNonZero},
    {"left_shift", 1, Need::kShift},
    {"right_shift", 1, Need::kShift},
    {"nn.batch_norm", 4, Need::kPositive},
    {"nn.cross_entropy", 0, Need::kPositive},
    {"qnn.quantize", 1, Need::kPositive},
    {"qnn.dequantize", 1, Need::kPositive},
    {"qnn.requantize", 1, Need::kPositive},
    {"qnn.requantize", 3, Need::kPositive},
    {"qnn.requantize", 2, Need::kZeroOfFirst},
    {"qnn.dequantize", 2, Need::kZeroOfFirst},
    {"qnn.conv2d", 2, Need::kZeroOfFirst},
    {"qnn.conv2d", 3, Need::kZeroOfSecond},
    {"qnn.conv2d_transpose", 2, Need::kZeroOfFirst},
    {"qnn.conv2d_transpose", 3, Need::kZeroOfSecond},
    {"qnn.dense", 2, Need::kZeroOfFirst},
    {"qnn.dense", 3, Need::kZeroOfSecond},
    {"qnn.batch_matmul", 2, Need::kZeroOfFirst},
    {"qnn.batch_matmul", 3, Need::kZeroOfSecond},
    {"take", 1, Need::kIndexOfAxis},
    {"gather", 1, Need::kIndexOfAxis},
    {"scatter", 1, Need::kIndexOfAxis},
    {"scatter_add", 1, Need::kIndexOfAxis},
    {"gather_nd", 1, Need::kIndexOfFirst},
    {"scatter_nd", 1, Need::kIndexOfFirst},
    {"sparse_to_dense", 0, Need::kIndexBelow},
    {"one_hot", 0, Need::kIndexBelow},
    {"nn.nll_loss", 1, Need::kIndexOfClass},
    {"sequence_mask", 1, Need::kLength},
    {"reverse_sequence", 1, Need::kLength},
    {"dyn.topk", 1, Need::kSize},
};

void Narrow(InputRange* range, double low, double high) {
  range->low = std::max(range->low, low);
  range->high = std::max(range->low, std::min(range->high, high));
}

int64_t DimOf(const TensorTypeNode* tensor, int64_t axis) {
  auto at = FindAxis(axis, tensor->rank());
  return at && tensor->shape[*at].is_const() ? tensor->shape[*at].value() : 1;
}

void Apply(Need need, const CallNode* call, const TensorTypeNode* argument, InputRange* range) {
  const auto* data = As<TensorTypeNode>(call->arg(0)->checked_type());
  auto index = [range](int64_t bound) {
    Narrow(range, 0, static_cast<double>(std::max<int64_t>(bound - 1, 0)));
  };
  auto least = [data] {
    int64_t bound = INT64_MAX;
    for (size_t i = 0; i < data->rank(); ++i) {
      bound = std::min(bound, DimOf(data, static_cast<int64_t>(i)));
    }
    return bound;
  };
  switch (need) {
    case Need::kPositive:
      Narrow(range, argument->dtype.is_float() || argument->dtype.is_bfloat() ? 0.5 : 1, 2);
      break;
    case Need::kAboveOne:
      Narrow(range, 1, 2);
      break;
    case Need::kInsideOne:
      Narrow(range, -0.875, 0.875);
      break;
    case Need::kNonZero:
      range->nonzero = true;
      break;
    case Need::kShift:
      Narrow(range, 0, std::min(7, argument->dtype.bits - 1));
      break;
    case Need::kIndexOfAxis: {
      if (!data) break;
      AttrValue axis = call->attrs ? call->attrs->Get("axis") : AttrValue();
      const int64_t* given = axis.get<int64_t>();
      index(given ? DimOf(data, *given) : std::max<int64_t>(data->num_elements(), 1));
      break;
    }
    case Need::kIndexOfFirst:
      if (data) index(least());
      break;
    case Need::kIndexBelow: {
      AttrValue depth = call->attrs ? call->attrs->Get("depth") : AttrValue();
      const int64_t* given = depth.get<int64_t>();
      index(given ? *given : 1);
      break;
    }
    case Need::kIndexOfClass:
      if (data) index(DimOf(data, data->rank() > 1 ? 1 : 0));
      break;
    case Need::kLength:
      if (data) Narrow(range, 1, static_cast<double>(std::max<int64_t>(least(), 1)));
      break;
    case Need::kSize:
      Narrow(range, 1, 1);
      break;
    case Need::kZeroOfFirst:
    case Need::kZeroOfSecond: {
      const Expr& tensor = call->arg(need == Need::kZeroOfFirst ? 0 : 1);
      const auto* type = As<TensorTypeNode>(tensor->checked_type());
      // Random integers are small, so only the range of an unsigned type below zero must be
      // excluded.
      if (type && type->dtype.is_uint()) Narrow(range, 0, kUnbounded);
      break;
    }
  }
}

// Finds the uses that the parameters of a function reach.
class Uses {
 public:
  Uses(const IRModule& module, const FunctionNode* function) {
    for (size_t i = 0; i < function->params().size(); ++i) {
      parameters_[As<VarNode>(function->params()[i])->vid.get()] = i;
    }
    ranges_.resize(function->params().size(), {-kUnbounded, kUnbounded});
    std::vector<const ExprNode*> calls;
    for (const IRModuleNode::Item& item : module->functions) {
      PostOrderVisit(item.function, [&](const ExprNode* node) {
        if (const auto* let = As<LetNode>(node)) {
          stands_for_[As<VarNode>(let->var())->vid.get()] = let->value().get();
        }
        const auto* call = As<CallNode>(node);
        if (!call) return;
        const auto* global = As<GlobalVarNode>(call->op());
        const auto* callee =
            global ? module->Find(global->name.view()) : As<FunctionNode>(call->op());
        if (callee && callee != function && callee->params().size() == call->args().size()) {
          for (size_t i = 0; i < call->args().size(); ++i) {
            stands_for_[As<VarNode>(callee->params()[i])->vid.get()] = call->arg(i).get();
          }
        }
        if (As<OpNode>(call->op())) calls.push_back(node);
      });
    }
    for (const ExprNode* call : calls) Look(As<CallNode>(call));
  }

  std::vector<InputRange> Take() { return std::move(ranges_); }

 private:
  void Look(const CallNode* call) {
    const auto* op = As<OpNode>(call->op());
    for (const NeedRow& row : kNeeds) {
      if (row.argument >= call->args().size() || std::string_view(row.op) != op->name()) continue;
      const auto* type = As<TensorTypeNode>(call->arg(row.argument)->checked_type());
      const size_t* parameter = type ? ParameterOf(call->arg(row.argument).get()) : nullptr;
      if (parameter) Apply(row.need, call, type, &ranges_[*parameter]);
    }
  }

  // The parameter whose elements `expr` has; null if it has others.
  const size_t* ParameterOf(const ExprNode* expr) const {
    // Variables of recursive functions can be aliases in a cycle.
    for (int steps = 0; expr && steps < 1000; ++steps) {
      if (const auto* var = As<VarNode>(expr)) {
        if (const size_t* parameter = parameters_.Find(var->vid.get())) return parameter;
        const ExprNode* const* value = stands_for_.Find(var->vid.get());
        expr = value ? *value : nullptr;
        continue;
      }
      const auto* call = As<CallNode>(expr);
      const auto* op = call ? As<OpNode>(call->op()) : nullptr;
      bool hands_on =
          op && (op->decl->Has(OpTrait::kMovesElements) || op->decl->Has(OpTrait::kReshape) ||
                 IsCallTo(expr, "cast") || IsCallTo(expr, "copy"));
      expr = hands_on ? call->arg(0).get() : nullptr;
    }
    return nullptr;
  }

  PtrMap<size_t> parameters_;
  PtrMap<const ExprNode*> stands_for_;
  std::vector<InputRange> ranges_;
};

class InputMaker {
 public:
  InputMaker(const InputOptions& options, std::string_view parameter, const InputRange& range)
      : options_(options), random_(options.seed, parameter), range_(range) {}

  Value Make(const Type& type) {
    if (const auto* tensor = As<TensorTypeNode>(type)) return MakeTensor(tensor);
    if (const auto* tuple = As<TupleTypeNode>(type)) {
      std::vector<Value> fields;
      for (const Type& field : tuple->fields) fields.push_back(Make(field));
      return Value::Tuple(std::move(fields));
    }
    throw DiagnosticError(DiagKind::kEvaluation,
                          MSG(kRandomValuesUnavailable,
                              "no random values can be made for the type {type}", TypeText(type)));
  }

 private:
  NDArray MakeTensor(const TensorTypeNode* tensor) {
    std::vector<int64_t> shape;
    for (Dim dim : tensor->shape) {
      shape.push_back(dim.is_const() ? dim.value() : options_.dynamic_size);
    }
    NDArray array = MakeNDArray(std::move(shape), tensor->dtype);
    bool real = tensor->dtype.is_float() || tensor->dtype.is_bfloat();
    for (size_t i = 0; i < array->size(); ++i) {
      if (real) {
        StoreDouble(array, i, Real());
      } else {
        StoreInt(array, i, Integer(tensor->dtype));
      }
    }
    return array;
  }

  double Real() {
    bool bounded = range_.low > -kUnbounded || range_.high < kUnbounded;
    double low = bounded ? range_.low : -1, high = bounded ? range_.high : 1;
    double value = low + random_.Uniform() * (high - low);
    if (options_.constant)
      value = bounded ? std::clamp(*options_.constant, low, high) : *options_.constant;
    if (!range_.nonzero || std::abs(value) >= 0.25) return value;
    // Keeps divisors away from zero, so that quotients stay moderate.
    return value < 0 ? value - 0.25 : value + 0.25;
  }

  int64_t Integer(DataType dtype) {
    if (dtype.is_bool()) {
      return options_.constant ? *options_.constant != 0 : static_cast<int64_t>(random_.Below(2));
    }
    // The range of the data type. Random integers are small, a given one need not be.
    double most = std::ldexp(1.0, std::min(dtype.bits - (dtype.is_int() ? 1 : 0), 53)) - 1;
    double limit = options_.constant ? most : std::min(most, 8.0);
    double low = std::max(range_.low, dtype.is_uint() ? 0.0 : options_.constant ? -most - 1 : -8.0);
    double high = std::min(range_.high < kUnbounded ? range_.high : limit, most);
    auto first = static_cast<int64_t>(std::ceil(low));
    auto count = std::max<int64_t>(static_cast<int64_t>(std::floor(high)) - first + 1, 1);
    int64_t value = first + static_cast<int64_t>(random_.Below(static_cast<uint64_t>(count)));
    if (options_.constant) {
      value = static_cast<int64_t>(std::clamp(std::trunc(*options_.constant),
                                              static_cast<double>(first),
                                              static_cast<double>(first + count - 1)));
    }
    return range_.nonzero && value == 0 ? 1 : value;
  }

  const InputOptions& options_;
  SplitMix64 random_;
  InputRange range_;
};

const FunctionNode* FunctionOf(const IRModule& module, std::string_view name) {
  return As<FunctionNode>(module->Lookup(name));
}

}  // namespace

std::vector<InputRange> InputRanges(const IRModule& module, std::string_view function) {
  return Uses(module, FunctionOf(module, function)).Take();
}

std::vector<Value> MakeInputs(const IRModule& module, std::string_view function,
                              const InputOptions& options) {
  const FunctionNode* main = FunctionOf(module, function);
  std::vector<InputRange> ranges = InputRanges(module, function);
  std::vector<Value> inputs;
  std::map<std::string, int> seen;
  for (size_t i = 0; i < main->params().size(); ++i) {
    const auto* var = As<VarNode>(main->params()[i]);
    std::string stream(var->name().view());
    // Parameters can have the same name, but get different values.
    if (int before = seen[stream]++) stream += Format("#{}", before);
    inputs.push_back(InputMaker(options, stream, ranges[i]).Make(var->checked_type()));
  }
  return inputs;
}

}  // namespace passcope
