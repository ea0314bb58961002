// Reproducers: a program and what is done with it, in one JSON file that `passcope run` replays.
#pragma once

#include <string>
#include <vector>

#include "api/pipeline_spec.h"
#include "ir/attrs.h"
#include "models/models.h"

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
  std::vector<PassSpec> passes;
};

// A pipeline that was put aside to be compared with the reproducer's own.
struct ReproducerVariant {
  std::string name;
  std::vector<ReproducerStage> stages;
};

struct Reproducer {
  Workload program;
  std::string model;  // The name of the program's model; empty when it is none of the table's.
  std::vector<ReproducerStage> stages;
  std::vector<ReproducerVariant> variants;
};

// Options with others that count for more.
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
// or, in the notation of api/pipeline_spec.h and with each stage's passes as one Sequential,
//
//    "stages": {"text", "optLevel"?, "required"?, "disabled"?, "instruments"?: text}
//
// and, where pipelines were put aside, "variants": [{"name", "stages"}, …].
//
// What has `"off": true` is left out. Other keys are left alone, as what the page adds for a
// reader. Throws DiagnosticError (kUsage) for what is not of this form, for passes and instruments
// written in JavaScript, and what reading the program throws.
//
// Variants are read only by those who ask for them, since one that needs the page keeps nobody
// else from replaying the rest. `model_options` count for more than those of the model.
enum class ReadVariants : uint8_t { kNo, kYes };
Reproducer ReadReproducer(const std::string& file, const std::string& json,
                          ReadVariants variants = ReadVariants::kNo,
                          const AttrDict& model_options = {});

}  // namespace passcope::tools
