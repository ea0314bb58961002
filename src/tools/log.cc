// `passcope log`: reads the pass logs of other compilers.
#include "recording/log.h"

#include <fmt/format.h>

#include "recording/compare_logs.h"
#include "recording/search.h"
#include "tools/commands.h"
#include "tools/files.h"
#include "tools/log_banner.h"
#include "tools/log_input.h"
#include "tools/log_text.h"
#include "tools/terminal.h"

namespace passcope::tools {
namespace {

using recording::kNone;
using recording::Recording;

int CompareTwo(const Arguments& arguments, const recording::CustomBanner& custom,
               const LogView& view) {
  for (const char* option : {"diff", "search", "function", "ops", "times"}) {
    if (arguments.Has(option)) throw UsageError(fmt::format("--{} takes one log", option));
  }
  Recording a, b;
  ReadLog(arguments.words()[0], custom, &a);
  ReadLog(arguments.words()[1], custom, &b);
  const recording::LogComparison comparison = CompareLogs(&a, &b);
  if (arguments.Has("json")) {
    Print(LogComparisonJson(a, b, comparison));
  } else {
    Print("A: " + LogSummary(a) + "B: " + LogSummary(b));
    Print(ColoredDiff(LogComparisonText(&a, &b, comparison, view)));
  }
  bool same = a.passes.size() == b.passes.size() && comparison.first == kNone;
  for (const recording::AlignedPass& pass : comparison.passes) {
    same = same && pass.a != kNone && pass.b != kNone;
  }
  return same ? 0 : 1;
}

int Log(const Arguments& arguments) {
  const std::vector<std::string>& words = arguments.words();
  if (words.empty() && !InputIsPiped()) {
    throw UsageError("name the log: a file, a folder or - for the standard input");
  }
  if (words.size() > 2) throw UsageError("only two logs can be compared");
  recording::CustomBanner custom;
  if (const std::string* text = arguments.Find("banner")) custom = ReadBannerExpression(*text);
  LogView view;
  view.all = arguments.Has("all");
  view.operations = arguments.Has("ops");
  if (const std::string* function = arguments.Find("function")) view.function = *function;
  recording::CountMatches search;
  if (const std::string* text = arguments.Find("search")) search = ReadSearchExpression(*text);
  if (words.size() == 2) return CompareTwo(arguments, custom, view);

  Recording log;
  ReadLog(words.empty() ? "-" : words[0], custom, &log);
  if (const std::string* diff = arguments.Find("diff")) {
    const int number = ParseInt("diff", *diff);
    if (number < 1 || static_cast<size_t>(number) > log.passes.size()) {
      throw UsageError(fmt::format("--diff takes the number of a pass, 1 to {}, not {}",
                                   log.passes.size(), number));
    }
    Print(ColoredDiff(LogDiff(&log, static_cast<uint32_t>(number - 1), view)));
    return 0;
  }
  if (arguments.Has("json")) {
    Print(LogJson(&log, view));
  } else if (search) {
    Print(LogSearch(log, Search(log, search)));
  } else if (arguments.Has("times")) {
    Print(LogTimes(log));
  } else {
    Print(LogSummary(log));
    if (!log.passes.empty()) Print(LogTable(&log, view));
    if (log.passes.empty()) Print(LogTimes(log));
  }
  // A file of something else has neither.
  return log.passes.empty() && log.times.empty() && log.dumps.empty() ? 1 : 0;
}

}  // namespace

Command LogCommand() {
  Command command;
  command.name = "log";
  command.usage = "FILE | DIR | - [FILE | DIR] [options]";
  command.summary = "Shows the pass log of another compiler: MLIR, LLVM, XLA, TVM, GCC, rustc.";
  command.details =
      "Prints the passes that changed something, with the numbers of lines that they added and\n"
      "removed, and of operations before and after. Names of values and blocks do not count: a\n"
      "pass that only renumbers changes nothing. The format is found by the content:\n\n"
      "  mlir-opt … --mlir-print-ir-after-all 2>&1 | passcope log -\n"
      "  clang … -mllvm -print-after-all 2>&1 | passcope log -\n"
      "  opt … -print-after-all -ir-dump-directory=DIR; passcope log DIR\n"
      "  gcc … -fdump-tree-all -fdump-rtl-all -dumpdir DIR/; passcope log DIR\n\n"
      "A file can be compressed (.gz) and an archive of a folder (.tar, .tar.gz). Reports of "
      "times\n"
      "are shown beside the passes, or alone if there is nothing else.\n\n"
      "With two logs, prints the passes that only one of them has, and the first pass after which\n"
      "the programs differ. The exit code is then 1 if there is a difference.\n\n"
      "--banner reads a format of your own. Its groups say what a line announces:\n\n"
      "  --banner '^== (?<phase>before|after) (?<pass>\\S+)(?: on (?<unit>\\S+))?'";
  command.options = {
      {"all", "", "also print passes that changed nothing"},
      {"ops", "", "also print how the number of each operation changed"},
      {"diff", "N", "print what the pass with this number changed"},
      {"function", "NAME", "only what happens to this function, also in dumps of modules"},
      {"search", "RE",
       "print the first and the last pass whose text matches a regular expression, and the\n"
       "passes that changed the number of matching lines"},
      {"times", "", "print the reports of times"},
      {"banner", "RE", "a regular expression for the lines that announce dumps"},
      {"json", "", "print passes and times as JSON"}};
  command.run = Log;
  return command;
}

}  // namespace passcope::tools
