// From a TorchScript archive to a program, as TVM 0.11's relay.frontend.from_pytorch does it.
#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "analysis/well_formed.h"
#include "diagnostics/diagnostic.h"
#include "frontend/import.h"
#include "frontend/pytorch/archive.h"
#include "frontend/pytorch/converter.h"
#include "frontend/pytorch/emit.h"
#include "frontend/pytorch/input_types.h"
#include "frontend/pytorch/prelude.h"
#include "frontend/pytorch/quantized.h"
#include "ir/free_vars.h"

namespace passcope::frontend {
namespace {

// True for nodes that the walk converts without a converter.
bool IsBuiltin(std::string_view kind) {
  static constexpr std::string_view kKinds[] = {"prim::Constant",
                                                "prim::GetAttr",
                                                "prim::ListConstruct",
                                                "prim::ListUnpack",
                                                "prim::TupleConstruct",
                                                "prim::TupleUnpack",
                                                "prim::RaiseException",
                                                "prim::If",
                                                "prim::Loop"};
  return std::find(std::begin(kKinds), std::end(kKinds), kind) != std::end(kKinds);
}

bool IsSupported(std::string_view kind) { return IsBuiltin(kind) || TorchConverters().Find(kind); }

// The number of nodes of each operator, by name.
std::map<std::string, int64_t> CountOperators(const TorchGraph& graph) {
  std::map<std::string, int64_t> counts;
  ForEachNode(graph.block(), [&](const TorchNode* node) { ++counts[node->kind]; });
  return counts;
}

void ReportUnsupported(const std::map<std::string, int64_t>& operators,
                       const PytorchOptions& options) {
  MessageList missing;
  for (const auto& [kind, count] : operators) {
    if (!IsSupported(kind) && !FindTorchCustom(options, kind)) missing.items.push_back(kind);
  }
  if (missing.items.empty()) return;
  throw DiagnosticError(DiagKind::kUnsupported,
                        MSG(kTorchOperatorsUnsupported,
                            "the following operators are not implemented: {operators}", missing));
}

// The variables of weights by name, and their values.
class Weights {
 public:
  Weights(TorchArchive* archive, bool parser_friendly)
      : archive_(archive), parser_friendly_(parser_friendly) {}

  // The variable of the attribute that `node` reads.
  Expr Variable(const TorchNode& node) {
    std::string name = NameOf(node.attribute);
    const PickleValue& tensor = node.attribute_value;
    auto [it, added] = by_name_.try_emplace(name, entries_.size());
    if (!added) {
      if (entries_[it->second].identity != tensor.identity()) {
        throw DiagnosticError(
            DiagKind::kDuplicateName,
            MSG(kTorchWeightNameRepeated, "two weights have the name '{name}'", name));
      }
      return entries_[it->second].variable;
    }
    NDArray value = archive_->ReadTensor(tensor.tensor());
    Expr variable = TypedVar(name, value->type());
    entries_.push_back({tensor.identity(), variable, {name, std::move(value)}});
    return variable;
  }

  // A variable for a value that is derived from a weight.
  Expr Bind(const std::string& attribute, NDArray value) {
    std::string name = NameOf(attribute);
    if (!by_name_.try_emplace(name, entries_.size()).second) {
      throw DiagnosticError(
          DiagKind::kDuplicateName,
          MSG(kTorchWeightNameRepeated, "two weights have the name '{name}'", name));
    }
    Expr variable = TypedVar(name, value->type());
    entries_.push_back({nullptr, variable, {name, std::move(value)}});
    return variable;
  }

  bool Has(std::string_view name) const { return by_name_.contains(std::string(name)); }

  // First the weights in `order`, then those that the program does not use.
  std::vector<Param> Take(const std::vector<Expr>& order) {
    std::vector<Param> params;
    std::set<const VarIdNode*> taken;
    std::unordered_map<const VarIdNode*, size_t> by_variable;
    for (size_t i = 0; i < entries_.size(); ++i) by_variable[IdOf(entries_[i].variable)] = i;
    for (const Expr& variable : order) {
      auto it = by_variable.find(IdOf(variable));
      if (it == by_variable.end() || !taken.insert(IdOf(variable)).second) continue;
      params.push_back(entries_[it->second].param);
    }
    for (const Entry& entry : entries_) {
      if (!taken.contains(IdOf(entry.variable))) params.push_back(entry.param);
    }
    return params;
  }

 private:
  struct Entry {
    const void* identity;
    Expr variable;
    Param param;
  };
  std::string NameOf(std::string name) const {
    // In Relay's text, a point in a name reads as a tuple field.
    if (parser_friendly_) std::replace(name.begin(), name.end(), '.', '_');
    return name;
  }
  static const VarIdNode* IdOf(const Expr& variable) { return As<VarNode>(variable)->vid.get(); }

  TorchArchive* archive_;
  bool parser_friendly_;
  std::unordered_map<std::string, size_t> by_name_;
  std::vector<Entry> entries_;
};

// The types of an input and its parts. The archive's code annotates them. The rules are those of
// TVM's get_relay_ty. Types are nested no deeper than the code.
class InputTypes {
 public:
  InputTypes(const TorchInput& input, const InputShape& given)
      : input_(input.name), whole_(given) {}

  // `values` are those of the graph that are the input or the part; `dtype` is the type if neither
  // the caller nor the code tells it.
  Type Of(const TorchType& type, const TorchAliases& values, const InputShape& given,
          DataType dtype) const {
    if (type.is_list()) return ListOf(type.element(), values, given, given.dtype.value_or(dtype));
    if (type.kind == TorchKind::kTuple) {
      return TupleOf(type, values, given, given.dtype.value_or(dtype));
    }
    // An input without an annotation is a tensor.
    bool unsaid = type.kind == TorchKind::kAny && &given == &whole_;
    if (!type.is_tensor() && !unsaid) {
      throw DiagnosticError(
          DiagKind::kUnsupported,
          MSG(kTorchModelInputUnsupported,
              "the model's input '{name}' must be a tensor, or a tuple or a list of tensors",
              input_));
    }
    if (!given.items.empty()) {
      FailGiven(MSG(kTorchInputTakesSingleShape, "the input '{name}' takes one shape, not several",
                    whole_.name));
    }
    Shape shape;
    for (const ModelDim& dim : given.shape) {
      if (!dim.value || *dim.value < 0) {
        FailGiven(MSG(kTorchInputShapeIncomplete,
                      "the shape of the input '{name}' needs a number for each axis", whole_.name));
      }
      shape.emplace_back(*dim.value);
    }
    // A type of the whole input is that of all its parts.
    std::optional<DataType> stated = given.dtype ? given.dtype : whole_.dtype;
    if (!stated) stated = DtypeOfUses(values);
    return TensorType(std::move(shape), stated.value_or(dtype));
  }

 private:
  [[noreturn]] static void FailGiven(const Message& problem) {
    throw DiagnosticError(DiagKind::kUsage, problem);
  }

  Type TupleOf(const TorchType& type, const TorchAliases& values, const InputShape& given,
               DataType dtype) const {
    if (!given.shape.empty() || given.items.size() != type.fields.size()) {
      FailGiven(MSG(kTorchInputTupleShapes,
                    "the input '{name}' is a tuple and takes {count} shapes", whole_.name,
                    type.fields.size()));
    }
    std::vector<Type> fields;
    for (size_t i = 0; i < type.fields.size(); ++i) {
      fields.push_back(Of(type.fields[i], PartsOf(values, i), given.items[i], dtype));
    }
    return TupleType(std::move(fields));
  }

  Type ListOf(const TorchType& element, const TorchAliases& values, const InputShape& given,
              DataType dtype) const {
    if (given.items.empty()) {
      FailGiven(MSG(kTorchInputListShapes,
                    "the input '{name}' is a list: give the shape of each element", whole_.name));
    }
    Type type;
    for (size_t i = 0; i < given.items.size(); ++i) {
      Type each = Of(element, PartsOf(values, i), given.items[i], dtype);
      if (type && each != type) {
        FailGiven(MSG(kTorchInputElementTypesDiffer,
                      "all elements of the input '{name}' must have the same type", whole_.name));
      }
      type = each;
    }
    return TypeCall(GlobalTypeVar("List"), {std::move(type)});
  }

  const std::string& input_;
  const InputShape& whole_;
};

Type InputType(const TorchInput& input, const InputShape& given, DataType default_dtype) {
  return InputTypes(input, given).Of(input.value->type, {input.value}, given, default_dtype);
}

// Binds variables for the inputs, in their order.
void BindInputs(const TorchProgram& program, const PytorchOptions& options,
                TorchConverter* converter) {
  if (program.inputs.size() != options.inputs.size()) {
    MessageList names;
    for (const TorchInput& input : program.inputs) names.items.push_back(input.name);
    throw DiagnosticError(
        DiagKind::kUsage,
        MSG(kTorchInputCountMismatch, "the model has {expected} inputs, and {actual} are given",
            program.inputs.size(), options.inputs.size()),
        {MSG(kTorchInputNames, "its inputs: {names}", names)});
  }
  std::set<std::string> seen;
  for (size_t i = 0; i < program.inputs.size(); ++i) {
    const InputShape& given = options.inputs[i];
    if (!seen.insert(given.name).second) {
      throw DiagnosticError(
          DiagKind::kDuplicateName,
          MSG(kTorchInputNameRepeated, "two inputs have the name '{name}'", given.name));
    }
    (*converter)[program.inputs[i].value] =
        TypedVar(given.name, InputType(program.inputs[i], given, options.default_dtype));
  }
}

// The model's results as one expression. Lists become tuples.
Expr ResultOf(const std::vector<PyValue>& results) {
  std::vector<Expr> fields;
  for (const PyValue& result : results) {
    if (result.is_list()) {
      std::vector<Expr> items;
      for (const PyValue& item : result.list()) items.push_back(item.expr());
      fields.push_back(MakeTuple(items));
    } else {
      fields.push_back(result.expr());
    }
  }
  return fields.size() == 1 ? fields[0] : MakeTuple(fields);
}

}  // namespace

ImportedModel FromPytorch(const Buffer& file, const PytorchOptions& options) {
  WorkScope scope(LimitsOfImport(file->size()));
  TorchArchive archive(file, options.inflate);
  TorchProgram program = BuildTorchGraph(&archive);
  std::map<std::string, int64_t> operators = CountOperators(*program.graph);
  ReportUnsupported(operators, options);
  TorchConverter converter(options, TorchConverters(), &archive);
  BindInputs(program, options, &converter);
  Weights weights(&archive, options.use_parser_friendly_name);
  int64_t total = 0;
  ForEachNode(program.graph->block(), [&](const TorchNode* node) {
    ++total;
    if (node->kind != "prim::GetAttr" || !node->attribute_value.is_tensor()) return;
    converter[node->output()] = weights.Variable(*node);
  });
  if (IsQuantizedTorchGraph(*program.graph)) {
    PrepareQuantizedTorch(program.graph.get(), &converter,
                          [&](const std::string& name, NDArray value) {
                            return weights.Bind(name, std::move(value));
                          });
  }
  int64_t done = 0;
  converter.after_node = [&] {
    // Called rarely, since the callback may be slow.
    if (++done % 64 == 0 && options.progress) {
      options.progress(std::min(1.0, static_cast<double>(done) / static_cast<double>(total)));
    }
  };
  Expr result = ResultOf(converter.ConvertBlock(program.graph->block()));

  // Inputs come before weights, each in the order of their first use.
  std::vector<Expr> free_vars = FreeVars(result);
  std::stable_partition(free_vars.begin(), free_vars.end(), [&](const Expr& variable) {
    return !weights.Has(As<VarNode>(variable)->name().view());
  });
  ImportedModel model;
  model.params = weights.Take(free_vars);
  std::vector<IRModuleNode::Item> functions = TorchFunctionsOf(result, converter.libraries);
  std::vector<TypeData> types = TorchPreludeTypes();
  for (const IRModule& library : converter.libraries) {
    for (const TypeData& type : library->types) {
      bool known = std::any_of(types.begin(), types.end(),
                               [&](const TypeData& other) { return other->name == type->name; });
      if (!known) types.push_back(type);
    }
  }
  functions.push_back({Name("main"), Function(free_vars, result)});
  // TVM's module has no types, so drop those that the converters needed.
  model.module =
      WithoutTypes(IRModule(new IRModuleNode(std::move(functions), nullptr, std::move(types))));
  if (options.progress) options.progress(1);
  return model;
}

ModelDescription DescribeTorchScript(const Buffer& file, const Inflate& inflate) {
  TorchArchive archive(file, inflate);
  TorchProgram program = BuildTorchGraph(&archive);
  ModelDescription description;
  description.format = ModelFormat::kTorchScript;
  description.producer = "pytorch";
  for (const TorchInput& input : program.inputs) {
    description.inputs.push_back({input.name, std::nullopt, std::nullopt});
  }
  for (const auto& [kind, count] : CountOperators(*program.graph)) {
    if (!IsBuiltin(kind)) description.operators.push_back({kind, count, IsSupported(kind)});
  }
  std::set<std::string> seen;
  ForEachNode(program.graph->block(), [&](const TorchNode* node) {
    if (node->kind != "prim::GetAttr" || !node->attribute_value.is_tensor()) return;
    if (!seen.insert(node->attribute).second) return;
    const PickleTensor& tensor = node->attribute_value.tensor();
    ++description.weights;
    description.weight_bytes += tensor.size() * tensor.dtype.bytes();
  });
  return description;
}

}  // namespace passcope::frontend
