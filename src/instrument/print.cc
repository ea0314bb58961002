// Prints the program between passes, or writes it to files.
#include "instrument/print.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "diagnostics/diagnostic.h"
#include "pass/registry.h"
#include "support/format.h"
#include "support/utf8.h"
#include "text/printer.h"

namespace passcope {
namespace {

// The input module of the pass that ends.
IRModule PopBefore(std::vector<IRModule>* modules) {
  if (modules->empty()) return {};
  IRModule module = std::move(modules->back());
  modules->pop_back();
  return module;
}

// True if the texts of two modules differ. Usually, comparing pointers decides.
bool TextChanged(const IRModule& before, const IRModule& after, bool show_meta_data) {
  if (!before || before == after) return !before;
  return PrintModule(before, {show_meta_data}) != PrintModule(after, {show_meta_data});
}

}  // namespace

bool PrintFilter::Names(const PassInfo& info) const {
  return passes.empty() || std::any_of(passes.begin(), passes.end(), [&info](const auto& name) {
           return IsPassNamed(info, name);
         });
}

PrintInstrument::PrintInstrument(bool after, PrintFilter filter, PrintSink sink)
    : after_(after), filter_(std::move(filter)), sink_(std::move(sink)) {}

const std::string& PrintInstrument::name() const {
  static const std::string kBefore = "PrintBeforeAll", kAfter = "PrintAfterAll";
  return after_ ? kAfter : kBefore;
}

void PrintInstrument::EnterPassContext() {
  last_.clear();
  before_.clear();
}

void PrintInstrument::RunBeforePass(const IRModule& module, const PassInfo& info) {
  if (after_) {
    before_.push_back(module);
  } else if (filter_.Names(info)) {
    std::string text = Text(module);
    if (filter_.changed_only && text == last_) return;
    Print(text, info);
    last_ = std::move(text);
  }
}

void PrintInstrument::RunAfterPass(const IRModule& module, const PassInfo& info) {
  if (!after_) return;
  IRModule before = PopBefore(&before_);
  if (!filter_.Names(info)) return;
  if (filter_.changed_only && !TextChanged(before, module, filter_.show_meta_data)) return;
  Print(Text(module), info);
}

void PrintInstrument::RunAfterFailed(const IRModule&, const PassInfo&, const std::string&) {
  PopBefore(&before_);
}

std::string PrintInstrument::Text(const IRModule& module) const {
  return PrintModule(module, {filter_.show_meta_data});
}

void PrintInstrument::Print(const std::string& text, const PassInfo& info) const {
  std::string all =
      Printable(Format("{} Running Pass: {}\n{}", after_ ? "After" : "Before", info.name, text));
  if (sink_) return sink_({}, all);
  all += '\n';
  std::fwrite(all.data(), 1, all.size(), stdout);
}

DumpInstrument::DumpInstrument(PrintFilter filter, PrintSink sink)
    : filter_(std::move(filter)), sink_(std::move(sink)) {}

const std::string& DumpInstrument::name() const {
  static const std::string kName = "DumpIR";
  return kName;
}

void DumpInstrument::EnterPassContext() {
  next_ = 0;
  files_.clear();
  before_.clear();
}

void DumpInstrument::RunBeforePass(const IRModule& module, const PassInfo&) {
  before_.push_back(module);
}

void DumpInstrument::RunAfterPass(const IRModule& module, const PassInfo& info) {
  IRModule before = PopBefore(&before_);
  std::string number = IntText(next_++);
  if (!filter_.Names(info)) return;
  if (filter_.changed_only && !TextChanged(before, module, filter_.show_meta_data)) return;
  std::string safe = info.name;
  for (char& c : safe) {
    bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    if (!plain && c != '-' && c != '.') c = '_';
  }
  if (number.size() < 3) number.insert(0, 3 - number.size(), '0');
  File file{number + "_" + safe + ".relay", module};
  if (sink_) return sink_(file.name, Text(file));
  files_.push_back(std::move(file));
}

void DumpInstrument::RunAfterFailed(const IRModule&, const PassInfo&, const std::string&) {
  PopBefore(&before_);
}

std::string DumpInstrument::Text(const File& file) const {
  std::string text = PrintModule(file.module, {filter_.show_meta_data});
  if (text.empty() || text.back() != '\n') text += '\n';
  return text;
}

void DumpInstrument::WriteData(JsonWriter& json) const {
  json.BeginArray();
  for (const File& file : files_) {
    JsonTraits<DumpedFile>::Write(json, {file.name, Text(file)});
  }
  json.EndArray();
}

template <>
const RecordSchema& SchemaOf<DumpedFile>() {
  static constexpr RecordField kFields[] = {
      Member<&DumpedFile::name>(
          "name", "NNN_PassName.relay, numbered in the order in which the passes end."),
      Member<&DumpedFile::text>("text", "The program after the pass."),
  };
  static constexpr RecordSchema schema = {"DumpedFile", "The program after one pass.", kFields};
  return schema;
}

PrintSink DirectorySink(std::string directory) {
  for (size_t end = 0; end < directory.size();) {
    end = std::min(directory.find('/', end + 1), directory.size());
    if (mkdir(directory.substr(0, end).c_str(), 0777) == 0 || errno == EEXIST) continue;
    throw DiagnosticError(
        DiagKind::kUsage,
        MSG(kDirectoryNotCreatable, "cannot create the directory '{directory}': {reason}",
            directory, std::strerror(errno)));
  }
  return [directory = std::move(directory)](const std::string& name, const std::string& text) {
    std::string path = directory + "/" + name;
    std::FILE* file = std::fopen(path.c_str(), "wb");
    bool written = file && std::fwrite(text.data(), 1, text.size(), file) == text.size();
    if (!file || std::fclose(file) != 0 || !written) {
      throw DiagnosticError(DiagKind::kUsage, MSG(kPathNotWritable, "cannot write '{path}'", path));
    }
  };
}

}  // namespace passcope
