// Printing the program between passes, and keeping its texts in files.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ir/module.h"
#include "pass/pass_instrument.h"
#include "schema/record.h"

namespace passcope {

// Takes what an instrument writes. `file` is the name of the file, empty for what is printed; what
// is printed has no newline at its end. What it throws reaches the caller of the pass.
using PrintSink = std::function<void(const std::string& file, const std::string& text)>;

// Which passes an instrument writes about, and how.
struct PrintFilter {
  std::vector<std::string> passes;  // By name; empty for all.
  // After a pass: only when it changed the text. Before: only when the text is not the one that was
  // printed last.
  bool changed_only;
  bool show_meta_data;

  bool Names(const PassInfo& info) const;
};

// PrintBeforeAll and PrintAfterAll: "Before Running Pass: NAME" or "After Running Pass: NAME", and
// below it the module's text. A pass that failed or was vetoed has no text after it.
class PrintInstrument : public PassInstrument {
 public:
  // Without a sink, to the standard output.
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
  std::string last_;              // The text that was printed last.
  std::vector<IRModule> before_;  // Of the passes under way, for `changed_only`.
};

struct DumpOptions : PrintFilter {
  std::string directory;  // Where the files go; empty: they are kept.
};

// DumpIR: the module after each pass as a file `NNN_PassName.relay`, numbered from 000 in the order
// in which the passes end.
class DumpInstrument : public PassInstrument {
 public:
  struct File {
    std::string name;
    IRModule module;
  };

  // Without a sink the modules are kept, which costs a pointer each; see `files`.
  explicit DumpInstrument(PrintFilter filter, PrintSink sink = {});
  const std::string& name() const override;
  void EnterPassContext() override;
  void RunBeforePass(const IRModule& module, const PassInfo& info) override;
  void RunAfterPass(const IRModule& module, const PassInfo& info) override;
  void RunAfterFailed(const IRModule& module, const PassInfo& info,
                      const std::string& error) override;

  // Of the last context that was entered; empty with a sink.
  const std::vector<File>& files() const { return files_; }
  std::string Text(const File& file) const;
  // The files with their texts.
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

// Writes each file into the directory, which is made. Throws DiagnosticError (kUsage).
PrintSink DirectorySink(std::string directory);

}  // namespace passcope
