// Pipelines and lists of instruments as text. The command line, the package, the embedded element,
// reproducers and links all use this notation.
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
  // The opt level of a Sequential, whose name is `name`, or "sequential" if that is empty.
  int opt_level = 0;
  // True for an export `name` of a JavaScript module, written `code.NAME`.
  bool code = false;
};

// The passes of one context, or the binding of the model's parameters between two contexts.
struct StageSpec {
  enum class Kind : uint8_t { kBind, kPasses };
  Kind kind = Kind::kPasses;
  std::vector<PassSpec> passes;
};
std::span<const char* const> LiteralsOf(StageSpec::Kind);

// The kind of text that is missing at a mistake.
enum class PipelineExpected : uint8_t {
  kName,       // The name of a pass or an instrument.
  kOption,     // An option, name=value.
  kValue,      // The value of an option.
  kSeparator,  // A separator between two passes.
  kClosing,    // A closing bracket or quote.
  kPasses,     // The passes of a Sequential, in brackets.
  kShallower,  // Values or Sequentials with less nesting.
};
std::span<const char* const> LiteralsOf(PipelineExpected);

struct PipelineMistake {
  PipelineExpected expected;
  // The place, from 0, in UTF-16 code units, as JavaScript counts.
  int64_t at;
  // The text at that place, at most 20 characters; empty at the end of the text.
  std::string found;
};

// A mistake as an exception (kUsage). Its message shows the text and the place.
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
// Options can therefore be written as in Python, `Pass(option=value)`, as in MLIR,
// `Pass{option=value}`, and as JSON, `Pass{"option": value}`. NUMBER is a number of JSON. STRING
// has quotes of either kind and JSON's escapes; a backslash before any other character has no
// effect. A NAME as a value is a text. `code.NAME` as a pass is an export of a JavaScript module.
// `bind` without options binds the parameters, and begins another context as `;` does. If an option
// is given twice, the last value counts.
//
// The parser does not look up names and options. Both functions throw PipelineError.
std::vector<StageSpec> ParseStages(std::string_view text);
// The text of a list of passes. ParsePipeline reads it back as the same list, except for the name
// and the opt level of a Sequential, which only reproducers have.
std::string PipelineText(const std::vector<PassSpec>& passes);
// Parses one list of passes or instruments, where `bind` has no special meaning.
std::vector<PassSpec> ParsePipeline(std::string_view text);

// The result of reading a pipeline, as a record: stages, or a mistake.
struct PipelineReading {
  std::optional<std::vector<StageSpec>> stages;
  std::optional<PipelineMistake> mistake;
};
// Reads one list (`one_list`) or stages. Never throws a DiagnosticError.
PipelineReading ReadPipeline(std::string_view text, bool one_list);

// Throws DiagnosticError (kUnknownPass, kBadPassOption; kUsage for a pass of JavaScript).
Pass PassFromSpec(const PassSpec& spec);
// Throws DiagnosticError (kUnknownPass) if the table of passes does not have this name.
void CheckPassName(std::string_view name);
std::vector<Pass> PassesFromSpec(const std::vector<PassSpec>& specs);
// Throws DiagnosticError (kUsage) for a pass or an instrument that only a JavaScript module has.
// `what` is "pass" or "instrument".
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
