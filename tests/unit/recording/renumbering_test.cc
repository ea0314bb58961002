// A program whose values and blocks have other names is the same program, in every family.
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <regex>

#include "recording/passes.h"
#include "recording/text_diff.h"
#include "unit/recording/read_log.h"

namespace passcope::recording {
namespace {

struct Program {
  const char* name;
  Family family;
  // The names of values and blocks; the first group is what changes.
  const char* names;
  // How a new name is written.
  const char* prefix;
  const char* text;
};

const Program kPrograms[] = {
    {"LLVM", Family::kLlvm, R"((?:%|^(?=[\w.]+:))([\w.]+))", "",
     R"(define i32 @f(i32 %0, i32 %x) {
entry:
  %2 = icmp slt i32 %0, 0
  br i1 %2, label %5, label %3

3:                                                ; preds = %entry
  %4 = phi i32 [ %0, %entry ], [ %7, %3 ]
  %7 = add i32 %4, %x
  br i1 %2, label %3, label %5

5:                                                ; preds = %3, %entry
  %6 = phi i32 [ %x, %entry ], [ %7, %3 ]
  ret i32 %6
}
)"},
    {"MLIR", Family::kMlir, R"(([%^][\w]+))", "",
     R"(module {
  func.func @f(%arg0: memref<8xf32>, %arg1: i1) -> f32 {
    %cst = arith.constant 0.0 : f32
    %0:2 = scf.if %arg1 -> (f32, f32) {
      scf.yield %cst, %cst : f32, f32
    } else {
      %1 = arith.addf %cst, %cst : f32
      scf.yield %1, %cst : f32, f32
    }
    affine.for %arg2 = 0 to 8 {
      %2 = affine.load %arg0[%arg2] : memref<8xf32>
      affine.store %2, %arg0[%arg2] : memref<8xf32>
    }
    cf.br ^bb1(%0#1 : f32)
  ^bb1(%3: f32):  // 2 preds: ^bb0, ^bb1
    cf.cond_br %arg1, ^bb1(%3 : f32), ^bb2
  ^bb2:  // pred: ^bb1
    return %3 : f32
  }
}
)"},
    {"machine code", Family::kMachine, R"(%(\d+)|bb\.(\d+))", "",
     R"(# Machine code for function f: IsSSA, TracksLiveness
Function Live Ins: $edi in %1

bb.0 (%ir-block.0):
  successors: %bb.1(0x40000000), %bb.2(0x40000000)
  %1:gr32 = COPY $edi
  %2:gr32 = ADD32rr %1:gr32(tied-def 0), %1:gr32, implicit-def dead $eflags
  JCC_1 %bb.2, 4, implicit $eflags

bb.1:
; predecessors: %bb.0
  MOV32mr %stack.0, 1, $noreg, 0, $noreg, %2:gr32

bb.2:
; predecessors: %bb.0, %bb.1
  RET 0, $eax

# End machine code for function f.
)"},
    {"HLO", Family::kHlo, R"(%((?:p|add|mul)\.\d+))", "v.",
     R"(HloModule jit_f, entry_computation_layout={(f32[2]{0})->f32[2]{0}}

ENTRY %main.5 (p.1: f32[2]) -> f32[2] {
  %p.1 = f32[2]{0} parameter(0)
  %mul.2 = f32[2]{0} multiply(f32[2]{0} %p.1, f32[2]{0} %p.1), metadata={op_name="jit(f)/mul"}
  ROOT %add.3 = f32[2]{0} add(f32[2]{0} %mul.2, f32[2]{0} %p.1)
}
)"},
    {"TVMScript", Family::kTvmScript, R"(\b(A|B|i|vi|x|y)\b)", "v",
     R"(# from tvm.script import ir as I
@I.ir_module
class Module:
    @T.prim_func
    def f(x: T.handle, y: T.handle):
        A = T.match_buffer(x, (128,))
        B = T.match_buffer(y, (128,))
        for i in T.serial(128):
            with T.block("C"):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi] + T.float32(1)
)"},
    {"Relay", Family::kRelay, R"((%\w+))", "",
     R"(#[version = "0.0.5"]
def @main(%x: Tensor[(2, 2), float32] /* ty=Tensor[(2, 2), float32] */) {
  %0 = nn.relu(%x) /* ty=Tensor[(2, 2), float32] */;
  %1 = add(%0, %x);
  let %y = exp(%1);
  multiply(%y, %0)
}
)"},
    {"MIR", Family::kMir, R"(\b(_\d+|bb\d+)\b)", "",
     R"(// MIR for `f` after Inline

fn f(_1: u32) -> u32 {
    debug x => _1;
    let mut _0: u32;
    let mut _2: (u32, bool);

    bb0: {
        _2 = AddWithOverflow(copy _1, const 1_u32);
        assert(!move (_2.1: bool), "overflow") -> [success: bb1, unwind continue];
    }

    bb1: {
        _0 = move (_2.0: u32);
        return;
    }
}
)"},
    {"GIMPLE", Family::kGimple, R"(\b([a-z]*_\d+)\b|(?:bb |\()(\d+))", "",
     R"(
;; Function f (f, funcdef_no=0, decl_uid=1987, cgraph_uid=1, symbol_order=0)

int f (int a)
{
  int s;
  int _1;

  <bb 2> [local count: 118111600]:
  goto <bb 4>; [100.00%]

  <bb 3> [local count: 955630225]:
  _1 = a_2(D) * 4;
  s_3 = _1 + s_5;

  <bb 4> [local count: 1073741824]:
  # s_5 = PHI <0(2), s_3(3)>
  if (s_5 < a_2(D))
    goto <bb 3>; [89.00%]
  else
    goto <bb 2>; [11.00%]

}
)"},
};

// A new name of the same kind for an old one.
std::string NewName(const std::string& old, const Program& program, uint32_t number) {
  const std::string digits = std::to_string(number);
  if (program.family == Family::kMir) return (old[0] == '_' ? "_" : "bb") + digits;
  if (program.family == Family::kGimple) {
    const size_t bar = old.rfind('_');
    return bar == std::string::npos ? digits : old.substr(0, bar + 1) + digits;
  }
  if (program.family == Family::kMachine) return digits;
  if (program.family == Family::kLlvm) return number % 2 == 0 ? digits : "v" + digits;
  if (old[0] == '%' || old[0] == '^') return old.substr(0, 1) + "v" + digits;
  return program.prefix + digits;
}

// The program with all names replaced, each by another.
std::string Renamed(const Program& program, std::mt19937* random) {
  const std::string text = program.text;
  const std::regex names(program.names, std::regex::ECMAScript | std::regex::multiline);
  std::map<std::string, std::string> chosen;
  std::map<std::string, bool> used;
  std::string out;
  size_t at = 0;
  for (std::sregex_iterator match(text.begin(), text.end(), names), end; match != end; ++match) {
    const size_t group = (*match)[1].matched || match->size() < 3 ? 1 : 2;
    const std::string old = (*match)[group].str();
    // Blocks and values have their own names where their marks differ.
    const std::string key = std::to_string(group) + old;
    if (!chosen.contains(key)) {
      std::string name;
      do {
        name = NewName(old, program, (*random)() % 5000 + 100);
      } while (used[std::to_string(group) + name]);
      used[std::to_string(group) + name] = true;
      chosen[key] = name;
    }
    const auto begin = static_cast<size_t>(match->position(group));
    out += text.substr(at, begin - at) + chosen[key];
    at = begin + old.size();
  }
  return out + text.substr(at);
}

TEST_CASE("other names of values and blocks are no change", "[recording]") {
  std::mt19937 random(7);
  for (const Program& program : kPrograms) {
    INFO(program.name);
    CHECK(FamilyOf(program.text, Family::kPlain) == program.family);
    for (int i = 0; i < 20; ++i) {
      const std::string other = Renamed(program, &random);
      INFO(other);
      REQUIRE(other != program.text);
      TextStore texts;
      const TextId a = texts.Add(program.text, program.family);
      const TextId b = texts.Add(other, program.family);
      CHECK(SameProgram(&texts, a, b));
      CHECK(TextDiff(&texts).Hunks(a, b).empty());
    }
  }
}

TEST_CASE("a swapped operand is a change in every family", "[recording]") {
  const std::pair<const char*, std::pair<const char*, const char*>> kChanges[] = {
      {"LLVM", {"add i32 %4, %x", "add i32 %x, %4"}},
      {"MLIR", {"affine.store %2, %arg0[%arg2]", "affine.store %cst, %arg0[%arg2]"}},
      {"machine code", {"$noreg, %2:gr32", "$noreg, %1:gr32"}},
      {"HLO", {"%mul.2, f32[2]{0} %p.1)", "%p.1, f32[2]{0} %mul.2)"}},
      {"TVMScript", {"B[vi] = A[vi]", "A[vi] = B[vi]"}},
      {"Relay", {"add(%0, %x)", "add(%x, %0)"}},
      {"MIR", {"move (_2.0: u32)", "move (_1.0: u32)"}},
      {"GIMPLE", {"_1 + s_5", "s_5 + _1"}},
  };
  for (const auto& [name, change] : kChanges) {
    INFO(name);
    for (const Program& program : kPrograms) {
      if (program.name != std::string(name)) continue;
      std::string other = program.text;
      const size_t at = other.find(change.first);
      REQUIRE(at != std::string::npos);
      other.replace(at, std::string(change.first).size(), change.second);
      TextStore texts;
      const TextId a = texts.Add(program.text, program.family);
      const TextId b = texts.Add(other, program.family);
      CHECK_FALSE(SameProgram(&texts, a, b));
      const LineCounts counts = TextDiff(&texts).Count(a, b);
      CHECK(counts.added == 1);
      CHECK(counts.removed == 1);
    }
  }
}

}  // namespace
}  // namespace passcope::recording
