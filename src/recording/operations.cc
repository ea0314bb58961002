#include "recording/operations.h"

#include <algorithm>
#include <iterator>

#include "recording/line_words.h"
#include "recording/sections.h"

namespace passcope::recording {
namespace {

using std::string_view;

string_view WordAt(string_view text, string_view more = "") {
  size_t end = 0;
  while (end < text.size() &&
         (IsWordChar(text[end]) || more.find(text[end]) != string_view::npos)) {
    ++end;
  }
  return text.substr(0, end);
}

template <size_t N>
bool IsOneOf(string_view word, const string_view (&words)[N]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

// What follows "NAME = ", or the line itself.
string_view AfterResult(string_view text, string_view marks) {
  if (text.empty() || marks.find(text[0]) == string_view::npos) return text;
  const size_t equals = text.find(" = ");
  return equals == string_view::npos ? string_view() : TrimStart(text.substr(equals + 3));
}

string_view LlvmOperation(string_view line) {
  // Instructions are indented by two; cases and clauses of an instruction by more.
  if (IndentationOf(line) != 2) return {};
  string_view text = AfterResult(line.substr(2), "%");
  string_view word = WordAt(text);
  static constexpr string_view kFlags[] = {"tail", "musttail", "notail"};
  if (IsOneOf(word, kFlags)) word = WordAt(TrimStart(text.substr(word.size())));
  return word.empty() || !IsLetter(word[0]) ? string_view() : word;
}

string_view MlirOperation(string_view line) {
  string_view text = TrimStart(line);
  if (text.empty()) return {};
  text = AfterResult(text, "%");
  if (text.empty()) return {};
  if (text[0] == '"') return text.substr(1, text.find('"', 1) - 1);
  if (!IsLetter(text[0])) return {};
  const string_view word = WordAt(text, ".$");
  static constexpr string_view kOther[] = {"default", "case", "else", "do", "outs", "ins"};
  return IsOneOf(word, kOther) || text.substr(word.size()).starts_with(':') ? string_view() : word;
}

string_view MachineOperation(string_view line) {
  string_view text = TrimStart(line);
  // A slot index: "16B".
  if (const string_view index = WordAt(text); !index.empty() && IsDigit(index[0])) {
    text = TrimStart(text.substr(index.size()));
  }
  if (IndentationOf(line) == 0 && text.size() == line.size()) return {};
  if (text.starts_with("bb.") || text.starts_with(';')) return {};
  if (const size_t equals = text.find(" = "); equals != string_view::npos) {
    text = text.substr(equals + 3);
  }
  static constexpr string_view kFlags[] = {"frame-setup", "frame-destroy", "nnan",         "ninf",
                                           "nsz",         "arcp",          "contract",     "afn",
                                           "reassoc",     "nuw",           "nsw",          "exact",
                                           "nofpexcept",  "nomerge",       "unpredictable"};
  string_view word = WordAt(text, "-");
  while (IsOneOf(word, kFlags)) {
    text = TrimStart(text.substr(word.size()));
    word = WordAt(text, "-");
  }
  const bool listed = text.substr(word.size()).starts_with(':');  // "successors:", "liveins:"
  return listed || word.empty() || !IsLetter(word[0]) ? string_view() : word;
}

string_view HloOperation(string_view line) {
  string_view text = TrimStart(line);
  if (text.size() == line.size()) return {};
  const size_t equals = text.find(" = ");
  if (equals == string_view::npos) return {};
  text = text.substr(equals + 3);
  // The type: a tuple in parentheses, or a word with dimensions and a layout.
  if (text.starts_with('(')) {
    int depth = 0;
    size_t at = 0;
    do {
      depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
      ++at;
    } while (at < text.size() && depth > 0);
    text.remove_prefix(at);
  } else {
    text.remove_prefix(std::min(text.find(' '), text.size()));
  }
  const string_view word = WordAt(TrimStart(text), "-.");
  return word;
}

string_view ScriptOperation(string_view line) {
  for (size_t at = 0; at + 2 < line.size(); ++at) {
    const bool starts = at == 0 || !(IsWordChar(line[at - 1]) || line[at - 1] == '.');
    if (!starts || line[at + 1] != '.' || (line[at] != 'T' && line[at] != 'R')) continue;
    const string_view word = WordAt(line.substr(at), ".");
    // Types and annotations are not calls.
    if (line.substr(at + word.size()).starts_with('(')) {
      static constexpr string_view kTypes[] = {"R.Tensor", "R.Tuple",  "R.Shape",
                                               "T.Buffer", "T.handle", "R.Callable"};
      if (!IsOneOf(word, kTypes)) return word;
    }
    at += word.size();
  }
  return {};
}

string_view RelayOperation(string_view line) {
  string_view text = TrimStart(line);
  Skip(&text, "let ");
  text = AfterResult(text, "%");
  const string_view word = WordAt(text, ".");
  if (word.empty() || !IsLetter(word[0])) return {};
  static constexpr string_view kOther[] = {"fn", "def", "if", "else", "match", "free_var"};
  const bool call = text.substr(word.size()).starts_with('(');
  return call && !IsOneOf(word, kOther) ? word : string_view();
}

string_view MirOperation(string_view line) {
  string_view text = TrimStart(line);
  if (!text.ends_with(';')) return {};
  static constexpr string_view kOther[] = {"debug", "let"};
  string_view word = WordAt(text);
  if (IsOneOf(word, kOther)) return {};
  if (const size_t equals = text.find(" = "); equals != string_view::npos) {
    if (Contains(text, ") -> ")) return "call";
    word = WordAt(text.substr(equals + 3));
    if (word.empty()) return text[equals + 3] == '&' ? "ref" : "use";
  }
  return word;
}

string_view GimpleOperation(string_view line) {
  const size_t indentation = IndentationOf(line);
  string_view text = line.substr(indentation);
  if (indentation == 0 || text.empty()) return {};
  if (text.starts_with("# ") && Contains(text, " = PHI <")) return "phi";
  if (!text.ends_with(';')) {
    return text.starts_with("if (") || text.starts_with("switch (") ? WordAt(text) : string_view();
  }
  const size_t equals = text.find(" = ");
  if (equals == string_view::npos) {
    const string_view word = WordAt(text);
    if (word == "goto" || word == "return") return word;
    return Contains(text, " (") ? "call" : string_view();
  }
  const string_view value = text.substr(equals + 3);
  if (value.starts_with('*') || Contains(value, "MEM[") || value.starts_with("MEM <"))
    return "load";
  if (text.starts_with('*') || text.starts_with("MEM")) return "store";
  if (Contains(value, " (") && IsLetter(value[0])) return "call";
  return "assign";
}

string_view RtlOperation(string_view line) {
  if (!line.starts_with('(')) return {};
  const string_view word = WordAt(line.substr(1));
  return word.ends_with("insn") ? word : string_view();
}

}  // namespace

string_view OperationOf(Family family, string_view line) {
  switch (family) {
    case Family::kMlir:
      return MlirOperation(line);
    case Family::kLlvm:
      return LlvmOperation(line);
    case Family::kMachine:
      return MachineOperation(line);
    case Family::kHlo:
      return HloOperation(line);
    case Family::kTvmScript:
      return ScriptOperation(line);
    case Family::kRelay:
      return RelayOperation(line);
    case Family::kMir:
      return MirOperation(line);
    case Family::kGimple:
      return GimpleOperation(line);
    case Family::kRtl:
      return RtlOperation(line);
    case Family::kPlain:
      break;
  }
  return {};
}

}  // namespace passcope::recording
