// The endings of files decide what they get.
#include "tools/outputs.h"

#include <fmt/format.h>

#include "text/printer.h"
#include "tools/files.h"
#include "tools/stages.h"

namespace passcope::tools {
namespace {

bool IsProgram(const std::string& file) {
  return file == "-" || file.ends_with(".relay") || file.ends_with(".txt");
}

bool IsArray(const std::string& file) { return file.ends_with(".npy") || file.ends_with(".npz"); }

}  // namespace

Option OutputOption(std::string help) {
  return {.name = "output", .value = "FILE", .help = std::move(help), .letter = 'o'};
}

Outputs OutputsOf(const Arguments& arguments, bool with_arrays) {
  Outputs outputs;
  for (const std::string& file : arguments.FindAll("output")) {
    if (IsProgram(file)) {
      outputs.programs.push_back(file);
    } else if (with_arrays && IsArray(file)) {
      outputs.arrays.push_back(file);
    } else {
      throw UsageError(fmt::format(
          "--output takes FILE.relay or FILE.txt for the program{}, or - for the program on the "
          "standard output, not '{}'",
          with_arrays ? ", FILE.npy or FILE.npz for the results of running it" : "", file));
    }
  }
  return outputs;
}

std::string ProgramText(const IRModule& module) {
  PrintOptions options;
  options.show_spans = false;
  options.all_digits = true;
  std::string text = PrintModule(module, options);
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

void WriteProgram(const std::string& file, const IRModule& module, const Arguments& arguments) {
  if (file == "-") return PrintProgram(module, arguments);
  WriteFile(file, ProgramText(module));
}

}  // namespace passcope::tools
