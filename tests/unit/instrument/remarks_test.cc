// Remarks: the pass that the table names emits each kind for a program that is made for it.
#include "instrument/remarks.h"

#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>

#include "api/pipeline_spec.h"
#include "diagnostics/diagnostic.h"
#include "instrument/instruments.h"
#include "models/models.h"
#include "pass/pass.h"
#include "pass/registry.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/op_rules.h"
#include "unit/json.h"

namespace passcope {
namespace {

struct Case {
  RemarkKind kind;
  const char* pipeline;
  const char* program;   // Without the version; a body becomes a function of %x and %y.
  const char* sentence;  // The expected sentence.
  AttrDict config = {};
  Target target = Target::kNone;
};

const std::vector<Case>& Cases() {
  using Kind = RemarkKind;
  static const auto* cases = new std::vector<Case>{
      {Kind::kFused, "FuseOps", "tanh(nn.relu(%x))",
       "2 operators are computed in one function: nn.relu, tanh"},
      {Kind::kFuseOpaque, "FuseOps", "nn.relu(argsort(%x, dtype=\"float32\"))",
       "argsort is opaque: nothing is fused with it"},
      {Kind::kFuseDiverges, "FuseOps", "%0 = exp(%x); let %b = nn.relu(%0); add(tanh(%0), %b)",
       "exp is not fused: its uses do not meet in one operator"},
      {Kind::kFuseResult, "FuseOps", "nn.relu(%x)",
       "nn.relu is not fused: its value is a result or the input of an expression that is never "
       "fused"},
      {Kind::kFuseTooMany,
       "FuseOps",
       "tanh(nn.relu(%x))",
       "nn.relu is not fused into tanh: the function would have more than 1 operators "
       "(relay.FuseOps.max_depth)",
       {{"relay.FuseOps.max_depth", int64_t{1}}}},
      {Kind::kFuseTuple, "FuseOps", "(nn.relu(%x), %y)",
       "nn.relu is not fused into the tuple that uses it"},
      {Kind::kFusePath, "FuseOps",
       "%0 = nn.conv2d(%x, %w); add(%0, transpose(%0, axes=[0, 1, 3, 2]))",
       "nn.conv2d is not fused into add: transpose, which is between them, is kInjective"},
      {Kind::kFusePattern, "FuseOps", "nn.softmax(nn.conv2d(%x, %w))",
       "nn.conv2d is not fused into nn.softmax: its group is kOutEWiseFusable, the other's is "
       "kOutEWiseFusable"},
      {Kind::kFuseLevel, "FuseOps(fuse_opt_level=0)", "tanh(nn.relu(%x))",
       "at opt level 0, each operator has its own function"},
      {Kind::kFolded, "FoldConstant", "add(%x, add(1f, 2f))", "add of constants is folded"},
      {Kind::kFoldNotConstant, "FoldConstant", "add(%x, 2f)",
       "add is not folded: its argument 1, %x, is not a constant"},
      {Kind::kFoldStateful, "FoldConstant", "add(%x, nn.dropout(1f).0)",
       "nn.dropout of constants is not folded: it has side effects"},
      {Kind::kFoldNonComputational, "FoldConstant",
       "qnn.dequantize(qnn.quantize(1f, 2f, 0, out_dtype=\"int8\"), 2f, 0)",
       "qnn.quantize of constants is not folded: no kernel computes it"},
      {Kind::kFoldLeft, "FoldConstant", "broadcast_to(1f, shape=[1000000, 1000000])",
       "broadcast_to of constants is not folded: "},
      {Kind::kScaleFolded, "BackwardFoldScaleAxis", "multiply(nn.conv2d(%x, %w), %s)",
       "the scale of multiply is folded into weights"},
      {Kind::kScaleFolded, "ForwardFoldScaleAxis", "nn.conv2d(multiply(%x, %i), %w)",
       "the scale of multiply is folded into weights"},
      {Kind::kScaleNoTaker, "BackwardFoldScaleAxis",
       "multiply(nn.max_pool2d(%x, pool_size=[2, 2]), %i)",
       "the scale of multiply is not folded: no convolution or dense layer can take it"},
      {Kind::kScaleNoTaker, "ForwardFoldScaleAxis",
       "nn.max_pool2d(multiply(%x, %i), pool_size=[2, 2])",
       "the scale of multiply is not folded: no convolution or dense layer can take it"},
      {Kind::kScaleUnfit, "BackwardFoldScaleAxis", "multiply(nn.conv2d(%x, %w), %r)",
       "multiply does not scale along the channel axis"},
      {Kind::kScaleSign, "BackwardFoldScaleAxis", "multiply(nn.relu(nn.conv2d(%x, %w)), %s)",
       "the scale of multiply cannot pass a relu: it is not known to be positive"},
      {Kind::kLayoutConverted, "ConvertLayout(desired_layouts={\"nn.conv2d\": [NHWC, HWIO]})",
       "nn.conv2d(%x, %w)", "nn.conv2d is converted to NHWC, HWIO"},
      {Kind::kLayoutDefault, "ConvertLayout(desired_layouts={\"nn.conv2d\": [NHWC, HWIO]})",
       "nn.max_pool2d(%x, pool_size=[2, 2])",
       "nn.max_pool2d is not converted: desired_layouts does not name it"},
      {Kind::kLayoutKept, "ConvertLayout(desired_layouts={\"nn.conv2d\": [NCHW, OIHW]})",
       "nn.conv2d(%x, %w)",
       "nn.conv2d keeps its layouts: it has NCHW, OIHW already, or does not support them"},
      {Kind::kLayoutNoRule, "ConvertLayout(desired_layouts={\"nn.conv2d\": [NHWC, HWIO]})",
       "nn.softmax(nn.conv2d(%x, %w))",
       "nn.softmax has no layout rule: its inputs are transformed back"},
      {Kind::kLayoutNoRule, "ConvertLayout(desired_layouts={\"nn.conv2d\": [NCHW2c, OIHW2i2o]})",
       "nn.conv2d(nn.relu(%x), %w, channels=4, kernel_size=[3, 3])",
       "nn.conv2d keeps its layouts: its shapes do not fit the axes or blocks of the new ones"},
      {Kind::kLayoutTransform, "ConvertLayout(desired_layouts={\"nn.conv2d\": [NHWC, HWIO]})",
       "nn.conv2d(%x, %w)", "a transform from NCHW to NHWC is inserted between %x and nn.conv2d"},
      {Kind::kOpAltered,
       "AlterOpLayout",
       "nn.conv2d(%x, %w, channels=4, kernel_size=[3, 3])",
       "a rule replaced nn.conv2d by nn.contrib_conv2d_NCHWc",
       {},
       Target::kLlvm},
      {Kind::kMerged, "EliminateCommonSubexpr", "add(nn.relu(%x), nn.relu(%x))",
       "nn.relu is replaced by an earlier expression that computes the same"},
      {Kind::kNotMergedStateful, "EliminateCommonSubexpr",
       "add(nn.dropout(%x).0, nn.dropout(%x).0)",
       "nn.dropout is not merged with others: it has side effects"},
      {Kind::kCombined, "CombineParallelConv2D(min_num_branches=2)",
       "(nn.conv2d(%x, %w), nn.conv2d(%x, %w))",
       "2 calls of nn.conv2d that read the same data are combined"},
      {Kind::kBranchesEnd, "CombineParallelConv2D(min_num_branches=2)",
       "(multiply(nn.conv2d(%x, %w), 2f), multiply(nn.conv2d(%x, %w), 3f))",
       "the calls from multiply on are not combined: their operators, attributes or arguments do "
       "not fit together"},
      {Kind::kTooFewBranches, "CombineParallelConv2D", "(nn.conv2d(%x, %w), nn.conv2d(%x, %w))",
       "2 calls of nn.conv2d that read the same data could be combined, but min_num_branches is 3"},
      {Kind::kRuleApplied, "SimplifyExpr", "reshape(reshape(%x, newshape=[-1]), newshape=[1, -1])",
       "the rule \"reshapes\" replaces reshape"},
      {Kind::kInferenceReplaced, "SimplifyInference", "nn.dropout(%x).0",
       "replaced nn.dropout by its inference form"},
      {Kind::kInferenceKept, "SimplifyInference",
       "def @main(%x: Tensor[(1, ?, 8, 8), float32], %g: Tensor[(3), float32]) { "
       "nn.group_norm(%x, %g, %g, num_groups=3) }",
       "nn.group_norm is kept: its rule does not apply to these arguments and attributes"},
      {Kind::kPrecisionLowered, "ToMixedPrecision", "nn.relu(nn.conv2d(%x, %w))",
       "nn.conv2d is computed in float16, which is always allowed for it"},
      {Kind::kPrecisionLowered, "ToMixedPrecision", "nn.relu(nn.conv2d(%x, %w))",
       "nn.relu is computed in float16, since its arguments are"},
      {Kind::kPrecisionKept, "ToMixedPrecision", "nn.relu(nn.softmax(%x))",
       "nn.softmax stays in float32: a smaller type loses too much precision"},
      {Kind::kPrecisionKept, "ToMixedPrecision", "nn.relu(nn.softmax(%x))",
       "nn.relu stays in float32, since its argument nn.softmax is"},
      {Kind::kPrecisionCast, "ToMixedPrecision", "nn.conv2d(%x, %w)",
       "argument 1 of nn.conv2d, %x, is cast"},
      {Kind::kLegalized, "Legalize",
       "nn.conv2d_transpose(%x, %h, data_layout=\"NHWC\", kernel_layout=\"HWOI\", channels=4, "
       "kernel_size=[3, 3])",
       "nn.conv2d_transpose is replaced by transpose"},
      {Kind::kMadeStatic, "DynamicToStatic",
       "dyn.reshape(%x, shape_of(%y, dtype=\"int64\"), newshape=[])",
       "dyn.reshape becomes reshape"},
      {Kind::kNotStatic, "DynamicToStatic", "dyn.reshape(%x, %d, newshape=[])",
       "dyn.reshape stays dynamic: its argument 2, %d, is known only when the program runs"},
      {Kind::kLetRemoved, "DeadCodeElimination", "let %a = nn.relu(%x); %x",
       "%a is removed: nothing uses it"},
      {Kind::kLetInlined, "DeadCodeElimination(inline_once=True)", "let %a = nn.relu(%x); tanh(%a)",
       "inlined %a, which has one use"},
      {Kind::kLetKept, "DeadCodeElimination",
       "let %r = ref(%x); let %a = ref_write(%r, %y); ref_read(%r)",
       "%a is kept although nothing uses it: its value ref_write has side effects"},
      {Kind::kInlined, "Inline",
       "def @main(%x: Tensor[(4), float32]) { @f(%x) }\n"
       "def @f(%x1: Tensor[(4), float32], Inline=1) -> Tensor[(4), float32] { nn.relu(%x1) }",
       "inlined @f"},
      {Kind::kNotInlined, "Inline",
       "def @main(%x: Tensor[(4), float32]) { @f(%x) }\n"
       "def @f(%x1: Tensor[(4), float32], Inline=1) -> Tensor[(4), float32] { @f(%x1) }",
       "@f is not inlined: it calls itself"},
      {Kind::kLifted, "LambdaLift",
       "let %f = fn (%z: Tensor[(1, 3, 8, 8), float32]) -> Tensor[(1, 3, 8, 8), float32] { "
       "add(%x, %z) }; %f(%y)",
       "which takes %x"},
      {Kind::kDefused, "FuseOps, DefuseOps", "tanh(nn.relu(%x))",
       "inlined a function that ends in tanh"},
      {Kind::kQuantizedRegion, "FakeQuantizationToInteger",
       "qnn.quantize(nn.relu(qnn.dequantize(%q, 2f, 0)), 2f, 0, out_dtype=\"int8\")",
       "the region that ends in qnn.quantize is computed on integers"},
      {Kind::kNotQuantized, "FakeQuantizationToInteger",
       "qnn.quantize(nn.softmax(qnn.dequantize(%q, 2f, 0)), 2f, 0, out_dtype=\"int8\")",
       "the region that ends in qnn.quantize is not computed on integers: 'nn.softmax' has no rule "
       "to compute on integers"},
      {Kind::kLazyKept, "LazyGradientInit",
       "def @main(%x: ref(Tensor[(4), float32])) { nn.relu(ref_read(%x)) }",
       "@main is unchanged: its ref(Tensor[(4), float32]) cannot be made lazy"},
      {Kind::kNotInlined, "Inline",
       "def @main(%x: Tensor[(4), float32]) { @f(%x) }\n"
       "def @f(%x1: Tensor[(4), float32], Inline=1) -> Tensor[(4), float32] { @g(%x1) }\n"
       "def @g(%x2: Tensor[(4), float32]) -> Tensor[(4), float32] { nn.relu(%x2) }",
       "@f is not inlined: it calls @g, which is not"},
      {Kind::kLifted, "LambdaLift", "let %f = fn (%z: float32) -> float32 { nn.relu(%z) }; %f(1f)",
       "a local function becomes @lifted_name"},
      {Kind::kPrecisionKept, "ToMixedPrecision", "reinterpret(%x, dtype=\"int32\")",
       "reinterpret keeps its type: it reads the bits of its argument"},
      {Kind::kNotStatic, "DynamicToStatic",
       "dyn.image.resize2d(%x, full(2.5f, shape=[2], dtype=\"float32\"), full(0f, shape=[4], "
       "dtype=\"float32\"), size=[], roi=[])",
       "image.resize2d does not support the value of an argument"},
      {Kind::kScaleNoTaker, "ForwardFoldScaleAxis",
       "def @main(%x: Tensor[(1, ?, 8, 8, 4), float32], %s: Tensor[(?, 1, 1, 4), float32], "
       "%w: Tensor[(1, ?, 1, 1, 4, 4), float32]) { nn.conv2d(multiply(%x, %s), %w, "
       "data_layout=\"NCHW4c\", kernel_layout=\"OIHW4i4o\") }",
       "no scale is folded forward in this function: one of them cannot reach weights"},
  };
  return *cases;
}

IRModule Program(const Case& tested) {
  std::string text = tested.program;
  if (!text.starts_with("def ")) {
    text =
        "def @main(%x: Tensor[(1, 3, 8, 8), float32], %y: Tensor[(1, 3, 8, 8), float32], "
        "%w: Tensor[(4, 3, 3, 3), float32], %t: Tensor[(3, 4, 3, 3), float32], "
        "%s: Tensor[(4, 1, 1), float32], %i: Tensor[(3, 1, 1), float32], "
        "%r: Tensor[(1, 1, 1, 6), float32], %d: Tensor[(4), int64], "
        "%q: Tensor[(2, 5), int8], "
        "%h: Tensor[(3, 3, 4, 8), float32]) { " +
        text + " }";
  }
  return ParseModule("#[version = \"0.0.5\"]\n" + text, "test");
}

using Entries = std::vector<RemarksInstrument::Entry>;

Entries RemarksOf(const Case& tested, RemarksOptions options = {}) {
  auto remarks = std::make_shared<RemarksInstrument>(std::move(options));
  std::vector<Pass> passes = {CreatePass("InferType")};
  for (const PassSpec& spec : ParsePipeline(tested.pipeline)) passes.push_back(PassFromSpec(spec));
  TargetScope target(tested.target);
  PassContextScope scope(
      PassContext::Create({.opt_level = 4, .instruments = {remarks}, .config = tested.config}));
  Sequential(std::move(passes))(Program(tested));
  return remarks->remarks();
}

}  // namespace

TEST_CASE("every kind of remark is said of a program made for it", "[remarks]") {
  // These two are about rules and passes of users; they are tested below.
  std::set<RemarkKind> provoked = {RemarkKind::kUser, RemarkKind::kLegalizeDeclined};
  for (const Case& tested : Cases()) {
    const RemarkKindInfo& info = RemarkKinds()[static_cast<size_t>(tested.kind)];
    INFO(tested.pipeline << " on " << tested.program);
    provoked.insert(tested.kind);
    bool found = false;
    std::string said;
    for (const auto& remark : RemarksOf(tested)) {
      std::string text = remark.message.text();
      said += remark.pass + ": " + text + " [" + remark.name + "]\n";
      bool same = remark.name == info.name && remark.type == info.type &&
                  text.find(tested.sentence) != std::string::npos;
      if (!same) continue;
      found = true;
      CHECK(std::string(info.pass).find(remark.pass) != std::string::npos);
    }
    INFO(said);
    CHECK(found);
  }
  for (size_t kind = 0; kind < RemarkKinds().size(); ++kind) {
    INFO("no program provokes " << RemarkKinds()[kind].name);
    CHECK(provoked.contains(static_cast<RemarkKind>(kind)));
  }
}

TEST_CASE("names of remarks are unique in their passes, and documented", "[remarks]") {
  std::set<std::string> names;
  for (const RemarkKindInfo& info : RemarkKinds()) {
    INFO(info.name);
    CHECK(names.insert(std::string(info.pass) + "." + info.name).second);
    CHECK(std::string(info.doc).ends_with("."));
  }
}

TEST_CASE("remarks change nothing, and nothing is said to nobody", "[remarks]") {
  for (const Case& tested : Cases()) {
    INFO(tested.pipeline << " on " << tested.program);
    TargetScope target(tested.target);
    auto run = [&](std::vector<InstrumentPtr> instruments) {
      std::vector<Pass> passes = {CreatePass("InferType")};
      for (const PassSpec& spec : ParsePipeline(tested.pipeline)) {
        passes.push_back(PassFromSpec(spec));
      }
      PassContextScope scope(PassContext::Create(
          {.opt_level = 4, .instruments = std::move(instruments), .config = tested.config}));
      return PrintModule(Sequential(std::move(passes))(Program(tested)));
    };
    CHECK(run({}) == run({std::make_shared<RemarksInstrument>(RemarksOptions{})}));
    CHECK_FALSE(RemarksWanted());
  }
}

TEST_CASE("remarks are of the types and passes that are asked for", "[remarks]") {
  Case tested{RemarkKind::kFused, "FoldConstant, FuseOps", "tanh(add(%x, 2f))", ""};
  auto all = RemarksOf(tested);
  CHECK(all.size() > 2);
  for (const auto& remark : RemarksOf(tested, {.types = {"missed"}})) {
    CHECK(remark.type == RemarkType::kMissed);
  }
  for (const auto& remark : RemarksOf(tested, {.only = {"FuseOps"}})) {
    CHECK(remark.pass == "FuseOps");
  }
  CHECK(RemarksOf(tested, {.only = {"InferType"}}).empty());
  CHECK_THROWS_WITH(
      RemarksInstrument({.types = {"mised"}}),
      Catch::Contains("unknown type of remark 'mised': expected passed, missed or analysis"));
}

TEST_CASE("remarks say where they are: function, subject, and the line of the text", "[remarks]") {
  auto remarks = std::make_shared<RemarksInstrument>(RemarksOptions{});
  PassContextScope scope(PassContext::Create({.instruments = {remarks}}));
  IRModule module = CreatePass("InferType")(
      Program({RemarkKind::kFused, "", "nn.softmax(tanh(nn.relu(%x)))", ""}));
  CreatePass("FuseOps")(module);
  REQUIRE(remarks->remarks().size() >= 2);
  for (const auto& remark : remarks->remarks()) {
    CHECK(remark.function == "main");
    CHECK(remark.entry == 1);
    CHECK_FALSE(remark.subject().empty());
    CHECK(remark.span());
  }
  std::string text = PrintModule(module, PrintOptions::WithoutMetaData());
  Json places = ParseJson(remarks->Ask("places", {{"entry", int64_t{1}}}).text, "places");
  REQUIRE(places.size() == remarks->remarks().size());
  for (const Json& place : places) {
    auto begin = place["begin"].get<size_t>(), end = place["end"].get<size_t>();
    auto lines = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin), '\n');
    CHECK(place["line"] == lines + 1);
    CHECK(place["column"] == begin - (text.rfind('\n', begin) + 1));
    std::string subject = remarks->remarks()[place["remark"].get<size_t>()].subject();
    std::string op = subject.substr(0, subject.find('('));
    CHECK(text.substr(begin, end - begin).find(op) != std::string::npos);
  }
  CHECK_THROWS_AS(remarks->Ask("places", {{"entry", int64_t{99}}}), DiagnosticError);
}

TEST_CASE("remarks beyond the limit are counted only", "[remarks]") {
  Case tested{RemarkKind::kFused, "FoldConstant, FuseOps", "tanh(nn.relu(add(%x, 2f)))", ""};
  std::vector<Json> counts;
  for (int64_t limit : {0, 1}) {
    auto remarks = std::make_shared<RemarksInstrument>(RemarksOptions{.limit = limit});
    std::vector<Pass> passes = {CreatePass("InferType")};
    for (const PassSpec& spec : ParsePipeline(tested.pipeline))
      passes.push_back(PassFromSpec(spec));
    PassContextScope scope(PassContext::Create({.opt_level = 4, .instruments = {remarks}}));
    Sequential(std::move(passes))(Program(tested));
    counts.push_back(ParseJson(remarks->Ask("counts", {}).text, "counts"));
    if (limit == 1) CHECK(remarks->remarks().size() == 1);
    std::map<std::string, int> kept;
    for (const auto& remark : remarks->remarks()) ++kept[LiteralOf(remark.type)];
    for (const char* type : {"passed", "missed", "analysis"}) {
      int all = 0;
      for (const Json& pass : counts.back()) all += pass[type].get<int>();
      if (limit == 0) CHECK(all == kept[type]);
    }
    remarks->Clear();
    CHECK(remarks->Ask("counts", {}).text == "[]");
  }
  CHECK(counts[0] == counts[1]);
  CHECK(counts[0].size() >= 2);
}

TEST_CASE("what instruments measure again is not said again", "[remarks]") {
  auto remarks = std::make_shared<RemarksInstrument>(RemarksOptions{});
  InstrumentPtr timing =
      CreateInstrument("PassTimingInstrument", {{"repeat", AttrArray{int64_t{3}, int64_t{3}}}});
  PassContextScope scope(PassContext::Create({.instruments = {timing, remarks}}));
  IRModule module =
      CreatePass("InferType")(Program({RemarkKind::kFused, "", "tanh(nn.relu(%x))", ""}));
  Sequential({CreatePass("FuseOps")})(module);
  int fused = 0;
  for (const auto& remark : remarks->remarks()) fused += remark.name == "Fused" ? 1 : 0;
  CHECK(fused == 1);
}

TEST_CASE("remarks are written as LLVM's YAML", "[remarks]") {
  auto remarks = std::make_shared<RemarksInstrument>(RemarksOptions{.types = {"passed"}});
  {
    PassContextScope scope(PassContext::Create({.instruments = {remarks}}));
    CreatePass("FuseOps")(CreatePass("InferType")(
        ParseModule("#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(4), float32]) {\n"
                    "  tanh(nn.relu(%x))\n}",
                    "it's.relay")));
  }
  InstrumentPtr all[] = {remarks};
  CHECK(RemarksFileText(all, 2) ==
        "--- !Passed\n"
        "Pass:            'FuseOps'\n"
        "Name:            'Fused'\n"
        "DebugLoc:        { File: 'it''s.relay', Line: 3, Column: 3 }\n"
        "Function:        'main'\n"
        "Args:\n"
        "  - Count: '2'\n"
        "  - String: ' operators are computed in one function: '\n"
        "  - Operators: 'nn.relu, tanh'\n"
        "...\n");
  CHECK(remarks->Ask("yaml", {{"remarks", AttrArray{int64_t{0}}}}).text == RemarksFileText(all, 2));
  CHECK_THROWS_AS(remarks->Ask("yaml", {{"remarks", AttrArray{int64_t{1}}}}), DiagnosticError);
  CHECK(remarks->Render() ==
        "it's.relay:3:3: passed: FuseOps: 2 operators are computed in one function: nn.relu, tanh "
        "[Fused] in @main\n"
        "    tanh(Tensor[(4), float32])\n");
}

TEST_CASE("a rule that leaves an operator as it is says so", "[remarks]") {
  auto remarks = std::make_shared<RemarksInstrument>(RemarksOptions{});
  PassContextScope scope(PassContext::Create({.instruments = {remarks}}));
  auto declines = [](const CallNode*, std::span<const Expr>) { return Expr(); };
  transform::Legalize({"FTVMLegalize"}, {{"nn.relu", declines}})(
      Program({RemarkKind::kLegalizeDeclined, "", "nn.relu(%x)", ""}));
  REQUIRE(remarks->remarks().size() == 1);
  CHECK(remarks->remarks()[0].name == "RuleDeclined");
  CHECK(remarks->remarks()[0].message.text() == "the rule for nn.relu keeps it as it is");
}

TEST_CASE("a pass of a user's says what it likes", "[remarks]") {
  auto remarks = std::make_shared<RemarksInstrument>(RemarksOptions{});
  PassContextScope scope(PassContext::Create({.instruments = {remarks}}));
  Pass pass = CreateModulePass(
      [](const IRModule& module, PassContext&) {
        EmitRemark(RemarkType::kMissed, "TooBad", module->functions[0].function.get(),
                   Say("{text}", "it is too bad"));
        return module;
      },
      {0, "Mine", {}, false});
  pass(Program({RemarkKind::kFused, "", "nn.relu(%x)", ""}));
  REQUIRE(remarks->remarks().size() == 1);
  const auto& remark = remarks->remarks()[0];
  CHECK(remark.pass == "Mine");
  CHECK(remark.name == "TooBad");
  CHECK(remark.type == RemarkType::kMissed);
  CHECK(remark.message.text() == "it is too bad");
  remarks->Clear();
  CHECK(remarks->remarks().empty());
}

}  // namespace passcope
