#include "recording/banners.h"

#include <algorithm>

#include "recording/line_words.h"

namespace passcope::recording {
namespace {

using std::string_view;

bool IsDigits(string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), IsDigit);
}

// The index of the bracket that closes the one at the end of the text; npos if there is none.
size_t OpenerOfLast(string_view text) {
  int depth = 0;
  for (size_t at = text.size(); at-- > 0;) {
    if (text[at] == ')') ++depth;
    if (text[at] == '(' && --depth == 0) return at;
  }
  return string_view::npos;
}

// "canonicalize{max-iterations=3}": the argument and the options.
void SetArgument(string_view text, Banner* banner) {
  const size_t brace = text.find('{');
  banner->argument = Trim(text.substr(0, brace));
  if (brace == string_view::npos) return;
  banner->options = text.substr(brace + 1);
  SkipEnd(&banner->options, "}");
}

}  // namespace

std::optional<Phase> PhaseOfWord(string_view word) {
  auto is = [word](string_view other) {
    return std::equal(word.begin(), word.end(), other.begin(), other.end(), [](char a, char b) {
      return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
    });
  };
  if (is("before") || is("input") || is("in")) return Phase::kBefore;
  if (is("after") || is("output") || is("out")) return Phase::kAfter;
  if (is("start") || is("initial")) return Phase::kStart;
  return std::nullopt;
}

// "// -----// IR Dump After NAME Failed (ARG) ('func.func' operation: @f) //----- //", and since
// 2026 "… After NAME Failed: ARG{options} ('func.func' operation: @f) //----- //".
std::optional<Banner> ReadMlirBanner(string_view line) {
  if (!Skip(&line, "// -----// IR Dump") || !SkipEnd(&line, "//----- //")) return std::nullopt;
  Banner banner;
  banner.format = Format::kMlir;
  banner.family = Family::kMlir;
  line = Trim(line);
  if (Skip(&line, "Before ")) {
    banner.phase = Phase::kBefore;
  } else if (!Skip(&line, "After ")) {
    // The pass `print-ir` with its label.
    banner.phase = Phase::kStart;
    banner.name = line.empty() ? "print-ir" : line;
    return banner;
  }
  if (line.ends_with(')')) {
    const size_t unit = line.rfind(" ('");
    if (unit != string_view::npos) {
      string_view text = line.substr(unit + 3);
      SkipEnd(&text, ")");
      const size_t quote = text.find('\'');
      string_view symbol = quote == string_view::npos ? string_view() : text.substr(quote + 1);
      if (Skip(&symbol, " operation")) {
        banner.unit = text.substr(0, quote);
        if (Skip(&symbol, ": ")) banner.symbol = symbol;
        line = TrimEnd(line.substr(0, unit));
      }
    }
  }
  const size_t colon = line.find(": ");
  if (colon != string_view::npos && line.find(" (") > colon) {
    SetArgument(line.substr(colon + 2), &banner);
    line = line.substr(0, colon);
  } else if (line.ends_with(')')) {
    const size_t open = OpenerOfLast(line);
    if (open != string_view::npos && open > 0 && line[open - 1] == ' ') {
      string_view argument = line.substr(open + 1);
      SkipEnd(&argument, ")");
      SetArgument(argument, &banner);
      line = TrimEnd(line.substr(0, open));
    }
  }
  if (SkipEnd(&line, " Failed")) banner.status = Status::kFailed;
  SkipEnd(&line, ":");
  banner.name = line;
  return banner;
}

namespace {

// "SROAPass on f" or "Lower AMX intrinsics (lower-amx-intrinsics)".
void SetLlvmPass(string_view text, Banner* banner) {
  // Names of classes have no spaces outside of their template arguments.
  int depth = 0;
  size_t space = 0;
  for (; space < text.size() && (depth > 0 || text[space] != ' '); ++space) {
    depth += text[space] == '<' ? 1 : text[space] == '>' ? -1 : 0;
  }
  if (text.substr(std::min(space, text.size())).starts_with(" on ")) {
    banner->name = text.substr(0, space);
    banner->unit = text.substr(space + 4);
    // "12-SROAPass": the number of the pass.
    const size_t dash = banner->name.find('-');
    if (dash != string_view::npos && IsDigits(banner->name.substr(0, dash))) {
      banner->name.remove_prefix(dash + 1);
    }
    return;
  }
  // Names with spaces are those of the older pass manager: "NAME (ARG)", which a unit can follow.
  if (const size_t on = text.rfind(") on "); on != string_view::npos) {
    banner->unit = text.substr(on + 5);
    text = text.substr(0, on + 1);
  }
  const size_t open = text.ends_with(')') ? OpenerOfLast(text) : string_view::npos;
  if (open != string_view::npos && open > 0 && text[open - 1] == ' ') {
    banner->argument = text.substr(open + 1, text.size() - open - 2);
    text = TrimEnd(text.substr(0, open));
  } else if (const size_t on = text.find(" on "); banner->unit.empty() && on != string_view::npos) {
    banner->unit = text.substr(on + 4);
    text = text.substr(0, on);
  }
  banner->name = text;
}

}  // namespace

namespace {

// In module scope, the unit follows: "… *** (function: f)" and "… *** (loop: %7)".
string_view TakeScope(string_view* line) {
  if (!line->ends_with(')')) return {};
  for (string_view kind : {" *** (function: ", " *** (loop: ", " *** (scc: "}) {
    const size_t at = line->rfind(kind);
    if (at == string_view::npos) continue;
    const size_t begin = at + kind.size();
    const string_view unit = line->substr(begin, line->size() - begin - 1);
    *line = line->substr(0, at + 4);
    return unit;
  }
  return {};
}

// Passes on components of the older pass manager do not end the line: "… ***; Function Attrs:
// nounwind".
string_view TakeText(string_view* line) {
  for (string_view start : {" ***; ", " ***define ", " ***declare "}) {
    const size_t at = line->find(start);
    if (at == string_view::npos) continue;
    const string_view text = line->substr(at + 4);
    *line = line->substr(0, at + 4);
    return text;
  }
  return {};
}

}  // namespace

// "*** IR Dump After NAME on UNIT ***" and its relatives, also after "; " or "# ".
std::optional<Banner> ReadLlvmBanner(string_view line) {
  Banner banner;
  banner.format = Format::kLlvm;
  banner.family = Family::kLlvm;
  const bool machine = Skip(&line, "# ");
  if (machine) banner.family = Family::kMachine;
  Skip(&line, "; ");
  if (!Skip(&line, "*** IR ")) return std::nullopt;
  const string_view unit = TakeScope(&line);
  banner.rest = TakeText(&line);
  SkipEnd(&line, ":");
  if (!SkipEnd(&line, " ***")) return std::nullopt;
  if (line == "Dump At Start") {
    banner.phase = Phase::kStart;
    return banner;
  }
  auto without_text = [&banner](Status status) {
    banner.status = status;
    banner.has_text = false;
  };
  if (Skip(&line, "Pass ")) {
    if (SkipEnd(&line, " ignored")) {
      without_text(Status::kIgnored);
    } else if (SkipEnd(&line, " invalidated")) {
      without_text(Status::kInvalidated);
    } else {
      return std::nullopt;
    }
  } else if (Skip(&line, "Deleted After ")) {
    without_text(Status::kDeleted);
  } else if (Skip(&line, "Dump Before ")) {
    banner.phase = Phase::kBefore;
  } else if (Skip(&line, "Dump After ")) {
    if (SkipEnd(&line, " omitted because no change")) without_text(Status::kUnchanged);
    if (SkipEnd(&line, " filtered out")) without_text(Status::kFiltered);
    // The log has the text of the module then, and old versions have none.
    if (SkipEnd(&line, " (invalidated)")) banner.status = Status::kInvalidated;
    if (SkipEnd(&line, " invalidated:")) banner.status = Status::kInvalidated;
  } else {
    return std::nullopt;
  }
  SetLlvmPass(line, &banner);
  if (!unit.empty()) banner.unit = unit;
  return banner;
}

// "*** Begin FILE ***" and "*** End FILE ***": what XLA writes for --xla_dump_to=-. The reader of
// folders knows the names of the files.
std::optional<Banner> ReadXlaBanner(string_view line) {
  Banner banner;
  banner.format = Format::kXla;
  banner.family = Family::kHlo;
  if (Skip(&line, "*** End ")) {
    banner.ends = true;
  } else if (!Skip(&line, "*** Begin ")) {
    return std::nullopt;
  }
  if (!SkipEnd(&line, " ***")) return std::nullopt;
  banner.name = line;
  return banner;
}

// "Before Running Pass: The meta data of the pass - pass name: X, opt_level: 0, …" of
// tvm.ir.instrument, and
// "[12:00:00] …/transform.cc:592: PrintIR(header):".
std::optional<Banner> ReadTvmBanner(string_view line) {
  Banner banner;
  banner.format = Format::kTvm;
  const bool before = Skip(&line, "Before Running Pass: ");
  if (before || Skip(&line, "After Running Pass: ")) {
    banner.phase = before ? Phase::kBefore : Phase::kAfter;
    const size_t name = line.find("pass name: ");
    if (name == string_view::npos) return std::nullopt;
    banner.name = UpTo(line.substr(name + 11), ",");
    return banner;
  }
  const size_t print = line.find(": PrintIR(");
  if (!line.starts_with('[') || print == string_view::npos || !SkipEnd(&line, "):")) {
    return std::nullopt;
  }
  banner.phase = Phase::kStart;
  banner.name = line.substr(std::min(print + 10, line.size()));
  if (banner.name.empty()) banner.name = "PrintIR";
  return banner;
}

// "// MIR for `f` after SimplifyCfg-initial" of rustc, which is a part of the text.
std::optional<Banner> ReadMirBanner(string_view line) {
  if (!Skip(&line, "// MIR for `")) return std::nullopt;
  const size_t quote = line.rfind("` ");
  if (quote == string_view::npos) return std::nullopt;
  Banner banner;
  banner.format = Format::kRustc;
  banner.family = Family::kMir;
  banner.is_part_of_text = true;
  banner.unit = line.substr(0, quote);
  line.remove_prefix(quote + 2);
  if (Skip(&line, "before ")) {
    banner.phase = Phase::kBefore;
  } else if (!Skip(&line, "after ")) {
    // "0 nll"
    line = line.substr(std::min(line.find(' ') + 1, line.size()));
  }
  banner.name = line;
  return banner;
}

std::span<const BannerReader> BannerReaders() {
  static constexpr BannerReader kReaders[] = {
      {Format::kMlir, "/", ReadMlirBanner}, {Format::kLlvm, "*;#", ReadLlvmBanner},
      {Format::kXla, "*", ReadXlaBanner},   {Format::kTvm, "AB[", ReadTvmBanner},
      {Format::kRustc, "/", ReadMirBanner},
  };
  return kReaders;
}

}  // namespace passcope::recording
