#include "fuzz/targets.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "frontend/import.h"
#include "frontend/pytorch/zip.h"
#include "generator/module_generator.h"
#include "generator/value_programs.h"
#include "pass/pass.h"
#include "pass/registry.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/type_inference/infer_type.h"
#include "unit/frontend/torch_builder.h"

namespace passcope::fuzz {
namespace {

[[noreturn]] void Finding(std::string_view what, const std::string& detail) {
  std::fprintf(stderr, "finding: %.*s\n%s\n", static_cast<int>(what.size()), what.data(),
               detail.c_str());
  std::abort();
}

std::string_view Text(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// Data of the requested size. Only checksums can distinguish it from the deflated data.
Buffer Inflated(std::string_view deflated, size_t size) {
  Buffer buffer(new BufferNode(size));
  for (size_t i = 0; i < size; ++i) {
    buffer->data()[i] = deflated.empty() ? std::byte{0} : std::byte(deflated[i % deflated.size()]);
  }
  return buffer;
}

// The input shapes of an archive. TorchScript does not store them, so the fuzzers' archives have an
// extra entry, with a line such as "2,3,4:float32" for each input.
class InputShapes {
 public:
  explicit InputShapes(std::string_view file) {
    frontend::ZipArchive archive(frontend::BufferOf(file), Inflated);
    for (const frontend::ZipEntry& entry : archive.entries()) {
      if (entry.name.ends_with("/fuzz_inputs")) {
        text_ = file.substr(entry.offset, entry.stored_size);
      }
    }
  }

  frontend::InputShape Next(std::string_view name) {
    frontend::InputShape input;
    input.name = name;
    std::string line = text_.substr(0, text_.find('\n'));
    text_.erase(0, line.size() + 1);
    size_t colon = std::min(line.find(':'), line.size());
    for (size_t at = 0; at < colon; ++at) {
      input.shape.push_back({std::strtoll(line.c_str() + at, nullptr, 10), ""});
      at = std::min(line.find(',', at), colon);
    }
    if (colon < line.size()) input.dtype = DataType::Parse(line.substr(colon + 1));
    return input;
  }

 private:
  std::string text_;
};

PrintOptions WithoutSpans() {
  PrintOptions options;
  options.show_spans = false;
  return options;
}

}  // namespace

void Parse(const uint8_t* data, size_t size) {
  try {
    ParseModule(Text(data, size), "input");
  } catch (const DiagnosticError&) {
  }
  try {
    ParseExpr(Text(data, size), "input");
  } catch (const DiagnosticError&) {
  }
}

void Types(const uint8_t* data, size_t size) {
  IRModule module;
  try {
    module = InferTypes(ParseModule(Text(data, size), "input"));
  } catch (const DiagnosticError&) {
    return;
  }
  std::string text = PrintModule(module, WithoutSpans());
  PrintModule(module);
  try {
    IRModule again = InferTypes(ParseModule(text, "again"));
    std::string second = PrintModule(again, WithoutSpans());
    if (second != text) Finding("printed differently", text + "\n---\n" + second);
  } catch (const DiagnosticError& error) {
    // As in TVM, the text of a graph that blocks share can define it too late.
    if (error.diagnostics()[0].kind != DiagKind::kUnboundVar) {
      Finding("cannot be read back", text + "\n" + error.what());
    }
  }
}

void Passes(const uint8_t* data, size_t size) {
  if (size < 2) return;
  GeneratorOptions options;
  options.steps = 1 + data[0] % 16;
  options.functions = 1 + data[0] / 16 % 3;
  options.control_flow = data[0] < 128;
  uint64_t seed = 0;
  for (size_t i = 1; i < size && i < 4; ++i) seed = seed << 8 | data[i];
  IRModule module = ModuleGenerator(seed, options).Next();
  PassContextScope scope(PassContext::Create({.opt_level = 4}));
  for (size_t i = 4; i < size && i < 12; ++i) {
    const PassRow& row = PassTable()[data[i] % PassTable().size()];
    bool needs_options = false;
    for (const AttrField& option : row.options) needs_options = needs_options || option.required;
    if (needs_options) continue;
    IRModule before = module;
    try {
      module = CreatePass(row.name)(module);
    } catch (const DiagnosticError&) {
      continue;
    }
    try {
      InferTypes(module);
    } catch (const DiagnosticError& error) {
      Finding(row.name,
              PrintModule(before) + "\n---\n" + PrintModule(module) + "\n" + error.what());
    }
  }
}

void Values(const uint8_t* data, size_t size) {
  uint64_t seed = 0;
  for (size_t i = 0; i < size && i < 8; ++i) seed = seed << 8 | data[i];
  ValueCounts counts;
  if (std::optional<ValueFinding> finding = CheckValues(seed, &counts)) {
    Finding(finding->passes, finding->explanation + "\n" + PrintModule(finding->program));
  }
}

void Onnx(const uint8_t* data, size_t size) {
  // Importing changes the buffer, so it gets a copy.
  try {
    frontend::DescribeOnnx(frontend::BufferOf(Text(data, size)));
  } catch (const DiagnosticError&) {
  }
  try {
    frontend::FromOnnx(frontend::BufferOf(Text(data, size)));
  } catch (const DiagnosticError&) {
  }
}

void TorchScript(const uint8_t* data, size_t size) {
  std::string_view bytes = Text(data, size);
  frontend::PytorchOptions options;
  options.inflate = Inflated;
  try {
    frontend::ModelDescription description =
        frontend::DescribeTorchScript(frontend::BufferOf(bytes), Inflated);
    InputShapes shapes(bytes);
    for (const frontend::ModelValue& input : description.inputs) {
      options.inputs.push_back(shapes.Next(input.name));
    }
  } catch (const DiagnosticError&) {
  }
  try {
    frontend::FromPytorch(frontend::BufferOf(bytes), options);
  } catch (const DiagnosticError&) {
  }
}

}  // namespace passcope::fuzz
