// What is known of the program while the dumps go by: the last text of each function, of the
// module, and of each loop.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "recording/recording.h"

namespace passcope::recording {

// What a text is about.
struct TextScope {
  Level level = Level::kModule;
  NameId symbol = kNoName;  // Of its first function.
};
TextScope ScopeOf(const TextStore& texts, TextId text);

class ProgramState {
 public:
  explicit ProgramState(TextStore* texts) : texts_(texts) {}

  // The program before a dump, as far as it is known: the same functions for a text of functions,
  // the whole module for one of a module, the last text of the unit for a loop. kNoText if nothing
  // is known.
  TextId Before(TextId text, NameId unit);
  void Update(TextId text, NameId unit);
  // A text that is in no dump any more.
  void Forget(NameId symbol) { functions_.erase(symbol); }
  NameId last_function() const { return last_function_; }

 private:
  // All lines of the loop are lines of its function.
  bool IsInFunction(TextId loop, NameId unit);
  NameId FunctionOfLoop(NameId unit) const;

  struct Known {
    SectionId section;
    uint64_t time;
  };
  struct KnownLoop {
    TextId text;
    uint64_t time;
  };
  TextStore* const texts_;
  std::unordered_map<NameId, Known> functions_;
  std::unordered_map<NameId, KnownLoop> loops_;  // By unit; also other texts without functions.
  TextId module_ = kNoText;
  NameId last_function_ = kNoName;
  uint64_t time_ = 0;
};

}  // namespace passcope::recording
