// Checks mutated programs, one after the other: a shard of `npm run fuzz -- --target programs`.
//
//   passcope_programs [--pipeline P]… STATUS FIRST STEP LAST FILE…
//       checks the seeds FIRST, FIRST + STEP, … below LAST
//   passcope_programs [--pipeline P]… --make SEED FILE…
//       prints the case of a seed
//   passcope_programs --check FILE
//       checks a case (generator/program_check.h)
//
// Each finding is a line of JSON. The last line has the counts. The file STATUS contains the
// current seed. If a seed takes too long or ends this process, the caller finds it there. Given
// pipelines replace random ones.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include "generator/program_check.h"
#include "generator/program_mutator.h"
#include "support/json_writer.h"

namespace passcope {
namespace {

std::string ReadFile(const char* name) {
  std::ifstream file(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

constexpr size_t kMostDetail = 4000;

void Print(JsonWriter& json) {
  std::string line = json.Take();
  std::fwrite(line.data(), 1, line.size(), stdout);
  std::fputc('\n', stdout);
  std::fflush(stdout);
}

void PrintFinding(const ProgramFinding& finding, uint64_t seed, const std::string& text) {
  JsonWriter json;
  json.BeginObject();
  json.Key("signature").String(finding.signature);
  json.Key("seed").Int(static_cast<int64_t>(seed));
  json.Key("detail").String(finding.detail.substr(0, kMostDetail));
  ProgramCase program{text, {}};
  if (!finding.pipeline.empty()) program.pipelines.push_back(finding.pipeline);
  json.Key("case").String(WriteProgramCase(program));
  json.EndObject();
  Print(json);
}

int CheckFile(const char* name) {
  ProgramCase program = ReadProgramCase(ReadFile(name));
  ProgramCounts counts;
  auto finding = CheckProgram(program.text, program.pipelines, &counts);
  if (finding) PrintFinding(*finding, 0, program.text);
  return finding ? 1 : 0;
}

int Main(int argc, char** argv) {
  if (argc == 3 && std::strcmp(argv[1], "--check") == 0) return CheckFile(argv[2]);
  std::vector<std::string> given;
  for (; argc > 2 && std::strcmp(argv[1], "--pipeline") == 0; argc -= 2, argv += 2) {
    given.emplace_back(argv[2]);
  }
  auto pipelines_of = [&](uint64_t seed) { return given.empty() ? RandomPipelines(seed) : given; };
  bool make = argc >= 3 && std::strcmp(argv[1], "--make") == 0;
  if (!make && argc < 5) return 2;
  std::vector<std::string> texts;
  for (int i = make ? 3 : 5; i < argc; ++i)
    texts.push_back(ReadProgramCase(ReadFile(argv[i])).text);
  ProgramMutator mutator(std::move(texts));
  if (make) {
    uint64_t seed = std::strtoull(argv[2], nullptr, 10);
    std::string file = WriteProgramCase({mutator.Make(seed), pipelines_of(seed)});
    std::fwrite(file.data(), 1, file.size(), stdout);
    return 0;
  }
  uint64_t first = std::strtoull(argv[2], nullptr, 10), step = std::strtoull(argv[3], nullptr, 10),
           last = std::strtoull(argv[4], nullptr, 10);
  std::FILE* status = std::fopen(argv[1], "w");
  ProgramCounts counts;
  for (uint64_t seed = first; seed < last; seed += step) {
    std::string text = mutator.Make(seed);
    std::vector<std::string> pipelines = pipelines_of(seed);
    if (status) {
      std::rewind(status);
      std::fprintf(status, "%llu\n", static_cast<unsigned long long>(seed));
      std::fflush(status);
    }
    if (auto finding = CheckProgram(text, pipelines, &counts)) PrintFinding(*finding, seed, text);
  }
  JsonWriter json;
  json.BeginObject();
  json.Key("texts").Int(counts.texts);
  json.Key("typed").Int(counts.typed);
  json.Key("pipelines").Int(counts.pipelines);
  json.Key("refused").Int(counts.refused);
  json.Key("compared").Int(counts.compared);
  json.EndObject();
  Print(json);
  return 0;
}

}  // namespace
}  // namespace passcope

int main(int argc, char** argv) { return passcope::Main(argc, argv); }
