#include "recording/sections.h"

#include <optional>

#include "recording/line_words.h"

namespace passcope::recording {
namespace {

using std::string_view;

// How a function ends.
enum class End : uint8_t {
  kBrace,     // A line with the header's indentation that begins with a closing brace.
  kLine,      // The header's own line.
  kMark,      // A line that begins with a mark.
  kHeader,    // Before the next header.
  kUnindent,  // Before a line that is not indented more than the header.
};

struct Header {
  string_view symbol;
  End end = End::kBrace;
};

// The name at the start of the text, which may be in quotes.
string_view NameAt(string_view text) {
  if (text.starts_with('"')) {
    const size_t end = text.find('"', 1);
    return end == string_view::npos ? string_view() : text.substr(1, end - 1);
  }
  size_t end = 0;
  while (end < text.size() && (IsWordChar(text[end]) || text[end] == '.' || text[end] == '$' ||
                               text[end] == '-' || text[end] == ':')) {
    ++end;
  }
  while (end > 0 && text[end - 1] == ':') --end;
  return text.substr(0, end);
}

string_view NameAfter(string_view line, string_view mark) {
  const size_t at = line.find(mark);
  return at == string_view::npos ? string_view() : NameAt(line.substr(at + mark.size()));
}

std::optional<Header> LlvmHeader(string_view line) {
  if (!line.starts_with("define ")) return std::nullopt;
  return Header{NameAfter(line, "@"), line.ends_with('}') ? End::kLine : End::kBrace};
}

std::optional<Header> MachineHeader(string_view line) {
  if (!Skip(&line, "# Machine code for function ")) return std::nullopt;
  return Header{UpTo(line, ":"), End::kMark};
}

// The last part of an operation's name: "func" in "llvm.func".
string_view LastPart(string_view name) { return name.substr(name.rfind('.') + 1); }

std::optional<Header> MlirHeader(string_view line) {
  const string_view text = TrimStart(line);
  if (text.empty() || (!IsLetter(text[0]) && text[0] != '"')) return std::nullopt;
  const bool generic = text[0] == '"';
  const string_view name = NameAt(text);
  const string_view last = LastPart(name);
  if (last != "func" && last != "function" && last != "kernel" && name != "hw.module") {
    return std::nullopt;
  }
  string_view symbol = generic ? NameAfter(text, "sym_name = ") : NameAfter(text, "@");
  if (symbol.empty()) return std::nullopt;
  return Header{symbol, TrimEnd(text).ends_with('{') ? End::kBrace : End::kLine};
}

std::optional<Header> HloHeader(string_view line) {
  if (!line.ends_with('{') || line.empty() || IsSpace(line[0])) return std::nullopt;
  Skip(&line, "ENTRY ");
  Skip(&line, "%");
  const string_view name = NameAt(line);
  if (name.empty() || name == "HloModule") return std::nullopt;
  return Header{name, End::kBrace};
}

std::optional<Header> MirHeader(string_view line) {
  for (string_view start : {"fn ", "const ", "static ", "promoted["}) {
    if (!line.starts_with(start) || !line.ends_with('{')) continue;
    string_view rest = line;
    if (start != "promoted[") Skip(&rest, start);
    const size_t end = rest.find(start == "fn " ? "(_" : ": ");
    return Header{UpTo(rest.substr(0, end), "("), End::kBrace};
  }
  return std::nullopt;
}

std::optional<Header> GccHeader(string_view line) {
  if (!Skip(&line, ";; Function ")) return std::nullopt;
  return Header{TrimEnd(UpTo(line, "(")), End::kHeader};
}

std::optional<Header> RelayHeader(string_view line) {
  if (!Skip(&line, "def @")) return std::nullopt;
  return Header{NameAt(line), End::kBrace};
}

std::optional<Header> ScriptHeader(string_view line) {
  string_view text = TrimStart(line);
  if (!Skip(&text, "def ")) return std::nullopt;
  return Header{NameAt(text), End::kUnindent};
}

std::optional<Header> HeaderOf(string_view line, Family family) {
  switch (family) {
    case Family::kLlvm:
      return LlvmHeader(line);
    case Family::kMachine:
      return MachineHeader(line);
    case Family::kMlir:
      return MlirHeader(line);
    case Family::kHlo:
      return HloHeader(line);
    case Family::kMir:
      return MirHeader(line);
    case Family::kGimple:
    case Family::kRtl:
      return GccHeader(line);
    case Family::kRelay:
      return RelayHeader(line);
    case Family::kTvmScript:
      return ScriptHeader(line);
    case Family::kPlain:
      break;
  }
  return std::nullopt;
}

// Lines before a header that belong to the function.
bool IsPreamble(string_view line, Family family) {
  if (family == Family::kLlvm) return line.starts_with("; Function Attrs:");
  if (family == Family::kTvmScript) return TrimStart(line).starts_with('@');
  return false;
}

// True if a header can begin so; the other lines are not looked at.
bool CanBeHeader(string_view line, Family family) {
  if (family != Family::kMlir && family != Family::kTvmScript) return !IsSpace(line[0]);
  // Functions are in modules, which may be in a module.
  return IndentationOf(line) <= 6;
}

class Divider {
 public:
  Divider(string_view text, Family family, const std::function<void(string_view, string_view)>& add)
      : text_(text), family_(family), add_(add) {}

  void Run() {
    string_view rest = text_;
    while (!rest.empty()) {
      const size_t at = text_.size() - rest.size();
      Line(TrimEnd(TakeLine(&rest)), at, text_.size() - rest.size());
    }
    Cut(text_.size(), symbol_);
  }

 private:
  void Line(string_view line, size_t at, size_t after) {
    if (inside_ && EndsBefore(line)) {
      Cut(at, symbol_);
      Leave();
    }
    if (inside_) {
      if (EndsWith(line)) {
        Cut(after, symbol_);
        Leave();
      }
      return;
    }
    if (line.empty() || !CanBeHeader(line, family_)) {
      preamble_ = string_view::npos;
      return;
    }
    const std::optional<Header> header = HeaderOf(line, family_);
    if (!header) {
      if (!IsPreamble(line, family_)) {
        preamble_ = string_view::npos;
      } else if (preamble_ == string_view::npos) {
        preamble_ = at;
      }
      return;
    }
    Cut(preamble_ == string_view::npos ? at : preamble_, {});
    preamble_ = string_view::npos;
    symbol_ = header->symbol;
    end_ = header->end;
    indentation_ = IndentationOf(line);
    inside_ = true;
    if (end_ == End::kLine) {
      Cut(after, symbol_);
      Leave();
    }
  }

  // True if the function ended before this line.
  bool EndsBefore(string_view line) const {
    if (end_ == End::kHeader) return HeaderOf(line, family_).has_value();
    if (end_ != End::kUnindent || line.empty()) return false;
    const size_t indentation = IndentationOf(line);
    return indentation <= indentation_ && line[indentation] != ')';
  }
  // True if it is the function's last line.
  bool EndsWith(string_view line) const {
    if (end_ == End::kMark) return line.starts_with("# End machine code for function");
    return end_ == End::kBrace && line.size() > indentation_ && line[indentation_] == '}' &&
           IndentationOf(line) == indentation_;
  }
  void Leave() {
    inside_ = false;
    symbol_ = {};
  }
  void Cut(size_t at, string_view symbol) {
    if (at > begin_) add_(text_.substr(begin_, at - begin_), symbol);
    begin_ = at;
  }

  const string_view text_;
  const Family family_;
  const std::function<void(string_view, string_view)>& add_;
  size_t begin_ = 0;
  size_t preamble_ = string_view::npos;
  bool inside_ = false;
  string_view symbol_;
  End end_ = End::kBrace;
  size_t indentation_ = 0;
};

}  // namespace

size_t IndentationOf(string_view line) {
  size_t at = 0;
  while (at < line.size() && (line[at] == ' ' || line[at] == '\t')) ++at;
  return at;
}

void ForEachSection(string_view text, Family family,
                    const std::function<void(string_view, string_view)>& add) {
  if (family == Family::kPlain) {
    if (!text.empty()) add(text, {});
    return;
  }
  Divider(text, family, add).Run();
}

}  // namespace passcope::recording
