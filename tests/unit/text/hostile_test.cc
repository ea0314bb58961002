// Texts that need too much: each gives a result or a diagnostic, quickly and in little memory.
#include <catch2/catch.hpp>
#include <limits>

#include "diagnostics/diagnostic.h"
#include "pass/registry.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/type_inference/infer_type.h"
#include "unit/deep.h"

namespace passcope {
namespace {

constexpr const char* kVersion = "#[version = \"0.0.5\"]\n";

std::string Repeat(std::string_view text, size_t count) {
  std::string out;
  out.reserve(text.size() * count);
  for (size_t i = 0; i < count; ++i) out += text;
  return out;
}

// Parses, infers types, folds constants and prints. Returns the kind of the first diagnostic.
std::string Outcome(const std::string& body) {
  std::string text = std::string(kVersion) + body;
  try {
    IRModule module = InferTypes(ParseModule(text, "test"));
    module = CreatePass("FoldConstant")(module);
    PrintModule(module);
    return "ok";
  } catch (const DiagnosticError& error) {
    return DiagKindName(error.diagnostics()[0].kind);
  }
}

TEST_CASE("nesting of many levels", "[hostile][deep]") {
  OnSmallStack([] {
    const size_t levels = DeepLevels();

    auto nest = [levels](const char* open, const char* inside, const char* close) {
      return "def @main() { " + Repeat(open, levels) + inside + Repeat(close, levels) + " }";
    };
    CHECK(Outcome(nest("(", "1", ")")) == "ok");
    CHECK(Outcome(nest("-", "1", "")) == "ok");
    CHECK(Outcome(nest("(", "1", ",)")) == "nesting-too-deep");
    CHECK(Outcome(nest("{", "1", "}")) == "nesting-too-deep");
    CHECK(Outcome(nest("fn () {", "1", "}")) == "nesting-too-deep");
    CHECK(Outcome(nest("if (True) {", "1", "} else { 2 }")) == "nesting-too-deep");
    CHECK(Outcome(nest("(", "", "")) == "syntax-error");
    CHECK(Outcome("/*" + Repeat("/*", levels)) == "syntax-error");
  });
}

TEST_CASE("tensors that no memory holds are never made", "[hostile]") {
  for (const char* body : {
           "zeros(shape=[100000, 100000, 100000], dtype=\"float32\")",
           "ones(shape=[268435456], dtype=\"float32\")",
           "full(1f, shape=[1000000000], dtype=\"float32\")",
           "broadcast_to(1f, shape=[1000000000])",
           "tile(1f, reps=[1000000, 1000000])",
           "repeat(repeat(ones(shape=[1], dtype=\"int8\"), repeats=1000000, axis=0), "
           "repeats=1000000, axis=0)",
           "nn.pad(ones(shape=[1], dtype=\"float32\"), 0f, pad_width=[[0, 1000000000]])",
       }) {
    INFO(body);
    CHECK(Outcome(std::string("def @main() { ") + body + " }") == "ok");
  }
}

TEST_CASE("shapes whose sizes overflow", "[hostile]") {
  CHECK(Outcome("def @main(%x: Tensor[(9223372036854775807, 9223372036854775807), float32]) "
                "{ nn.relu(%x) }") == "ok");
  CHECK(Outcome("def @main(%x: Tensor[(4294967296, 4294967296), float32]) "
                "{ reshape(%x, newshape=[-1]) }") == "ok");
  CHECK(Outcome("def @main(%x: Tensor[(9223372036854775807), float32]) "
                "{ concatenate((%x, %x)) }") == "ok");
  CHECK(Outcome("def @main(%x: Tensor[(99999999999999999999), float32]) { %x }") ==
        "invalid-number");
}

TEST_CASE("bytes that are no text", "[hostile]") {
  CHECK(Outcome("def @main() { \"\xFF\xFE\" }") == "invalid-utf8");
  CHECK(Outcome(std::string("def @main() { \0 }", 17)) == "invalid-token");
  CHECK(Outcome("def @main(%" + Repeat("x", 10000000) + ": int32) { 1 }") == "ok");
  CHECK(Outcome(Repeat(" ", 10000000)) == "ok");
}

TEST_CASE("dimensions that share operands", "[hostile]") {
  std::string nodes;
  for (int i = 3; i < 63; ++i) {
    std::string next = std::to_string(i + 1);
    nodes +=
        R"({"type_key": "tir.Add", "attrs": {"a": ")" + next + R"(", "b": ")" + next + "\"}}, ";
  }
  CHECK(Outcome("def @main(%x: Tensor[(meta[tir.Add][0]), float32]) { %x }\n#[metadata]\n"
                R"({"root": 1, "nodes": [{"type_key": ""}, {"type_key": "Map", "keys": )"
                R"(["tir.Add"], "data": [2]}, {"type_key": "Array", "data": [3]}, )" +
                nodes + R"({"type_key": "tir.SizeVar", "attrs": {"name": "64"}}, )" +
                R"({"type_key": "runtime.String", "repr_str": "n"}]})") == "ok");
}

TEST_CASE("many type parameters", "[hostile]") {
  std::string params = "T0";
  for (int i = 1; i < 100000; ++i) params += ", T" + std::to_string(i);
  CHECK(Outcome("def @main[" + params + "](%x: int32) { %x }") == "ok");
}

TEST_CASE("metadata that lies about sizes", "[hostile]") {
  Expr fields[] = {Constant(MakeNDArray({8}, DataType::Float(32)))};
  std::string text = PrintModule(ModuleFromExpr(Tuple(fields)));
  text.erase(0, std::string(kVersion).size());
  REQUIRE(Outcome(text) == "ok");
  // After 24 bytes of header: rank, data type, a dimension, the length in bytes.
  size_t data = text.find("b64ndarrays");
  size_t start = text.find('"', text.find('[', data)) + 1;
  for (size_t at = start; at < start + 70; ++at) {
    for (char c : {'A', '/', 'f', '"', '='}) {
      std::string changed = text;
      changed[at] = c;
      INFO(at << " " << c);
      std::string outcome = Outcome(changed);
      CHECK((outcome == "ok" || outcome == "bad-metadata" || outcome == "tensor-too-large" ||
             outcome == "syntax-error" || outcome == "unsupported"));
    }
  }
  CHECK(Outcome(text.substr(0, start + 60)) == "bad-metadata");
}

TEST_CASE("an integer is no symbol", "[hostile]") {
  Dim symbol = Dim::Symbol("n");
  REQUIRE(symbol.raw() < -9'223'372'032'559'808'512);
  // As a size, and at a place for any integer.
  for (int64_t raw : {symbol.raw(), std::numeric_limits<int64_t>::min()}) {
    std::string number = std::to_string(raw);
    CHECK(Outcome("def @main(%x: Tensor[(1, 3, 8, 8), float32]) {\n  image.resize2d(%x, size=[" +
                  number + ", 4], roi=[0f, 0f, 0f, 0f])\n}") == "bad-attribute");
    CHECK(Outcome("def @main(%x: Tensor[(1, 3), float32]) {\n  strided_slice(%x, begin=[" + number +
                  "], end=[2], strides=[1], axes=None)\n}") == "ok");
  }
}

}  // namespace
}  // namespace passcope
