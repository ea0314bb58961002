// Parsing of pipelines.
#include "api/pipeline_spec.h"

#include "api/json.h"
#include "diagnostics/diagnostic.h"
#include "pass/registry.h"

namespace passcope {
namespace {

// Deeper nesting is nobody's intention, and the parser recurses once per level.
constexpr int kMaxNesting = 64;

bool IsNameChar(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.';
}

class PipelineParser {
 public:
  explicit PipelineParser(std::string_view text) : text_(text) {}

  std::vector<PassSpec> Run() {
    std::vector<PassSpec> passes = Pipeline(0);
    if (!AtEnd()) Fail(Phrase("a comma or the end was expected here"));
    return passes;
  }

 private:
  [[noreturn]] void Fail(Phrase problem) {
    std::string shown(text_);
    for (char& c : shown) {
      if (c == '\n' || c == '\t' || c == '\r') c = ' ';
    }
    throw DiagnosticError(DiagKind::kUsage,
                          Say("the pipeline cannot be read: {problem}", problem.message()),
                          {Say("at column {column}\n    {line}\n    {indent}^", at_ + 1, shown,
                               std::string(at_, ' '))});
  }

  void SkipBlanks() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r')) {
      ++at_;
    }
  }
  bool AtEnd() {
    SkipBlanks();
    return at_ == text_.size();
  }
  bool At(char c) {
    SkipBlanks();
    return at_ < text_.size() && text_[at_] == c;
  }

  std::vector<PassSpec> Pipeline(int depth) {
    std::vector<PassSpec> passes;
    if (AtEnd() || At('}')) return passes;
    passes.push_back(OnePass(depth));
    while (At(',')) {
      ++at_;
      passes.push_back(OnePass(depth));
    }
    return passes;
  }

  PassSpec OnePass(int depth) {
    SkipBlanks();
    size_t start = at_;
    while (at_ < text_.size() && IsNameChar(text_[at_])) ++at_;
    if (at_ == start) Fail(Phrase("the name of a pass was expected here"));
    PassSpec spec;
    spec.name = text_.substr(start, at_ - start);
    if (!At('{')) {
      if (spec.name == "Sequential") Fail(Phrase("Sequential needs its passes in braces"));
      return spec;
    }
    if (spec.name == "Sequential") {
      spec.name.clear();
      if (depth == kMaxNesting) Fail(Phrase("Sequential is nested too deeply"));
      ++at_;
      spec.sequential = true;
      spec.passes = Pipeline(depth + 1);
      if (!At('}')) Fail(Phrase("a comma or the closing brace of Sequential was expected here"));
      ++at_;
      return spec;
    }
    size_t open = at_;
    at_ = EndOfObject(open);
    spec.options =
        ReadJsonObject(text_.substr(open, at_ - open), Say("what follows {name}", spec.name));
    return spec;
  }

  // Just behind the brace that closes the one at `open`; braces in strings do not count.
  size_t EndOfObject(size_t open) {
    int braces = 0;
    bool in_string = false;
    for (size_t i = open; i < text_.size(); ++i) {
      char c = text_[i];
      if (in_string) {
        if (c == '\\') {
          ++i;
        } else if (c == '"') {
          in_string = false;
        }
      } else if (c == '"') {
        in_string = true;
      } else if (c == '{') {
        ++braces;
      } else if (c == '}' && --braces == 0) {
        return i + 1;
      }
    }
    at_ = open;
    Fail(in_string ? Phrase("the options end inside a string")
                   : Phrase("this brace is never closed"));
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

std::vector<PassSpec> ParsePipeline(std::string_view text) { return PipelineParser(text).Run(); }

Pass PassFromSpec(const PassSpec& spec) {
  if (spec.sequential) {
    std::string name = spec.name.empty() ? "sequential" : spec.name;
    return Sequential(PassesFromSpec(spec.passes), {spec.opt_level, std::move(name), {}, false});
  }
  return CreatePass(spec.name, spec.options);
}

void CheckPassName(std::string_view name) {
  // Throws for a name that is not in the table, with those that are like it.
  if (name != "sequential" && !FindPass(name)) CreatePass(name);
}

std::vector<Pass> PassesFromSpec(const std::vector<PassSpec>& specs) {
  std::vector<Pass> passes;
  passes.reserve(specs.size());
  for (const PassSpec& spec : specs) passes.push_back(PassFromSpec(spec));
  return passes;
}

}  // namespace passcope
