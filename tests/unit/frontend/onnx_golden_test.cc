// The program of each converter and its values. tests/golden/frontend/onnx has a file for each
// operator, with cases such as
//
//   == Gemm 13 transB=1 alpha=0.5
//   x0 float32 [2, 2]: 1 2 3 4
//   x1 const float32 [2, 2]: 1 0 0 1
//   outputs 1
//   -- program
//   …
//   -- values
//   float32 [2, 2]: 0.5 1 1.5 2
//
// `const` is an initializer, and `param` an initializer that stays a parameter of the program. A
// case with `param` keeps all its initializers as parameters. `-` is an omitted input.
// PASSCOPE_UPDATE_GOLDEN=1 writes the parts after the dashes; review the difference.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <sstream>

#include "onnx_builder.h"

namespace passcope::frontend::testing {
namespace {

namespace fs = std::filesystem;

struct Case {
  std::string head;                 // The line of the operator.
  std::vector<std::string> inputs;  // Their lines.
  int outputs = 1;
  std::string program, values;
};

std::vector<Case> ReadCases(const fs::path& path) {
  std::ifstream file(path);
  std::vector<Case> cases;
  enum { kInputs, kProgram, kValues } part = kInputs;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("== ")) {
      cases.push_back({line, {}, 1, "", ""});
      part = kInputs;
    } else if (line == "-- program") {
      part = kProgram;
    } else if (line == "-- values") {
      part = kValues;
    } else if (part == kProgram) {
      cases.back().program += line + "\n";
    } else if (part == kValues) {
      cases.back().values += line + "\n";
    } else if (line.starts_with("outputs ")) {
      cases.back().outputs = std::stoi(line.substr(8));
    } else {
      cases.back().inputs.push_back(line);
    }
  }
  return cases;
}

// "float32 [2, 2]: 1 2 3 4".
NDArray ReadArray(const std::string& text) {
  std::istringstream in(text);
  std::string dtype;
  in >> dtype;
  size_t open = text.find('['), close = text.find(']');
  std::vector<int64_t> shape;
  std::istringstream sizes(text.substr(open + 1, close - open - 1));
  for (std::string size; std::getline(sizes, size, ',');) shape.push_back(std::stoll(size));
  NDArray array = MakeNDArray(shape, *DataType::Parse(dtype));
  std::istringstream numbers(text.substr(text.find(':') + 1));
  std::string number;
  for (size_t i = 0; i < array->size(); ++i) {
    REQUIRE(numbers >> number);
    if (array->dtype.is_float()) {
      StoreDouble(array, i, std::stod(number));
    } else {
      StoreInt(array, i, std::stoll(number));
    }
  }
  return array;
}

std::string WriteArray(const NDArray& array) {
  std::string text = array->dtype.str() + " [";
  for (size_t i = 0; i < array->shape.size(); ++i) {
    text += (i ? ", " : "") + std::to_string(array->shape[i]);
  }
  text += "]:";
  for (size_t i = 0; i < array->size(); ++i) {
    char number[32];
    if (array->dtype.is_float()) {
      std::snprintf(number, sizeof(number), " %.5g", array->ToDouble(i));
    } else {
      std::snprintf(number, sizeof(number), " %lld", static_cast<long long>(array->ToInt(i)));
    }
    text += number;
  }
  return text + "\n";
}

// "axis=1", "alpha=0.5", "mode=\"edge\"", "pads=[1, 1]", "value={float32 [1]: 1}". Blanks occur
// only in brackets.
std::vector<OnnxAttr> ReadAttributes(const std::string& text, std::vector<std::string>* names) {
  std::vector<std::pair<std::string, std::string>> items;
  for (size_t at = 0; at < text.size();) {
    size_t equals = text.find('=', at);
    char first = text[equals + 1];
    char last = first == '[' ? ']' : first == '{' ? '}' : first == '"' ? '"' : ' ';
    size_t end = last == ' ' ? text.find(' ', equals) : text.find(last, equals + 2) + 1;
    end = std::min(end, text.size());
    items.emplace_back(text.substr(at, equals - at), text.substr(equals + 1, end - equals - 1));
    at = end + 1;
  }
  names->reserve(items.size());
  std::vector<OnnxAttr> attrs;
  for (const auto& [name, value] : items) {
    names->push_back(name);
    const char* key = names->back().c_str();
    std::string inner = value.size() > 1 ? value.substr(1, value.size() - 2) : "";
    bool real = value.find('.') != value.npos;
    if (value[0] == '"') {
      attrs.emplace_back(key, inner.c_str());
    } else if (value[0] == '{') {
      attrs.emplace_back(key, ReadArray(inner));
    } else if (value[0] == '[') {
      std::vector<float> reals;
      std::vector<int64_t> ints;
      std::istringstream in(inner);
      for (std::string item; std::getline(in, item, ',');) {
        reals.push_back(std::stof(item));
        ints.push_back(real ? 0 : std::stoll(item));
      }
      if (real) {
        attrs.emplace_back(key, reals);
      } else {
        attrs.emplace_back(key, ints);
      }
    } else if (real) {
      attrs.emplace_back(key, std::stod(value));
    } else {
      attrs.emplace_back(key, std::stoi(value));
    }
  }
  return attrs;
}

void Run(Case* each) {
  std::istringstream head(each->head.substr(3));
  std::string op;
  int64_t opset;
  head >> op >> opset;
  std::string rest;
  std::getline(head >> std::ws, rest);
  std::vector<std::string> names;
  std::vector<OnnxAttr> attrs = ReadAttributes(rest, &names);

  OnnxModel model(opset);
  std::vector<std::string> inputs;
  std::map<std::string, Value, std::less<>> values;
  OnnxOptions options;
  for (const std::string& line : each->inputs) {
    if (line == "-") {
      inputs.emplace_back();
      continue;
    }
    size_t blank = line.find(' ');
    std::string name = line.substr(0, blank), text = line.substr(blank + 1);
    bool is_const = text.starts_with("const "), is_param = text.starts_with("param ");
    NDArray array = ReadArray(is_const || is_param ? text.substr(6) : text);
    inputs.push_back(name);
    values.emplace(name, array);
    if (is_const || is_param) {
      model.Initializer(name, array);
    } else {
      model.Input(name, array->dtype, array->shape);
    }
    if (is_param) options.freeze_params = false;
  }
  std::vector<std::string> outputs;
  for (int i = 0; i < each->outputs; ++i) outputs.push_back("y" + std::to_string(i));
  model.Node(op, inputs, outputs, attrs);
  for (const std::string& output : outputs) model.Output(output);

  IRModule module = ImportOnnx(model, options);
  std::string text = PrintModule(module, PrintOptions::WithoutMetaData());
  // Without the version and, if there are constants, TVM's remark about them.
  text = text.substr(text.find('\n') + 1);
  each->program = text.substr(0, text.find("\n}\n") + 3);
  std::vector<Value> args;
  for (const Expr& param : module->Find("main")->params()) {
    args.push_back(values.find(As<VarNode>(param)->name().view())->second);
  }
  Value result = Evaluate(module, "main", args);
  each->values.clear();
  if (result.is_tensor()) {
    each->values = WriteArray(result.tensor());
  } else {
    for (const Value& field : result.fields()) each->values += WriteArray(field.tensor());
  }
}

// The last digits of numbers can differ between machines.
bool SameValues(const std::string& expected, const std::string& actual) {
  std::istringstream a(expected), b(actual);
  std::string x, y;
  while (a >> x) {
    if (!(b >> y)) return false;
    if (x == y) continue;
    char *x_end, *y_end;
    double p = std::strtod(x.c_str(), &x_end), q = std::strtod(y.c_str(), &y_end);
    if (*x_end || *y_end) return false;
    if (std::abs(p - q) > 1e-4 * std::max(1.0, std::abs(p))) return false;
  }
  return !(b >> y);
}

TEST_CASE("converters of ONNX operators make the programs of the golden files",
          "[frontend][onnx][golden]") {
  fs::path folder = PASSCOPE_SOURCE_DIR "/tests/golden/frontend/onnx";
  bool update = std::getenv("PASSCOPE_UPDATE_GOLDEN") != nullptr;
  int files = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    ++files;
    std::vector<Case> cases = ReadCases(entry.path());
    std::string written;
    for (const Case& golden : cases) {
      INFO(entry.path().filename().string() << "\n" << golden.head);
      Case actual = golden;
      Run(&actual);
      if (!update) {
        CHECK(actual.program == golden.program);
        INFO(actual.values);
        CHECK(SameValues(golden.values, actual.values));
        continue;
      }
      written += actual.head + "\n";
      for (const std::string& input : actual.inputs) written += input + "\n";
      written += "outputs " + std::to_string(actual.outputs) + "\n";
      written += "-- program\n" + actual.program + "-- values\n" + actual.values;
    }
    if (update) std::ofstream(entry.path()) << written;
  }
  REQUIRE(files > 50);
}

}  // namespace
}  // namespace passcope::frontend::testing
