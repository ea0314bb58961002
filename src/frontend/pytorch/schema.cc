// The table of signatures, parsed on first use.
#include "frontend/pytorch/schema.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "support/check.h"
#include "support/real_text.h"

namespace passcope::frontend {
namespace {

constexpr std::string_view kRows[] = {
#define TORCH_SCHEMA(text) text,
#include "frontend/pytorch/schemas.def"
#undef TORCH_SCHEMA
};

struct TypeName {
  std::string_view name;
  TorchKind kind;
};
constexpr TypeName kTypeNames[] = {{"Tensor", TorchKind::kTensor},
                                   {"Scalar", TorchKind::kNumber},
                                   {"int", TorchKind::kInt},
                                   {"float", TorchKind::kReal},
                                   {"bool", TorchKind::kBool},
                                   {"str", TorchKind::kText},
                                   {"Device", TorchKind::kDevice},
                                   {"object", TorchKind::kObject},
                                   {"Generator", TorchKind::kObject},
                                   {"Any", TorchKind::kAny},
                                   {"t", TorchKind::kAny}};

int64_t Integer(std::string_view text) {
  int64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  PASSCOPE_CHECK(error == std::errc() && end == text.data() + text.size());
  return value;
}

// Parses a type such as "int[2]?"; `size` gets the 2.
TorchType ParseType(std::string_view text, int64_t* size) {
  TorchType type;
  *size = 0;
  if (text.ends_with("?")) {
    type.optional = true;
    text.remove_suffix(1);
  }
  while (text.ends_with("]")) {
    size_t open = text.rfind('[');
    std::string_view length = text.substr(open + 1, text.size() - open - 2);
    if (!length.empty()) *size = Integer(length);
    ++type.lists;
    text = text.substr(0, open);
  }
  // "Tensor?[]": elements may be missing.
  if (text.ends_with("?")) text.remove_suffix(1);
  for (const TypeName& row : kTypeNames) {
    if (row.name != text) continue;
    type.kind = row.kind;
    return type;
  }
  PASSCOPE_CHECK(false);
  return type;
}

TorchConstant ParseConstant(std::string_view text) {
  if (text == "None") return std::monostate();
  if (text == "True") return true;
  if (text == "False") return false;
  if (text.front() == '\'' || text.front() == '"') {
    return std::string(text.substr(1, text.size() - 2));
  }
  if (text.find_first_of(".e") == std::string_view::npos) return Integer(text);
  std::optional<double> real = ParseReal(text);
  PASSCOPE_CHECK(real);
  return *real;
}

// Splits at commas outside of brackets.
std::vector<std::string_view> Split(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  size_t begin = 0;
  for (size_t at = 0; at <= text.size(); ++at) {
    char c = at < text.size() ? text[at] : ',';
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (c != ',' || (depth > 0 && at < text.size())) continue;
    std::string_view part = text.substr(begin, at - begin);
    while (part.starts_with(" ")) part.remove_prefix(1);
    if (!part.empty()) parts.push_back(part);
    begin = at + 1;
  }
  return parts;
}

TorchDefault ParseDefault(std::string_view text, const TorchParam& param) {
  if (text.starts_with("[")) {
    TorchDefault result{{}, std::vector<TorchConstant>()};
    for (std::string_view part : Split(text.substr(1, text.size() - 2))) {
      result.list->push_back(ParseConstant(part));
    }
    return result;
  }
  TorchConstant value = ParseConstant(text);
  if (param.type.lists > 0 && !std::holds_alternative<std::monostate>(value)) {
    return {{}, std::vector<TorchConstant>(static_cast<size_t>(param.list_size), value)};
  }
  return {value, std::nullopt};
}

TorchSchema ParseSchema(std::string_view row) {
  TorchSchema schema;
  size_t open = row.find('(');
  size_t close = row.rfind(") -> ");
  PASSCOPE_CHECK(open != std::string_view::npos && close != std::string_view::npos);
  schema.name = row.substr(0, open);
  size_t point = schema.name.find('.');
  if (point != std::string_view::npos) {
    schema.overload = schema.name.substr(point + 1);
    schema.name = schema.name.substr(0, point);
  }
  bool keyword_only = false;
  for (std::string_view part : Split(row.substr(open + 1, close - open - 1))) {
    if (part == "*") {
      keyword_only = true;
      continue;
    }
    if (part == "...") {
      schema.variadic = true;
      continue;
    }
    TorchParam param;
    param.keyword_only = keyword_only;
    size_t space = part.find(' ');
    param.type = ParseType(part.substr(0, space), &param.list_size);
    param.name = part.substr(space + 1);
    size_t equal = param.name.find('=');
    if (equal != std::string_view::npos) {
      std::string_view text = param.name.substr(equal + 1);
      param.name = param.name.substr(0, equal);
      param.default_value = ParseDefault(text, param);
    }
    schema.params.push_back(std::move(param));
  }
  std::string_view results = row.substr(close + 5);
  if (results.starts_with("(")) results = results.substr(1, results.size() - 2);
  int64_t size = 0;
  for (std::string_view part : Split(results)) schema.results.push_back(ParseType(part, &size));
  return schema;
}

using SchemaTable = std::map<std::string_view, std::vector<TorchSchema>>;

const SchemaTable& Table() {
  static const SchemaTable table = [] {
    SchemaTable result;
    for (std::string_view row : kRows) {
      TorchSchema schema = ParseSchema(row);
      result[schema.name].push_back(std::move(schema));
    }
    // Prefers overloads for tensors, since an argument of unknown type is rather a tensor than a
    // number.
    for (auto& [name, overloads] : result) {
      std::stable_partition(overloads.begin(), overloads.end(), [](const TorchSchema& schema) {
        return !schema.params.empty() && schema.params[0].type.is_tensor();
      });
    }
    return result;
  }();
  return table;
}

bool IsNumeric(TorchKind kind) {
  return kind == TorchKind::kNumber || kind == TorchKind::kInt || kind == TorchKind::kReal ||
         kind == TorchKind::kBool;
}

// True if an argument of kind `given` fits a parameter of kind `wanted`.
bool KindFits(TorchKind wanted, TorchKind given, bool convert) {
  if (wanted == given || wanted == TorchKind::kAny || given == TorchKind::kAny) return true;
  switch (wanted) {
    case TorchKind::kNumber:
      return IsNumeric(given) || (convert && given == TorchKind::kTensor);
    case TorchKind::kInt:
      return given == TorchKind::kNumber || (convert && given == TorchKind::kTensor);
    case TorchKind::kReal:
      return given == TorchKind::kNumber ||
             (convert && (given == TorchKind::kTensor || given == TorchKind::kInt));
    case TorchKind::kBool:
      return convert && given == TorchKind::kTensor;
    case TorchKind::kDevice:
      return given == TorchKind::kText;
    case TorchKind::kTensor:
      return convert && IsNumeric(given);
    default:
      return false;
  }
}

bool Fits(const TorchParam& param, const TorchType& given, TorchFit fit) {
  const bool convert = fit != TorchFit::kExact;
  const TorchType& wanted = param.type;
  if (given.kind == TorchKind::kNone && given.lists == 0) {
    // With `convert`, None fits every parameter.
    return wanted.optional || wanted.kind == TorchKind::kAny || convert;
  }
  if (given.kind == TorchKind::kAny && given.lists == 0) return true;
  if (fit == TorchFit::kLists) {
    bool one_for_all = wanted.lists == 1 && given.lists == 0 && param.list_size > 0;
    return one_for_all || wanted.lists == given.lists;
  }
  if (wanted.lists == given.lists) {
    // The elements of "Tensor?[]" may be None.
    if (wanted.lists > 0 && given.kind == TorchKind::kNone) return true;
    return KindFits(wanted.kind, given.kind, convert);
  }
  if (wanted.kind == TorchKind::kAny) return given.lists > wanted.lists;
  return wanted.lists == 1 && given.lists == 0 && param.list_size > 0 &&
         KindFits(wanted.kind, given.kind, convert);
}

}  // namespace

std::span<const TorchSchema> FindTorchSchemas(std::string_view name) {
  auto it = Table().find(name);
  if (it == Table().end() && name.ends_with("_") && !name.ends_with("__")) {
    it = Table().find(name.substr(0, name.size() - 1));
  }
  if (it == Table().end()) return {};
  return it->second;
}

size_t ParamOf(const TorchSchema& schema, std::string_view name) {
  auto it = std::find_if(schema.params.begin(), schema.params.end(),
                         [&](const TorchParam& param) { return param.name == name; });
  return static_cast<size_t>(it - schema.params.begin());
}

std::optional<std::vector<int>> MatchTorchSchema(const TorchSchema& schema,
                                                 std::span<const TorchArgument> arguments,
                                                 TorchFit fit) {
  std::vector<int> matched(schema.params.size(), -1);
  for (size_t i = 0; i < arguments.size(); ++i) {
    const TorchArgument& argument = arguments[i];
    size_t param = i;
    if (!argument.keyword.empty()) {
      param = ParamOf(schema, argument.keyword);
      if (param == schema.params.size()) return std::nullopt;
    } else if (i >= schema.params.size()) {
      if (schema.variadic) continue;
      return std::nullopt;
    } else if (schema.params[i].keyword_only) {
      return std::nullopt;
    }
    if (matched[param] >= 0 || !Fits(schema.params[param], argument.type, fit)) {
      return std::nullopt;
    }
    matched[param] = static_cast<int>(i);
  }
  for (size_t i = 0; i < matched.size(); ++i) {
    if (matched[i] < 0 && !schema.params[i].default_value) return std::nullopt;
  }
  return matched;
}

}  // namespace passcope::frontend
