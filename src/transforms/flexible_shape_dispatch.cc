// FlexibleShapeDispatch: lets @main take inputs of any size along one axis. Each expected size gets
// its own function.
//
// Why: code for a known size is faster. @main checks the size and calls the function for it, or the
// function for any size. With auto_pad, an input is padded to the next expected size, and the
// padding is cut off the result. The function for any size is called @main_any. TVM's name ends in
// `?`, which Relay's text format does not allow in names.
//
//   before  def @main(%x: Tensor[(8, 4), float32]) { nn.relu(%x) }
//   after   def @main(%x: Tensor[(?, 4), float32]) {
//             %0 = take(shape_of(%x), 0);
//             if (equal(%0, 1)) { @main_1(reshape(%x, newshape=[1, 4])) } else { @main_any(%x) } }
#include "transforms/flexible_shape_dispatch.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "diagnostics/diagnostic.h"
#include "ir/lineage.h"
#include "op/op.h"
#include "pass/registry.h"
#include "transforms/de_duplicate.h"
#include "transforms/pattern_utils.h"
#include "transforms/type_inference/infer_type.h"
#include "transforms/type_inference/retype.h"

namespace passcope::transform {
namespace {

[[noreturn]] void BadOption(Message message) {
  throw DiagnosticError(DiagKind::kBadPassOption, std::move(message));
}

Expr Int32(int64_t value) { return ConstantScalar(static_cast<double>(value), DataType::Int(32)); }
Expr Int32Vector(const std::vector<int64_t>& values) {
  NDArray array = MakeNDArray({static_cast<int64_t>(values.size())}, DataType::Int(32));
  for (size_t i = 0; i < values.size(); ++i) StoreInt(array, i, values[i]);
  return Constant(std::move(array));
}

class Dispatcher {
 public:
  Dispatcher(IRModule module, const FlexibleShapeDispatchOptions& options)
      : module_(std::move(module)),
        options_(options),
        main_expr_(module_->Lookup("main")),
        main_(As<FunctionNode>(main_expr_)),
        retyper_(main_) {
    if (inputs_ = options.input_indices; inputs_.empty()) inputs_ = {0};
    for (int64_t input : inputs_) {
      auto count = static_cast<int64_t>(main_->params().size());
      if (input < 0 || input >= count)
        BadOption(MSG(kFlexibleShapeParameterUnknown,
                      "FlexibleShapeDispatch: @main has no parameter {index}, only {count}", input,
                      count));
    }
  }

  IRModule Run() {
    std::vector<Expr> params(main_->params().begin(), main_->params().end());
    uses_main_ = UsesMain();
    if (uses_main_) {
      // The variables of @main belong to the function for its own size.
      for (Expr& param : params) {
        const auto* var = As<VarNode>(param);
        Expr fresh =
            VarWith(VarId(new VarIdNode(var->name())), var->type_annotation, var->checked_type());
        AlsoFrom(fresh, var);
        param = std::move(fresh);
      }
    }
    params_ = params;
    std::vector<Expr> flexible;
    for (int64_t input : inputs_) {
      Expr& param = params[static_cast<size_t>(input)];
      const auto* var = As<VarNode>(param);
      param = Var(var->name().view(), WithSize(var->type_annotation, Dim::Any()));
      flexible.push_back(param);
    }
    size_ = SizeOf(flexible[0]);
    std::vector<std::pair<Expr, Expr>> cases;
    for (size_t i = 0; i < options_.buckets.size(); ++i) cases.push_back(Case(i, flexible));
    Expr body = Call(Specialized("main_any", Dim::Any()), params);
    for (auto& [condition, call] : cases)
      body = If(std::move(condition), std::move(call), std::move(body));
    Expr main = Function(params, body, ResultType(Dim::Any()), main_->type_params, main_->attrs);
    return InferTypes(WithFunction(module_, "main", main));
  }

 private:
  // The size of a tensor along the axis, as a scalar.
  Expr SizeOf(const Expr& tensor) const {
    Expr shape = MakeOp("shape_of", {tensor}, {{"dtype", DataType::Int(32)}});
    return MakeOp("take", {shape, Int32(options_.axis)}, {});
  }

  // The type, or a tuple of types, with another size along the axis.
  Type WithSize(const Type& type, Dim size) const {
    if (const auto* tuple = As<TupleTypeNode>(type)) {
      std::vector<Type> fields;
      for (const Type& field : tuple->fields) fields.push_back(WithSize(field, size));
      return TupleType(std::move(fields));
    }
    const auto* tensor = As<TensorTypeNode>(type);
    auto rank = static_cast<int64_t>(tensor ? tensor->rank() : 0);
    if (options_.axis < -rank || options_.axis >= rank)
      BadOption(MSG(kFlexibleShapeAxisNonexistent,
                    "FlexibleShapeDispatch: the type {type} has no axis {axis}", TypeText(type),
                    options_.axis));
    Shape shape = tensor->shape;
    shape[NormalizeAxis(options_.axis, shape.size())] = size;
    return TensorType(std::move(shape), tensor->dtype);
  }

  const VarNode* Input(int64_t input) const {
    return As<VarNode>(main_->params()[static_cast<size_t>(input)]);
  }
  Type ResultType(Dim size) const {
    return options_.affects_output ? WithSize(main_->ret_type, size) : main_->ret_type;
  }

  // True if @main already has the types for this size.
  bool IsOfSize(Dim size) const {
    auto fits = [&](int64_t input) {
      return WithSize(Input(input)->type_annotation, size) == Input(input)->type_annotation;
    };
    return retyper_.is_dataflow() && std::all_of(inputs_.begin(), inputs_.end(), fits) &&
           ResultType(size) == main_->ret_type;
  }
  // True if @main itself is the function for one of the sizes, without a copy. Copies of variables
  // have no span, so its parameters must not have one.
  bool UsesMain() const {
    for (const Expr& param : main_->params()) {
      if (param->span()) return false;
    }
    return std::any_of(options_.buckets.begin(), options_.buckets.end(),
                       [&](int64_t bucket) { return IsOfSize(bucket); });
  }

  // Adds @main for a size under another name.
  Expr Specialized(const std::string& name, Dim size) {
    module_ = WithFunction(module_, name, OfSize(size));
    return GlobalVar(name);
  }

  // @main for a size, with its own variables.
  Expr OfSize(Dim size) {
    if (uses_main_ && IsOfSize(size)) return main_expr_;
    std::vector<Type> types;
    for (const Expr& param : main_->params()) types.push_back(As<VarNode>(param)->type_annotation);
    CopyOptions copy;
    for (int64_t input : inputs_) {
      Type& type = types[static_cast<size_t>(input)];
      type = WithSize(Input(input)->type_annotation, size);
      copy.retyped.emplace_back(Input(input)->vid, type);
    }
    Type result = ResultType(size);
    if (Expr retyped = retyper_.Copy(types, result)) return retyped;
    Expr function = Function(main_->params(), main_->body(), std::move(result), main_->type_params,
                             main_->attrs);
    return DeDup(function, copy);
  }

  // The condition that the inputs have bucket `i`'s size, and the computation in that case.
  std::pair<Expr, Expr> Case(size_t i, const std::vector<Expr>& flexible) {
    int64_t bucket = options_.buckets[i];
    std::vector<Expr> inputs = flexible;
    Expr size = size_;
    if (options_.auto_pad) {
      for (size_t k = 0; k < inputs.size(); ++k) inputs[k] = Padded(i, k, inputs[k]);
      size = SizeOf(inputs[0]);
    }
    Expr function = Specialized("main_" + std::to_string(bucket), bucket);
    std::vector<Expr> args = params_;
    for (size_t k = 0; k < inputs.size(); ++k) {
      Expr& arg = args[static_cast<size_t>(inputs_[k])];
      auto shape = StaticShape(WithSize(Input(inputs_[k])->type_annotation, bucket));
      if (!shape)
        throw DiagnosticError(DiagKind::kUnsupported,
                              MSG(kFlexibleShapeOtherSizeUnknown,
                                  "FlexibleShapeDispatch requires all other sizes of the input "
                                  "type {type} to be known",
                                  TypeText(Input(inputs_[k])->type_annotation)));
      arg = MakeReshapeTo(inputs[k], *shape);
    }
    Expr call = Call(function, args);
    if (options_.auto_pad && options_.affects_output) {
      Expr start = Int32(0), step = Int32(1);
      Expr kept = MakeOp("arange", {start, size_, step},
                         {{"start", AttrValue::Object(start)},
                          {"stop", AttrValue::Object(size_)},
                          {"step", AttrValue::Object(step)},
                          {"dtype", DataType::Int(32)}});
      call = MakeOp("take", {call, kept}, {{"axis", options_.axis}});
    }
    return {CallOp("equal", {size, Int32(bucket)}), call};
  }

  // Input `k` padded to size `i`, if that is the next larger one.
  Expr Padded(size_t i, size_t k, const Expr& input) const {
    Expr bucket = Int32(options_.buckets[i]);
    Expr missing = MakeSubtract(bucket, size_);
    const Type& type = Input(inputs_[k])->type_annotation;
    auto rank = static_cast<int64_t>(As<TensorTypeNode>(type)->rank());
    Expr pads =
        MakeOp("zeros", {}, {{"shape", AttrValue::Ints({rank, 2})}, {"dtype", DataType::Int(32)}});
    pads = MakeOp("scatter_nd", {pads, Int32Vector({options_.axis, 1}), missing},
                  {{"mode", "update"}});
    // As in Python, a whole number is an integer.
    bool whole = options_.pad_value == std::floor(options_.pad_value);
    Expr value =
        ConstantScalar(options_.pad_value, whole ? DataType::Int(32) : DataType::Float(32));
    Expr padded = MakeOp("dyn.nn.pad", {input, pads, value}, {{"pad_mode", "constant"}});
    Expr fits = CallOp("less_equal", {size_, bucket});
    if (i > 0)
      fits =
          CallOp("logical_and", {fits, CallOp("greater", {size_, Int32(options_.buckets[i - 1])})});
    return If(fits, padded, input);
  }

  IRModule module_;
  const FlexibleShapeDispatchOptions& options_;
  const Expr main_expr_;
  const FunctionNode* const main_;
  const Retyper retyper_;
  bool uses_main_ = false;
  std::vector<Expr> params_;  // Parameters of the dispatching function.
  std::vector<int64_t> inputs_;
  Expr size_;  // The size of the inputs along the axis.
};

}  // namespace

Pass FlexibleShapeDispatch(FlexibleShapeDispatchOptions options) {
  return CreateModulePass(
      [options](const IRModule& module, PassContext&) {
        IRModule typed = InferTypes(module);
        return Dispatcher(typed, options).Run();
      },
      TableInfo("FlexibleShapeDispatch"));
}

}  // namespace passcope::transform
