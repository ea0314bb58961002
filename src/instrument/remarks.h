// The remarks of passes: what they did, what they did not do, and why.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "instrument/pass_log.h"
#include "pass/remark.h"

namespace passcope {

struct RemarksOptions {
  std::vector<std::string> types;  // The types of remarks that are kept; all if empty.
  std::vector<std::string> only;   // The passes whose remarks are kept; all if empty.
  int64_t limit = 0;  // How many are kept at most; those beyond are counted only. All if 0.
};

// Keeps the remarks of all passes under its contexts, over several contexts until it is cleared.
class RemarksInstrument : public PassLog, private RemarkListener {
 public:
  struct Entry {
    int index;  // Of the remark.
    int entry;  // Of the pass, as in a trace of the same contexts.
    std::string pass;
    RemarkType type;
    std::string name;
    std::string function;
    Message message;
    Expr node;  // May be null.

    // The expression in a line; empty when there is none.
    std::string subject() const;
    // Where it stood in a text that was read; null when that is not known.
    Span span() const;
  };

  // Of the remarks of a pass that the options ask for, also of those beyond the limit.
  struct Counts {
    int entry;
    int64_t passed = 0;
    int64_t missed = 0;
    int64_t analysis = 0;
  };

  // Throws DiagnosticError (kBadPassOption) for a type that there is not.
  explicit RemarksInstrument(RemarksOptions options);
  ~RemarksInstrument() override { StopAll(); }

  const std::string& name() const override;
  void RunBeforePass(const IRModule& module, const PassInfo& info) override;
  void RunAfterPass(const IRModule& module, const PassInfo& info) override;
  void RunAfterFailed(const IRModule& module, const PassInfo& info,
                      const std::string& error) override;
  void Clear() override;

  const std::vector<Entry>& remarks() const { return remarks_; }
  // As compilers print them, a line each:
  //
  //   main.relay:3:5: missed: FuseOps: nn.softmax is opaque: nothing is fused with it
  //       [OpaqueOperator] in @main
  std::string Render() const override;
  // A RemarkEntry per remark.
  void WriteData(JsonWriter& json) const override;
  // As LLVM's -pass-remarks-output writes them, for opt-viewer and the like: a stream of YAML
  // documents. Of those whose indices are given, all if there are none.
  std::string Yaml(std::span<const int64_t> indices = {}) const;
  // "places": a RemarkPlace for each remark of the pass `entry` whose expression stands in the text
  // of the program that the pass was given. "counts": Counts of each pass that said something.
  // "yaml": what Yaml gives.
  InstrumentAnswer Ask(std::string_view question, const AttrDict& arguments) const override;

 private:
  void Heard(const Remark& remark) override;
  void Count(int entry, RemarkType type);
  InstrumentAnswer Places(int64_t entry) const;

  const RemarksOptions options_;
  std::vector<Entry> remarks_;
  std::vector<Counts> counts_;
};

template <>
const RecordSchema& SchemaOf<RemarksInstrument::Entry>();
template <>
const RecordSchema& SchemaOf<RemarksInstrument::Counts>();

// Where the expression of a remark stands in the text of the program before the pass, as
// `astext(show_meta_data=False)` prints it: lines from 1 on, columns from 0 on in UTF-16 code
// units, the end exclusive in UTF-8 bytes.
struct RemarkPlace {
  int remark;
  int line;
  int column;
  int64_t begin;
  int64_t end;
};
template <>
const RecordSchema& SchemaOf<RemarkPlace>();

// What the question "places" takes.
struct RemarksOfPass {
  int64_t entry = 0;
};
// What the question "yaml" takes.
struct RemarksByIndex {
  std::vector<int64_t> remarks;
};

// The remarks of all instruments, as RemarksInstrument::Yaml writes them.
std::string RemarksFileText(std::span<const InstrumentPtr> instruments, int opt_level);

}  // namespace passcope
