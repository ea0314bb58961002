// The programs and pipelines of `passcope check`.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gate/document.h"
#include "gate/measure.h"
#include "tools/arguments.h"
#include "tools/page_link.h"
#include "tools/reproducer.h"

namespace passcope::tools {

// A program to check, before it is read.
struct CheckProgram {
  std::string name;  // Of its entry in the baseline.
  std::string file;  // From the working directory; empty for a model.
  // The options of the command line that say how to read it.
  std::vector<std::string> options;

  bool reproducer() const { return file.ends_with(".json"); }
};

// A program with one of its pipelines.
struct CheckRun {
  std::string pipeline;  // The name.
  Reproducer run;
};

class CheckPlan {
 public:
  // `baseline` has the entries and the pipelines of earlier checks; `file` is its name. Throws
  // UsageError.
  CheckPlan(const Arguments& arguments, const gate::Document& baseline, const std::string& file);

  const std::vector<CheckProgram>& programs() const { return programs_; }
  // The pipelines by name: those of the arguments, then those of the baseline.
  const std::map<std::string, gate::PipelineConfig>& pipelines() const { return pipelines_; }
  // The files with an entry in the baseline that do not exist.
  const std::vector<std::string>& missing() const { return missing_; }
  // The pipelines of the entry that no pipeline of the plan has the name of.
  std::vector<std::string> MissingPipelines(const CheckProgram& program) const;

  // Reads the program. A pipeline that cannot be read is in `failures`, by name. Throws
  // DiagnosticError, and UsageError for options that do not fit the program.
  std::vector<CheckRun> Read(const CheckProgram& program,
                             std::map<std::string, std::string>* failures) const;
  // The stages of a pipeline of the baseline on this program; nullopt if they cannot be read.
  std::optional<std::vector<ReproducerStage>> StagesOfBaseline(const CheckProgram& program,
                                                               const std::string& pipeline) const;
  // The program as the page reads it; null if it is in no file and no model.
  Json PageProgram(const CheckProgram& program) const;

 private:
  Arguments ArgumentsOf(const CheckProgram& program) const;
  std::vector<ReproducerStage> StagesOf(const CheckProgram& program,
                                        const gate::PipelineConfig& config) const;
  std::vector<std::string> NamesFor(const CheckProgram& program) const;
  void ReadPipelines(const Arguments& arguments);
  void FindPrograms(const Arguments& arguments, const std::string& file);

  const gate::Document& baseline_;
  std::vector<CheckProgram> programs_;
  std::map<std::string, gate::PipelineConfig> pipelines_;
  std::vector<std::string> given_;  // The names of the pipelines of the arguments.
  bool all_given_ = false;          // True if a file has all pipelines.
  std::vector<std::string> missing_;
};

// The options of `passcope check` that name programs and say how to read them.
void AddCheckProgramOptions(std::vector<Option>* options);
// The first line of what a diagnostic says.
std::string MessageOf(const DiagnosticError& error);

}  // namespace passcope::tools
