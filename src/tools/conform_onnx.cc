// Runs ONNX's tests.
#include "tools/conform_onnx.h"

#include <dirent.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "diagnostics/diagnostic.h"
#include "executor/executor.h"
#include "frontend/import.h"
#include "frontend/onnx/values.h"
#include "runtime/evaluator.h"
#include "support/check.h"
#include "tools/files.h"

namespace passcope::tools {
namespace {

namespace onnx = frontend::onnx;

struct Listing {
  std::vector<std::string> folders, files;
};

Listing List(const std::string& folder) {
  DIR* opened = opendir(folder.c_str());
  if (!opened) {
    throw DiagnosticError(DiagKind::kUsage, MSG(kFileNotOpenable, "cannot open '{file}': {reason}",
                                                folder, std::strerror(errno)));
  }
  Listing listing;
  while (const dirent* entry = readdir(opened)) {
    std::string name = entry->d_name;
    if (name == "." || name == "..") continue;
    (IsFolder(folder + "/" + name) ? listing.folders : listing.files).push_back(name);
  }
  closedir(opened);
  std::sort(listing.folders.begin(), listing.folders.end());
  std::sort(listing.files.begin(), listing.files.end());
  return listing;
}

// numpy does not have bfloat16, so the test files contain the bits as uint16.
Value AsDeclared(Value value, const onnx::TypeProto& type) {
  if (!value.is_tensor() || type.kind != onnx::TypeProto::Kind::kTensor) return value;
  NDArray tensor = value.tensor();
  if (onnx::ToDataType(type.elem_type) != DataType::BFloat(16)) return value;
  if (tensor->dtype != DataType::UInt(16)) return value;
  return NDArray(new NDArrayNode(tensor->buffer(), tensor->byte_offset(), tensor->shape,
                                 DataType::BFloat(16)));
}

// A missing file ends the list.
std::vector<Value> ReadValues(const std::string& folder, const char* kind,
                              const std::vector<onnx::Port>& ports, const Listing& listing) {
  std::vector<Value> values;
  for (size_t i = 0; i < ports.size(); ++i) {
    std::string name = fmt::format("{}_{}.pb", kind, i);
    if (std::find(listing.files.begin(), listing.files.end(), name) == listing.files.end()) break;
    Value value = onnx::ReadValue(ReadBuffer(folder + "/" + name), ports[i].type);
    values.push_back(AsDeclared(std::move(value), ports[i].type));
  }
  return values;
}

bool IsReal(DataType dtype) { return dtype.is_float() || dtype.is_bfloat(); }

// Returns an empty text if equal, or else the difference.
std::string CompareTensors(const NDArray& expected, const NDArray& actual, bool random) {
  if (!(expected->type() == actual->type())) {
    return fmt::format("the result is {}, expected {}", TypeText(actual->type()),
                       TypeText(expected->type()));
  }
  double least = std::numeric_limits<double>::infinity();
  double greatest = -least;
  if (random) {
    for (size_t i = 0; i < expected->size(); ++i) {
      least = std::min(least, expected->ToDouble(i));
      greatest = std::max(greatest, expected->ToDouble(i));
    }
    // Random numbers must have about the same range as those of the test.
    double width = greatest - least;
    least -= width;
    greatest += width;
  }
  bool real = IsReal(expected->dtype);
  for (size_t i = 0; i < expected->size(); ++i) {
    bool same;
    if (random) {
      double value = actual->ToDouble(i);
      same = value >= least && value <= greatest;
    } else if (real) {
      double a = actual->ToDouble(i);
      double e = expected->ToDouble(i);
      same = a == e || (std::isnan(a) && std::isnan(e)) ||
             std::abs(a - e) <= 1e-7 + 1e-3 * std::abs(e);
      if (std::isinf(a) != std::isinf(e)) same = false;
    } else {
      same = actual->ToInt(i) == expected->ToInt(i);
    }
    if (!same) {
      return fmt::format("element {} of {} is {}, expected {}", i, TypeText(actual->type()),
                         actual->ToDouble(i), expected->ToDouble(i));
    }
  }
  return "";
}

std::string CompareValues(const Value& expected, const Value& actual, bool random) {
  std::vector<std::pair<Value, Value>> pairs = {{expected, actual}};
  while (!pairs.empty()) {
    auto [want, have] = pairs.back();
    pairs.pop_back();
    if (want.kind() != have.kind()) return "the result is of a different kind";
    if (want.is_tensor()) {
      std::string problem = CompareTensors(want.tensor(), have.tensor(), random);
      if (!problem.empty()) return problem;
      continue;
    }
    if (want.fields().size() != have.fields().size()) {
      return fmt::format("the result has {} items, expected {}", have.fields().size(),
                         want.fields().size());
    }
    for (size_t i = 0; i < want.fields().size(); ++i) {
      pairs.emplace_back(want.fields()[i], have.fields()[i]);
    }
  }
  return "";
}

frontend::ImportedModel Import(const std::string& path, const onnx::Ports& ports,
                               const std::vector<Value>& inputs, size_t first_fixed) {
  frontend::OnnxOptions options;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const std::string& name = ports.inputs[i].name;
    if (i >= first_fixed && inputs[i].is_tensor()) {
      options.values.push_back({name, inputs[i].tensor()});
    } else {
      options.types.emplace_back(name, inputs[i].type());
    }
  }
  return frontend::FromOnnx(ReadBuffer(path), options);
}

// Imports the model with as many inputs as possible as parameters. The inputs that Relay's
// operators take as attributes are at the end of ONNX's lists, so they become constants first.
frontend::ImportedModel ImportAsFarAsPossible(const std::string& path, const onnx::Ports& ports,
                                              const std::vector<Value>& inputs, bool* fixed) {
  for (size_t first_fixed = inputs.size();; --first_fixed) {
    try {
      *fixed = first_fixed < inputs.size();
      return Import(path, ports, inputs, first_fixed);
    } catch (const DiagnosticError& error) {
      if (first_fixed == 0 || error.diagnostics()[0].kind != DiagKind::kUnsupported) throw;
    }
  }
}

// The fields of a program's result, which are the model's outputs.
std::vector<Value> Split(const Value& result, size_t outputs) {
  if (outputs == 1) return {result};
  return {result.fields().begin(), result.fields().end()};
}

std::string CompareAll(const std::vector<Value>& expected, const std::vector<Value>& actual,
                       bool random) {
  for (size_t i = 0; i < expected.size(); ++i) {
    if (i >= actual.size()) return "there are too few results";
    std::string problem = CompareValues(expected[i], actual[i], random);
    if (!problem.empty()) return fmt::format("output {}: {}", i, problem);
  }
  return "";
}

// The same with the executor. Returns an empty text if it cannot plan the program.
std::string CompareExecutor(const frontend::ImportedModel& model, const std::vector<Value>& args,
                            const std::vector<Value>& expected, bool random) {
  std::optional<GraphExecutor> executor;
  try {
    executor.emplace(model.module);
  } catch (const DiagnosticError&) {
    return "";
  }
  for (size_t i = 0; i < args.size(); ++i) {
    if (!args[i].is_tensor()) return "";
    executor->SetInput(i, args[i].tensor());
  }
  executor->Run();
  std::vector<Value> outputs;
  for (const Value& value : expected) {
    if (!value.is_tensor()) return "";
    outputs.emplace_back(executor->GetOutput(outputs.size()));
  }
  std::string problem = CompareAll(expected, outputs, random);
  return problem.empty() ? "" : "executor: " + problem;
}

std::string RunDataSet(const std::string& path, const std::string& folder, const onnx::Ports& ports,
                       bool* fixed) {
  Listing listing = List(folder);
  std::vector<Value> inputs = ReadValues(folder, "input", ports.inputs, listing);
  std::vector<Value> expected = ReadValues(folder, "output", ports.outputs, listing);
  if (expected.empty()) return "there are no recorded outputs";
  frontend::ImportedModel model = ImportAsFarAsPossible(path, ports, inputs, fixed);
  const FunctionNode* main = model.module->Find("main");
  std::vector<Value> args;
  for (const Expr& param : main->params()) {
    std::string_view name = As<VarNode>(param)->name().view();
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (ports.inputs[i].name == name) args.push_back(inputs[i]);
    }
  }
  if (args.size() != main->params().size()) return "an input is not recorded";
  Value result = Evaluate(model.module, "main", args);
  std::string problem = CompareAll(expected, Split(result, ports.outputs.size()), ports.random);
  return problem.empty() ? CompareExecutor(model, args, expected, ports.random) : problem;
}

}  // namespace

bool IsFolder(const std::string& path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

std::vector<std::string> FindOnnxTests(const std::string& folder) {
  std::vector<std::string> tests;
  std::vector<std::string> waiting = {folder};
  while (!waiting.empty()) {
    std::string path = std::move(waiting.back());
    waiting.pop_back();
    Listing listing = List(path);
    if (std::find(listing.files.begin(), listing.files.end(), "model.onnx") !=
        listing.files.end()) {
      tests.push_back(path);
      continue;
    }
    for (const std::string& name : listing.folders) waiting.push_back(path + "/" + name);
  }
  std::sort(tests.begin(), tests.end());
  return tests;
}

OnnxTestOutcome RunOnnxTest(const std::string& folder) {
  OnnxTestOutcome outcome;
  outcome.test = folder.substr(folder.find_last_of('/') + 1);
  try {
    std::string path = folder + "/model.onnx";
    Buffer file = ReadBuffer(path);
    for (const frontend::ForeignOperator& op : frontend::DescribeOnnx(file).operators) {
      outcome.operators.push_back(op.name);
    }
    onnx::Ports ports = onnx::ReadPorts(file);
    int data_sets = 0;
    for (const std::string& name : List(folder).folders) {
      if (!name.starts_with("test_data_set_")) continue;
      ++data_sets;
      outcome.reason = RunDataSet(path, folder + "/" + name, ports, &outcome.fixed_inputs);
      if (!outcome.reason.empty()) return outcome;
    }
    if (data_sets == 0) outcome.reason = "there are no recorded data";
    outcome.passed = data_sets > 0;
  } catch (const DiagnosticError& error) {
    outcome.reason = error.diagnostics()[0].message.text();
    for (const Message& note : error.diagnostics()[0].notes) outcome.reason += "; " + note.text();
  } catch (const InternalError& error) {
    outcome.reason = error.what();
  } catch (const std::exception& error) {
    outcome.reason = error.what();
  }
  return outcome;
}

}  // namespace passcope::tools
