// The runner of the conformance corpus.
#include "conformance/conform_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <unordered_map>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "ir/module.h"
#include "pass/pass.h"
#include "pass/registry.h"
#include "runtime/evaluator.h"
#include "text/metadata_reader.h"
#include "text/parser.h"
#include "text/printer.h"
#include "tools/json_values.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope::tools {
namespace {

constexpr std::string_view kMetadataMark = "#[metadata]";

std::string_view BodyOf(std::string_view text) { return text.substr(0, text.find(kMetadataMark)); }

bool IsNameChar(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// --- comparison ---

struct Tolerance {
  double relative, absolute;
};

// Returns an empty text if the arrays agree.
std::string CompareArrays(const NDArray& expected, const NDArray& actual, Tolerance tolerance) {
  Type expected_type = expected->type(), actual_type = actual->type();
  if (!(expected_type == actual_type)) {
    return fmt::format("expected a {}, got a {}", TypeText(expected_type), TypeText(actual_type));
  }
  bool real = expected->dtype.is_float() || expected->dtype.is_bfloat();
  for (size_t i = 0; i < expected->size(); ++i) {
    if (!real) {
      if (expected->ToInt(i) == actual->ToInt(i)) continue;
      return fmt::format("element {} of a {}: expected {}, got {}", i, TypeText(actual_type),
                         expected->ToInt(i), actual->ToInt(i));
    }
    double x = expected->ToDouble(i), y = actual->ToDouble(i);
    if (x == y || (std::isnan(x) && std::isnan(y)) ||
        std::fabs(x - y) <= tolerance.absolute + tolerance.relative * std::fabs(x)) {
      continue;
    }
    return fmt::format("element {} of a {}: expected {}, got {}", i, TypeText(actual_type), x, y);
  }
  return {};
}

std::vector<NDArray> MetadataArrays(std::string_view text) {
  std::vector<NDArray> arrays;
  size_t mark = text.find(kMetadataMark);
  if (mark == text.npos) return arrays;
  Json json = ParseJson(text.substr(mark + kMetadataMark.size()), Phrase("the metadata section"));
  for (const Json& entry : json.at("b64ndarrays")) {
    arrays.push_back(DecodeNDArray(entry.get_ref<const std::string&>()));
  }
  return arrays;
}

// Returns an empty text if the texts agree.
std::string CompareTexts(std::string_view expected, std::string_view actual) {
  if (CanonicalText(expected) != CanonicalText(actual)) return "the texts differ";
  std::vector<NDArray> a = MetadataArrays(expected), b = MetadataArrays(actual);
  if (a.size() != b.size()) {
    return fmt::format("expected {} constants in the metadata, got {}", a.size(), b.size());
  }
  for (size_t i = 0; i < a.size(); ++i) {
    bool half = a[i]->dtype.bits == 16;
    Tolerance tolerance{half ? 1e-2 : 1e-5, 0};
    std::string difference = CompareArrays(a[i], b[i], tolerance);
    if (!difference.empty()) return fmt::format("constant {} of the metadata: {}", i, difference);
  }
  return {};
}

// --- records ---

AttrValue PassArgument(const Json& json) {
  if (json.is_object() && json.size() == 1 && json.contains("global")) {
    return AttrValue::Object(GlobalVar(json["global"].get<std::string>()));
  }
  return AttrValueFromJson(json);
}

Pass PassFromRecord(const Json& json) {
  std::string name = json.at("name").get<std::string>();
  if (name == "Sequential") {
    std::vector<Pass> passes;
    for (const Json& pass : json.at("passes")) passes.push_back(PassFromRecord(pass));
    PassInfo info;
    info.opt_level = json.value("opt_level", 0);
    info.name = json.value("label", "sequential");
    return Sequential(std::move(passes), std::move(info));
  }
  AttrDict options;
  for (const auto& [key, value] : json.at("args").items()) {
    options.emplace_back(key, PassArgument(value));
  }
  return CreatePass(name, options);
}

PassContextPtr ContextFromRecord(const Json& json) {
  PassContextOptions options;
  options.opt_level = json.value("opt_level", 2);
  options.required_pass = json.value("required", std::vector<std::string>());
  options.disabled_pass = json.value("disabled", std::vector<std::string>());
  if (json.contains("config")) {
    for (const auto& [key, value] : json["config"].items()) {
      options.config.emplace_back(key, AttrValueFromJson(value));
    }
  }
  // A target without rules of its own has no effect.
  if (json.contains("target") && json["target"].is_string()) {
    std::string target = json["target"].get<std::string>();
    if (target == "llvm" || target == "cuda" || target == "rocm" || target == "vulkan") {
      options.config.emplace_back("passcope.target", target);
    }
  }
  return PassContext::Create(std::move(options));
}

NDArray ArrayFromRecord(const Json& json) {
  std::string dtype_text = json.at("dtype").get<std::string>();
  std::optional<DataType> dtype = DataType::Parse(dtype_text);
  if (!dtype || dtype->is_void())
    throw MetadataProblem{Say("unknown data type {dtype}", dtype_text)};
  NDArray array = MakeNDArray(json.at("shape").get<std::vector<int64_t>>(), *dtype);
  const std::string& data = json.at("data").get_ref<const std::string&>();
  if (!DecodeBase64(data, array->mutable_data(), array->nbytes())) {
    throw MetadataProblem{Say("the data of an array does not fit its shape")};
  }
  return array;
}

void Flatten(const Value& value, std::vector<Value>* out) {
  // The type parser limits the nesting of the result's type, which limits this recursion.
  if (value.as_tuple() || value.as_data()) {
    for (const Value& field : value.fields()) Flatten(field, out);
  } else {
    out->push_back(value);
  }
}

// A recorded array as a tensor of `rank` axes and type `dtype`. NumPy has no bfloat16, so the
// record has the bits. Scalars are recorded with one axis.
NDArray AsRecorded(const NDArray& array, size_t rank, DataType dtype) {
  std::vector<int64_t> shape = array->shape;
  if (rank == 0 && shape == std::vector<int64_t>{1}) shape.clear();
  bool bits = dtype.is_bfloat() && array->dtype == DataType::UInt(16);
  return NDArray(
      new NDArrayNode(array->buffer(), 0, std::move(shape), bits ? dtype : array->dtype));
}

std::string CheckValues(const Json& record) {
  IRModule module =
      InferTypes(ParseModule(record.at("program").get_ref<const std::string&>(), "from_string"));
  std::vector<Value> args;
  for (const Json& input : record.at("inputs")) args.emplace_back(ArrayFromRecord(input));
  if (const FunctionNode* main = module->Find("main")) {
    for (size_t i = 0; i < args.size() && i < main->params().size(); ++i) {
      const auto* type = As<TensorTypeNode>(main->params()[i]->checked_type());
      if (type) args[i] = AsRecorded(args[i].tensor(), type->rank(), type->dtype);
    }
  }
  std::vector<Value> results;
  Flatten(Evaluate(module, "main", args), &results);
  const Json& outputs = record.at("outputs");
  if (results.size() != outputs.size()) {
    return fmt::format("expected {} results, got {}", outputs.size(), results.size());
  }
  for (size_t i = 0; i < results.size(); ++i) {
    if (!results[i].is_tensor()) return fmt::format("result {} is no tensor", i);
    NDArray actual = results[i].tensor();
    NDArray expected = AsRecorded(ArrayFromRecord(outputs[i]), actual->rank(), actual->dtype);
    bool half = expected->dtype.bits == 16;
    Tolerance tolerance = half ? Tolerance{1e-2, 1e-2} : Tolerance{1e-4, 1e-5};
    std::string difference = CompareArrays(expected, actual, tolerance);
    if (!difference.empty()) return fmt::format("result {}: {}", i, difference);
  }
  return {};
}

// The engine's answer to a record, as text.
std::string Answer(const Json& record, const std::string& kind) {
  if (kind == "parse_expr") {
    return PrintExpr(ParseExpr(record.at("source").get_ref<const std::string&>(), "string"));
  }
  if (kind == "parse") {
    return PrintModule(
        InferTypes(ParseModule(record.at("source").get_ref<const std::string&>(), "from_string")));
  }
  IRModule module =
      InferTypes(ParseModule(record.at("before").get_ref<const std::string&>(), "from_string"));
  Pass pass = PassFromRecord(record.at("pass"));
  PassContextScope scope(ContextFromRecord(record.at("ctx")));
  module = pass(module);
  scope.Leave();
  return PrintModule(module);
}

// The names of operators that a program's text calls, without duplicates. They include operators
// that the engine does not know, and programs that it cannot read.
std::vector<std::string> OperatorsIn(std::string_view program) {
  std::set<std::string> names;
  program = BodyOf(program);
  for (size_t i = 0; i < program.size();) {
    if (!IsNameChar(program[i])) {
      ++i;
      continue;
    }
    size_t end = i;
    while (end < program.size() && (IsNameChar(program[end]) || program[end] == '.')) ++end;
    bool sigil = i > 0 && (program[i - 1] == '%' || program[i - 1] == '@');
    std::string_view name = program.substr(i, end - i);
    if (!sigil && program.substr(end, 1) == "(" && name[0] >= 'a' && name[0] <= 'z' &&
        name != "fn" && name != "if" && name != "match") {
      names.emplace(name);
    }
    i = end;
  }
  return {names.begin(), names.end()};
}

bool IsNotSupported(const DiagnosticError& error) {
  for (const Diagnostic& diagnostic : error.diagnostics()) {
    switch (diagnostic.kind) {
      case DiagKind::kUnknownOperator:
      case DiagKind::kUnknownPass:
      case DiagKind::kUnknownConfig:
      case DiagKind::kUnsupported:
        return true;
      default:
        break;
    }
  }
  return false;
}

void CheckRecord(const Json& record, ConformOutcome* outcome) {
  std::string kind = record.at("kind").get<std::string>();
  outcome->group = record.value("group", kind == "value" ? "values" : kind);
  outcome->test = record.value("test", "");
  outcome->exact = record.value("exact", false);
  bool rejected = record.contains("error");
  for (const char* member : {"before", "source", "program"}) {
    if (record.contains(member)) {
      outcome->operators = OperatorsIn(record[member].get_ref<const std::string&>());
    }
  }
  try {
    if (kind == "value") {
      outcome->reason = CheckValues(record);
    } else {
      outcome->actual = Answer(record, kind);
      if (rejected) {
        outcome->reason = "TVM rejects this program";
      } else {
        outcome->expected =
            record.at(kind == "pass" ? "after" : "text").get_ref<const std::string&>();
        outcome->reason = CompareTexts(outcome->expected, outcome->actual);
        outcome->exact_equal = BodyOf(outcome->expected) == BodyOf(outcome->actual);
      }
    }
    if (outcome->reason.empty()) outcome->status = ConformStatus::kPassed;
  } catch (const DiagnosticError& error) {
    outcome->reason = error.what();
    if (IsNotSupported(error)) {
      outcome->status = ConformStatus::kNotSupported;
    } else if (rejected) {
      outcome->status = ConformStatus::kPassed;
    }
  }
}

}  // namespace

std::string CanonicalText(std::string_view text) {
  text = BodyOf(text);
  std::unordered_map<std::string_view, size_t> names;
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    size_t end = i + 1;
    while (text[i] == '%' && end < text.size() && IsNameChar(text[end])) ++end;
    if (end == i + 1) {
      constexpr std::string_view kSpan = "span=/";
      if (text.substr(i, kSpan.size()) == kSpan) {
        // A file of TVM itself. Its folder does not count.
        size_t stop = std::min(text.find_first_of(": ", i), text.size());
        i = text.rfind('/', stop) + 1;
        out += "span=";
        continue;
      }
      out += text[i++];
      continue;
    }
    size_t number = names.emplace(text.substr(i, end - i), names.size()).first->second;
    out += "%v";
    out += fmt::format_int(number).str();
    i = end;
  }
  return out;
}

ConformOutcome CheckConformRecord(std::string_view json_line) {
  ConformOutcome outcome;
  try {
    CheckRecord(ParseJson(json_line, Phrase("a record")), &outcome);
  } catch (const MetadataProblem& problem) {
    outcome.reason = problem.message.text();
  } catch (const std::exception& error) {
    outcome.reason = error.what();
  }
  return outcome;
}

}  // namespace passcope::tools
