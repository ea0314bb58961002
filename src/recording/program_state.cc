#include "recording/program_state.h"

#include <string>
#include <unordered_set>

#include "recording/line_words.h"

namespace passcope::recording {
namespace {

using std::string_view;

// True if the lines of a section outside of functions show that the text is a whole module. Aliases
// and comments of MLIR also precede a single function.
bool IsOfModule(const Section& section) {
  if (section.family == Family::kLlvm || section.family == Family::kMlir) {
    string_view rest = section.text;
    while (!rest.empty()) {
      const string_view line = Trim(TakeLine(&rest));
      if (line.empty() || line.starts_with("//")) continue;
      const bool alias =
          section.family == Family::kMlir && (line[0] == '#' || line[0] == '!' || line[0] == '"');
      const bool comment =
          section.family == Family::kLlvm && line[0] == ';' && !line.starts_with("; ModuleID");
      const bool declaration = section.family == Family::kLlvm && line.starts_with("declare ");
      if (line.starts_with("\"builtin.module\"")) return true;
      if (!alias && !comment && !declaration) return true;
    }
    return false;
  }
  return section.family == Family::kHlo || section.family == Family::kRelay ||
         section.family == Family::kTvmScript;
}

bool IsLoopText(string_view text) {
  text = TrimStart(text);
  return text.starts_with("; Preheader:") || text.starts_with("; Loop:") || text.starts_with("%") ||
         Contains(text.substr(0, 4096), "\n; Loop:");
}

}  // namespace

TextScope ScopeOf(const TextStore& texts, TextId text) {
  TextScope scope;
  bool module = false;
  size_t functions = 0;
  for (SectionId id : texts.SectionsOf(text)) {
    const Section& section = texts.At(id);
    if (section.symbol != kNoName) {
      if (functions++ == 0) scope.symbol = section.symbol;
    } else if (!module) {
      module = IsOfModule(section);
    }
  }
  if (functions == 0) {
    const auto sections = texts.SectionsOf(text);
    const bool loop = !sections.empty() && texts.At(sections[0]).family == Family::kLlvm &&
                      IsLoopText(texts.At(sections[0]).text);
    scope.level = loop ? Level::kLoop : Level::kModule;
  } else if (!module) {
    scope.level = functions == 1 ? Level::kFunction : Level::kComponent;
  }
  return scope;
}

TextId ProgramState::Before(TextId text, NameId unit) {
  const TextScope scope = ScopeOf(*texts_, text);
  std::vector<SectionId> sections;
  if (scope.level == Level::kLoop) {
    const auto known = loops_.find(unit);
    const auto function = functions_.find(FunctionOfLoop(unit));
    const uint64_t changed = function == functions_.end() ? 0 : function->second.time;
    if (known != loops_.end() && known->second.time > changed) return known->second.text;
    return IsInFunction(text, unit) ? text : kNoText;
  }
  if (scope.level == Level::kModule) {
    if (module_ == kNoText) return kNoText;
    // The last text of the module, with what passes on its functions have made of them since.
    for (SectionId id : texts_->SectionsOf(module_)) {
      const auto known = functions_.find(texts_->At(id).symbol);
      const bool newer = texts_->At(id).symbol != kNoName && known != functions_.end();
      sections.push_back(newer ? known->second.section : id);
    }
    return texts_->AddSections(sections);
  }
  for (SectionId id : texts_->SectionsOf(text)) {
    const NameId symbol = texts_->At(id).symbol;
    if (symbol == kNoName) continue;
    const auto known = functions_.find(symbol);
    if (known != functions_.end()) sections.push_back(known->second.section);
  }
  return sections.empty() ? kNoText : texts_->AddSections(sections);
}

void ProgramState::Update(TextId text, NameId unit) {
  if (text == kNoText) return;
  const TextScope scope = ScopeOf(*texts_, text);
  ++time_;
  if (scope.level == Level::kLoop) {
    loops_[unit] = {text, time_};
    return;
  }
  if (scope.level == Level::kModule) {
    module_ = text;
    functions_.clear();
  }
  for (SectionId id : texts_->SectionsOf(text)) {
    const NameId symbol = texts_->At(id).symbol;
    if (symbol != kNoName) functions_[symbol] = {id, time_};
  }
  if (scope.level == Level::kFunction) last_function_ = scope.symbol;
}

NameId ProgramState::FunctionOfLoop(NameId unit) const {
  const string_view text = texts_->Name(unit);
  constexpr string_view kIn = " in function ";
  const size_t in = text.rfind(kIn);
  if (in == string_view::npos) return last_function_;
  const NameId name = texts_->FindName(text.substr(in + kIn.size()));
  return name == kNone ? kNoName : name;
}

bool ProgramState::IsInFunction(TextId loop, NameId unit) {
  const auto function = functions_.find(FunctionOfLoop(unit));
  if (function == functions_.end()) return false;
  std::unordered_set<string_view> lines;
  string_view rest = texts_->At(function->second.section).text;
  while (!rest.empty()) lines.insert(TrimEnd(TakeLine(&rest)));
  for (SectionId id : texts_->SectionsOf(loop)) {
    rest = texts_->At(id).text;
    while (!rest.empty()) {
      const string_view line = TrimEnd(TakeLine(&rest));
      if (!line.empty() && line[0] != ';' && lines.find(line) == lines.end()) return false;
    }
  }
  return true;
}

}  // namespace passcope::recording
