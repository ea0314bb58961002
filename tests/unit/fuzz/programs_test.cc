// Findings of mutated programs stay fixed: tests/fuzz/inputs/programs has the cases.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "generator/program_check.h"
#include "generator/program_mutator.h"

namespace passcope {
namespace {

TEST_CASE("Programs that fuzzing found", "[fuzz][programs]") {
  int cases = 0;
  const std::string folder = std::string(PASSCOPE_SOURCE_DIR) + "/tests/fuzz/inputs/programs";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::string name = entry.path().filename().string();
    CAPTURE(name);
    std::ifstream file(entry.path(), std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    ProgramCase program = ReadProgramCase(text);
    ProgramCounts counts;
    auto finding = CheckProgram(program.text, program.pipelines, &counts);
    if (finding) FAIL_CHECK(finding->signature << "\n" << finding->detail);
    ++cases;
  }
  CHECK(cases > 0);
}

TEST_CASE("The same seed makes the same program and pipelines", "[fuzz][programs]") {
  ProgramMutator mutator(
      {"#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(2, 3), float32]) {\n"
       "  nn.relu(add(%x, 1f))\n}\n"});
  ProgramCounts counts;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    CHECK(mutator.Make(seed) == mutator.Make(seed));
    CHECK(RandomPipelines(seed) == RandomPipelines(seed));
    auto finding = CheckProgram(mutator.Make(seed), RandomPipelines(seed), &counts);
    if (finding) FAIL_CHECK(finding->signature << "\n" << finding->detail);
  }
  CHECK(counts.texts == 50);
  CHECK(counts.typed > 10);
}

TEST_CASE("A case is read as it was written", "[fuzz][programs]") {
  ProgramCase read =
      ReadProgramCase(WriteProgramCase({"fn () { 1 }\n", {"FoldConstant", "Inline"}}));
  CHECK(read.text == "fn () { 1 }\n");
  CHECK(read.pipelines == std::vector<std::string>{"FoldConstant", "Inline"});
}

}  // namespace
}  // namespace passcope
