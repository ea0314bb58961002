// Folders of dumps, by the names that compilers give to files.
#include <catch2/catch.hpp>

#include "unit/recording/read_log.h"

namespace passcope::recording {
namespace {

using Strings = std::vector<std::string>;

Strings Read(const std::map<std::string, std::string>& files, Format format) {
  Recording log;
  ReadFiles(files, &log);
  CHECK(log.format == format);
  return Rows(log);
}

TEST_CASE("LLVM's -ir-dump-directory is in the order of its numbers", "[recording]") {
  const std::string f = "define i32 @f(i32 %0) {\n  ret i32 %0\n}\n";
  const std::string hash = "-5dd4422009452d63-function-cd05f81f47bfb733-";
  CHECK(Read({{"10" + hash + "B<llvm::C-D>-after.ll",
               "; *** IR Dump After B<llvm::C-D> on f ***\n" + f},
              {"2" + hash + "SROAPass-after.ll", "; *** IR Dump After SROAPass on f ***\n" + f},
              {"2" + hash + "SROAPass-before.ll", "; *** IR Dump Before SROAPass on f ***\n" + f}},
             Format::kLlvm) == Strings{"SROAPass||f|ran", "B<llvm::C-D>||f|ran"});
}

TEST_CASE("MLIR's tree is in the order of its counters", "[recording]") {
  auto dump = [](const std::string& pass) {
    return "// -----// IR Dump After " + pass + " //----- //\nmodule {\n}\n";
  };
  const std::string top = "t/builtin_module_no-symbol-name/";
  CHECK(Read({{top + "1_inline.mlir", dump("I (inline)")},
              {top + "10_z.mlir", dump("Z (z)")},
              {top + "2_cse.mlir", dump("C (cse)")},
              {top + "func_func_f/0_0_canonicalize.mlir", dump("A (canonicalize)")},
              {top + "func_func_f/2_10_d.mlir", dump("E (e)")},
              {top + "func_func_f/2_2_d.mlir", dump("D (d)")}},
             Format::kMlir) == Strings{"A|canonicalize||ran", "I|inline||ran", "C|cse||ran",
                                       "D|d||ran", "E|e||ran", "Z|z||ran"});
}

TEST_CASE("GCC's dumps have functions", "[recording]") {
  const std::string f = "\n;; Function f (f, funcdef_no=0)\n\nint f (int a)\n{\n  return a_1;\n}\n";
  const std::string g = "\n;; Function f (f, funcdef_no=0)\n\nint f (int a)\n{\n  return 0;\n}\n";
  CHECK(Read({{"a.c.254r.expand", f}, {"a.c.005t.original", f}, {"a.c.113t.mergephi2", g}},
             Format::kGcc) ==
        Strings{"original|||ran", "mergephi2|||ran|changed", "expand|||ran|changed"});
}

TEST_CASE("rustc's dumps are by function", "[recording]") {
  const std::string before =
      "// MIR for `f` before Inline\n\nfn f(_1: u32) -> u32 {\n    bb0: {\n        return;\n    "
      "}\n}\n";
  const std::string after =
      "// MIR for `f` after Inline\n\nfn f(_1: u32) -> u32 {\n    bb0: {\n        _0 = _1;\n       "
      " return;\n    }\n}\n";
  CHECK(Read({{"r.f.3-3-010.Inline.after.mir", after},
              {"r.f.3-3-010.Inline.before.mir", before},
              {"r.f.-------.nll.0.mir", "// MIR for `f` 0 nll\n\nfn f(_1: u32) -> u32 {\n}\n"},
              {"r.f.-------.nll.0.regioncx.all.dot", "digraph {}\n"}},
             Format::kRustc) == Strings{"nll||f|ran", "Inline||f|ran|changed"});
}

TEST_CASE("XLA's dumps are by module", "[recording]") {
  auto text = [](const std::string& op) {
    return "HloModule jit_f\n\nENTRY %main (p: f32[]) -> f32[] {\n  ROOT %r = f32[] " + op +
           "(f32[] %p)\n}\n";
  };
  const Strings rows = {"simplify|||ran|changed", "dce|||ran", "optimizations|||ran"};
  const std::map<std::string, std::string> files = {
      {"module_0001.jit_f.before_optimizations.txt", text("negate")},
      {"module_0001.jit_f.0002.simplification.after_dce.before_pipeline-end.txt", text("abs")},
      {"module_0001.jit_f.0001.simplification.after_simplify.before_dce.txt", text("abs")},
      {"module_0001.jit_f.cpu_after_optimizations.txt", text("abs")}};
  CHECK(Read(files, Format::kXla) == rows);
  // The same files as a stream.
  std::string stream;
  for (const char* name : {"module_0001.jit_f.before_optimizations.txt",
                           "module_0001.jit_f.0001.simplification.after_simplify.before_dce.txt"}) {
    stream +=
        "*** Begin " + std::string(name) + " ***\n" + files.at(name) + "*** End " + name + " ***\n";
  }
  Recording log;
  ReadLog(stream, &log);
  CHECK(Rows(log) == Strings{"simplify|||ran|changed"});
}

TEST_CASE("files with numbers are dumps", "[recording]") {
  const std::string relay = "#[version = \"0.0.5\"]\ndef @main(%x: int32) {\n  abs(%x)\n}\n";
  CHECK(Read({{"001_InferType.py", relay}, {"000_Simplify.py", relay}, {"notes.txt", "hello\n"}},
             Format::kTvm) == Strings{"Simplify|||ran", "InferType|||ran"});
  CHECK(Read({{"10-b.txt", "y\n"}, {"9-a_before.txt", "x\n"}, {"9-a_after.txt", "y\n"}},
             Format::kNumbered) == Strings{"a|||ran|changed", "b|||ran"});
  CHECK(Read({{"m.1.input.mlir", "x\n"}, {"m.2.flow.mlir", "y\n"}}, Format::kNumbered) ==
        Strings{"input|||ran", "flow|||ran|changed"});
}

TEST_CASE("files of something else are named", "[recording]") {
  Recording log;
  ReadFiles({{"a.txt", "hello\n"}, {"1_a.txt", "x\n"}}, &log);
  REQUIRE(log.unread.size() == 1);
  CHECK(log.Name(log.unread[0].file) == "a.txt");
}

}  // namespace
}  // namespace passcope::recording
