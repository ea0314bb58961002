// Reproducers: a program and its pipeline in one JSON file that `passcope run` replays.
#pragma once

#include <string>
#include <vector>

#include "api/pipeline_spec.h"
#include "ir/attrs.h"
#include "models/models.h"
#include "tools/arguments.h"

namespace passcope::tools {

// One stage of a reproducer.
struct ReproducerStage {
  enum class Kind : uint8_t {
    kBind,    // The model's parameters become constants of @main.
    kEdit,    // The program is replaced by `text`, which may refer to its constants.
    kPasses,  // Passes in one context.
  };
  Kind kind = Kind::kPasses;
  std::string text;
  int opt_level = PassContextOptions().opt_level;
  std::vector<std::string> required, disabled;
  AttrDict config;
  // Names and options of built-in instruments.
  std::vector<std::pair<std::string, AttrDict>> instruments;
  // The folder below which the instruments may write.
  std::string dump_folder;
  std::vector<PassSpec> passes;
};

// A variant to compare with the reproducer's own pipeline.
struct ReproducerVariant {
  std::string name;
  std::vector<ReproducerStage> stages;
};

// The name of a reproducer's own pipeline, next to its variants.
inline constexpr const char* kOwnPipeline = "this pipeline";

struct Reproducer {
  Workload program;
  std::string model;  // The name of the program's model; empty if it is not in the table.
  std::vector<ReproducerStage> stages;
  std::vector<ReproducerVariant> variants;
};

// Options, overridden by others.
AttrDict WithOptions(AttrDict options, const AttrDict& more);

// Reads the JSON of a file (its name is for messages):
//
//   {"passcope": version, "reproducer": 1,
//    "program": {"model": name, "options": {…}} | {"text": Relay text} |
//               {"file": name of a model's file beside this one, "format": "onnx" | "torchscript",
//                "inputs"?: [{"name", "shape", "dtype"?}, …], "freezeParams"?,
//                "parserFriendlyNames"?},
//    "stages": [{"kind": "bind"} | {"kind": "edit", "text": Relay text} |
//               {"kind": "passes", "optLevel"?, "required"?, "disabled"?, "config"?,
//                "instruments"?: [{"name", "options"?}, …], "passes": [pass, …]}, …]}
//   pass := {"name", "options"?} | {"sequential": [pass, …], "name"?, "optLevel"?}
//
// or, in the notation of api/pipeline_spec.h, where each stage's passes are one Sequential,
//
//    "stages": {"text", "optLevel"?, "required"?, "disabled"?, "instruments"?: text}
//
// and, if there are variants, "variants": [{"name", "stages"}, …].
//
// Members with `"off": true` are left out. Other keys are ignored; the page adds some for readers.
// Throws DiagnosticError (kUsage) for other forms and for passes and instruments in JavaScript.
// Throws the errors of reading the program.
//
// Variants are read only on request, because a variant that needs the page must not prevent
// replaying the rest.
enum class ReadVariants : uint8_t { kNo, kYes };
struct ReproducerOptions {
  ReadVariants variants = ReadVariants::kNo;
  // They override those of the model.
  AttrDict model_options;
  // Instruments that write files may do so below this folder. Without it, they are refused.
  const std::string* dump_folder = nullptr;
};
Reproducer ReadReproducer(const std::string& file, const std::string& json,
                          const ReproducerOptions& options = {});

// --allow-dump, the folder of the options above.
Option AllowDumpOption();
// The instruments of a stage, for one context.
std::vector<InstrumentPtr> InstrumentsOf(const ReproducerStage& stage);

}  // namespace passcope::tools
