#include "tools/check_programs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "api/settings.h"
#include "diagnostics/diagnostic.h"
#include "tools/commands.h"
#include "tools/files.h"
#include "tools/import.h"
#include "tools/named_pipelines.h"
#include "tools/stages.h"

namespace passcope::tools {
namespace {

namespace fs = std::filesystem;

// The prefixes of the entries of models, and of programs with a name of their own. No path has
// them.
constexpr std::string_view kModel = "model:";
constexpr std::string_view kNamed = "named:";

// The folder of the baseline. Entries name files from there.
fs::path FolderOf(const std::string& baseline) {
  return fs::absolute(baseline).lexically_normal().parent_path();
}

std::string EntryName(const std::string& file, const std::string& baseline) {
  const fs::path path = fs::absolute(file).lexically_normal();
  return path.lexically_relative(FolderOf(baseline)).generic_string();
}

// The file of an entry, from the working directory.
std::string FileOf(const std::string& name, const std::string& baseline) {
  const fs::path path = (FolderOf(baseline) / name).lexically_normal();
  const fs::path near = path.lexically_relative(fs::current_path());
  return near.empty() ? path.generic_string() : near.generic_string();
}

// The options that say how to read a program, as words.
std::vector<std::string> ProgramWords(const Arguments& arguments) {
  std::vector<Option> options;
  AddModelOptions(&options);
  std::vector<std::string> words;
  for (const Option& option : options) {
    for (const std::string& value : arguments.FindAll(option.name)) {
      words.push_back(option.value.empty() ? "--" + option.name
                                           : fmt::format("--{}={}", option.name, value));
    }
  }
  return words;
}

}  // namespace

std::string MessageOf(const DiagnosticError& error) {
  const Diagnostic& first = error.diagnostics().front();
  std::string text = first.message.text();
  for (const Message& note : first.notes) text += "; " + note.text();
  return text;
}

void AddCheckProgramOptions(std::vector<Option>* options) {
  AddProgramOptions(options);
  // The stage bind of a pipeline does this.
  std::erase_if(*options, [](const Option& option) { return option.name == "bind-params"; });
  AddModelOptions(options);
}

CheckPlan::CheckPlan(const Arguments& arguments, const gate::Document& baseline,
                     const std::string& file)
    : baseline_(baseline), pipelines_(baseline.pipelines) {
  ReadPipelines(arguments);
  FindPrograms(arguments, file);
}

void CheckPlan::ReadPipelines(const Arguments& arguments) {
  std::vector<std::string> texts = arguments.FindAll("pipeline");
  for (const std::string& file : arguments.FindAll("pipelines")) {
    all_given_ = true;
    for (std::string& text : PipelinesOfFile(file)) texts.push_back(std::move(text));
  }
  const AttrDict common = GivenSettings(arguments);
  bool defined = false;
  for (const std::string& text : texts) {
    NamedPipeline read = ReadNamedPipeline(text, "=:");
    if (read.name.empty()) {
      if (!pipelines_.contains(read.pipeline)) {
        throw UsageError(fmt::format(
            "--pipeline takes NAME=PIPELINE or the name of a pipeline of the baseline, not '{}'",
            text));
      }
      read.name = read.pipeline;
    } else {
      defined = true;
      ReproducerStage checked;
      read.settings = WithOptions(common, read.settings);
      SetSettings(read.settings, &checked);
      const size_t blanks = read.pipeline.find_first_not_of(' ');
      read.pipeline.erase(0, std::min(blanks, read.pipeline.size()));
      pipelines_[read.name] = {std::move(read.pipeline), std::move(read.settings)};
    }
    if (std::find(given_.begin(), given_.end(), read.name) != given_.end()) {
      throw UsageError(fmt::format("two pipelines are called '{}'", read.name));
    }
    given_.push_back(std::move(read.name));
  }
  if (!common.empty() && !defined) {
    throw UsageError("settings of contexts need --pipeline NAME=PIPELINE");
  }
}

void CheckPlan::FindPrograms(const Arguments& arguments, const std::string& file) {
  const std::vector<std::string> options = ProgramWords(arguments);
  auto add = [&](CheckProgram program) {
    auto known = baseline_.programs.find(program.name);
    program.options = options;
    if (options.empty() && known != baseline_.programs.end()) {
      program.options = known->second.options;
    }
    const bool twice = std::any_of(programs_.begin(), programs_.end(),
                                   [&](const auto& other) { return other.name == program.name; });
    if (!twice) programs_.push_back(std::move(program));
  };
  for (const std::string& model : arguments.FindAll("model")) {
    add({std::string(kModel) + model, "", {}});
  }
  const std::string* name = arguments.Find("name");
  if (name && (arguments.words().size() != 1 || !programs_.empty())) {
    throw UsageError("--name needs one program, a file or - for the standard input");
  }
  for (const std::string& word : arguments.words()) {
    if (name || word == "-") {
      add({std::string(kNamed) + (name ? *name : "standard input"), word, {}});
    } else {
      add({EntryName(word, file), word, {}});
    }
  }
  const bool all = programs_.empty();
  for (const auto& [name, entry] : baseline_.programs) {
    // Only the caller has such a program.
    if (name.starts_with(kNamed)) continue;
    const bool model = name.starts_with(kModel);
    std::string path = model ? "" : FileOf(name, file);
    std::error_code none;
    if (!model && !fs::exists(path, none)) {
      std::erase_if(programs_,
                    [&name = name](const auto& program) { return program.name == name; });
      missing_.push_back(name);
    } else if (all) {
      add({name, std::move(path), {}});
    }
  }
  if (programs_.empty() && missing_.empty()) {
    throw UsageError("name the programs: files, --model NAME, or - for standard input");
  }
}

Arguments CheckPlan::ArgumentsOf(const CheckProgram& program) const {
  std::vector<Option> options;
  AddCheckProgramOptions(&options);
  std::vector<std::string> words = program.options;
  if (program.file.empty()) {
    words.push_back("--model=" + program.name.substr(kModel.size()));
  } else {
    words.insert(words.end(), {"--", program.file});
  }
  return ParseArguments("check", options, words);
}

std::vector<std::string> CheckPlan::NamesFor(const CheckProgram& program) const {
  if (!given_.empty()) return given_;
  auto entry = baseline_.programs.find(program.name);
  std::vector<std::string> names;
  if (entry != baseline_.programs.end()) {
    for (const auto& [name, facts] : entry->second.pipelines) {
      if (pipelines_.contains(name)) names.push_back(name);
    }
    return names;
  }
  for (const auto& [name, config] : pipelines_) names.push_back(name);
  if (names.empty()) throw UsageError("give --pipeline NAME=PIPELINE for each pipeline to check");
  return names;
}

std::vector<std::string> CheckPlan::MissingPipelines(const CheckProgram& program) const {
  std::vector<std::string> missing;
  auto entry = baseline_.programs.find(program.name);
  if (entry == baseline_.programs.end() || program.reproducer()) return missing;
  for (const auto& [name, facts] : entry->second.pipelines) {
    const bool given = std::find(given_.begin(), given_.end(), name) != given_.end();
    if (all_given_ ? !given : !pipelines_.contains(name)) missing.push_back(name);
  }
  return missing;
}

std::vector<ReproducerStage> CheckPlan::StagesOf(const CheckProgram& program,
                                                 const gate::PipelineConfig& config) const {
  ReproducerStage settings;
  SetSettings(config.settings, &settings);
  return tools::StagesOf(ArgumentsOf(program), config.passes, settings);
}

std::vector<CheckRun> CheckPlan::Read(const CheckProgram& program,
                                      std::map<std::string, std::string>* failures) const {
  std::vector<CheckRun> runs;
  if (program.reproducer()) {
    Reproducer all =
        ReadReproducer(program.file, ReadFile(program.file), {.variants = ReadVariants::kYes});
    for (ReproducerVariant& variant : all.variants) {
      runs.push_back({variant.name, {all.program, all.model, std::move(variant.stages), {}}});
    }
    all.variants.clear();
    runs.push_back({kOwnPipeline, std::move(all)});
    return runs;
  }
  const Workload workload = LoadProgram(ArgumentsOf(program));
  for (const std::string& name : NamesFor(program)) {
    try {
      runs.push_back({name, {workload, "", StagesOf(program, pipelines_.at(name)), {}}});
    } catch (const DiagnosticError& error) {
      (*failures)[name] = MessageOf(error);
    } catch (const UsageError& error) {
      (*failures)[name] = error.what();
    }
  }
  return runs;
}

std::optional<std::vector<ReproducerStage>> CheckPlan::StagesOfBaseline(
    const CheckProgram& program, const std::string& pipeline) const {
  auto config = baseline_.pipelines.find(pipeline);
  if (config == baseline_.pipelines.end()) return std::nullopt;
  try {
    return StagesOf(program, config->second);
  } catch (const std::exception&) {
    // A pass that no longer exists, for example.
    return std::nullopt;
  }
}

Json CheckPlan::PageProgram(const CheckProgram& program) const {
  if (program.file == "-") return nullptr;
  if (program.reproducer())
    return ParseJson(ReadFile(program.file), Say("{name}", program.file))["program"];
  const Arguments arguments = ArgumentsOf(program);
  if (program.file.empty()) {
    const std::string model = *arguments.Find("model");
    const ModelRow* row = FindModel(model);
    AttrDict options;
    for (const AttrField& option : row->options) {
      const std::string flag = FlagName(option.name);
      const std::string* text = arguments.Find(flag);
      if (text) options.emplace_back(option.name, ParseOption(option.type, flag, *text));
    }
    return {{"model", model}, {"options", JsonOf(options)}};
  }
  const std::string name = fs::path(program.file).filename().string();
  std::optional<frontend::ModelFormat> format = ModelFormatOf(program.file);
  if (!format) return {{"text", ReadFile(program.file)}, {"title", name}};
  // The page asks for the file. Of the options, a link has the shapes only.
  const ImportRequest request = ImportRequestOf(arguments);
  if (!request.dtypes.empty() || !request.onnx.empty() || !request.pytorch.empty()) return nullptr;
  const bool onnx = *format == frontend::ModelFormat::kOnnx;
  Json json = {{"file", name}, {"format", onnx ? "onnx" : "torchscript"}};
  for (const frontend::InputShape& input : request.shapes) {
    Json shape = Json::array();
    for (const frontend::ModelDim& dim : input.shape) {
      shape.push_back(dim.value ? Json(*dim.value)
                                : Json(dim.symbol.empty() ? std::string("?") : dim.symbol));
    }
    json["inputs"].push_back({{"name", input.name}, {"shape", std::move(shape)}});
  }
  return json;
}

}  // namespace passcope::tools
