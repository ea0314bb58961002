// The analyses of an expression or a module, by name. They share one function of the session,
// because few programs use them and each function makes loading the engine slower.
#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "analysis/annotated_regions.h"
#include "analysis/call_graph.h"
#include "analysis/count_ops.h"
#include "analysis/features.h"
#include "analysis/kind_check.h"
#include "analysis/layers.h"
#include "analysis/mac_count.h"
#include "analysis/match_cases.h"
#include "analysis/type_vars.h"
#include "api/calibration.h"
#include "api/describe.h"
#include "api/json.h"
#include "api/session.h"
#include "diagnostics/diagnostic.h"
#include "ir/expr_key.h"
#include "ir/visitor.h"
#include "pass/options.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/extract_fused_functions.h"
#include "transforms/fake_quantization.h"
#include "transforms/normal_form.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

// The maximum number of unmatched cases that are listed.
constexpr size_t kMaxCases = 1000;

// The subject of a question.
struct Subject {
  Expr expr;        // Null when it is about a module or a type.
  Type type;        // Null when it is about a module or an expression.
  IRModule module;  // The subject, or the module of the expression; may be empty.
  AttrDict args;

  // The expression, or the main function of the module.
  Expr Main() const { return expr ? expr : module->Lookup("main"); }
  Expr TypedMain() const {
    Expr main = Main();
    if (main->fully_typed()) return main;
    return expr ? InferTypes(ModuleFromExpr(expr))->Lookup("main")
                : InferTypes(module)->Lookup("main");
  }
  std::string Text(std::string_view name) const {
    const AttrValue* value = FindOption(args, name);
    const auto* text = value ? value->get<std::string>() : nullptr;
    if (!text) {
      throw DiagnosticError(DiagKind::kUsage, MSG(kArgumentMustBeText,
                                                  "the argument '{name}' must be a string", name));
    }
    return *text;
  }
};

void WriteStrings(JsonWriter& json, const std::vector<std::string>& texts) {
  json.BeginArray();
  for (const std::string& text : texts) json.String(text);
  json.EndArray();
}

void WriteCounts(JsonWriter& json, const std::map<std::string, int64_t>& counts) {
  json.BeginObject();
  for (const auto& [name, count] : counts) json.Key(name).Int(count);
  json.EndObject();
}

// Reads a type. Its data types are those of the module.
Type TypeOfText(const IRModule& module, const std::string& text) {
  IRModule types(new IRModuleNode({}, nullptr, module->types));
  std::string source = "#[version = \"0.0.5\"]\n";
  if (!module->types.empty()) source += PrintModule(types, PrintOptions::Str());
  IRModule parsed = ParseModule(source + "\ndef @type(%t: " + text + ") { %t }", "type");
  const auto* function = As<FunctionNode>(parsed->Lookup("type"));
  if (parsed->functions.size() != 1 || function->params().size() != 1) {
    throw DiagnosticError(DiagKind::kUsage, MSG(kSingleTypeRequired, "expected exactly one type"),
                          {MSG(kActualSessionType, "it is {type}", text)});
  }
  return As<VarNode>(function->params()[0])->type_annotation;
}

// The type of the question: that of the text, or of the expression.
Type TypeAsked(const Subject& subject) {
  if (subject.type) return subject.type;
  if (FindOption(subject.args, "type")) return TypeOfText(subject.module, subject.Text("type"));
  const Expr& expr = subject.expr;
  const auto* var = As<VarNode>(expr);
  Type type = expr ? expr->checked_type() : nullptr;
  if (!type && var) type = var->type_annotation;
  if (!type)
    throw DiagnosticError(DiagKind::kUsage, MSG(kExpressionUntyped,
                                                "the expression has no type: run InferType first"));
  return type;
}

// The call, tuple or tuple field that is printed as %NUMBER in @main.
Expr NumberedExpr(const IRModule& module, int64_t number) {
  Expr found;
  int64_t next = 0;
  PostOrderVisit(module->Lookup("main"), [&](const ExprNode* node) {
    if (!As<CallNode>(node) && !As<TupleNode>(node) && !As<TupleGetItemNode>(node)) return;
    if (next++ == number) found = Expr(node);
  });
  if (found) return found;
  throw DiagnosticError(
      DiagKind::kUsage,
      MSG(kMainExpressionNumberUnknown, "@main has no expression number {number}", number),
      {MSG(kMainExpressionCounts, "it has {count} calls, tuples and tuple items, numbered from 0",
           next)});
}

using Answer = void (*)(const Subject& subject, JsonWriter& json);

void WriteTypeVars(const Subject& subject, JsonWriter& json) {
  TypeVars vars = FindOption(subject.args, "type") ? FindTypeVars(TypeAsked(subject))
                                                   : FindTypeVars(subject.Main());
  auto write = [&json](const char* name, const std::vector<Type>& types) {
    json.Key(name).BeginArray();
    for (const Type& type : types) json.String(TypeText(type));
    json.EndArray();
  };
  json.BeginObject();
  write("free", vars.Free());
  write("bound", vars.bound);
  write("all", vars.all);
  json.EndObject();
}

void WriteFeatures(const Subject& subject, JsonWriter& json) {
  FeatureSet found = DetectFeatures(subject.module);
  if (subject.expr) found |= DetectFeatures(subject.expr);
  json.BeginArray();
  for (size_t i = 0; i < kNumFeatures; ++i) {
    if (found[i]) json.String(FeatureName(static_cast<Feature>(i)));
  }
  json.EndArray();
}

void WriteCallGraph(const Subject& subject, JsonWriter& json) {
  CallGraph graph = MakeCallGraph(subject.module);
  json.BeginObject().Key("text").String(graph.Text()).Key("functions").BeginArray();
  for (size_t i = 0; i < graph.functions.size(); ++i) {
    const CallGraph::Function& function = graph.functions[i];
    json.BeginObject().Key("name").String(function.name.view());
    json.Key("references").Int(function.references);
    json.Key("recursive").Bool(function.recursive);
    json.Key("text").String(graph.Text(static_cast<uint32_t>(i)));
    json.Key("calls").BeginArray();
    for (uint32_t callee : function.calls) json.String(graph.functions[callee].name.view());
    json.EndArray().EndObject();
  }
  json.EndArray().EndObject();
}

void WriteUnmatchedCases(const Subject& subject, JsonWriter& json) {
  const auto* match = As<MatchNode>(subject.expr);
  if (!match)
    throw DiagnosticError(DiagKind::kUsage,
                          MSG(kExpressionDoesNotMatch, "expected a match expression"));
  UnmatchedCases found = FindUnmatchedCases(*match->patterns, kMaxCases);
  if (!found.decided) {
    throw DiagnosticError(DiagKind::kUnsupported,
                          MSG(kMatchTooManyCases, "the match has too many cases to check"));
  }
  WriteStrings(json, found.cases);
}

// Every operator that the program mentions, with the number of its calls.
void WriteOpFrequencies(const Subject& subject, JsonWriter& json) {
  Expr main = subject.Main();
  std::map<std::string, int64_t> counts = CountOps(main);
  PostOrderVisit(main, [&counts](const ExprNode* node) {
    if (const auto* op = As<OpNode>(node)) counts.emplace(op->name(), 0);
  });
  WriteCounts(json, counts);
}

void WriteWeightNames(const Subject& subject, JsonWriter& json) {
  std::string which = subject.Text("of");
  WriteStrings(json, which == "transpose" ? TransposedWeightNames(subject.Main())
                                          : WeightNames(subject.Main(), which));
}

void WriteLayers(const Subject& subject, JsonWriter& json) {
  const AttrValue* given = FindOption(subject.args, "ops");
  std::vector<std::string> ops;
  const AttrArray* items = given ? given->array() : nullptr;
  for (const AttrValue& item : items ? *items : AttrArray()) {
    const auto* name = item.get<std::string>();
    if (name) ops.push_back(*name);
  }
  if (!items || ops.size() != items->size()) {
    throw DiagnosticError(
        DiagKind::kUsage,
        MSG(kOperatorNamesRequired, "the argument 'ops' must be a list of operator names"));
  }
  json.Int(CountLayers(subject.Main(), ops));
}

struct AnalysisQuestion {
  std::string_view name;
  Answer answer;
};
constexpr AnalysisQuestion kQuestions[] = {
    {"kind",
     [](const Subject& subject, JsonWriter& json) {
       json.String(KindName(CheckKind(TypeAsked(subject), subject.module)));
     }},
    {"constant",
     [](const Subject& subject, JsonWriter& json) { json.Bool(IsConstantExpr(subject.Main())); }},
    {"basicBlockNormalForm",
     [](const Subject& subject, JsonWriter& json) {
       // As in TVM, the answer is true or an error.
       if (Expr shared = FindUnboundSharing(subject.Main())) {
         throw DiagnosticError(DiagKind::kIllFormed,
                               MSG(kSharingNotBound,
                                   "several blocks use this expression, so a let outside of them "
                                   "must bind it"),
                               {}, shared);
       }
       json.Bool(true);
     }},
    {"typeVars", WriteTypeVars},
    {"dtypes", [](const Subject& subject,
                  JsonWriter& json) { WriteStrings(json, AllDTypes(subject.Main())); }},
    {"macs", [](const Subject& subject,
                JsonWriter& json) { json.Int(TotalMacNumber(subject.TypedMain())); }},
    {"unmatchedCases", WriteUnmatchedCases},
    {"features", WriteFeatures},
    {"opFrequencies", WriteOpFrequencies},
    {"fakeQuantizedOpFrequencies",
     [](const Subject& subject, JsonWriter& json) {
       WriteCounts(json, CountFakeQuantizedOps(subject.TypedMain()));
     }},
    {"layers", WriteLayers},
    {"weights", WriteWeightNames},
    {"callGraph", WriteCallGraph},
};

}  // namespace

std::string Session::Analysis(const std::string& question, Handle subject_handle,
                              Handle module_handle, const std::string& args_json) {
  ContextStack::Scope scope(Contexts());
  Subject subject;
  subject.args = ReadJsonObject(args_json, Say("{name}", question));
  subject.module = IRModule(new IRModuleNode({}));
  if (module_handle != 0) subject.module = Get<IRModule>(module_handle);
  if (subject_handle != 0) {
    if (Is<Expr>(subject_handle)) {
      subject.expr = Get<Expr>(subject_handle);
    } else if (Is<Type>(subject_handle)) {
      subject.type = Get<Type>(subject_handle);
    } else {
      subject.module = Get<IRModule>(subject_handle);
    }
  }
  JsonWriter json;
  for (const AnalysisQuestion& known : kQuestions) {
    if (known.name != question) continue;
    known.answer(subject, json);
    return json.Take();
  }
  auto write_array = [&](NDArray array) { json.Int(AddSlot(std::move(array))); };
  auto write_expr = [&](const Expr& expr) {
    json.Int(Add(expr));
    json.Int(passcope::ExprKey(expr.get()));
  };
  if (question == "fusedFunctions") {
    std::vector<std::pair<uint64_t, Expr>> functions = ExtractFusedFunctions(subject.module);
    json.BeginArray();
    for (const auto& [hash, function] : functions) {
      json.BeginArray().String(std::to_string(hash));
      write_expr(function);
      json.EndArray();
    }
    return json.EndArray().Take();
  }
  if (question == "intermediateExpr") {
    const AttrValue* number = FindOption(subject.args, "number");
    if (!number || !number->get<int64_t>())
      Misuse(MSG(kExpressionNumberNotInteger, "the argument 'number' must be an integer"));
    json.Int(Add(passcope::ModuleFromExpr(NumberedExpr(subject.module, *number->get<int64_t>()))));
    return json.Take();
  }
  if (question == "calibrationData") {
    const AttrValue* data = FindOption(subject.args, "data");
    if (!data || !data->get<std::string>())
      Misuse(MSG(kDataByNameRequired,
                 "the argument 'data' must be an object with an array for each name"));
    std::vector<CalibrationData> found = GetCalibrationData(
        subject.module, GetArrays(*data->get<std::string>(), PHRASE(kDataNoun, "the data")));
    json.BeginArray();
    for (CalibrationData& function : found) {
      json.BeginObject().Key("function").String(function.function);
      json.Key("inputs").BeginArray();
      for (NDArray& array : function.inputs) write_array(std::move(array));
      json.EndArray().Key("outputs").BeginArray();
      for (NDArray& array : function.outputs) write_array(std::move(array));
      json.EndArray().EndObject();
    }
    return json.EndArray().Take();
  }
  if (question == "annotatedRegions") {
    AnnotatedRegions regions(subject.Main());
    auto write_nodes = [&](const char* name, const std::vector<const ExprNode*>& nodes) {
      json.Key(name).BeginArray();
      for (const ExprNode* node : nodes) write_expr(Expr(node));
      json.EndArray();
    };
    json.BeginArray();
    for (uint32_t i = 0; i < regions.size(); ++i) {
      if (regions.merged(i)) continue;
      const AnnotatedRegions::Region& region = regions.region(i);
      json.BeginObject().Key("id").Int(region.id).Key("target").String(region.compiler);
      write_nodes("nodes", regions.NodesOf(i));
      write_nodes("ins", region.inputs);
      write_nodes("outs", region.outputs);
      json.EndObject();
    }
    return json.EndArray().Take();
  }
  Misuse(MSG(kAnalysisQuestionUnknown, "unknown analysis '{question}'", question));
}

}  // namespace passcope
