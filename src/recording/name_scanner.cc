#include "recording/name_scanner.h"

#include <algorithm>

#include "recording/line_words.h"
#include "recording/sections.h"

namespace passcope::recording {
namespace {

using std::string_view;

bool IsLlvmNameChar(char c) { return IsWordChar(c) || c == '.' || c == '$' || c == '-'; }

// The end of the name at `at`, which may be in quotes.
size_t EndOfName(string_view line, size_t at) {
  if (at < line.size() && line[at] == '"') {
    const size_t end = line.find('"', at + 1);
    return end == string_view::npos ? at : end + 1;
  }
  while (at < line.size() && IsLlvmNameChar(line[at])) ++at;
  return at;
}

// The end of the string literal that begins at `at`.
size_t EndOfString(string_view line, size_t at) {
  for (++at; at < line.size() && line[at] != '"'; ++at) {
    if (line[at] == '\\') ++at;
  }
  return std::min(at + 1, line.size());
}

bool IsAssigned(string_view after) { return after.starts_with(" =") && !after.starts_with(" =="); }

void Add(std::vector<FoundName>* found, string_view line, size_t begin, size_t end, bool defines) {
  found->push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(end),
                    line.substr(begin, end - begin), defines});
}

// The end of a word at `at`.
size_t EndOfWord(string_view line, size_t at, string_view more) {
  while (at < line.size() && (IsWordChar(line[at]) || more.find(line[at]) != string_view::npos)) {
    ++at;
  }
  return at;
}

string_view MoreOf(Family family) { return family == Family::kHlo ? ".-" : ""; }

// Calls `see` for the words that a line of HLO or TVMScript defines.
template <class See>
void ForEachDefined(string_view line, Family family, const See& see) {
  string_view text = TrimStart(line);
  if (family == Family::kHlo) {
    Skip(&text, "ROOT ");
    Skip(&text, "%");
    const size_t end = EndOfWord(text, 0, ".-");
    if (end > 0 && text.substr(end).starts_with(" = ")) see(text.substr(0, end));
    return;
  }
  auto words = [&see](string_view list) {
    while (!list.empty()) {
      list = TrimStart(list);
      const size_t end = EndOfWord(list, 0, "");
      if (end == 0) return;
      see(list.substr(0, end));
      list = TrimStart(list.substr(end));
      if (!Skip(&list, ",")) return;
    }
  };
  if (Skip(&text, "def ")) {
    for (size_t at = text.find('('); at < text.size(); ++at) {
      if (text[at] != '(' && text[at] != ',') continue;
      string_view rest = TrimStart(text.substr(at + 1));
      const size_t end = EndOfWord(rest, 0, "");
      if (end > 0 && rest.substr(end).starts_with(':')) see(rest.substr(0, end));
    }
  } else if (Skip(&text, "for ")) {
    words(text);
  } else if (const size_t as = text.find(" as "); text.starts_with("with ") && as < text.size()) {
    words(text.substr(as + 4));
  } else {
    const size_t equals = text.find(" = ");
    const size_t colon = text.find(": ");
    const size_t end = std::min(equals, colon);
    if (equals != string_view::npos && text.substr(0, end).find_first_of("[(.\"") == text.npos) {
      words(text.substr(0, end));
    }
  }
}

// True for "_12", "s_5", "D.1994" and ".MEM_7".
bool IsGimpleName(string_view word) {
  if (word.starts_with("D.") && word.size() > 2 && IsDigit(word[2])) return true;
  size_t digits = 0;
  while (digits < word.size() && IsDigit(word[word.size() - 1 - digits])) ++digits;
  return digits > 0 && digits < word.size() && word[word.size() - 1 - digits] == '_';
}

// True for "_12" and "bb3".
bool IsMirName(string_view word) {
  if (!Skip(&word, "_") && !Skip(&word, "bb")) return false;
  return !word.empty() && std::all_of(word.begin(), word.end(), IsDigit);
}

}  // namespace

NameScanner::NameScanner(Family family, string_view section) : family_(family) {
  if (family != Family::kHlo && family != Family::kTvmScript) return;
  while (!section.empty()) {
    ForEachDefined(TakeLine(&section), family, [this](string_view word) { defined_.Insert(word); });
  }
}

string_view NameScanner::Relevant(string_view line) const {
  if (family_ == Family::kLlvm && !line.empty() && !IsSpace(line[0]) && line[0] != ';') {
    // The label of a block has a comment about its predecessors.
    const size_t comment = line.find("; preds = ");
    if (comment != string_view::npos) return line.substr(0, comment);
    return line.substr(0, line.find("; No predecessors!"));
  }
  if (family_ == Family::kMlir) {
    const string_view text = TrimStart(line);
    if (text.starts_with('^')) return line.substr(0, line.find("  // "));
  }
  if (family_ == Family::kMachine && !line.empty() && IsDigit(line[0])) {
    // The index of an instruction.
    const size_t end = EndOfWord(line, 0, "");
    if (line[end - 1] == 'B' && end < line.size() && line[end] == '\t') return line.substr(end + 1);
  }
  return line;
}

void NameScanner::Find(string_view line, std::vector<FoundName>* found) {
  switch (family_) {
    case Family::kLlvm:
      return FindLlvm(line, found);
    case Family::kMlir:
    case Family::kRelay:
      return FindMarked(line, found);
    case Family::kMachine:
      return FindMachine(line, found);
    case Family::kHlo:
    case Family::kTvmScript:
      return FindDefined(line, found);
    case Family::kMir:
    case Family::kGimple:
      return FindNumbered(line, found);
    case Family::kRtl:
      return FindRtl(line, found);
    case Family::kPlain:
      break;
  }
}

void NameScanner::FindLlvm(string_view line, std::vector<FoundName>* found) const {
  size_t at = IndentationOf(line);
  const size_t first = at;
  if (at == 0 && (IsLlvmNameChar(line[0]) || line[0] == '"')) {
    const size_t end = EndOfName(line, 0);
    if (end > 0 && end < line.size() && line[end] == ':') {
      Add(found, line, 0, end, true);
      at = end;
    }
  } else if (at == 0 && line.starts_with("; <label>:")) {
    const size_t end = EndOfWord(line, 10, "");
    Add(found, line, 10, end, true);
    at = end;
  }
  while (at < line.size()) {
    const char c = line[at];
    if (c == '"') {
      at = EndOfString(line, at);
    } else if (c != '%') {
      ++at;
    } else {
      const size_t end = EndOfName(line, at + 1);
      string_view name = line.substr(at + 1, end - at - 1);
      string_view start = name;
      Skip(&start, "\"");
      const bool type = start.starts_with("struct.") || start.starts_with("class.") ||
                        start.starts_with("union.");
      if (!name.empty() && !type) {
        Add(found, line, at + 1, end, at == first && IsAssigned(line.substr(end)));
      }
      at = std::max(end, at + 1);
    }
  }
}

void NameScanner::FindMarked(string_view line, std::vector<FoundName>* found) const {
  const size_t first = IndentationOf(line);
  // All names of a result list and of a list of induction variables begin there.
  size_t defines_to = 0;
  if (first < line.size() && line[first] == '%') {
    const size_t equals = line.find(" = ", first);
    if (equals != string_view::npos && line.substr(first, equals - first).find('(') == line.npos) {
      defines_to = equals;
    }
  }
  for (string_view loop : {"parallel (%", "forall (%"}) {
    const size_t list = line.find(loop);
    if (list != string_view::npos) defines_to = std::max(defines_to, line.find(')', list));
  }
  for (size_t at = first; at < line.size();) {
    const char c = line[at];
    if (c == '"') {
      at = EndOfString(line, at);
      continue;
    }
    if (c != '%' && c != '^') {
      ++at;
      continue;
    }
    const size_t end = EndOfName(line, at + 1);
    if (end > at + 1) {
      const string_view after = line.substr(end);
      const bool begins = c == '^' ? at == first
                                   : at < defines_to || after.starts_with(": ") ||
                                         (IsAssigned(after) && !after.starts_with(" =>"));
      Add(found, line, at, end, begins);
    }
    at = std::max(end, at + 1);
  }
}

void NameScanner::FindMachine(string_view line, std::vector<FoundName>* found) const {
  size_t at = IndentationOf(line);
  if (line.substr(at).starts_with("bb.")) {
    size_t end = EndOfWord(line, at + 3, "");
    Add(found, line, at, end, true);
    // The name of the block in LLVM IR follows.
    end = std::min(line.find_first_of(" (:", end), line.size());
    found->back().end = static_cast<uint32_t>(end);
    at = end;
  }
  while (at < line.size()) {
    const char c = line[at];
    if (c == '"') {
      at = EndOfString(line, at);
    } else if (c != '%') {
      ++at;
    } else {
      size_t end = EndOfName(line, at + 1);
      const string_view name = line.substr(at + 1, end - at - 1);
      if (name.starts_with("bb.")) {
        // "%bb.3" or "%bb.3.loop".
        end = EndOfWord(line, at + 4, "");
        Add(found, line, at + 1, end, false);
      } else if (name.starts_with("ir.") || name.starts_with("ir-block.")) {
        Add(found, line, at, end, false);
      } else if (!name.empty() && name.find('.') == string_view::npos) {
        Add(found, line, at, end, false);
      } else if (const size_t part = EndOfWord(line, at + 1, ""); part > at + 1 && part < end) {
        // "%5.sub_32bit"; others, such as "%stack.0", are not values.
        if (IsDigit(line[at + 1])) Add(found, line, at, part, false);
      }
      at = std::max(end, at + 1);
    }
  }
}

void NameScanner::FindDefined(string_view line, std::vector<FoundName>* found) const {
  const string_view more = MoreOf(family_);
  // The header of an HLO computation repeats the names of its parameters; their types and order are
  // what counts.
  const bool header = family_ == Family::kHlo && line.ends_with('{') && !IsSpace(line[0]);
  TextTable here;
  ForEachDefined(line, family_, [&here](string_view word) { here.Insert(word); });
  for (size_t at = 0; at < line.size();) {
    if (line[at] == '"') {
      at = EndOfString(line, at);
      continue;
    }
    const size_t end = EndOfWord(line, at, more);
    if (end == at) {
      ++at;
      continue;
    }
    const string_view word = line.substr(at, end - at);
    if (header) {
      if (line.substr(end).starts_with(':')) {
        Add(found, line, at, end, false);
        found->back().name = {};
      }
      at = end;
      continue;
    }
    // A member or an argument's keyword is not a variable.
    const bool member = at > 0 && line[at - 1] == '.';
    const bool keyword = family_ == Family::kTvmScript && line.substr(end).starts_with('=');
    if (!member && !keyword && defined_.Find(word) != TextTable::kNone) {
      // The first place of a word in the line that defines it.
      bool defines = here.Find(word) != TextTable::kNone;
      for (const FoundName& name : *found) defines = defines && name.name != word;
      Add(found, line, at, end, defines);
    }
    at = end;
  }
}

void NameScanner::FindNumbered(string_view line, std::vector<FoundName>* found) const {
  const bool gimple = family_ == Family::kGimple;
  // Comments of GCC name functions and numbers of its own.
  if (gimple && line.starts_with(";;")) return;
  const bool phi = gimple && Contains(line, " = PHI <");
  for (size_t at = 0; at < line.size();) {
    const char c = line[at];
    if (c == '"') {
      at = EndOfString(line, at);
      continue;
    }
    if (gimple && line.substr(at).starts_with("<bb ")) {
      const size_t end = EndOfWord(line, at + 4, "");
      Add(found, line, at + 4, end, line.substr(0, at).find_first_not_of(' ') == line.npos);
      at = end;
      continue;
    }
    if (phi && c == '(' && at + 1 < line.size() && IsDigit(line[at + 1])) {
      const size_t end = EndOfWord(line, at + 1, "");
      Add(found, line, at + 1, end, false);
      at = end;
      continue;
    }
    const size_t end = EndOfWord(line, at, gimple ? "." : "");
    if (end == at) {
      ++at;
      continue;
    }
    const string_view word = line.substr(at, end - at);
    // The name of a function can look like that of a value.
    const bool called = gimple && word[0] != '_' && line.substr(end).starts_with(" (");
    if (!called && (gimple ? IsGimpleName(word) : IsMirName(word)))
      Add(found, line, at, end, false);
    at = end;
  }
}

void NameScanner::FindRtl(string_view line, std::vector<FoundName>* found) const {
  // Numbers of registers, instructions and labels.
  static constexpr string_view kOpeners[] = {"(reg",       "(insn",    "(jump_insn",
                                             "(call_insn", "(note",    "(code_label",
                                             "(label_ref", "(barrier", "(debug_insn"};
  for (size_t at = line.find('('); at < line.size(); at = line.find('(', at + 1)) {
    const string_view rest = line.substr(at);
    for (string_view opener : kOpeners) {
      if (!rest.starts_with(opener)) continue;
      size_t next = at + std::min(rest.find(' '), rest.size());
      // A register has one number, an instruction its own, its neighbours' and that of its block.
      const int most = opener == "(reg" || opener == "(label_ref" ? 1 : 3;
      for (int i = 0; i < most && next + 1 < line.size() && IsDigit(line[next + 1]); ++i) {
        const size_t end = EndOfWord(line, next + 1, "");
        Add(found, line, next + 1, end, false);
        next = end;
      }
      at = std::max(at, next > 0 ? next - 1 : next);
      break;
    }
  }
}

}  // namespace passcope::recording
