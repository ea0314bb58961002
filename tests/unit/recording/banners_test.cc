// What single lines announce, in all versions of the compilers.
#include "recording/banners.h"

#include <catch2/catch.hpp>
#include <string>

namespace passcope::recording {
namespace {

std::string Text(const std::optional<Banner>& banner) {
  if (!banner) return "none";
  constexpr const char* kPhases[] = {"before", "after", "start"};
  std::string text = kPhases[static_cast<size_t>(banner->phase)];
  for (std::string_view part : {banner->name, banner->argument, banner->options, banner->unit}) {
    text += "|" + std::string(part);
  }
  if (!banner->symbol.empty()) text += " " + std::string(banner->symbol);
  return text + "|" + std::string(StatusName(banner->status)) +
         (banner->has_text ? "" : "|no text");
}

TEST_CASE("banners of MLIR have names, arguments and units", "[recording]") {
  const std::string start = "// -----// IR Dump ", end = " //----- //";
  auto read = [&](const std::string& middle) { return Text(ReadMlirBanner(start + middle + end)); };
  CHECK(read("After CSE (cse)") == "after|CSE|cse|||ran");
  CHECK(read("Before CSE") == "before|CSE||||ran");
  CHECK(read("After X ()") == "after|X||||ran");
  CHECK(read("After (anonymous namespace)::P Failed (test-p)") ==
        "after|(anonymous namespace)::P|test-p|||failed");
  CHECK(read("After CSE (cse) ('func.func' operation: @f)") == "after|CSE|cse||func.func @f|ran");
  CHECK(read("After CSE (cse) ('builtin.module' operation)") ==
        "after|CSE|cse||builtin.module|ran");
  CHECK(read("After C: cse{a=1 b={c=2}} ('builtin.module' operation)") ==
        "after|C|cse|a=1 b={c=2}|builtin.module|ran");
  CHECK(read("After (anonymous namespace)::P Failed: test-p") ==
        "after|(anonymous namespace)::P|test-p|||failed");
  CHECK(read("After C: cse{x=(a) y=\"(b)\"}") == "after|C|cse|x=(a) y=\"(b)\"||ran");
  CHECK(read("here") == "start|here||||ran");
  CHECK(read("") == "start|print-ir||||ran");
  CHECK(Text(ReadMlirBanner("// -----// IR Dump After CSE (cse)")) == "none");
}

TEST_CASE("banners of LLVM have names, arguments and units", "[recording]") {
  auto read = [](const std::string& line) { return Text(ReadLlvmBanner(line)); };
  CHECK(read("; *** IR Dump After SROAPass on f ***") == "after|SROAPass|||f|ran");
  CHECK(read("; *** IR Dump Before 12-SROAPass on f ***") == "before|SROAPass|||f|ran");
  CHECK(read("*** IR Dump After RequireAnalysisPass<llvm::A, llvm::B<C> > on [module] ***") ==
        "after|RequireAnalysisPass<llvm::A, llvm::B<C> >|||[module]|ran");
  CHECK(read("*** IR Dump After P on loop %x in function f ***") ==
        "after|P|||loop %x in function f|ran");
  CHECK(read("*** IR Dump After P on Loop at depth 1 containing: %9<header> ***") ==
        "after|P|||Loop at depth 1 containing: %9<header>|ran");
  CHECK(read("*** IR Dump After P on (f, g) ***") == "after|P|||(f, g)|ran");
  CHECK(read("*** IR Dump After P on f omitted because no change ***") ==
        "after|P|||f|unchanged|no text");
  CHECK(read("*** IR Dump After P on f filtered out ***") == "after|P|||f|filtered|no text");
  CHECK(read("*** IR Pass P on f ignored ***") == "after|P|||f|ignored|no text");
  CHECK(read("*** IR Pass P invalidated ***") == "after|P||||invalidated|no text");
  CHECK(read("*** IR Deleted After P on f ***") == "after|P|||f|deleted|no text");
  CHECK(read("*** IR Dump After P on f (invalidated) ***") == "after|P|||f|invalidated");
  CHECK(read("*** IR Dump At Start ***") == "start|||||ran");
  CHECK(read("# *** IR Dump After X86 DAG->DAG Instruction Selection (x86-isel) ***:") ==
        "after|X86 DAG->DAG Instruction Selection|x86-isel|||ran");
  CHECK(read("# *** IR Dump Before Greedy (greedy) *** (function: f)") ==
        "before|Greedy|greedy||f|ran");
  CHECK(
      read("*** IR Dump After X86 Load Value Injection (LVI) Load Hardening (x86-lvi-load) ***") ==
      "after|X86 Load Value Injection (LVI) Load Hardening|x86-lvi-load|||ran");
  CHECK(read("*** IR Dump After X86 DAG->DAG Instruction Selection (x86-isel) on f ***") ==
        "after|X86 DAG->DAG Instruction Selection|x86-isel||f|ran");
  CHECK(read("*** IR Dump After Machine InstCombiner (machine-combiner) on f omitted because no "
             "change ***") == "after|Machine InstCombiner|machine-combiner||f|unchanged|no text");
  CHECK(read("*** IR Dump After Insert stack protectors ***") ==
        "after|Insert stack protectors||||ran");
  CHECK(read("*** IR Dump After Loop Strength Reduction (loop-reduce) *** (loop: %7)") ==
        "after|Loop Strength Reduction|loop-reduce||%7|ran");
  const auto joined =
      ReadLlvmBanner("*** IR Dump After Inliner (inline) ***; Function Attrs: cold");
  CHECK(Text(joined) == "after|Inliner|inline|||ran");
  CHECK(joined->rest == "; Function Attrs: cold");
  CHECK(read("*** IR Dump After P on f *** trailing") == "none");
  CHECK(read("*** IR Dump After") == "none");
  CHECK(read("  *** IR Dump After P on f ***") == "none");
}

TEST_CASE("banners of TVM, XLA and rustc are read", "[recording]") {
  CHECK(Text(ReadTvmBanner("Before Running Pass: The meta data of the pass - pass name: FuseOps, "
                           "opt_level: 1, required passes: [InferType, ]")) ==
        "before|FuseOps||||ran");
  CHECK(Text(ReadTvmBanner("[12:00:00] /tvm/src/ir/transform.cc:592: PrintIR(now):")) ==
        "start|now||||ran");
  CHECK(Text(ReadXlaBanner("*** Begin module_0001.f.before_optimizations.txt ***")) ==
        "after|module_0001.f.before_optimizations.txt||||ran");
  CHECK(Text(ReadMirBanner("// MIR for `a::f` before Inline")) == "before|Inline|||a::f|ran");
  CHECK(Text(ReadMirBanner("// MIR for `f` 0 nll")) == "after|nll|||f|ran");
}

}  // namespace
}  // namespace passcope::recording
