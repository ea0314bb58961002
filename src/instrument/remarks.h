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
  int64_t limit = 0;  // The most remarks to keep; others are only counted. 0 keeps all.
};

// Keeps the remarks of all passes in its contexts, over several contexts until Clear.
class RemarksInstrument : public PassLog, private RemarkListener {
 public:
  struct Entry {
    int index;  // The number of the remark.
    int entry;  // The number of the pass, as in a trace of the same contexts.
    std::string pass;
    RemarkType type;
    std::string name;
    std::string function;
    Message message;
    Expr node;  // May be null.

    // The expression in one line; empty if there is none.
    std::string subject() const;
    // Its place in the source text; null if unknown.
    Span span() const;
  };

  // The number of remarks of a pass that the options select, including those beyond the limit.
  struct Counts {
    int entry;
    int64_t passed = 0;
    int64_t missed = 0;
    int64_t analysis = 0;
  };

  // Throws DiagnosticError (kBadPassOption) for an unknown type.
  explicit RemarksInstrument(RemarksOptions options);
  ~RemarksInstrument() override { StopAll(); }

  const std::string& name() const override;
  void RunBeforePass(const IRModule& module, const PassInfo& info) override;
  void RunAfterPass(const IRModule& module, const PassInfo& info) override;
  void RunAfterFailed(const IRModule& module, const PassInfo& info,
                      const std::string& error) override;
  void Clear() override;

  const std::vector<Entry>& remarks() const { return remarks_; }
  // One line for each remark, as compilers print them:
  //
  //   main.relay:3:5: missed: FuseOps: nn.softmax is opaque: nothing is fused with it
  //       [OpaqueOperator] in @main
  std::string Render() const override;
  // A RemarkEntry for each remark.
  void WriteData(JsonWriter& json) const override;
  // The remarks with these indices (all if empty) as a stream of YAML documents. LLVM's
  // -pass-remarks-output writes the same format, which tools such as opt-viewer read.
  std::string Yaml(std::span<const int64_t> indices = {}) const;
  // Questions. "places": a RemarkPlace for each remark of the pass `entry` whose expression is in
  // the text of the pass's input program. "counts": Counts of each pass with remarks. "yaml": the
  // result of Yaml.
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

// The place of a remark's expression in the text of the program before the pass, as
// `astext(show_meta_data=False)` prints it. Lines count from 1, columns from 0 in UTF-16 code
// units. The range is in UTF-8 bytes, with an exclusive end.
struct RemarkPlace {
  int remark;
  int line;
  int column;
  int64_t begin;
  int64_t end;
};
template <>
const RecordSchema& SchemaOf<RemarkPlace>();

// The arguments of the question "places".
struct RemarksOfPass {
  int64_t entry = 0;
};
// The arguments of the question "yaml".
struct RemarksByIndex {
  std::vector<int64_t> remarks;
};

// The remarks of all instruments, as RemarksInstrument::Yaml writes them.
std::string RemarksFileText(std::span<const InstrumentPtr> instruments, int opt_level);

}  // namespace passcope
