// Prints the program between passes, or writes it to files.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ir/module.h"
#include "pass/pass_instrument.h"
#include "schema/record.h"

namespace passcope {

// Receives the output of an instrument. `file` is the name of the file; empty for printed text,
// which has no newline at its end. Its exceptions reach the caller of the pass.
using PrintSink = std::function<void(const std::string& file, const std::string& text)>;

// Selects the passes whose modules are printed, and how.
struct PrintFilter {
  std::vector<std::string> passes;  // By name; empty for all.
  // After a pass: print only if it changed the text. Before a pass: print only if the text differs
  // from the last printed one.
  bool changed_only;
  bool show_meta_data;

  bool Names(const PassInfo& info) const;
};

// PrintBeforeAll and PrintAfterAll print "Before Running Pass: NAME" or "After Running Pass: NAME",
// and then the module's text. For a failed or vetoed pass, nothing is printed after it.
class PrintInstrument : public PassInstrument {
 public:
  // Without a sink, it prints to the standard output.
  PrintInstrument(bool after, PrintFilter filter, PrintSink sink = {});
  const std::string& name() const override;
  void EnterPassContext() override;
  void RunBeforePass(const IRModule& module, const PassInfo& info) override;
  void RunAfterPass(const IRModule& module, const PassInfo& info) override;
  void RunAfterFailed(const IRModule& module, const PassInfo& info,
                      const std::string& error) override;

 private:
  std::string Text(const IRModule& module) const;
  void Print(const std::string& text, const PassInfo& info) const;

  const bool after_;
  const PrintFilter filter_;
  const PrintSink sink_;
  std::string last_;              // The last printed text.
  std::vector<IRModule> before_;  // The inputs of the running passes, for `changed_only`.
};

struct DumpOptions : PrintFilter {
  std::string directory;  // The directory of the files; empty keeps them in memory.
};

// DumpIR: writes the module after each pass to a file `NNN_PassName.relay`. Numbers start at 000,
// in the order in which the passes end.
class DumpInstrument : public PassInstrument {
 public:
  struct File {
    std::string name;
    IRModule module;
  };

  // Without a sink, the modules are kept, which costs one pointer each (see `files`).
  explicit DumpInstrument(PrintFilter filter, PrintSink sink = {});
  const std::string& name() const override;
  void EnterPassContext() override;
  void RunBeforePass(const IRModule& module, const PassInfo& info) override;
  void RunAfterPass(const IRModule& module, const PassInfo& info) override;
  void RunAfterFailed(const IRModule& module, const PassInfo& info,
                      const std::string& error) override;

  // The files of the last entered context; empty with a sink.
  const std::vector<File>& files() const { return files_; }
  std::string Text(const File& file) const;
  // Writes the files with their texts.
  void WriteData(JsonWriter& json) const override;

 private:
  const PrintFilter filter_;
  const PrintSink sink_;
  int next_ = 0;
  std::vector<File> files_;
  std::vector<IRModule> before_;
};

// A file of DumpIR with its text.
struct DumpedFile {
  std::string name;
  std::string text;
};
template <>
const RecordSchema& SchemaOf<DumpedFile>();

// Returns a sink that writes each file into the directory, which it creates. Throws DiagnosticError
// (kUsage).
PrintSink DirectorySink(std::string directory);

}  // namespace passcope
