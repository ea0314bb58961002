// The runner of the conformance corpus.
#include "api/conform.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <unordered_map>
#include <vector>

#include "api/json_values.h"
#include "diagnostics/diagnostic.h"
#include "ir/module.h"
#include "pass/pass.h"
#include "pass/registry.h"
#include "runtime/evaluator.h"
#include "text/metadata_reader.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/infer_type.h"

namespace passcope {
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

// Empty when the arrays agree.
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
  Json json = ParseJson(text.substr(mark + kMetadataMark.size()), "the metadata section");
  for (const Json& entry : json.at("b64ndarrays")) {
    arrays.push_back(DecodeNDArray(entry.get_ref<const std::string&>()));
  }
  return arrays;
}

// Empty when the texts agree.
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
  return PassContext::Create(std::move(options));
}

NDArray ArrayFromRecord(const Json& json) {
  std::string dtype_text = json.at("dtype").get<std::string>();
  std::optional<DataType> dtype = DataType::Parse(dtype_text);
  if (!dtype || dtype->is_void()) throw MetadataProblem{"unknown data type " + dtype_text};
  NDArray array = MakeNDArray(json.at("shape").get<std::vector<int64_t>>(), *dtype);
  const std::string& data = json.at("data").get_ref<const std::string&>();
  if (!DecodeBase64(data, array->mutable_data(), array->nbytes())) {
    throw MetadataProblem{"the data of an array does not fit its shape"};
  }
  return array;
}

void Flatten(const Value& value, std::vector<Value>* out) {
  // The nesting of the result's type, which the type parser bounds.
  if (value.as_tuple() || value.as_data()) {
    for (const Value& field : value.fields()) Flatten(field, out);
  } else {
    out->push_back(value);
  }
}

std::string CheckValues(const Json& record) {
  IRModule module =
      InferTypes(ParseModule(record.at("program").get_ref<const std::string&>(), "from_string"));
  std::vector<Value> args;
  for (const Json& input : record.at("inputs")) args.emplace_back(ArrayFromRecord(input));
  // NumPy has no bfloat16: such arrays are recorded as their bits.
  if (const FunctionNode* main = module->Find("main")) {
    for (size_t i = 0; i < args.size() && i < main->params().size(); ++i) {
      const auto* type = As<TensorTypeNode>(main->params()[i]->checked_type());
      NDArray array = args[i].tensor();
      if (type && type->dtype.is_bfloat() && array->dtype == DataType::UInt(16)) {
        args[i] = NDArray(new NDArrayNode(array->buffer(), 0, array->shape, type->dtype));
      }
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
    NDArray expected = ArrayFromRecord(outputs[i]);
    NDArray actual = results[i].tensor();
    if (actual->dtype.is_bfloat() && expected->dtype == DataType::UInt(16)) {
      expected = NDArray(new NDArrayNode(expected->buffer(), 0, expected->shape, actual->dtype));
    }
    bool half = expected->dtype.bits == 16;
    Tolerance tolerance = half ? Tolerance{1e-2, 1e-2} : Tolerance{1e-4, 1e-5};
    std::string difference = CompareArrays(expected, actual, tolerance);
    if (!difference.empty()) return fmt::format("result {}: {}", i, difference);
  }
  return {};
}

// The text that the engine answers a record with.
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

// --- report ---

struct GroupCount {
  int passed = 0, failed = 0, not_supported = 0;
  int exact = 0, exact_equal = 0;
  void Add(const ConformOutcome& outcome) {
    if (outcome.status == ConformStatus::kPassed) ++passed;
    if (outcome.status == ConformStatus::kFailed) ++failed;
    if (outcome.status == ConformStatus::kNotSupported) ++not_supported;
    if (outcome.exact) ++exact;
    if (outcome.exact && outcome.exact_equal) ++exact_equal;
  }
  void Add(const GroupCount& other) {
    passed += other.passed;
    failed += other.failed;
    not_supported += other.not_supported;
    exact += other.exact;
    exact_equal += other.exact_equal;
  }
};

const char* StatusText(ConformStatus status) {
  switch (status) {
    case ConformStatus::kPassed:
      return "passed";
    case ConformStatus::kFailed:
      return "failed";
    case ConformStatus::kNotSupported:
      return "not supported";
  }
  return "";
}

std::vector<std::string_view> Lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == text.npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

// The first lines that differ, expected ones with `-`, ours with `+`; names made canonical, so that
// only what counts shows.
std::string FirstDifference(const ConformOutcome& outcome) {
  constexpr size_t kLines = 6, kWidth = 400;
  std::string expected_text = CanonicalText(outcome.expected);
  std::string actual_text = CanonicalText(outcome.actual);
  std::vector<std::string_view> expected = Lines(expected_text), actual = Lines(actual_text);
  std::string out;
  size_t shown = 0;
  for (size_t i = 0; i < std::max(expected.size(), actual.size()) && shown < kLines; ++i) {
    std::string_view a = i < expected.size() ? expected[i] : "";
    std::string_view b = i < actual.size() ? actual[i] : "";
    if (a == b && i < expected.size() && i < actual.size()) continue;
    // Long lines are cut to where they begin to differ.
    size_t same = 0;
    while (same < std::min(a.size(), b.size()) && a[same] == b[same]) ++same;
    size_t from = same > 80 ? same - 80 : 0;
    if (i < expected.size())
      out += fmt::format("    {}- {}\n", i + 1, a.substr(std::min(from, a.size()), kWidth));
    if (i < actual.size())
      out += fmt::format("    {}+ {}\n", i + 1, b.substr(std::min(from, b.size()), kWidth));
    ++shown;
  }
  return out;
}

bool ReadFile(const std::string& path, std::string* out) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (!file) return false;
  char buffer[1 << 16];
  size_t count;
  while ((count = std::fread(buffer, 1, sizeof(buffer), file)) > 0) out->append(buffer, count);
  bool ok = std::ferror(file) == 0;
  std::fclose(file);
  return ok;
}

void Print(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stdout); }

constexpr const char* kUsageText =
    "usage: passcope conform FILE... [--json] [--diff K] [--group NAME]\n"
    "Runs recorded answers of TVM 0.11 (JSON lines) and counts which the engine gives too.\n"
    "  --json        print counts and failures as JSON\n"
    "  --diff K      show the first K failures with the lines that differ\n"
    "  --group NAME  only the records of this group\n";

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
    CheckRecord(ParseJson(json_line, "a record"), &outcome);
  } catch (const MetadataProblem& problem) {
    outcome.reason = problem.message;
  } catch (const std::exception& error) {
    outcome.reason = error.what();
  }
  return outcome;
}

int RunConform(std::span<const std::string> args) {
  std::vector<std::string> files;
  std::string only_group;
  bool json = false;
  long diff = 0;
  for (size_t i = 0; i < args.size(); ++i) {
    const std::string& arg = args[i];
    if (arg == "--help") {
      Print(kUsageText);
      return 0;
    }
    if (arg == "--json") {
      json = true;
    } else if ((arg == "--diff" || arg == "--group") && i + 1 < args.size()) {
      const std::string& value = args[++i];
      if (arg == "--group") {
        only_group = value;
        continue;
      }
      char* end = nullptr;
      diff = std::strtol(value.c_str(), &end, 10);
      if (value.empty() || *end != '\0' || diff < 0) {
        std::fprintf(stderr, "passcope conform: --diff takes a number, not `%s`\n", value.c_str());
        return 2;
      }
    } else if (!arg.empty() && arg[0] == '-') {
      std::fprintf(stderr, "passcope conform: unknown option `%s`\n%s", arg.c_str(), kUsageText);
      return 2;
    } else {
      files.push_back(arg);
    }
  }
  if (files.empty()) {
    std::fputs(kUsageText, stderr);
    return 2;
  }

  std::map<std::string, GroupCount> groups;
  Json failures = Json::array();
  for (const std::string& path : files) {
    std::string text;
    if (!ReadFile(path, &text)) {
      std::fprintf(stderr, "passcope conform: cannot read %s\n", path.c_str());
      return 2;
    }
    int number = 0;
    for (std::string_view line : Lines(text)) {
      ++number;
      if (line.empty()) continue;
      ConformOutcome outcome = CheckConformRecord(line);
      if (!only_group.empty() && outcome.group != only_group) continue;
      groups[outcome.group].Add(outcome);
      if (outcome.status == ConformStatus::kPassed) continue;
      if (json) {
        failures.push_back({{"file", path},
                            {"line", number},
                            {"group", outcome.group},
                            {"test", outcome.test},
                            {"status", StatusText(outcome.status)},
                            {"reason", outcome.reason}});
      } else if (diff > 0) {
        --diff;
        Print(fmt::format("{}:{}: {} ({}, {})\n  {}\n{}", path, number, StatusText(outcome.status),
                          outcome.group, outcome.test, outcome.reason,
                          outcome.expected.empty() ? "" : FirstDifference(outcome)));
      }
    }
  }

  GroupCount total;
  for (const auto& [name, count] : groups) total.Add(count);
  int failed = total.failed + total.not_supported;
  if (json) {
    Json report;
    auto counts = [](const GroupCount& count) {
      return Json{{"passed", count.passed},
                  {"failed", count.failed},
                  {"not_supported", count.not_supported},
                  {"exact", count.exact},
                  {"exact_equal", count.exact_equal}};
    };
    report["groups"] = Json::object();
    for (const auto& [name, count] : groups) report["groups"][name] = counts(count);
    report["total"] = counts(total);
    report["failures"] = std::move(failures);
    Print(DumpJson(report, 2) + "\n");
  } else {
    Print(fmt::format("{:<32} {:>8} {:>8} {:>14} {:>16}\n", "group", "passed", "failed",
                      "not supported", "byte for byte"));
    for (const auto& [name, count] : groups) {
      Print(fmt::format("{:<32} {:>8} {:>8} {:>14} {:>16}\n", name, count.passed, count.failed,
                        count.not_supported,
                        fmt::format("{} of {}", count.exact_equal, count.exact)));
    }
    Print(fmt::format("{} passed, {} failed\n", total.passed, failed));
  }
  return failed == 0 ? 0 : 1;
}

}  // namespace passcope
