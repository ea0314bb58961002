// Reads reproducers.
#include "tools/reproducer.h"

#include <fmt/format.h>

#include <filesystem>

#include "diagnostics/diagnostic.h"
#include "instrument/instruments.h"
#include "tools/commands.h"
#include "tools/files.h"
#include "tools/import.h"
#include "tools/json_values.h"

namespace passcope::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDirectory = "directory";

// Reads the members of a JSON object. Errors name the place.
class Reader {
 public:
  Reader(const Json& json, std::string where) : json_(json), where_(std::move(where)) {
    if (!json.is_object()) Fail(MSG(kReproducerObject, "an object"));
  }

  [[noreturn]] void Fail(const Message& expected) const {
    throw DiagnosticError(DiagKind::kUsage,
                          MSG(kReproducerFieldMismatch,
                              "in the reproducer, '{where}' must be {expected}", where_, expected));
  }

  const Json* Find(const char* key) const {
    auto found = json_.find(key);
    return found == json_.end() || found->is_null() ? nullptr : &*found;
  }
  std::string Where(const char* key) const { return where_ + "." + key; }

  std::string String(const char* key) const {
    const Json* value = Find(key);
    if (!value || !value->is_string()) Member(key, PHRASE(kStringOption, "a string"));
    return value->get<std::string>();
  }
  int Int(const char* key, int fallback) const {
    const Json* value = Find(key);
    if (!value) return fallback;
    const std::optional<int64_t> number = IntegerOf(*value);
    if (!number || !std::in_range<int>(*number)) Member(key, PHRASE(kIntegerOption, "an integer"));
    return static_cast<int>(*number);
  }
  std::vector<std::string> Strings(const char* key) const {
    std::vector<std::string> strings;
    for (const Json& item : List(key)) {
      if (!item.is_string()) Member(key, PHRASE(kStringListOption, "a list of strings"));
      strings.push_back(item.get<std::string>());
    }
    return strings;
  }
  AttrDict Dict(const char* key) const {
    const Json* value = Find(key);
    if (!value) return {};
    if (!value->is_object()) Member(key, PHRASE(kReproducerObject, "an object"));
    AttrValue converted = AttrValueFromJson(*value);
    return *converted.dict();
  }
  // True if the page switched this off.
  bool Off() const {
    const Json* off = Find("off");
    return off && off->is_boolean() && off->get<bool>();
  }
  // Empty if there is none.
  const Json& List(const char* key) const {
    static const Json empty = Json::array();
    const Json* value = Find(key);
    if (!value) return empty;
    if (!value->is_array()) Member(key, PHRASE(kReproducerList, "a list"));
    return *value;
  }

  [[noreturn]] void Member(const char* key, Phrase expected) const {
    throw DiagnosticError(DiagKind::kUsage, MSG(kReproducerFieldMismatch,
                                                "in the reproducer, '{where}' must be {expected}",
                                                Where(key), expected.message()));
  }

 private:
  const Json& json_;
  std::string where_;
};

// Code of a JavaScript program cannot run here.
void RefuseCodeOf(const Reader& reader, Phrase what) {
  if (reader.Find("code")) RefuseCode(what, reader.String("code"));
}

std::vector<PassSpec> ReadPasses(const Reader& reader, const char* key, int depth);

PassSpec ReadPass(const Json& json, const std::string& where, int depth) {
  constexpr int kMaxDepth = 64;
  Reader reader(json, where);
  RefuseCodeOf(reader, PHRASE(kPassNoun, "pass"));
  PassSpec spec;
  if (!reader.Find("sequential")) {
    spec.name = reader.String("name");
    spec.options = reader.Dict("options");
    return spec;
  }
  if (depth == kMaxDepth)
    throw DiagnosticError(
        DiagKind::kUsage,
        MSG(kReproducerNestingLimit,
            "in the reproducer, the pass '{where}' is nested more than {limit} deep", where,
            kMaxDepth));
  spec.sequential = true;
  if (reader.Find("name")) spec.name = reader.String("name");
  spec.opt_level = reader.Int("optLevel", 0);
  spec.passes = ReadPasses(reader, "sequential", depth + 1);
  return spec;
}

std::vector<PassSpec> ReadPasses(const Reader& reader, const char* key, int depth) {
  std::vector<PassSpec> specs;
  const Json& passes = reader.List(key);
  for (size_t i = 0; i < passes.size(); ++i) {
    std::string where = fmt::format("{}[{}]", reader.Where(key), i);
    if (!Reader(passes[i], where).Off()) specs.push_back(ReadPass(passes[i], where, depth));
  }
  return specs;
}

// Stages as text: {"text", "optLevel"?, "required"?, "disabled"?, "instruments"?}, where the
// instruments are a text, too. All contexts are alike, and each runs its passes as one Sequential.
std::vector<ReproducerStage> ReadWritten(const Json& json, const std::string& where) {
  Reader reader(json, where);
  ReproducerStage context;
  context.opt_level = reader.Int("optLevel", context.opt_level);
  context.required = reader.Strings("required");
  context.disabled = reader.Strings("disabled");
  if (reader.Find("instruments")) {
    for (PassSpec& instrument : ParsePipeline(reader.String("instruments"))) {
      if (instrument.sequential)
        throw DiagnosticError(DiagKind::kUsage,
                              MSG(kReproducerWithoutSequential,
                                  "in the reproducer, '{where}' must not contain a Sequential",
                                  reader.Where("instruments")));
      if (instrument.code) RefuseCode(PHRASE(kInstrumentNoun, "instrument"), instrument.name);
      context.instruments.emplace_back(instrument.name, std::move(instrument.options));
    }
  }
  std::vector<ReproducerStage> stages;
  for (StageSpec& written : ParseStages(reader.String("text"))) {
    bool binds = written.kind == StageSpec::Kind::kBind;
    ReproducerStage stage = binds ? ReproducerStage() : context;
    if (binds) {
      stage.kind = ReproducerStage::Kind::kBind;
    } else {
      PassSpec& sequence = stage.passes.emplace_back();
      sequence.sequential = true;
      sequence.passes = std::move(written.passes);
    }
    stages.push_back(std::move(stage));
  }
  return stages;
}

// A model's file, in the folder of the reproducer.
Workload ReadImport(const Reader& source, const std::string& reproducer) {
  std::filesystem::path path = std::filesystem::path(reproducer).parent_path() /
                               std::filesystem::path(source.String("file")).filename();
  ImportRequest request;
  const Json& inputs = source.List("inputs");
  for (size_t i = 0; i < inputs.size(); ++i) {
    Reader input(inputs[i], fmt::format("{}[{}]", source.Where("inputs"), i));
    frontend::InputShape& given = request.shapes.emplace_back();
    given.name = input.String("name");
    for (const Json& dim : input.List("shape")) {
      frontend::ModelDim& made = given.shape.emplace_back();
      if (const std::optional<int64_t> number = IntegerOf(dim)) {
        made.value = *number;
      } else if (dim.is_string()) {
        made.symbol = dim.get<std::string>() == "?" ? "" : dim.get<std::string>();
      } else {
        input.Member("shape", PHRASE(kReproducerInputShape, "a list of integers and names"));
      }
    }
    if (!input.Find("dtype")) continue;
    given.dtype = DataType::Parse(input.String("dtype"));
    if (!given.dtype)
      input.Member("dtype", PHRASE(kReproducerInputDataType,
                                   "the name of a data type, such as \"float32\""));
  }
  std::string name = source.String("format");
  bool onnx = name == "onnx";
  if (!onnx && name != "torchscript")
    source.Member("format", PHRASE(kReproducerModelFormat, "\"onnx\" or \"torchscript\""));
  auto take = [&source](const char* key, const char* option, AttrDict* settings) {
    const Json* value = source.Find(key);
    if (value && value->is_boolean()) settings->emplace_back(option, value->get<bool>());
  };
  take("freezeParams", "freeze_params", &request.onnx);
  take("parserFriendlyNames", "use_parser_friendly_name", &request.pytorch);
  auto format = onnx ? frontend::ModelFormat::kOnnx : frontend::ModelFormat::kTorchScript;
  return ImportModel(path.string(), format, std::move(request));
}

ReproducerStage ReadStage(const Json& json, const std::string& where) {
  Reader reader(json, where);
  ReproducerStage stage;
  std::string kind = reader.String("kind");
  if (kind == "bind") {
    stage.kind = ReproducerStage::Kind::kBind;
  } else if (kind == "edit") {
    stage.kind = ReproducerStage::Kind::kEdit;
    stage.text = reader.String("text");
  } else if (kind == "passes") {
    stage.opt_level = reader.Int("optLevel", stage.opt_level);
    stage.required = reader.Strings("required");
    stage.disabled = reader.Strings("disabled");
    stage.config = reader.Dict("config");
    const Json& instruments = reader.List("instruments");
    for (size_t i = 0; i < instruments.size(); ++i) {
      Reader instrument(instruments[i], fmt::format("{}.instruments[{}]", where, i));
      if (instrument.Off()) continue;
      RefuseCodeOf(instrument, PHRASE(kInstrumentNoun, "instrument"));
      stage.instruments.emplace_back(instrument.String("name"), instrument.Dict("options"));
    }
    stage.passes = ReadPasses(reader, "passes", 0);
  } else {
    reader.Member("kind", PHRASE(kReproducerStageKinds, "\"bind\", \"edit\" or \"passes\""));
  }
  return stage;
}

// The stages of a document or of a variant in it.
std::vector<ReproducerStage> ReadStages(const Reader& reader, const std::string& where) {
  if (const Json* written = reader.Find("stages"); written && written->is_object()) {
    return ReadWritten(*written, reader.Where("stages"));
  }
  std::vector<ReproducerStage> read;
  const Json& stages = reader.List("stages");
  for (size_t i = 0; i < stages.size(); ++i) {
    std::string place = fmt::format("{}.stages[{}]", where, i);
    if (!Reader(stages[i], place).Off()) read.push_back(ReadStage(stages[i], place));
  }
  return read;
}

// The folder that an instrument writes into, or null.
const std::string* DumpFolderOf(const AttrDict& options) {
  const AttrValue* value = FindOption(options, kDirectory);
  const std::string* folder = value ? value->get<std::string>() : nullptr;
  return folder && !folder->empty() ? folder : nullptr;
}

// A path relative to a folder; no value if it is not below it.
std::optional<fs::path> PathBelow(const fs::path& folder, const fs::path& path) {
  // An ending slash is an empty part.
  fs::path relative = path.lexically_relative((folder / "").parent_path());
  if (relative.has_relative_path() && !relative.has_filename()) relative = relative.parent_path();
  if (relative.empty() || *relative.begin() == "..") return std::nullopt;
  return relative;
}

std::optional<fs::path> AllowedPath(const std::string& allowed, const std::string& folder) {
  const fs::path path = fs::absolute(folder).lexically_normal();
  std::error_code none;
  // The folder that the user names may be, or be behind, a symbolic link.
  for (const fs::path& root :
       {fs::absolute(allowed).lexically_normal(), fs::weakly_canonical(allowed, none)}) {
    if (std::optional<fs::path> below = PathBelow(root, path)) return below;
  }
  return std::nullopt;
}

// Refuses instruments that write files outside of the folder, or null.
void AllowDumps(const std::string* allowed, std::vector<ReproducerStage>* stages) {
  for (ReproducerStage& stage : *stages) {
    for (const auto& [name, options] : stage.instruments) {
      const std::string* folder = DumpFolderOf(options);
      if (!folder) continue;
      if (!allowed || !AllowedPath(*allowed, *folder)) {
        throw DiagnosticError(
            DiagKind::kUsage,
            MSG(kReproducerDumpNotAllowed,
                "the {instrument} of the reproducer writes files into '{directory}'", name,
                *folder),
            {MSG(kReproducerDumpNote,
                 "to allow it, add --allow-dump with this folder or one around it")});
      }
      stage.dump_folder = *allowed;
    }
  }
}

}  // namespace

Option AllowDumpOption() {
  return {"allow-dump", "DIR",
          "let the DumpIR of a reproducer write files below this folder, and nowhere else"};
}

std::vector<InstrumentPtr> InstrumentsOf(const ReproducerStage& stage) {
  std::vector<InstrumentPtr> made;
  for (const auto& [name, options] : stage.instruments) {
    PrintSink sink;
    if (const std::string* folder = DumpFolderOf(options)) {
      fs::create_directories(stage.dump_folder);
      sink = [root = stage.dump_folder, below = AllowedPath(stage.dump_folder, *folder).value()](
                 const std::string& file, const std::string& text) {
        WriteFileBelow(root, (below / file).string(), text);
      };
    }
    made.push_back(CreateInstrument(name, options, std::move(sink)));
  }
  return made;
}

AttrDict WithOptions(AttrDict options, const AttrDict& more) {
  for (const auto& item : more) {
    std::erase_if(options, [&](const auto& other) { return other.first == item.first; });
    options.push_back(item);
  }
  return options;
}

Reproducer ReadReproducer(const std::string& file, const std::string& json,
                          const ReproducerOptions& options) {
  Json root = ParseJson(json, Say("{name}", file));
  Reader reader(root, file);
  if (reader.Int("reproducer", 0) != 1) {
    throw DiagnosticError(
        DiagKind::kUsage, MSG(kFileNotReproducer, "'{file}' is not a reproducer", file),
        {MSG(kReproducerFormatNote,
             "a reproducer is a JSON file with \"reproducer\": 1, which the page saves")});
  }
  Reproducer reproducer;
  const Json* program = reader.Find("program");
  if (!program) reader.Member("program", PHRASE(kReproducerObject, "an object"));
  Reader source(*program, reader.Where("program"));
  if (source.Find("file")) {
    reproducer.program = ReadImport(source, file);
  } else if (source.Find("model")) {
    reproducer.model = source.String("model");
    reproducer.program =
        CreateModel(reproducer.model, WithOptions(source.Dict("options"), options.model_options));
  } else {
    reproducer.program = {Texts().Parse(file, source.String("text")), {}};
  }
  reproducer.stages = ReadStages(reader, file);
  AllowDumps(options.dump_folder, &reproducer.stages);
  if (options.variants == ReadVariants::kNo) return reproducer;
  const Json& aside = reader.List("variants");
  for (size_t i = 0; i < aside.size(); ++i) {
    const std::string where = fmt::format("{}.variants[{}]", file, i);
    Reader variant(aside[i], where);
    reproducer.variants.push_back({variant.String("name"), ReadStages(variant, where)});
    AllowDumps(options.dump_folder, &reproducer.variants.back().stages);
  }
  return reproducer;
}

}  // namespace passcope::tools
