// Mutates archives of TorchScript entry by entry. Sources are changed as lines and tokens, with new
// calls of operators between them. Pickles, which have no lengths around other values, are changed
// as bytes.
#include <algorithm>
#include <cctype>
#include <span>
#include <utility>

#include "diagnostics/diagnostic.h"
#include "frontend/pytorch/schema.h"
#include "frontend/pytorch/zip.h"
#include "fuzz/mutators.h"
#include "support/format.h"
#include "unit/frontend/torch_builder.h"

namespace passcope::fuzz {
namespace {

using frontend::TorchKind;
using frontend::TorchType;
using frontend::ZipPart;

bool IsWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; }

// Splits a line into names, numbers and other single characters. Spaces belong to the following
// token.
std::vector<std::string> Tokens(std::string_view line) {
  std::vector<std::string> tokens;
  size_t i = 0;
  while (i < line.size()) {
    size_t begin = i;
    while (i < line.size() && line[i] == ' ') ++i;
    if (i < line.size() && IsWord(line[i])) {
      while (i < line.size() && IsWord(line[i])) ++i;
    } else if (i < line.size()) {
      ++i;
    }
    tokens.emplace_back(line.substr(begin, i - begin));
  }
  return tokens;
}

std::string_view Trimmed(std::string_view token) {
  return token.substr(std::min(token.find_first_not_of(' '), token.size()));
}

// The names in TorchScript's code, such as "torch.relu" for "aten::relu".
const std::vector<std::string>& Callees() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> names;
    for (std::string_view text : {
#define TORCH_SCHEMA(text) std::string_view(text),
#include "frontend/pytorch/schemas.def"
#undef TORCH_SCHEMA
         }) {
      std::string name(text.substr(0, text.find_first_of(".(")));
      if (names.empty() || names.back() != name) names.push_back(std::move(name));
    }
    return names;
  }();
  return all;
}

std::string Callee(const std::string& operator_name) {
  size_t colons = operator_name.find("::");
  std::string space = operator_name.substr(0, colons), name = operator_name.substr(colons + 2);
  return (space == "aten" ? "torch." : Format("ops.{}.", space)) + name;
}

class Source {
 public:
  Source(std::string_view text, Chance& chance) : chance_(chance) {
    while (!text.empty()) {
      size_t end = std::min(text.find('\n'), text.size());
      lines_.emplace_back(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    for (const std::string& line : lines_) {
      for (const std::string& token : Tokens(line)) {
        std::string_view word = Trimmed(token);
        bool name = !word.empty() && IsWord(word[0]) && !std::isdigit(word[0]);
        if (name) names_.emplace_back(word);
      }
    }
    if (names_.empty()) names_.emplace_back("x");
  }

  std::string Text() const {
    std::string text;
    for (const std::string& line : lines_) text += line + "\n";
    return text;
  }

  void Change() {
    if (lines_.empty()) return;
    size_t at = chance_.Below(lines_.size());
    auto place = lines_.begin() + static_cast<ptrdiff_t>(at);
    switch (chance_.Below(10)) {
      case 0:
        lines_.insert(lines_.begin() + static_cast<ptrdiff_t>(chance_.Below(lines_.size() + 1)),
                      std::string(*place));
        break;
      case 1:
        lines_.erase(place);
        break;
      case 2:
        std::swap(*place, lines_[chance_.Below(lines_.size())]);
        break;
      case 3:
      case 4:
        lines_.insert(place, NewCall(*place));
        break;
      case 5:
        *place = chance_.Changed(*place);
        break;
      default:
        ChangeToken(&*place);
        break;
    }
  }

  void Borrow(const Source& other) {
    if (other.lines_.empty()) return;
    size_t from = chance_.Below(other.lines_.size());
    size_t count = 1 + chance_.Below(std::min<size_t>(other.lines_.size() - from, 6));
    size_t at = chance_.Below(lines_.size() + 1);
    std::vector<std::string> taken(other.lines_.begin() + static_cast<ptrdiff_t>(from),
                                   other.lines_.begin() + static_cast<ptrdiff_t>(from + count));
    lines_.insert(lines_.begin() + static_cast<ptrdiff_t>(at), taken.begin(), taken.end());
  }

 private:
  std::string Name() { return chance_.Of(names_); }

  std::string Number() { return std::to_string(chance_.Number()); }

  std::string Argument(const TorchType& type) {
    if (type.optional && chance_.OneIn(3)) return "None";
    if (chance_.OneIn(12)) return Name();
    if (type.is_list()) {
      std::string text = "[";
      for (size_t count = chance_.Below(5); count > 0; --count) {
        text += (text.size() > 1 ? ", " : "") + Argument(type.element());
      }
      return text + "]";
    }
    switch (type.kind) {
      case TorchKind::kNumber:
      case TorchKind::kInt:
        return Number();
      case TorchKind::kReal:
        return chance_.OneIn(2) ? "0.5" : Number() + ".";
      case TorchKind::kBool:
        return chance_.OneIn(2) ? "True" : "False";
      case TorchKind::kText:
        return "\"nearest\"";
      default:
        return Name();
    }
  }

  // A line that calls an operator, with the indentation of `beside`.
  std::string NewCall(std::string_view beside) {
    const std::string& name = chance_.Of(Callees());
    std::span<const frontend::TorchSchema> schemas = frontend::FindTorchSchemas(name);
    std::string target = Name(), arguments;
    if (!schemas.empty()) {
      const frontend::TorchSchema& schema = schemas[chance_.Below(schemas.size())];
      for (const frontend::TorchParam& param : schema.params) {
        if (param.default_value && chance_.OneIn(3)) break;
        if (!arguments.empty()) arguments += ", ";
        if (param.keyword_only) arguments += std::string(param.name) + "=";
        arguments += Argument(param.type);
      }
      for (size_t i = 1; i < schema.results.size(); ++i) target += ", " + Name();
    }
    std::string indent(beside.substr(0, beside.size() - Trimmed(beside).size()));
    return Format("{}{} = {}({})", indent, target, Callee(name), arguments);
  }

  void ChangeToken(std::string* line) {
    std::vector<std::string> tokens = Tokens(*line);
    if (tokens.empty()) return;
    std::string& token = tokens[chance_.Below(tokens.size())];
    std::string_view word = Trimmed(token);
    std::string indent = token.substr(0, token.size() - word.size());
    static const std::vector<std::string> kWords = {"None",
                                                    "True",
                                                    "False",
                                                    "[]",
                                                    "[0, 1]",
                                                    "0.5",
                                                    "\"\"",
                                                    "annotate(List[int], [])",
                                                    "CONSTANTS.c0",
                                                    "uninitialized(Tensor)",
                                                    "unchecked_cast(Tensor, x)",
                                                    "(0, 1)"};
    std::string other;
    bool callee = word.starts_with("torch.") || word.starts_with("ops.");
    if (callee && !chance_.OneIn(4)) {
      other = Callee(chance_.Of(Callees()));
    } else if (chance_.OneIn(8)) {
      other = chance_.Of(kWords);
    } else if (!word.empty() && std::isdigit(static_cast<unsigned char>(word[0]))) {
      other = Number();
    } else if (chance_.OneIn(6)) {
      other = "";
    } else {
      other = Name();
    }
    token = indent + other;
    line->clear();
    for (const std::string& each : tokens) *line += each;
  }

  Chance& chance_;
  std::vector<std::string> lines_;
  std::vector<std::string> names_;
};

// Empty if it is not an archive.
std::vector<ZipPart> PartsOf(std::string_view file) {
  std::vector<ZipPart> parts;
  try {
    frontend::ZipArchive archive(frontend::BufferOf(file), nullptr);
    for (const frontend::ZipEntry& entry : archive.entries()) {
      if (entry.deflated) continue;
      parts.push_back(ZipPart::Stored(std::string(entry.name),
                                      std::string(file.substr(entry.offset, entry.stored_size))));
    }
  } catch (const DiagnosticError&) {
  }
  return parts;
}

bool IsSource(const ZipPart& part) { return part.name.ends_with(".py"); }

}  // namespace

std::string MutateTorchScript(std::string_view file, std::string_view other, Chance chance) {
  std::vector<ZipPart> parts = PartsOf(file);
  if (parts.empty() || chance.OneIn(64)) return chance.Changed(file);
  std::vector<size_t> sources;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (IsSource(parts[i])) sources.push_back(i);
  }
  size_t chosen = chance.Below(parts.size());
  if (!sources.empty() && !chance.OneIn(4)) chosen = chance.Of(sources);
  ZipPart& part = parts[chosen];
  std::vector<ZipPart> others = PartsOf(other);
  if (IsSource(part)) {
    Source source(part.bytes, chance);
    for (const ZipPart& each : others) {
      if (IsSource(each) && chance.OneIn(2)) source.Borrow(Source(each.bytes, chance));
    }
    for (size_t count = 1 + chance.Below(4); count > 0; --count) source.Change();
    part.bytes = source.Text();
  } else if (!others.empty() && chance.OneIn(2)) {
    part.bytes = chance.Of(others).bytes;
  } else {
    part.bytes = chance.Changed(part.bytes);
  }
  if (chance.OneIn(32)) {
    parts.erase(parts.begin() + static_cast<ptrdiff_t>(chance.Below(parts.size())));
  }
  for (ZipPart& each : parts) each = ZipPart::Stored(std::move(each.name), std::move(each.bytes));
  return frontend::WriteZip(parts);
}

}  // namespace passcope::fuzz
