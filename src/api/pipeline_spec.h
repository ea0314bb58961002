// Pipelines and lists of instruments as text, in the one notation that everything takes: the
// command line, the package, the embedded element, and reproducers and links.
//
//   InferType, FuseOps(fuse_opt_level=1); bind; Sequential{FoldConstant, code.Mine}
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "ir/attrs.h"
#include "pass/pass.h"
#include "schema/record.h"

namespace passcope {

// One pass of a pipeline.
struct PassSpec {
  std::string name;
  AttrDict options;
  // The passes of a `Sequential{…}`.
  std::vector<PassSpec> passes;
  bool sequential = false;
  // Of a Sequential; its name is `name`, "sequential" when that is empty.
  int opt_level = 0;
  // Whether it is what a JavaScript module exports as `name`, written `code.NAME`.
  bool code = false;
};

// What happens in one context, or the binding of the model's parameters between two contexts.
struct StageSpec {
  enum class Kind : uint8_t { kBind, kPasses };
  Kind kind = Kind::kPasses;
  std::vector<PassSpec> passes;
};
std::span<const char* const> LiteralsOf(StageSpec::Kind);

// What is missing at a place of a text.
enum class PipelineExpected : uint8_t {
  kName,       // Of a pass or an instrument.
  kOption,     // As name=value.
  kValue,      // Of an option.
  kSeparator,  // Between two passes.
  kClosing,    // A bracket or a quote.
  kPasses,     // Those of a Sequential, in brackets.
  kShallower,  // Values or Sequentials that are nested less deeply.
};
std::span<const char* const> LiteralsOf(PipelineExpected);

struct PipelineMistake {
  PipelineExpected expected;
  // The place, from 0, in UTF-16 code units, as JavaScript counts.
  int64_t at;
  // What stands there, at most 20 characters; empty at the end of the text.
  std::string found;
};

// A mistake as an exception (kUsage), which shows the text and the place.
class PipelineError : public DiagnosticError {
 public:
  PipelineError(Message message, std::vector<Message> notes, PipelineMistake mistake)
      : DiagnosticError(DiagKind::kUsage, std::move(message), std::move(notes)),
        mistake_(std::move(mistake)) {}
  const PipelineMistake& mistake() const { return mistake_; }

 private:
  PipelineMistake mistake_;
};

// The grammar, with white space allowed between tokens:
//
//   stages  := [ passes | "bind" ] { ( ";" | "," ) [ passes | "bind" ] }
//   passes  := [ pass ] { "," [ pass ] }
//   pass    := NAME [ options ] | "Sequential" ( "{" passes "}" | "(" passes ")" )
//   options := "(" pairs ")" | "{" pairs "}"
//   pairs   := [ pair { "," pair } [ "," ] ]
//   pair    := ( NAME | STRING ) ( "=" | ":" ) value
//   value   := STRING | NUMBER | "true" | "True" | "false" | "False" | "null" | "None" | NAME
//            | "[" values "]" | "(" values ")" | "{" pairs "}"
//   values  := [ value { "," value } [ "," ] ]
//   NAME    := identifiers of JavaScript, of ASCII characters, with "." between them
//
// So options can be written as in Python, `Pass(option=value)`, as in MLIR, `Pass{option=value}`,
// and as JSON, `Pass{"option": value}`. NUMBER is that of JSON. STRING has quotes of either kind
// and JSON's escapes; any other character behind a backslash stands for itself. A NAME as a value
// is a text. `code.NAME` as a pass is what a JavaScript module exports. `bind` without options is
// the binding of the parameters, and begins another context as `;` does. Of two options of one name
// the later one counts.
//
// Names and options are not looked up here. Both throw PipelineError.
std::vector<StageSpec> ParseStages(std::string_view text);
// The text of a list of passes, which reads back as the same list; what only a reproducer can say,
// the name and the opt level of a Sequential, is left out.
std::string PipelineText(const std::vector<PassSpec>& passes);
// One list of passes or instruments; `bind` is a name there as any other.
std::vector<PassSpec> ParsePipeline(std::string_view text);

// What the text of a pipeline says, as a record: stages, or why there are none.
struct PipelineReading {
  std::optional<std::vector<StageSpec>> stages;
  std::optional<PipelineMistake> mistake;
};
// Of one list (`one_list`) or of stages. Never throws a DiagnosticError.
PipelineReading ReadPipeline(std::string_view text, bool one_list);

// Throws DiagnosticError (kUnknownPass, kBadPassOption; kUsage for what is written in JavaScript).
Pass PassFromSpec(const PassSpec& spec);
// Throws DiagnosticError (kUnknownPass) when the table of passes has no such name.
void CheckPassName(std::string_view name);
std::vector<Pass> PassesFromSpec(const std::vector<PassSpec>& specs);
// Throws the DiagnosticError (kUsage) for a pass or an instrument, as `what` says, that only a
// JavaScript module has.
[[noreturn]] void RefuseCode(Phrase what, std::string_view name);

template <>
const RecordSchema& SchemaOf<PassSpec>();
template <>
const RecordSchema& SchemaOf<StageSpec>();
template <>
const RecordSchema& SchemaOf<PipelineMistake>();
template <>
const RecordSchema& SchemaOf<PipelineReading>();

}  // namespace passcope
