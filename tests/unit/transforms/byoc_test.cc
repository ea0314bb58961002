// Bring your own code generator: composite functions, regions, functions for other compilers.
#include <algorithm>
#include <catch2/catch.hpp>

#include "analysis/annotated_regions.h"
#include "analysis/count_ops.h"
#include "diagnostics/diagnostic.h"
#include "ir/structural.h"
#include "op/op.h"
#include "pass/registry.h"
#include "transforms/annotate_target.h"
#include "transforms/merge_composite.h"
#include "unit/deep.h"
#include "unit/transforms/on_text.h"

namespace passcope {
namespace {

AttrDict Supported(const AttrArray& ops) { return {{"accel", ops}}; }
Pass Annotate(const AttrArray& ops, bool non_calls = true) {
  return CreatePass("AnnotateTarget", {{"targets", AttrArray{"accel"}},
                                       {"include_non_call_ops", non_calls},
                                       {"supported", Supported(ops)}});
}
IRModule Run(const std::vector<Pass>& passes, IRModule module) {
  for (const Pass& pass : passes) module = RunPass(pass, module);
  return module;
}
// Annotates, merges and partitions.
IRModule Partitioned(const AttrArray& ops, const IRModule& module, bool bind_constants = true) {
  return Run({Annotate(ops), CreatePass("MergeCompilerRegions"),
              CreatePass("PartitionGraph", {{"bind_constants", bind_constants}})},
             module);
}
// The regions of annotations in `main`: for each, the compiler and its operators.
std::vector<std::pair<std::string, std::string>> RegionsOf(const IRModule& module) {
  AnnotatedRegions regions(module->Lookup("main"));
  std::vector<std::pair<std::string, std::string>> found;
  for (uint32_t i = 0; i < regions.size(); ++i) {
    if (regions.merged(i)) continue;
    std::string ops;
    for (const ExprNode* node : regions.NodesOf(i)) {
      const auto* call = As<CallNode>(node);
      const auto* op = call ? As<OpNode>(call->op()) : nullptr;
      if (op && !IsCompilerBegin(node) && !IsCompilerEnd(node))
        ops += std::string(op->name()) + " ";
      if (node->kind() == ExprKind::kTuple) ops += "tuple ";
    }
    found.emplace_back(regions.region(i).compiler, ops);
  }
  return found;
}
using Regions = std::vector<std::pair<std::string, std::string>>;

constexpr const char* kX = "%x: Tensor[(2, 3), float32]";
IRModule Main(const std::string& body, const std::string& params = kX) {
  return Read("def @main(" + params + ") { " + body + " }");
}
size_t Compiled(const IRModule& module) {
  size_t count = 0;
  for (const IRModuleNode::Item& item : module->functions) {
    const DictAttrs& attrs = As<FunctionNode>(item.function)->attrs;
    count += attrs && attrs->Find("Compiler") ? 1 : 0;
  }
  return count;
}

}  // namespace

TEST_CASE("AnnotateTarget: calls between begins and ends", "[byoc]") {
  IRModule module = Main("tanh(nn.relu(%x))");
  IRModule annotated = RunPass(Annotate({"nn.relu"}), module);
  CHECK(RegionsOf(annotated) == Regions{{"accel", "nn.relu "}, {"default", "tanh "}});
  CheckSameResults(module, annotated);
  // Existing annotations stay.
  CHECK(StructuralEqual(RunPass(Annotate({"nn.relu"}), annotated), annotated));
  // Another compiler gets the rest.
  Pass other = CreatePass("AnnotateTarget",
                          {{"targets", AttrArray{"other"}},
                           {"supported", AttrDict{{"other", AttrArray{"tanh", "nn.relu"}}}}});
  IRModule both = RunPass(other, annotated);
  CHECK(RegionsOf(both) == Regions{{"accel", "nn.relu "}, {"other", "tanh "}});
  CheckSameResults(module, both);
}

TEST_CASE("AnnotateTarget: the first target that takes a call has it", "[byoc]") {
  transform::AnnotateTargetOptions options{{"a", "b"}, true, {{"b", {"tanh"}}}};
  std::vector<std::string> asked;
  auto rule = [&](const char* target, const char* op, bool answer) {
    return transform::TargetRule{target, op, [&asked, target, answer](const Expr& call) {
                                   asked.push_back(target);
                                   CHECK(call->checked_type());
                                   return answer;
                                 }};
  };
  Pass pass = transform::AnnotateTarget(
      options, {rule("a", "tanh", false), rule("a", "exp", true), rule("b", "exp", true)});
  IRModule annotated = RunPass(pass, Main("exp(tanh(%x))"));
  CHECK(RegionsOf(annotated) == Regions{{"b", "tanh "}, {"a", "exp "}});
  CHECK(asked == std::vector<std::string>{"a", "a"});
  CHECK_THROWS_AS(Annotate({"no.such.op"}), DiagnosticError);
}

TEST_CASE("MergeComposite: the type of a composite function is not taken from its use", "[byoc]") {
  // A convolution gives a weight of unknown type the type of its data.
  IRModule module = Main(
      "%0 = nn.pad(%w, %z, pad_width=[[0, 1], [0, 0], [0, 0]]); "
      "nn.conv1d(%d, %0, channels=3, kernel_size=[2], out_dtype=\"int32\")",
      "%d: Tensor[(1, 1, 4), uint8], %w: Tensor[(2, 1, 2), int8], %z: int8");
  IRModule after =
      RunPass(CreatePass("MergeComposite",
                         {{"pattern_table", AttrDict{{"accel.pad", AttrArray{"nn.pad"}}}}}),
              module);
  CHECK(Write(after).find("Composite=\"accel.pad\") -> Tensor[(3, 1, 2), int8]") !=
        std::string::npos);
}

TEST_CASE("AnnotateTarget: a later run takes calls that an earlier one left", "[byoc]") {
  IRModule module = Main("(exp(%x),)");
  for (bool first : {false, true}) {
    CAPTURE(first);
    IRModule twice = Run({Annotate({"add"}, first), Annotate({"exp"})}, module);
    CHECK(Write(twice) == Write(Run({Annotate({"exp"})}, module)));
    CHECK(RegionsOf(Run({CreatePass("MergeCompilerRegions")}, twice)).size() == 1);
  }
}

TEST_CASE("AnnotateTarget: tuples go where their fields come from", "[byoc]") {
  IRModule module = Main("(nn.relu(%x), nn.relu(exp(%x)))");
  AttrArray ops = {"nn.relu", "exp"};
  auto takes_tuple = [](const Regions& regions, const char* compiler) {
    return std::count(regions.begin(), regions.end(), Regions::value_type{compiler, "tuple "}) == 1;
  };
  CHECK(takes_tuple(RegionsOf(RunPass(Annotate(ops), module)), "accel"));
  Regions calls = RegionsOf(RunPass(Annotate(ops, false), module));
  for (const auto& [compiler, what] : calls) CHECK(what != "tuple ");
  IRModule mixed = RunPass(Annotate({"nn.relu"}), Main("(nn.relu(%x), exp(%x))"));
  CHECK(takes_tuple(RegionsOf(mixed), "default"));
}

TEST_CASE("AnnotateTarget: conditions, lets and functions", "[byoc]") {
  for (bool non_calls : {true, false}) {
    IRModule module = Main(R"(
      if (%c) { let %v = nn.relu(%x); tanh(%v) } else { let %f = fn (%y: Tensor[(2, 3), float32]) { nn.relu(%y) }; %f(exp(%x)) })",
                           "%c: bool, " + std::string(kX));
    IRModule annotated = RunPass(Annotate({"nn.relu", "exp"}, non_calls), module);
    CHECK(PrintModule(annotated, {}).find("compiler_begin") != std::string::npos);
    IRModule partitioned =
        Run({CreatePass("MergeCompilerRegions"), CreatePass("PartitionGraph")}, annotated);
    CHECK(Compiled(partitioned) >= 3);
    CHECK(PrintModule(partitioned, {}).find("compiler_") == std::string::npos);
    CheckSameResults(module, partitioned);
  }
}

TEST_CASE("MergeCompilerRegions: neighbours become one region", "[byoc]") {
  IRModule module = Main("exp(nn.relu(tanh(%x)))");
  IRModule merged =
      Run({Annotate({"nn.relu", "tanh"}), CreatePass("MergeCompilerRegions")}, module);
  CHECK(RegionsOf(merged) == Regions{{"accel", "tanh nn.relu "}, {"default", "exp "}});
  CHECK(StructuralEqual(RunPass(CreatePass("MergeCompilerRegions"), merged), merged));
  CheckSameResults(module, merged);
}

TEST_CASE("MergeCompilerRegions: nothing goes out of a region and back into it", "[byoc]") {
  // The sum needs the first ReLU directly and through exp, which is in another region.
  IRModule module = Main("%0 = nn.relu(%x); add(%0, exp(%0))");
  AttrArray ops = {"nn.relu", "add"};
  IRModule merged = Run({Annotate(ops), CreatePass("MergeCompilerRegions")}, module);
  CHECK(RegionsOf(merged).size() == 3);
  IRModule partitioned = Partitioned(ops, module);
  CHECK(Compiled(partitioned) == 2);
  CheckSameResults(module, partitioned);
  // Parallel branches are joined.
  IRModule diamond = Main("%0 = nn.relu(%x); add(tanh(%0), exp(%0))");
  CHECK(RegionsOf(
            Run({Annotate({"nn.relu", "add", "tanh", "exp"}), CreatePass("MergeCompilerRegions")},
                diamond))
            .size() == 1);
}

// What a region reads can depend on another region of its compiler by any expression.
TEST_CASE("MergeCompilerRegions: dependencies through branches, lets, closures and tuples",
          "[byoc]") {
  struct Row {
    const char* what;
    const char* body;
  };
  for (const Row& row : std::initializer_list<Row>{
           {"if", "%0 = nn.relu(%x); add(%0, if (%k) { exp(%0) } else { %x })"},
           {"a condition",
            "%0 = nn.relu(%x); %1 = less(max(%0), 0.5f);"
            "add(%0, if (%1) { exp(%0) } else { nn.relu(%0) })"},
           {"let", "%0 = nn.relu(%x); add(%0, (let %v = tanh(%0); exp(%v)))"},
           {"a let outside of which the region is used",
            "%0 = nn.relu(%x); add(%0, (let %v = exp(%x); add(%0, %v)))"},
           {"a chain of lets",
            "%0 = nn.relu(%x); let %a = add(%0, %x); let %b = exp(%a);"
            "add(%b, add(%0, %a))"},
           {"a closure with a name",
            "%0 = nn.relu(%x);"
            "let %f = fn (%q: Tensor[(2, 3), float32]) { add(%0, exp(%q)) };"
            "add(%0, %f(%0))"},
           {"a closure",
            "%0 = nn.relu(%x); %1 = fn (%q: Tensor[(2, 3), float32]) "
            "{ add(%0, exp(%q)) }; %2 = %1(%x); add(%0, %2)"},
           {"a global function", "%0 = nn.relu(%x); %1 = @g(%0); add(%0, %1)"},
           {"a written reference",
            "%0 = nn.relu(%x); let %r = ref(%0);"
            "let %u = ref_write(%r, exp(%0)); add(%0, ref_read(%r))"},
           {"a reference", "%0 = nn.relu(%x); %1 = ref(exp(%0)); add(%0, ref_read(%1))"},
           {"tuples",
            "%0 = nn.relu(%x); %1 = split(%0, indices_or_sections=3, axis=1); %2 = %1.0;"
            "%3 = exp(%2); %4 = (%3, %1.1, %1.2); %5 = concatenate(%4, axis=1);"
            "add(%0, %5)"},
           {"match",
            "%0 = nn.relu(%x); %1 = match (C(%0, N)) {"
            "C(%h, %t) => add(exp(%h), %0), N => %0 }; add(%0, %1)"},
       }) {
    CAPTURE(row.what);
    const IRModule module = Read(
        "type L[A] { C(A, L[A]), N }\n"
        "def @g(%a: Tensor[(2, 3), float32]) { tanh(%a) }\n"
        "def @main(%x: Tensor[(2, 3), float32], %k: bool) { " +
        std::string(row.body) + " }");
    for (const AttrArray& ops : {AttrArray{"nn.relu", "add", "exp"}, AttrArray{"nn.relu", "add"},
                                 AttrArray{"nn.relu", "add", "exp", "split", "concatenate"},
                                 AttrArray{"nn.relu", "exp"}, AttrArray{"add", "exp"}}) {
      for (bool non_calls : {false, true}) {
        CAPTURE(ops.size(), non_calls);
        const IRModule partitioned =
            Run({Annotate(ops, non_calls), CreatePass("MergeCompilerRegions"),
                 CreatePass("PartitionGraph")},
                module);
        CHECK(Compiled(partitioned) > 0);
        CheckSameResults(module, partitioned);
      }
    }
  }
}

TEST_CASE("MergeCompilerRegions: what a region reads of itself is inside of it", "[byoc]") {
  // If relu and exp are one region, the sum reads two results of it and belongs to it.
  IRModule module = Main("%0 = nn.relu(%x); add(%0, exp(%0))");
  AttrArray ops = {"nn.relu", "exp", "add"};
  IRModule merged = Run({Annotate(ops), CreatePass("MergeCompilerRegions")}, module);
  CHECK(RegionsOf(merged) == Regions{{"accel", "nn.relu exp add "}});
  CHECK(CountOps(merged)["annotation.compiler_begin"] == 1);
  CHECK(CountOps(merged)["annotation.compiler_end"] == 1);
  CHECK(StructuralEqual(RunPass(CreatePass("MergeCompilerRegions"), merged), merged));
  CheckSameResults(module, Partitioned(ops, module));
  // Hand-written annotations can make a region that reads its own result through another one.
  std::string begin = "annotation.compiler_begin(", end = "annotation.compiler_end(",
              of = ", compiler=\"accel\")";
  IRModule cyclic =
      Main("%0 = " + begin + "%x" + of + "; %1 = nn.relu(%0); %2 = " + end + "%1" + of +
           "; %3 = exp(%2); %4 = " + begin + "%3" + of + "; %5 = add(%1, %4); " + end + "%5" + of);
  IRModule same = RunPass(CreatePass("MergeCompilerRegions"), cyclic);
  CHECK(RegionsOf(same).size() == 1);
  CheckSameResults(cyclic, same);
  CHECK_THROWS_AS(RunPass(CreatePass("PartitionGraph"), same), DiagnosticError);
}

TEST_CASE("functions keep their attributes, and compilers may have dots in their names", "[byoc]") {
  IRModule module =
      Read("def @main(" + std::string(kX) + ", mine=3, my.name=\"a.b\") {" + " exp(nn.relu(%x)) }" +
           "def @side_way(%y: Tensor[(2, 3), float32], other=1) { nn.relu(%y) }");
  Pass annotate =
      CreatePass("AnnotateTarget", {{"targets", AttrArray{"accel.v1"}},
                                    {"supported", AttrDict{{"accel.v1", AttrArray{"nn.relu"}}}}});
  Pass composite =
      CreatePass("MergeComposite",
                 {{"pattern_table", AttrDict{{"accel.v1.relu", AttrArray{"exp", "nn.relu"}}}}});
  IRModule out = module;
  for (const Pass& pass :
       {composite, annotate, CreatePass("MergeCompilerRegions"), CreatePass("PartitionGraph"),
        CreatePass("Inline"), CreatePass("OutlineCompilerFunctionsWithExistingGlobalSymbols")}) {
    out = RunPass(pass, out);
    CAPTURE(pass.info().name, PrintModule(out, {}));
    const DictAttrs& attrs = As<FunctionNode>(out->Lookup("main"))->attrs;
    REQUIRE(attrs);
    CHECK(*attrs->Find("mine")->get<int64_t>() == 3);
    CHECK(*attrs->Find("my.name")->get<std::string>() == "a.b");
    CheckSameResults(module, out);
  }
  for (const char* name :
       {"tvmgen_default_accel_v1_main_0", "tvmgen_default_accel_v1_side_way_0"}) {
    CAPTURE(name);
    const FunctionNode* function = out->Find(name);
    REQUIRE(function);
    CHECK(*function->attrs->Find("Compiler")->get<std::string>() == "accel.v1");
    CHECK(*function->attrs->Find("global_symbol")->get<std::string>() == name);
  }
  // As in TVM, a function marked as extern loses its other attributes.
  out =
      RunPass(CreatePass("MarkCompilerFunctionsAsExtern", {{"compiler_filter", "accel.v1"}}), out);
  const FunctionNode* marked = out->Find("tvmgen_default_accel_v1_main_0");
  REQUIRE(marked);
  CHECK(marked->attrs->Find("Extern"));
  CHECK_FALSE(marked->attrs->Find("Compiler"));
}

TEST_CASE("PartitionGraph: functions with attributes and names", "[byoc]") {
  IRModule module = Main("exp(nn.relu(tanh(%x)))");
  IRModule out = Partitioned({"nn.relu", "tanh"}, module);
  REQUIRE(out->functions.size() == 2);
  CHECK(Write(out) == R"(def @main(%x: Tensor[(2, 3), float32]) -> Tensor[(2, 3), float32] {
%0 = @tvmgen_default_accel_main_0(%x);
exp(%0)
}

def @tvmgen_default_accel_main_0(%accel_0_i0: Tensor[(2, 3), float32], global_symbol="tvmgen_default_accel_main_0", Primitive=1, Compiler="accel", Inline=1) -> Tensor[(2, 3), float32] {
%1 = tanh(%accel_0_i0);
nn.relu(%1)
}
)");
  CheckSameResults(module, out);
  // Nothing is left to partition.
  CHECK(RunPass(CreatePass("PartitionGraph"), out)->functions.size() == 2);
  IRModule named =
      Run({Annotate({"nn.relu"}), CreatePass("PartitionGraph", {{"mod_name", "my net"}})}, module);
  CHECK(named->Find("tvmgen_my_net_accel_main_0"));
  named = Run({Annotate({"nn.relu"}), CreatePass("PartitionGraph", {{"mod_name", ""}})}, module);
  CHECK(named->Find("tvmgen_accel_main_0"));
}

TEST_CASE("PartitionGraph: several results, and results that are used several times", "[byoc]") {
  IRModule module = Main("%0 = nn.relu(%x); %1 = tanh(%0); (exp(%0), exp(%1), sqrt(%1))");
  IRModule out = Partitioned({"nn.relu", "tanh"}, module);
  CHECK(Compiled(out) == 1);
  const auto* function = As<FunctionNode>(out->functions.back().function);
  const auto* tuple = As<TupleNode>(function->body());
  REQUIRE(tuple);
  CHECK(tuple->fields().size() == 2);
  CheckSameResults(module, out);
  // A tuple at the end of a region does not become a nested tuple.
  IRModule split = Main("%0 = (nn.relu(%x), tanh(%x)); concatenate(%0)");
  IRModule flat = Partitioned({"nn.relu", "tanh"}, split);
  for (const IRModuleNode::Item& item : flat->functions) {
    const auto* fields = As<TupleNode>(As<FunctionNode>(item.function)->body());
    for (const Expr& field : fields ? fields->fields() : std::span<const Expr>()) {
      CHECK_FALSE(As<TupleNode>(field));
    }
  }
  CheckSameResults(split, flat);
}

TEST_CASE("PartitionGraph: constants", "[byoc]") {
  IRModule module = Main("exp(add(%x, 2f))");
  IRModule bound = Partitioned({"add"}, module), given = Partitioned({"add"}, module, false);
  CHECK(As<FunctionNode>(bound->functions.back().function)->params().size() == 1);
  CHECK(As<FunctionNode>(given->functions.back().function)->params().size() == 2);
  CheckSameResults(module, bound);
  CheckSameResults(module, given);
}

TEST_CASE("PartitionGraph: a compiler's own passes run over its functions", "[byoc]") {
  IRModule module = Main("add(exp(%x), add(1f, 1f))");
  AttrDict fold = {{"optimize", AttrDict{{"accel", AttrArray{"FoldConstant"}},
                                         {"other", AttrArray{"ToANormalForm"}}}}};
  auto partitioned = [&](const AttrDict& options) {
    return Run({Annotate({"add"}), CreatePass("MergeCompilerRegions"),
                CreatePass("PartitionGraph", options)},
               module);
  };
  IRModule plain = partitioned({}), folded = partitioned(fold);
  const auto* function = As<FunctionNode>(folded->functions.back().function);
  CHECK(function->attrs->Find("Compiler"));
  CHECK(function->attrs->Find("global_symbol"));
  CHECK(CountOps(folded)["add"] < CountOps(plain)["add"]);
  CheckSameResults(module, folded);
  CHECK_THROWS_AS(
      CreatePass("PartitionGraph", {{"optimize", AttrDict{{"accel", AttrArray{"NoSuchPass"}}}}}),
      DiagnosticError);
}

TEST_CASE("PartitionGraph: annotations that do not fit are told", "[byoc]") {
  auto broken = [](const std::string& body) { return Main(body); };
  Pass pass = CreatePass("PartitionGraph");
  std::string begin = "annotation.compiler_begin(%x, compiler=\"accel\")";
  CHECK_THROWS_AS(RunPass(pass, broken("annotation.compiler_end(%x, compiler=\"accel\")")),
                  DiagnosticError);
  CHECK_THROWS_AS(
      RunPass(pass, broken("annotation.compiler_end(" + begin + ", compiler=\"other\")")),
      DiagnosticError);
  CHECK_THROWS_AS(
      RunPass(pass, broken("annotation.compiler_end(add(" + begin + ", %x), compiler=\"accel\")")),
      DiagnosticError);
}

TEST_CASE("MergeComposite: chains of operators", "[byoc]") {
  IRModule module = Main("nn.relu(tanh(exp(%x)))");
  Pass pass =
      CreatePass("MergeComposite",
                 {{"pattern_table", AttrDict{{"accel.exp_tanh", AttrArray{"exp", "sqrt?", "tanh"}},
                                             {"accel.relu", AttrArray{"nn.relu"}}}}});
  IRModule merged = RunPass(pass, module);
  std::string text = PrintModule(merged, {});
  CHECK(text.find("Composite=\"accel.exp_tanh\"") != std::string::npos);
  CHECK(text.find("PartitionedFromPattern=\"exp_tanh_\"") != std::string::npos);
  CHECK(text.find("Composite=\"accel.relu\"") != std::string::npos);
  CheckSameResults(module, merged);
  CHECK(StructuralEqual(RunPass(pass, merged), merged));
  // A composite function goes to the compiler in its name.
  IRModule out = Partitioned({}, merged);
  CHECK(Compiled(out) == 1);
  CheckSameResults(module, out);
  for (const AttrArray& chain : {AttrArray{}, AttrArray{"exp?"}, AttrArray{"no.such.op"}}) {
    CHECK_THROWS_AS(CreatePass("MergeComposite", {{"pattern_table", AttrDict{{"a.b", chain}}}}),
                    DiagnosticError);
  }
}

TEST_CASE("MergeComposite: checks see types, in a function of any name", "[byoc]") {
  IRModule module = Read(R"(
    def @other(%x: Tensor[(2, 3), float32]) { nn.relu(tanh(%x)) }
    def @main(%x: Tensor[(2, 3), float32]) { nn.relu(tanh(@other(%x))) })");
  int asked = 0;
  transform::CompositePattern entry{
      "accel.tanh_relu", IsCallOf("nn.relu", {IsCallOf("tanh", {Wildcard()})}),
      [&](const Expr& match) {
        CHECK(match->checked_type() == TensorType({2, 3}, DataType::Float(32)));
        return ++asked == 1;
      }};
  IRModule merged = RunPass(transform::MergeComposite(std::vector{entry}), module);
  CHECK(asked == 2);
  CHECK(merged->Find("main") == module->Find("main"));
  CHECK_FALSE(merged->Find("other") == module->Find("other"));
}

TEST_CASE("functions of other compilers: outlined, marked, inlined", "[byoc]") {
  IRModule module = Main("exp(nn.relu(tanh(%x)))");
  IRModule partitioned = Partitioned({"nn.relu", "tanh"}, module);
  const char* name = "tvmgen_default_accel_main_0";
  IRModule inlined =
      RunPass(CreatePass("InlineCompilerFunctionsBoundTo", {{"global_vars", AttrArray{name}}}),
              partitioned);
  CHECK(StructuralEqual(InferTypes(inlined), module));
  IRModule unknown =
      RunPass(CreatePass("InlineCompilerFunctionsBoundTo", {{"global_vars", AttrArray{"none"}}}),
              partitioned);
  CHECK(unknown == partitioned);
  CHECK_THROWS_AS(
      RunPass(CreatePass("InlineCompilerFunctionsBoundTo", {{"global_vars", AttrArray{"main"}}}),
              partitioned),
      DiagnosticError);

  // Inline puts the function at its call, and outlining restores it.
  IRModule literal = RunPass(CreatePass("Inline"), partitioned);
  CHECK_FALSE(literal->Find(name));
  Pass outline = CreatePass("OutlineCompilerFunctionsWithExistingGlobalSymbols",
                            {{"compiler_filter", "accel"}});
  IRModule outlined = InferTypes(RunPass(outline, literal));
  REQUIRE(outlined->Find(name));
  CheckSameResults(module, outlined);
  CHECK(StructuralEqual(outlined->Lookup("main"), partitioned->Lookup("main")));
  Pass others = CreatePass("OutlineCompilerFunctionsWithExistingGlobalSymbols",
                           {{"compiler_filter", "another"}});
  CHECK(RunPass(others, literal) == literal);

  IRModule marked = RunPass(CreatePass("MarkCompilerFunctionsAsExtern"), partitioned);
  const DictAttrs& attrs = marked->Find(name)->attrs;
  REQUIRE(attrs->items.size() == 1);
  CHECK(attrs->Find("Extern"));
  CHECK(RunPass(CreatePass("MarkCompilerFunctionsAsExtern", {{"compiler_filter", "another"}}),
                partitioned) == partitioned);
}

TEST_CASE("a function that is bound is outlined where it is called", "[byoc]") {
  IRModule module = Main(R"(
    let %f = fn (%y: Tensor[(2, 3), float32], Compiler="accel", global_symbol="relu") { nn.relu(%y) };
    add(%f(%x), %f(%x)))");
  IRModule out = RunPass(CreatePass("OutlineCompilerFunctionsWithExistingGlobalSymbols"), module);
  CHECK(Write(out).find("@relu(%x)") != std::string::npos);
  CHECK(Write(out).find("let") == std::string::npos);
  CHECK(Compiled(out) == 1);
  IRModule nameless =
      Main("fn (%y: Tensor[(2, 3), float32], Compiler=\"accel\") { nn.relu(%y) }(%x)");
  CHECK_THROWS_AS(
      RunPass(CreatePass("OutlineCompilerFunctionsWithExistingGlobalSymbols"), nameless),
      DiagnosticError);
}

TEST_CASE("composite functions inside are inlined as well", "[byoc]") {
  IRModule module = Main("exp(nn.relu(tanh(%x)))");
  Pass merge =
      CreatePass("MergeComposite",
                 {{"pattern_table", AttrDict{{"accel.tanh_relu", AttrArray{"tanh", "nn.relu"}}}}});
  IRModule out = Partitioned({}, RunPass(merge, module));
  REQUIRE(out->functions.size() == 2);
  Pass inline_back =
      CreatePass("InlineCompilerFunctionsBoundTo",
                 {{"global_vars", AttrArray{AttrValue(out->functions.back().name.str())}}});
  CHECK(StructuralEqual(InferTypes(RunPass(inline_back, out)), module));
}

TEST_CASE("none of these passes recurses", "[byoc][deep]") {
  OnSmallStack([] {
    Expr x = Var("x", TensorType({2}, DataType::Float(32))), chain = x;
    for (int i = 0; i < DeepLevels(); ++i) chain = CallOp(i % 100 == 99 ? "exp" : "tanh", {chain});
    IRModule module = InferTypes(ModuleFromExpr(chain));
    IRModule out = Partitioned({"tanh"}, module);
    CHECK(Compiled(out) == static_cast<size_t>(DeepLevels() / 100));
  });
}

}  // namespace passcope
