// The framework of the converters of PyTorch's operators: a table from names to functions, and the
// functions that converters share. The rules are those of TVM 0.11
// (python/tvm/relay/frontend/pytorch.py).
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/import.h"
#include "frontend/pytorch/archive.h"
#include "frontend/pytorch/graph.h"
#include "frontend/pytorch/prelude.h"
#include "frontend/pytorch/py_value.h"
#include "frontend/relay.h"
#include "ir/data_type.h"

namespace passcope::frontend {

class TorchConverter;

// One call of an operator: its arguments and TVM's names of their types. A name is a data type
// ("float32", "int32" for int, "str"), "ListType" or "UnsupportedType".
struct TorchCall {
  const TorchNode* node = nullptr;
  std::vector<PyValue> inputs;
  std::vector<std::string> types;
  TorchConverter* converter = nullptr;

  size_t size() const { return inputs.size(); }
  // Argument `i`. Throws DiagnosticError (kUnsupported) if there is none.
  const PyValue& operator[](size_t i) const;
  // Argument `i`, which must be an expression. Throws DiagnosticError (kUnsupported) otherwise.
  const Expr& tensor(size_t i) const { return (*this)[i].tensor(); }
  // The data type of argument `i`.
  DataType dtype(size_t i) const;
  // Argument `i`; None if there is none.
  PyValue get(size_t i) const { return i < inputs.size() ? (*this)[i] : PyValue(); }
  // The argument for the parameter `name` of the call's signature; None if it has no such
  // parameter.
  PyValue get(std::string_view name) const;
  // True if a scale and a zero point of a quantised argument follow the arguments of the signature.
  bool has_scale() const;
  // Arguments from `first` on, which count as read.
  std::span<const PyValue> some(size_t first, size_t count) const;

  // Throws DiagnosticError (kUnsupported) with the name of an argument that no converter has read,
  // unless it has its default or cannot change the values of an inference.
  void CheckAllRead() const;

 private:
  mutable std::vector<bool> read_;
};

// Converts a call. Several results are a PyValue::Tuple.
using TorchConvert = PyValue (*)(TorchCall& call);

class TorchConverterTable {
 public:
  // Each name must be new.
  void Add(std::string_view name, TorchConvert convert);
  // An operator in place ("aten::relu_") without its own converter uses that of the operator
  // without `_`. Null if there is none.
  TorchConvert Find(std::string_view name) const;

 private:
  std::map<std::string, TorchConvert, std::less<>> rows_;
};

// All operators.
const TorchConverterTable& TorchConverters();

// Each family adds its converters. Called in converters.cc.
void AddElementwiseConverters(TorchConverterTable* table);
void AddActivationConverters(TorchConverterTable* table);
void AddReduceConverters(TorchConverterTable* table);
void AddShapeConverters(TorchConverterTable* table);
void AddSliceConverters(TorchConverterTable* table);
void AddCreationConverters(TorchConverterTable* table);
void AddConvConverters(TorchConverterTable* table);
void AddNormConverters(TorchConverterTable* table);
void AddMatmulConverters(TorchConverterTable* table);
void AddIndexConverters(TorchConverterTable* table);
void AddResizeConverters(TorchConverterTable* table);
void AddLossConverters(TorchConverterTable* table);
void AddArrangeConverters(TorchConverterTable* table);
void AddListConverters(TorchConverterTable* table);
void AddQuantizedConverters(TorchConverterTable* table);
void AddRecurrentConverters(TorchConverterTable* table);
void AddScatterConverters(TorchConverterTable* table);
void AddSignalConverters(TorchConverterTable* table);
void AddSortingConverters(TorchConverterTable* table);
void AddVisionConverters(TorchConverterTable* table);

// Throws DiagnosticError (kUnsupported): the operator of `call` cannot be converted because of
// `problem`.
[[noreturn]] void FailTorchCall(const TorchCall& call, const Message& problem);
// The same unless `holds`.
inline void Require(const TorchCall& call, bool holds, const Message& problem) {
  if (!holds) FailTorchCall(call, problem);
}

// --- types

bool IsTorchReal(DataType dtype);
// The data type of a number of torch's ScalarType: 6 is float32. None gives int64.
DataType DtypeOfTorchNumber(const PyValue& number);
// The data type with which PyTorch computes tensors of these types.
DataType PromoteTorchTypes(DataType a, DataType b);
// Arguments as expressions of the type with which PyTorch computes.
std::vector<Expr> PromoteTorch(std::span<const PyValue> inputs, const TorchCall& call);
inline std::vector<Expr> PromoteTorch(const TorchCall& call, size_t count) {
  return PromoteTorch(call.some(0, count), call);
}
// The same for functions that PyTorch computes in real numbers: integers become float32.
std::vector<Expr> PromoteTorchToReals(const TorchCall& call, size_t count);
inline Expr TorchReal(const TorchCall& call) { return PromoteTorchToReals(call, 1)[0]; }
// The argument `name`, which must be a number that is known when the model is imported.
PyValue TorchNumber(const TorchCall& call, std::string_view name);
// The argument `name` as a data type, or `otherwise` if it is None.
DataType TorchDtype(const TorchCall& call, std::string_view name, DataType otherwise);
// The axes in the argument `name`: one number or a list. Nullopt for None and an empty list.
std::optional<Ints> TorchAxes(const TorchCall& call, std::string_view name);
// Throws DiagnosticError (kUnsupported): the argument `name` cannot be carried over.
[[noreturn]] void FailTorchArgument(const TorchCall& call, std::string_view name);
// A number as a constant of `dtype`.
Expr TorchConst(const PyValue& number, DataType dtype);
// True if the elements are the numbers of a quantised tensor.
bool IsQuantizedTorch(const Expr& data);

// --- shapes

// The lengths of all axes. Throws DiagnosticError (kUnsupported) if one is unknown.
Ints TorchShape(const Expr& data);
// The fields of a tuple-typed expression.
std::vector<Expr> FieldsOfTuple(const Expr& tuple);
// The limit of the parts of a split.
inline constexpr int64_t kMaxTorchParts = int64_t{1} << 16;
// The limit of numbers that one call makes.
inline constexpr int64_t kMaxTorchNumbers = int64_t{1} << 22;
// The slices along `axis`, without this axis: TVM's helper `unbind`.
Expr Unbind(const Expr& data, int64_t axis);
// The value of an expression that depends only on constants; null otherwise.
NDArray TryInfer(const PyValue& value);

// --- quantised tensors (quantized.cc)

Expr QuantizedTorchRelu(const Expr& data, const Expr& zero_point);
// Arguments: data, output scale and zero point, input scale and zero point.
Expr QuantizedTorchSigmoid(const TorchCall& call);
// Applies `function` to the numbers as int32 and casts the result to uint8.
Expr WithTorchInt32(const Expr& data, const std::function<Expr(const Expr&)>& function);
// Applies `function` to the real values and quantises the result with the same scale and zero
// point. `axis` is that of the dequantisation.
Expr WithTorchFloats(const Expr& data, const Expr& scale, const Expr& zero_point,
                     const std::function<Expr(const Expr&)>& function, int64_t axis = -1);

// --- lists that are values of the program (lists.cc)

// aten::add of two lists.
PyValue ConcatTorchLists(TorchCall& call);
// aten::cat and aten::stack of a list of tensors.
PyValue CatTorchList(TorchCall& call);
PyValue StackTorchList(TorchCall& call);

// Converts the operators of one graph.
class TorchConverter {
 public:
  TorchConverter(const PytorchOptions& options, const TorchConverterTable& table,
                 TorchArchive* archive)
      : options_(options), table_(&table), archive_(archive) {}

  NDArray ReadTensor(const PickleTensor& tensor) { return archive_->ReadTensor(tensor); }

  const PytorchOptions& options() const { return options_; }
  DataType default_dtype() const { return options_.default_dtype; }

  // The converted `value`. It is set before its users are converted.
  PyValue& operator[](const TorchValue* value) { return values_[value]; }
  bool Has(const TorchValue* value) const { return values_.contains(value); }

  // Converts the nodes of `block` and returns its results.
  std::vector<PyValue> ConvertBlock(const TorchBlock* block);
  // The same for a branch that is certainly taken: numbers stay numbers.
  std::vector<PyValue> ConvertKnownBranch(const TorchBlock* block);

  // Functions and data types that the program may need.
  std::vector<IRModule> libraries = {TorchListFunctions()};

  // Called after each node.
  std::function<void()> after_node;

 private:
  void ConvertNode(const TorchNode* node);
  std::vector<std::string> TypesOf(const TorchNode* node);

  const PytorchOptions& options_;
  const TorchConverterTable* table_;
  TorchArchive* archive_;
  std::unordered_map<const TorchValue*, PyValue> values_;
};

// The caller's converter of an operator; null if there is none. An operator in place uses that of
// the operator without `_`, unless it has its own (custom.cc).
const TorchCustomConvert* FindTorchCustom(const PytorchOptions& options, std::string_view kind);
PyValue ConvertTorchCustom(const TorchCall& call, const TorchCustomConvert& convert);
// Convert prim::If and prim::Loop (control_flow.cc) and return their outputs.
std::vector<PyValue> ConvertTorchIf(TorchConverter* converter, const TorchNode* node);
std::vector<PyValue> ConvertTorchLoop(TorchConverter* converter, const TorchNode* node);
// For prim::ListConstruct with elements that are known only at run time (lists.cc).
bool NeedsTorchListType(const TorchNode* list_construct);
Expr MakeTorchList(TorchConverter* converter, const PyList& elements);

}  // namespace passcope::frontend
