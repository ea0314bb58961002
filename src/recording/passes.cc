#include "recording/passes.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "recording/line_words.h"
#include "recording/program_state.h"

namespace passcope::recording {
namespace {

using std::string_view;

uint64_t Pair(uint32_t a, uint32_t b) { return uint64_t{a} << 32 | b; }

class Maker {
 public:
  explicit Maker(Recording* recording) : recording_(*recording), texts_(recording->texts) {}

  void Run() {
    for (uint32_t i = 0; i < recording_.dumps.size(); ++i) Take(i);
    FillAfter();
    FillChanged();
    Nest();
    recording_.format = MostFrequentFormat();
  }

 private:
  ProgramState& StateOf(const Dump& dump, std::unordered_map<NameId, ProgramState>* states) {
    return states->try_emplace(dump.program, &texts_).first->second;
  }
  // The name that tells passes apart: names for display change between versions.
  NameId KeyOf(const Dump& dump) const {
    return dump.argument == kNoName ? dump.name : dump.argument;
  }
  // The unit, or the function that the text has.
  NameId UnitOf(const Dump& dump, const TextScope& scope) const {
    if (dump.unit != kNoName) return dump.unit;
    return scope.level == Level::kModule ? kNoName : scope.symbol;
  }
  void Take(uint32_t number) {
    const Dump& dump = recording_.dumps[number];
    ProgramState& state = StateOf(dump, &states_);
    if (dump.phase == Phase::kStart && dump.name == kNoName) {
      state.Update(dump.text, kNoName);
      starts_ = true;
      return;
    }
    const TextScope scope = ScopeOf(texts_, dump.text);
    const NameId unit = UnitOf(dump, scope);
    const uint64_t key = Pair(KeyOf(dump), unit);
    if (dump.phase == Phase::kBefore) {
      open_[key].push_back(static_cast<uint32_t>(recording_.passes.size()));
      Pass& pass = New(dump, scope, unit);
      pass.before_dump = number;
      pass.before = dump.text;
    } else {
      const auto open = open_.find(key);
      const bool known = open != open_.end() && !open->second.empty();
      Pass& pass = known ? recording_.passes[open->second.back()] : New(dump, scope, unit);
      if (known) open->second.pop_back();
      Complete(number, unit, &state, &pass);
    }
    if (dump.status == Status::kInvalidated) return;
    if (dump.status == Status::kDeleted) state.Forget(unit);
    if (!dump.is_diff && !IsDiff(dump)) state.Update(dump.text, unit);
  }

  Pass& New(const Dump& dump, const TextScope& scope, NameId unit) {
    Pass& pass = recording_.passes.emplace_back();
    pass.name = dump.name;
    pass.argument = dump.argument;
    pass.unit = dump.unit;
    pass.shown_unit = unit;
    pass.level = LevelOfUnit(recording_.Name(dump.unit), scope.level);
    pass.lines = dump.lines;
    return pass;
  }

  // The dump after a pass.
  void Complete(uint32_t number, NameId unit, ProgramState* state, Pass* pass) {
    const Dump& dump = recording_.dumps[number];
    pass->after_dump = number;
    pass->status = dump.status;
    pass->lines = dump.lines;
    pass->is_diff = dump.is_diff || IsDiff(dump);
    if (dump.text == kNoText || pass->is_diff) return;
    // An invalidated unit is gone; the text is that of the module.
    if (pass->before == kNoText) pass->before = state->Before(dump.text, unit);
    pass->after = dump.text;
  }

  // -print-changed=diff: the text of all passes but the start is a difference.
  bool IsDiff(const Dump& dump) {
    if (!starts_ || dump.text == kNoText || dump.format != Format::kLlvm) return false;
    bool marked = false;
    for (SectionId id : texts_.SectionsOf(dump.text)) {
      string_view rest = texts_.At(id).text;
      if (texts_.At(id).symbol != kNoName) return false;
      while (!rest.empty()) {
        string_view line = TakeLine(&rest);
        if (Skip(&line, "\x1b[")) line = line.substr(std::min(line.find('m') + 1, line.size()));
        marked = marked || line[0] == '+' || line[0] == '-';
        if (!line.empty() && !IsSpace(line[0]) && line[0] != '+' && line[0] != '-') return false;
      }
    }
    return marked;
  }

  // Without dumps after passes, the text after a pass is the next one before a pass on the same
  // functions.
  void FillAfter() {
    std::unordered_map<NameId, ProgramState> states;
    for (size_t i = recording_.passes.size(); i-- > 0;) {
      Pass& pass = recording_.passes[i];
      const uint32_t any = pass.before_dump != kNone ? pass.before_dump : pass.after_dump;
      ProgramState& later = StateOf(recording_.dumps[any], &states);
      if (pass.before_dump == kNone) {
        // What precedes this pass is known from here on.
        if (pass.before != kNoText) later.Update(pass.before, pass.shown_unit);
        continue;
      }
      const Dump& dump = recording_.dumps[pass.before_dump];
      if (pass.after_dump == kNone) pass.after = later.Before(dump.text, pass.shown_unit);
      later.Update(dump.text, pass.shown_unit);
    }
  }

  // Logs that leave out what did not change tell by a dump that something did.
  bool OnlyChanges() const {
    size_t same = 0, different = 0;
    for (const Dump& dump : recording_.dumps) {
      if (dump.status == Status::kUnchanged) return true;
    }
    for (const Pass& pass : recording_.passes) {
      if (pass.after_dump == kNone || pass.status != Status::kRan || pass.is_diff) continue;
      if (pass.before == kNoText || pass.level == Level::kLoop) continue;
      ++(pass.before == pass.after ? same : different);
    }
    return same == 0 && different >= 3;
  }

  // MLIR's --mlir-print-ir-after-change with dumps before all passes: there is no dump after a pass
  // that changed nothing.
  bool LeavesOutUnchanged() const {
    bool any = false;
    for (const Pass& pass : recording_.passes) {
      if (pass.after_dump == kNone) continue;
      if (pass.before_dump == kNone) return false;
      any = any || pass.status == Status::kRan;
    }
    return any;
  }

  void FillChanged() {
    const bool only_changes = starts_ || OnlyChanges();
    const bool left_out = LeavesOutUnchanged();
    for (Pass& pass : recording_.passes) {
      switch (pass.status) {
        case Status::kUnchanged:
        case Status::kIgnored:
        case Status::kFiltered:
          continue;
        case Status::kInvalidated:
        case Status::kDeleted:
          pass.changed = true;
          continue;
        case Status::kRan:
        case Status::kFailed:
          break;
      }
      if (pass.is_diff) {
        pass.changed = true;
      } else if (pass.after == kNoText || (left_out && pass.after_dump == kNone)) {
        pass.changed = false;
        if (left_out) pass.after = kNoText;
      } else if (pass.before == kNoText) {
        pass.changed = (only_changes && pass.after_dump != kNone) || pass.level == Level::kLoop;
      } else {
        pass.changed = !SameProgram(&texts_, pass.before, pass.after);
      }
    }
  }

  void Nest() {
    NestIntervals();
    NestManagers();
    NestInliner();
  }

  // A pass is inside of another if its dumps are between those of the other, whose unit is larger.
  void NestIntervals() {
    std::vector<uint32_t> open;
    for (uint32_t i = 0; i < recording_.passes.size(); ++i) {
      Pass& pass = recording_.passes[i];
      const uint32_t begin = pass.before_dump != kNone ? pass.before_dump : pass.after_dump;
      while (!open.empty() && recording_.passes[open.back()].after_dump < begin) open.pop_back();
      for (size_t at = open.size(); at-- > 0;) {
        const Pass& outer = recording_.passes[open[at]];
        if (outer.level <= pass.level || outer.after_dump < begin) continue;
        pass.parent = open[at];
        break;
      }
      if (pass.before_dump != kNone && pass.after_dump != kNone) open.push_back(i);
    }
  }

  // -print-changed names pass managers after the passes that they ran.
  void NestManagers() {
    for (uint32_t i = 0; i < recording_.passes.size(); ++i) {
      const Pass& manager = recording_.passes[i];
      if (manager.status != Status::kIgnored) continue;
      const string_view name = recording_.Name(manager.name);
      const bool adaptor = Contains(name, "Adaptor") || Contains(name, "Wrapper");
      if (!adaptor && !Contains(name, "PassManager<")) continue;
      for (uint32_t at = i; at-- > 0;) {
        Pass& pass = recording_.passes[at];
        if (pass.parent != kNone) continue;
        const bool inner = adaptor ? pass.level < manager.level
                                   : pass.level < manager.level || pass.unit == manager.unit;
        if (!inner) break;
        pass.parent = i;
      }
    }
  }

  // Dumps of MLIR's inliner stand after those of the passes that it ran on functions.
  void NestInliner() {
    for (uint32_t i = 0; i < recording_.passes.size(); ++i) {
      const Pass& inliner = recording_.passes[i];
      if (inliner.before_dump != kNone || inliner.level != Level::kModule ||
          recording_.Name(inliner.argument) != "inline") {
        continue;
      }
      for (uint32_t at = i; at-- > 0;) {
        Pass& pass = recording_.passes[at];
        const bool inner = pass.parent == kNone && pass.level < Level::kModule &&
                           recording_.Name(pass.argument) == "canonicalize";
        if (!inner) break;
        pass.parent = i;
      }
    }
  }

  Format MostFrequentFormat() const {
    size_t counts[16] = {};
    for (const Dump& dump : recording_.dumps) ++counts[static_cast<size_t>(dump.format)];
    const auto most = static_cast<size_t>(std::max_element(counts, counts + 16) - counts);
    if (counts[most] > 0) return static_cast<Format>(most);
    return recording_.times.empty() ? Format::kUnknown : Format::kTimes;
  }

  Recording& recording_;
  TextStore& texts_;
  std::unordered_map<NameId, ProgramState> states_;  // By program.
  bool starts_ = false;                              // The log begins with the whole program.
  std::unordered_map<uint64_t, std::vector<uint32_t>> open_;
};

// Sections that have words.
std::vector<SectionId> WithWords(TextStore* texts, TextId text, bool functions_only) {
  std::vector<SectionId> sections;
  for (SectionId id : texts->SectionsOf(text)) {
    if (functions_only && texts->At(id).symbol == kNoName) continue;
    if (texts->Scanned(id).identity != 0) sections.push_back(id);
  }
  return sections;
}

}  // namespace

Level LevelOfUnit(string_view unit, Level otherwise) {
  if (unit.empty()) return otherwise;
  if (unit == "[module]" || UpTo(unit, " ").ends_with(".module")) return Level::kModule;
  if (unit.starts_with('(')) return Level::kComponent;
  if (unit.starts_with('%') || unit.starts_with("loop ") || unit.starts_with("Loop at depth "))
    return Level::kLoop;
  return Level::kFunction;
}

bool AreFunctions(const TextStore& texts, TextId before, TextId after) {
  if (before == kNoText || after == kNoText) return false;
  const Level level = ScopeOf(texts, before).level;
  return level == Level::kFunction || level == Level::kComponent;
}

bool SameProgram(TextStore* texts, TextId a, TextId b) {
  if (a == b) return true;
  const bool functions_only = AreFunctions(*texts, a, b);
  const std::vector<SectionId> in_a = WithWords(texts, a, functions_only);
  const std::vector<SectionId> in_b = WithWords(texts, b, functions_only);
  return std::equal(in_a.begin(), in_a.end(), in_b.begin(), in_b.end(),
                    [texts](SectionId x, SectionId y) {
                      return x == y || texts->At(x).identity == texts->At(y).identity;
                    });
}

void MakePasses(Recording* recording) { Maker(recording).Run(); }

}  // namespace passcope::recording
