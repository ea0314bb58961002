// Parsing of pipelines.
#include "api/pipeline_spec.h"

#include <algorithm>

#include "api/json.h"
#include "pass/registry.h"
#include "support/utf8.h"

namespace passcope {
namespace {

// The parser recurses once per level. No useful pipeline is nested more deeply.
constexpr int kMaxSequentials = 64;
constexpr int kMaxValues = 256;
// The number of characters that a message shows of the text at a mistake.
constexpr int kShown = 20;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsNameStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}
bool IsNameChar(char c) { return IsNameStart(c) || IsDigit(c); }

// The number of bytes of the white space at `at`, or 0. Editors of pages can leave spaces that are
// not ASCII.
size_t SpaceLength(std::string_view text, size_t at) {
  char c = text[at];
  if (c == ' ' || (c >= '\t' && c <= '\r')) return 1;
  static constexpr std::string_view kSpaces[] = {
      "\u00A0", "\u1680", "\u2000", "\u2001", "\u2002", "\u2003", "\u2004",
      "\u2005", "\u2006", "\u2007", "\u2008", "\u2009", "\u200A", "\u2028",
      "\u2029", "\u202F", "\u205F", "\u3000", "\uFEFF",
  };
  if (static_cast<unsigned char>(c) < 0x80) return 0;
  for (std::string_view space : kSpaces) {
    if (text.substr(at, space.size()) == space) return space.size();
  }
  return 0;
}

class PipelineParser {
 public:
  explicit PipelineParser(std::string_view text) : text_(text) {}

  std::vector<PassSpec> List() {
    std::vector<PassSpec> passes = Passes(0);
    if (!AtEnd())
      Fail(PipelineExpected::kSeparator,
           MSG(kPipelineCommaOrEndExpected, "a comma or the end was expected here"));
    return passes;
  }

  std::vector<StageSpec> Stages() {
    std::vector<StageSpec> stages;
    std::vector<PassSpec> passes;
    auto close = [&] {
      if (!passes.empty()) stages.push_back({StageSpec::Kind::kPasses, std::move(passes)});
      passes.clear();
    };
    while (!AtEnd()) {
      if (Take(';')) {
        close();
        continue;
      }
      if (Take(',')) continue;
      PassSpec pass = OnePass(0);
      if (pass.name == "bind" && !pass.code && pass.options.empty()) {
        close();
        stages.push_back({StageSpec::Kind::kBind, {}});
      } else {
        passes.push_back(std::move(pass));
      }
      if (!AtEnd() && !At(';') && !At(',')) {
        Fail(PipelineExpected::kSeparator,
             MSG(kPipelineSeparatorOrEndExpected,
                 "a comma, a semicolon or the end was expected here"));
      }
    }
    close();
    return stages;
  }

 private:
  [[noreturn]] void Fail(PipelineExpected expected, const Message& problem) const {
    std::string shown(text_);
    for (char& c : shown) {
      if (c >= '\t' && c <= '\r') c = ' ';
    }
    size_t end = at_;
    for (int i = 0; i < kShown && end < text_.size(); ++i) {
      end += std::max<size_t>(Utf8SequenceLength(text_, end), 1);
    }
    int64_t column = Utf16Length(text_, at_);
    throw PipelineError(
        MSG(kPipelineUnreadable, "the pipeline cannot be read: {problem}", problem),
        {MSG(kPipelineProblemPosition, "at column {column}\n    {line}\n    {indent}^", column + 1,
             shown, std::string(static_cast<size_t>(column), ' '))},
        {expected, column, std::string(text_.substr(at_, end - at_))});
  }
  // Reports a missing closing bracket or separator for the bracket at `open`.
  [[noreturn]] void FailOpen(size_t open) {
    if (AtEnd()) {
      Fail(PipelineExpected::kClosing,
           MSG(kPipelineBracketUnclosed, "the {bracket} of column {column} is never closed",
               std::string(1, text_[open]), static_cast<int64_t>(Utf16Length(text_, open) + 1)));
    }
    Fail(PipelineExpected::kClosing,
         MSG(kPipelineCommaOrBracketExpected, "a comma or {bracket} was expected here",
             std::string(1, Closing(text_[open]))));
  }
  static char Closing(char opening) { return opening == '(' ? ')' : opening == '[' ? ']' : '}'; }

  void SkipSpace() {
    while (at_ < text_.size()) {
      size_t length = SpaceLength(text_, at_);
      if (length == 0) return;
      at_ += length;
    }
  }
  bool AtEnd() {
    SkipSpace();
    return at_ == text_.size();
  }
  bool At(char c) {
    SkipSpace();
    return at_ < text_.size() && text_[at_] == c;
  }
  bool Take(char c) {
    if (!At(c)) return false;
    ++at_;
    return true;
  }

  // Returns an empty name if there is none.
  std::string_view TakeName() {
    SkipSpace();
    size_t start = at_;
    size_t end = at_;
    while (end < text_.size() && IsNameStart(text_[end])) {
      while (end < text_.size() && IsNameChar(text_[end])) ++end;
      at_ = end;
      if (end == text_.size() || text_[end] != '.') break;
      ++end;
    }
    return text_.substr(start, at_ - start);
  }

  std::vector<PassSpec> Passes(int depth) {
    std::vector<PassSpec> passes;
    for (;;) {
      if (Take(',')) continue;
      if (AtEnd() || At('}') || At(')')) return passes;
      passes.push_back(OnePass(depth));
      if (!At(',')) return passes;
    }
  }

  PassSpec OnePass(int depth) {
    PassSpec spec;
    spec.name = TakeName();
    if (spec.name.empty())
      Fail(PipelineExpected::kName,
           MSG(kPipelinePassNameExpected, "the name of a pass was expected here"));
    if (spec.name == "Sequential") return OneSequential(depth);
    constexpr std::string_view kCode = "code.";
    if (spec.name.starts_with(kCode)) {
      spec.name.erase(0, kCode.size());
      spec.code = true;
    }
    if (At('(') || At('{')) spec.options = Pairs(0);
    return spec;
  }

  PassSpec OneSequential(int depth) {
    PassSpec spec;
    spec.sequential = true;
    if (!At('{') && !At('(')) {
      Fail(PipelineExpected::kPasses,
           MSG(kSequentialBracesMissing, "Sequential needs its passes in braces"));
    }
    if (depth == kMaxSequentials) {
      Fail(PipelineExpected::kShallower,
           MSG(kSequentialNestedTooDeeply, "Sequential is nested more than {limit} deep",
               kMaxSequentials));
    }
    size_t open = at_++;
    spec.passes = Passes(depth + 1);
    if (!Take(Closing(text_[open]))) FailOpen(open);
    return spec;
  }

  // Reads pairs from the opening bracket to the closing one.
  AttrDict Pairs(int depth) {
    AttrDict pairs;
    size_t open = at_++;
    char closing = Closing(text_[open]);
    while (!Take(closing)) {
      if (AtEnd()) FailOpen(open);
      std::string key =
          At('"') || At('\'') ? *String().get<std::string>() : std::string(TakeName());
      if (key.empty() || (!Take('=') && !Take(':'))) {
        Fail(PipelineExpected::kOption,
             MSG(kPipelineOptionExpected, "an option as name=value was expected here"));
      }
      AttrValue value = Value(depth + 1);
      auto given = std::find_if(pairs.begin(), pairs.end(),
                                [&key](const auto& pair) { return pair.first == key; });
      if (given == pairs.end()) {
        pairs.emplace_back(std::move(key), std::move(value));
      } else {
        given->second = std::move(value);
      }
      if (!Take(',') && !At(closing)) FailOpen(open);
    }
    return pairs;
  }

  AttrArray Values(int depth) {
    AttrArray values;
    size_t open = at_++;
    char closing = Closing(text_[open]);
    while (!Take(closing)) {
      if (AtEnd()) FailOpen(open);
      values.push_back(Value(depth + 1));
      if (!Take(',') && !At(closing)) FailOpen(open);
    }
    return values;
  }

  AttrValue Value(int depth) {
    if (depth > kMaxValues)
      Fail(PipelineExpected::kShallower, MSG(kJsonNestedTooDeeply, "this is nested too deeply"));
    if (At('"') || At('\'')) return String();
    if (At('[') || At('(')) return Values(depth);
    if (At('{')) return Pairs(depth);
    if (at_ < text_.size() && (text_[at_] == '-' || IsDigit(text_[at_]))) return Number();
    std::string_view word = TakeName();
    if (word.empty())
      Fail(PipelineExpected::kValue, MSG(kJsonValueExpected, "a value was expected here"));
    if (word == "true" || word == "True") return true;
    if (word == "false" || word == "False") return false;
    if (word == "null" || word == "None") return {};
    return std::string(word);
  }

  // Only the end of a number or string is found here; the reader of JSON checks its form.
  AttrValue Number() {
    size_t start = at_;
    size_t end = at_ + (text_[at_] == '-' ? 1 : 0);
    // Moves `end` past a sign and digits, if there are digits.
    auto digits = [&](bool sign) {
      size_t i = end;
      if (sign && i < text_.size() && (text_[i] == '+' || text_[i] == '-')) ++i;
      size_t first = i;
      while (i < text_.size() && IsDigit(text_[i])) ++i;
      if (i > first) end = i;
      return i > first;
    };
    if (end < text_.size() && text_[end] == '0') {
      ++end;
    } else if (!digits(false)) {
      Fail(PipelineExpected::kValue, MSG(kPipelineNumberExpected, "a number was expected here"));
    }
    for (std::string_view mark : {".", "eE"}) {
      if (end == text_.size() || mark.find(text_[end]) == std::string_view::npos) continue;
      ++end;
      if (!digits(mark != ".")) --end;
    }
    at_ = end;
    return ReadJson(text_.substr(start, end - start), PHRASE(kNumberToken, "a number"));
  }

  AttrValue String() {
    size_t start = at_;
    char quote = text_[start];
    std::string json = "\"";
    for (size_t i = start + 1; i < text_.size(); ++i) {
      char c = text_[i];
      if (c == quote) {
        json += '"';
        try {
          AttrValue value = ReadJson(json, PHRASE(kTextToken, "a text"));
          at_ = i + 1;
          return value;
        } catch (const DiagnosticError&) {
          Fail(PipelineExpected::kValue,
               MSG(kPipelineUnicodeEscapeInvalid, "this string has a malformed \\u escape"));
        }
      }
      if (c == '\\' && i + 1 < text_.size()) {
        c = text_[++i];
        if (std::string_view("\"\\/bfnrtu").find(c) != std::string_view::npos) {
          json += '\\';
          json += c;
          continue;
        }
      }
      AppendAsJson(c, &json);
    }
    Fail(PipelineExpected::kClosing, MSG(kPipelineQuoteUnclosed, "this quote is never closed"));
  }
  static void AppendAsJson(char c, std::string* json) {
    constexpr char kHex[] = "0123456789abcdef";
    auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20) {
      *json += std::string("\\u00") + kHex[byte >> 4] + kHex[byte & 15];
    } else {
      if (c == '"' || c == '\\') *json += '\\';
      *json += c;
    }
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

std::vector<PassSpec> ParsePipeline(std::string_view text) { return PipelineParser(text).List(); }
std::vector<StageSpec> ParseStages(std::string_view text) { return PipelineParser(text).Stages(); }

PipelineReading ReadPipeline(std::string_view text, bool one_list) {
  try {
    if (!one_list) return {ParseStages(text), {}};
    return {{{{StageSpec::Kind::kPasses, ParsePipeline(text)}}}, {}};
  } catch (const PipelineError& error) {
    return {{}, error.mistake()};
  }
}

void RefuseCode(Phrase what, std::string_view name) {
  throw DiagnosticError(DiagKind::kUsage,
                        MSG(kPipelineItemInJavaScript,
                            "the {what} '{name}' is written in JavaScript", what.message(), name),
                        {MSG(kEngineLacksJavaScriptHint,
                             "only built-in passes and instruments run here: open it in the page, "
                             "or run the module in Node")});
}

std::string PipelineText(const std::vector<PassSpec>& passes) {
  std::string text;
  for (const PassSpec& pass : passes) {
    if (!text.empty()) text += ", ";
    if (pass.sequential) {
      text += "Sequential{" + PipelineText(pass.passes) + "}";
    } else {
      text += (pass.code ? "code." : "") + pass.name;
      if (!pass.options.empty()) text += ValueText(pass.options);
    }
  }
  return text;
}

Pass PassFromSpec(const PassSpec& spec) {
  if (spec.code) RefuseCode(PHRASE(kPassNoun, "pass"), spec.name);
  if (spec.sequential) {
    std::string name = spec.name.empty() ? "sequential" : spec.name;
    return Sequential(PassesFromSpec(spec.passes), {spec.opt_level, std::move(name), {}, false});
  }
  return CreatePass(spec.name, spec.options);
}

void CheckPassName(std::string_view name) {
  // CreatePass throws for an unknown name and suggests similar ones.
  if (name != "sequential" && !FindPass(name)) CreatePass(name);
}

std::vector<Pass> PassesFromSpec(const std::vector<PassSpec>& specs) {
  std::vector<Pass> passes;
  passes.reserve(specs.size());
  for (const PassSpec& spec : specs) passes.push_back(PassFromSpec(spec));
  return passes;
}

std::span<const char* const> LiteralsOf(StageSpec::Kind) {
  static constexpr const char* kNames[] = {"bind", "passes"};
  return kNames;
}

std::span<const char* const> LiteralsOf(PipelineExpected) {
  static constexpr const char* kNames[] = {"name",    "option", "value",    "separator",
                                           "closing", "passes", "shallower"};
  return kNames;
}

namespace {

// The members of the record of a reproducer. Members that do not apply have no value.
std::optional<std::string> NameOf(const PassSpec& spec) {
  if (spec.code || spec.sequential) return {};
  return spec.name;
}
std::optional<std::string> CodeOf(const PassSpec& spec) {
  if (!spec.code) return {};
  return spec.name;
}
std::optional<AttrDict> OptionsOf(const PassSpec& spec) {
  if (spec.options.empty()) return {};
  return spec.options;
}
std::optional<std::vector<PassSpec>> SequenceOf(const PassSpec& spec) {
  if (!spec.sequential) return {};
  return spec.passes;
}

}  // namespace

template <>
const RecordSchema& SchemaOf<PassSpec>() {
  static constexpr RecordField kFields[] = {
      Member<&NameOf>("name", "The name of a built-in pass or instrument."),
      Member<&CodeOf>("code", "Instead, the name of an export of the code."),
      Member<&OptionsOf>("options", "The options, if any are given."),
      Member<&SequenceOf>("sequential",
                          "The passes of a Sequential, which has no name in this case."),
  };
  static constexpr RecordSchema schema = {
      "PipelineStep", "A pass or an instrument in the form of a reproducer.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<StageSpec>() {
  static constexpr RecordField kFields[] = {
      Member<&StageSpec::kind>("kind", "\"bind\" binds the parameters and has no passes."),
      Member<&StageSpec::passes>("passes", "The passes that run in one context."),
  };
  static constexpr RecordSchema schema = {"PipelineStage", "A stage of a pipeline.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<PipelineMistake>() {
  static constexpr RecordField kFields[] = {
      Member<&PipelineMistake::expected>("expected", "What was expected."),
      Member<&PipelineMistake::at>("at", "The position, from 0, in UTF-16 code units."),
      Member<&PipelineMistake::found>(
          "found", "The text found there, shortened; empty at the end of the text."),
  };
  static constexpr RecordSchema schema = {"PipelineMistake", "Why a pipeline cannot be read.",
                                          kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<PipelineReading>() {
  static constexpr RecordField kFields[] = {
      Member<&PipelineReading::stages>("stages", "The stages, unless there is a mistake."),
      Member<&PipelineReading::mistake>("mistake", "The first mistake."),
  };
  static constexpr RecordSchema schema = {
      "PipelineReading", "The meaning of a text in the notation of pipelines.", kFields};
  return schema;
}

}  // namespace passcope
