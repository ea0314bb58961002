// Modules of a session: reading, printing, contents, and runs.
#include <algorithm>

#include "analysis/count_ops.h"
#include "api/analyse.h"
#include "api/describe.h"
#include "api/graph.h"
#include "api/json.h"
#include "api/session.h"
#include "api/settings.h"
#include "api/structural_difference.h"
#include "instrument/lineage_lines.h"
#include "ir/free_vars.h"
#include "ir/structural.h"
#include "ir/type_equal.h"
#include "models/models.h"
#include "runtime/evaluator.h"
#include "support/format.h"
#include "text/aligned_lines.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

// Known relations between two texts, as flat lists of pairs. Two lists are the lines and constants
// of RelatedLines; four are the LineOrigins of each text. Other values are ignored.
RelatedLines ReadRelatedLines(const std::string& json) {
  const AttrValue known = ReadJson(json, PHRASE(kRelatedLines, "related lines"));
  std::vector<std::vector<LineOrigins::Origin>> lists;
  if (const AttrArray* all = known.array()) {
    for (const AttrValue& list : *all) {
      const std::vector<int64_t> numbers = list.ints().value_or(std::vector<int64_t>());
      lists.emplace_back();
      for (size_t i = 1; i < numbers.size(); i += 2) {
        lists.back().push_back({numbers[i - 1], numbers[i]});
      }
    }
  }
  if (lists.size() == 4) return Relate({lists[0], lists[1]}, {lists[2], lists[3]});
  lists.resize(2);
  auto pairs_of = [](const std::vector<LineOrigins::Origin>& list) {
    IndexPairs pairs;
    for (const auto& [place, other] : list) {
      pairs.emplace_back(static_cast<uint32_t>(place), static_cast<uint32_t>(other));
    }
    return pairs;
  };
  return {pairs_of(lists[0]), pairs_of(lists[1])};
}

}  // namespace

std::string Session::Workload(const std::string& model, const std::string& options_json) {
  return AddWorkload(CreateModel(model, ReadJsonObject(options_json, Say("{name}", model))));
}

Handle Session::Network(const std::string& model, const std::string& options_json) {
  return Add(ModelNet(model, ReadJsonObject(options_json, Say("{name}", model))));
}

std::string Session::CreateWorkload(Handle function, const std::string& options_json) {
  Expr net = Get<Expr>(function);
  ExpectFunction(net, PHRASE(kNetworkNoun, "a network"));
  auto settings = ReadSettings<WorkloadSettings>(
      Settings::kWorkload,
      ReadJsonObject(options_json, PHRASE(kWorkloadOptionsNoun, "options of a workload")));
  return AddWorkload(
      passcope::CreateWorkload(net, static_cast<uint64_t>(settings.seed), InitializerOf(settings)));
}

std::string Session::AddWorkload(passcope::Workload workload) {
  JsonWriter json;
  json.BeginObject().Key("params").BeginArray();
  for (auto& [name, array] : workload.params) {
    json.BeginArray().String(name).Int(AddSlot(std::move(array))).EndArray();
  }
  json.EndArray().Key("mod").Int(AddSlot(std::move(workload.module)));
  return json.EndObject().Take();
}

Handle Session::Parse(const std::string& text, const std::string& source) {
  return AddSlot(texts_.Parse(source, text));
}

std::string Session::Analyse(const std::string& text, const std::string& source,
                             Handle module) const {
  std::vector<NDArray> constants;
  if (module) constants = PrintedConstants(Get<IRModule>(module));
  return passcope::Analyse(text, source, constants);
}

Handle Session::ParseLike(const std::string& text, const std::string& source, Handle module) {
  std::vector<NDArray> constants = PrintedConstants(Get<IRModule>(module));
  return AddSlot(texts_.Parse(source, text, constants));
}

Handle Session::ModuleFromExpr(Handle expr) {
  return AddSlot(passcope::ModuleFromExpr(Get<Expr>(expr)));
}

namespace {

// The maximum length of a string in the other language where addresses have 32 bits: that of
// JavaScript in V8. Longer texts are written piece by piece.
constexpr size_t kMaxStringBytes =
    sizeof(void*) == 4 ? (size_t{1} << 29) - 24 : TextStream::kUnlimited;

PrintOptions OptionsOf(int flags) {
  PrintOptions options = (flags & Session::kPlain) != 0 ? PrintOptions::Str() : PrintOptions();
  options.show_meta_data = (flags & Session::kMetaData) != 0;
  options.show_spans = (flags & Session::kWithoutSpans) == 0;
  options.all_digits = (flags & Session::kAllDigits) != 0;
  options.max_bytes = kMaxStringBytes;
  return options;
}

}  // namespace

std::string Session::Text(Handle handle, int flags) const {
  PrintOptions options = OptionsOf(flags);
  if (Is<Expr>(handle)) return PrintExpr(Get<Expr>(handle), options);
  if (Is<Type>(handle)) return TypeText(Get<Type>(handle));
  return PrintModule(Get<IRModule>(handle), options);
}

void Session::WriteText(Handle module, int flags, uint32_t sink) const {
  class Forward : public TextSink {
   public:
    explicit Forward(PrintSink write) : write_(std::move(write)) {}
    void Write(std::string_view piece) override { write_("", std::string(piece)); }

   private:
    PrintSink write_;
  } forward(MakeForeignSink(host_, sink));
  // A copy: the other language can move the slots meanwhile.
  IRModule printed = Get<IRModule>(module);
  PrintModule(printed, OptionsOf(flags), &forward);
}

std::string Session::Graph(Handle handle, const std::string& options_json) const {
  auto given = ReadSettings<GraphSettings>(
      Settings::kGraph,
      ReadJsonObject(options_json, PHRASE(kGraphOptionsNoun, "options of a graph")));
  if (given.limit < 1)
    Misuse(MSG(kGraphLimitNotPositive, "the limit of a graph must be a positive integer"));
  GraphOptions options{static_cast<size_t>(given.limit)};
  if (Is<Expr>(handle)) return DescribeGraph(Get<Expr>(handle), options);
  return DescribeGraph(Get<IRModule>(handle), given.function, options);
}

Handle Session::ModuleGet(Handle module, const std::string& name) {
  return AddSlot(Get<IRModule>(module)->Lookup(name));
}

void Session::ModuleSet(Handle module, const std::string& name, Handle function) {
  const Expr& expr = Get<Expr>(function);
  ExpectFunction(expr, PHRASE(kModuleContents, "the contents of a module"));
  IRModule changed = WithFunction(Get<IRModule>(module), name, expr);
  slots_[module - 1] = std::move(changed);
}

std::string Session::ModuleGlobals(Handle module) const {
  JsonWriter names;
  names.BeginArray();
  for (const IRModuleNode::Item& item : Get<IRModule>(module)->functions) {
    names.String(item.name.view());
  }
  return names.EndArray().Take();
}

std::string Session::ModuleOpCounts(Handle handle) const {
  if (Is<Expr>(handle)) return DescribeCounts(CountOps(Get<Expr>(handle)));
  return DescribeCounts(CountOps(Get<IRModule>(handle)));
}

double Session::ModuleId(Handle module) const {
  return static_cast<double>(Get<IRModule>(module)->id);
}

bool Session::StructuralEqual(Handle a, Handle b, bool map_free_vars) const {
  if (Is<Expr>(a)) return passcope::StructuralEqual(Get<Expr>(a), Get<Expr>(b), map_free_vars);
  if (Is<Type>(a)) return TypesEqual(Get<Type>(a), Get<Type>(b), map_free_vars);
  return passcope::StructuralEqual(Get<IRModule>(a), Get<IRModule>(b));
}

std::string Session::StructuralDifference(Handle a, Handle b, bool map_free_vars) const {
  auto find = [&] {
    if (Is<Expr>(a)) return FindDifference(Get<Expr>(a), Get<Expr>(b), map_free_vars);
    if (Is<Type>(a)) return FindDifference(Get<Type>(a), Get<Type>(b), map_free_vars);
    return FindDifference(Get<IRModule>(a), Get<IRModule>(b));
  };
  std::optional<passcope::StructuralDifference> difference = find();
  return difference ? JsonText(*difference) : "null";
}

std::string Session::AlignTexts(const std::string& before, const std::string& after,
                                const std::string& known_json, bool by_numbers) const {
  RelatedLines known;
  if (known_json != "[]") known = ReadRelatedLines(known_json);
  return JsonText(passcope::AlignTexts(before, after, known, by_numbers));
}

std::string Session::StructuralHash(Handle object, bool map_free_vars) const {
  uint64_t hash;
  if (Is<Expr>(object)) {
    hash = passcope::StructuralHash(Get<Expr>(object), map_free_vars);
  } else if (Is<Type>(object)) {
    hash = TypeHash(Get<Type>(object), map_free_vars);
  } else {
    hash = passcope::StructuralHash(Get<IRModule>(object));
  }
  return HexText(hash, 16);
}

std::string Session::Evaluate(Handle module, const std::string& function,
                              const std::string& inputs_json) {
  std::vector<std::pair<std::string, NDArray>> inputs =
      GetArrays(inputs_json, PHRASE(kInputsNoun, "inputs"));
  IRModule typed = InferTypes(Get<IRModule>(module));
  Expr callee = typed->Lookup(function);
  std::vector<Value> args;
  std::vector<std::string> names;
  for (const Expr& param : As<FunctionNode>(callee)->params()) {
    const std::string& name = As<VarNode>(param)->name().str();
    names.push_back(name);
    const NDArray* found = nullptr;
    for (const auto& [key, array] : inputs) {
      if (key == name) found = &array;
    }
    if (!found) {
      throw DiagnosticError(
          DiagKind::kEvaluation,
          MSG(kParameterValueMissing, "@{function} needs a value for its parameter '{parameter}'",
              function, name));
    }
    args.emplace_back(*found);
  }
  for (const auto& item : inputs) {
    if (std::find(names.begin(), names.end(), item.first) == names.end()) {
      throw DiagnosticError(DiagKind::kEvaluation,
                            MSG(kFunctionParameterUnknown,
                                "@{function} has no parameter '{parameter}'", function, item.first),
                            Suggestions(item.first, names));
    }
  }
  std::vector<NDArray> results;
  FlattenValue(passcope::Evaluate(typed, function, args), results);
  JsonWriter handles;
  handles.BeginArray();
  for (NDArray& result : results) handles.Int(AddSlot(std::move(result)));
  return handles.EndArray().Take();
}

}  // namespace passcope
