// The framework of the converters of PyTorch's operators to Relay: one table from names to
// functions, and what the functions share. The rules are those of TVM 0.11
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

// One call of an operator: its arguments and, as TVM names them, their types: a data type
// ("float32", "int32" for int, "str"), "ListType", "UnsupportedType".
struct TorchCall {
  const TorchNode* node = nullptr;
  std::vector<PyValue> inputs;
  std::vector<std::string> types;
  TorchConverter* converter = nullptr;

  size_t size() const { return inputs.size(); }
  // Argument `i`; throws DiagnosticError (kUnsupported) when there is none.
  const PyValue& operator[](size_t i) const;
  // Argument `i` as an expression that is no constant made here; as a constant otherwise.
  const Expr& tensor(size_t i) const { return (*this)[i].tensor(); }
  // The data type of argument `i`.
  DataType dtype(size_t i) const;
  // The argument, None when there is none.
  PyValue get(size_t i) const { return i < inputs.size() ? inputs[i] : PyValue(); }
};

// What an operator becomes; PyValue::Tuple for several results.
using TorchConvert = PyValue (*)(TorchCall& call);

class TorchConverterTable {
 public:
  // A name that is in it already is a broken invariant.
  void Add(std::string_view name, TorchConvert convert);
  // Of an operator in place ("aten::relu_") that of the other when it has none of its own. Null
  // when there is none.
  TorchConvert Find(std::string_view name) const;

 private:
  std::map<std::string, TorchConvert, std::less<>> rows_;
};

// All operators.
const TorchConverterTable& TorchConverters();

// Of the families, called in converters.cc.
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

// Throws DiagnosticError (kUnsupported): the operator of `call` cannot be converted, because of
// `problem`.
[[noreturn]] void FailTorchCall(const TorchCall& call, const Message& problem);
// The same unless `holds`.
inline void Require(const TorchCall& call, bool holds, const Message& problem) {
  if (!holds) FailTorchCall(call, problem);
}

// --- types

// The data type of a number of torch's ScalarType: 6 is float32; None is int64.
DataType DtypeOfTorchNumber(const PyValue& number);
// What PyTorch computes tensors of these types with.
DataType PromoteTorchTypes(DataType a, DataType b);
// Arguments as expressions of the type that PyTorch computes them with.
std::vector<Expr> PromoteTorch(std::span<const PyValue> inputs, const TorchCall& call);
inline std::vector<Expr> PromoteTorch(const TorchCall& call, size_t count) {
  return PromoteTorch(std::span<const PyValue>(call.inputs).first(count), call);
}
// A number as a constant of `dtype`.
Expr TorchConst(const PyValue& number, DataType dtype);
// Whether the elements are numbers of a quantised tensor.
bool IsQuantizedTorch(const Expr& data);

// --- shapes

// The lengths that are known; throws DiagnosticError (kUnsupported) for others.
Ints TorchShape(const Expr& data);
// The fields of a tuple-typed expression.
std::vector<Expr> FieldsOfTuple(const Expr& tuple);
// Into how many parts a tensor can be split.
inline constexpr int64_t kMaxTorchParts = int64_t{1} << 16;
// Tensors without `axis`, one for each index along it: TVM's helper `unbind`.
Expr Unbind(const Expr& data, int64_t axis);
// The value of an expression that depends on constants alone; null for others.
NDArray TryInfer(const PyValue& value);

// --- quantised tensors (quantized.cc)

Expr QuantizedTorchRelu(const Expr& data, const Expr& zero_point);
// Of the arguments: data, output scale and zero point, input scale and zero point.
Expr QuantizedTorchSigmoid(const TorchCall& call);
// `function` of the numbers as int32, the result as uint8 again.
Expr WithTorchInt32(const Expr& data, const std::function<Expr(const Expr&)>& function);
// `function` of the real values, the result quantised with the same scale and zero point; `axis` is
// the dequantisation's.
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

  // What stands for `value`; set before its users are converted.
  PyValue& operator[](const TorchValue* value) { return values_[value]; }
  bool Has(const TorchValue* value) const { return values_.contains(value); }

  // Converts the nodes of `block` and returns what it returns.
  std::vector<PyValue> ConvertBlock(const TorchBlock* block);

  // Functions and data types that the program needs besides its own.
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

// prim::If and prim::Loop (control_flow.cc): what their outputs become.
std::vector<PyValue> ConvertTorchIf(TorchConverter* converter, const TorchNode* node);
std::vector<PyValue> ConvertTorchLoop(TorchConverter* converter, const TorchNode* node);
// prim::ListConstruct whose elements are only known when the program runs (lists.cc).
bool NeedsTorchListType(const TorchNode* list_construct);
Expr MakeTorchList(TorchConverter* converter, const PyList& elements);

}  // namespace passcope::frontend
