// ManifestLifetimes and PlanDevices.
#include <algorithm>
#include <iterator>

#include "ir/virtual_device.h"
#include "op/attrs_tensor.h"
#include "op/op.h"
#include "pass/registry.h"
#include "transforms/pattern_utils.h"
#include "unit/transforms/on_text.h"

namespace passcope {
namespace {

IRModule Killed(const std::string& text) {
  return RunPass(CreatePass("ManifestLifetimes"), Read(text));
}
std::string Body(const IRModule& module) {
  std::string text = Write(module);
  return text.substr(text.find("{\n") + 2);
}

TEST_CASE("ManifestLifetimes kills what is not used again", "[manifest_lifetimes]") {
  CHECK(Body(Killed(
            "def @main(%x: float32) {"
            "  let %y: float32 = add(%x, %x); let %z: float32 = add(%y, %y); add(%z, %z) }")) ==
        "let %y: float32 = add(%x, %x);\nlet %x_1: () = memory.kill(%x);\n"
        "let %z: float32 = add(%y, %y);\nlet %x_0: () = memory.kill(%y);\nadd(%z, %z)\n}\n");
  // Also under another name.
  CHECK(Body(Killed("def @main(%x: float32) { let %y: float32 = %x; let %z: float32 = add(%y, %x);"
                    "  let %w: float32 = add(%x, %y); add(%z, %w) }")) ==
        "let %z: float32 = add(%x, %x);\nlet %w: float32 = add(%x, %x);\n"
        "let %x_0: () = memory.kill(%x);\nadd(%z, %w)\n}\n");
}

TEST_CASE("ManifestLifetimes looks at all branches", "[manifest_lifetimes]") {
  IRModule module = Killed(
      "def @main(%x: float32, %c: bool) {"
      "  let %y: float32 = add(%x, %x);"
      "  let %w: float32 = if (%c) { let %v: float32 = add(%y, %y); %v }"
      "    else { %x };"
      "  add(%w, %w) }");
  std::string text = Body(module);
  // %y is dead after its use in the branch; %x is still live in the other branch.
  CHECK(text.find("let %v: float32 = add(%y, %y);\nlet %x_0: () = memory.kill(%y);") != text.npos);
  CHECK(text.find("memory.kill(%x)") == text.npos);
  CHECK(text.find("memory.kill(%c)") != text.npos);
}

TEST_CASE("ManifestLifetimes keeps what a program computes", "[manifest_lifetimes]") {
  for (const char* text : {
           "def @main(%x: float32) { exp(%x) }",
           "def @main(%x: float32) { let %t = (%x, exp(%x)); let %y = %t.0; add(%y, %t.1) }",
           "def @main(%x: float32) { if (less(%x, 0.5f)) { let %y = exp(%x); add(%y, %x) }"
           "  else { let %y = add(%x, %x); %y } }",
           "type L { N, C(float32) } def @main(%x: float32) { let %c = C(%x);"
           "  let %r = match (%c) { N => 0f, C(%y) => add(%y, %x) }; multiply(%r, %r) }",
           "def @main(%x: float32) { let %y = exp(%x);"
           "  let %r = match (%y) { %z => add(%z, %x) }; multiply(%r, %y) }",
           "def @main(%x: float32) { let %f = fn (%y: float32) { add(%x, %y) }; let %z = %f(%x);"
           "  %f(%z) }",
       }) {
    CAPTURE(text);
    CheckSameResults(Read(text), Killed(text));
  }
  CHECK_THROWS_AS(Killed("def @main(%x: float32, %c: bool) {"
                         "  let %y = add(if (%c) { %x } else { exp(%x) }, %x); %y }"),
                  DiagnosticError);
}

// The devices in programs of TVM's tests.
const VirtualDevice kCpu{1, 0, ""}, kGpu{2, 0, ""}, kTextures{1, 0, "global.texture"};

// A mark or a copy in the programs below.
struct Placed {
  const char* name;
  Expr (*make)(const Expr& expr);
};
Expr Marked(const Expr& expr, const VirtualDevice& on) {
  return MakeOp("on_device", {expr}, {{"virtual_device", ToAttrValue(on)}});
}
Expr Copied(const Expr& expr, const VirtualDevice& from, const VirtualDevice& to) {
  return MakeOp(
      "device_copy", {expr},
      {{"src_virtual_device", ToAttrValue(from)}, {"dst_virtual_device", ToAttrValue(to)}});
}
constexpr Placed kPlaced[] = {
    {"cpu", [](const Expr& expr) { return Marked(expr, kCpu); }},
    {"gpu", [](const Expr& expr) { return Marked(expr, kGpu); }},
    {"textures", [](const Expr& expr) { return Marked(expr, kTextures); }},
    // Its device can differ from that of its use.
    {"free",
     [](const Expr& expr) {
       return MakeOp("on_device", {expr}, {{"constrain_body", false}});
     }},
    {"to_gpu", [](const Expr& expr) { return Copied(expr, kCpu, kGpu); }},
    {"to_cpu", [](const Expr& expr) { return Copied(expr, kGpu, kCpu); }},
};

// Replaces calls such as @cpu, which do not exist, by marks and copies.
IRModule ReadPlaced(const std::string& text) {
  std::string with = text;
  for (const Placed& placed : kPlaced)
    with += "def @" + std::string(placed.name) + "[A](%x: A) -> A { %x } ";
  IRModule module = Read(with);
  auto find = [](std::string_view name) {
    auto is = [&](const Placed& placed) { return name == placed.name; };
    const Placed* found = std::find_if(std::begin(kPlaced), std::end(kPlaced), is);
    return found == std::end(kPlaced) ? nullptr : found;
  };
  std::vector<IRModuleNode::Item> functions;
  for (const auto& item : module->functions) {
    if (find(item.name.view())) continue;
    Expr placed = RewritePostOrder(
        item.function, [&](const ExprNode* node, std::span<const Expr> children) -> Expr {
          const auto* global = As<CallNode>(node) ? As<GlobalVarNode>(children[0]) : nullptr;
          const Placed* made = global ? find(global->name.view()) : nullptr;
          return made ? made->make(children[1]) : WithChildren(node, children);
        });
    functions.push_back({item.name, placed});
  }
  return InferTypes(IRModule(new IRModuleNode(std::move(functions), nullptr, module->types)));
}

IRModule Planned(const IRModule& module) {
  return InferTypes(CreatePass("PlanDevices", {{"default_device_type", 2}})(module));
}

// The program with short device names.
std::string Short(const IRModule& module) {
  std::string text = Write(module);
  for (auto [device, name] :
       {std::pair("VirtualDevice(device_type=1, virtual_device_id=0)", "cpu"),
        std::pair("VirtualDevice(device_type=1, virtual_device_id=0, "
                  "memory_scope='global.texture')",
                  "textures"),
        std::pair("VirtualDevice(device_type=2, virtual_device_id=0, "
                  "memory_scope='global.texture')",
                  "gpu textures"),
        std::pair("VirtualDevice(device_type=2, virtual_device_id=0)", "gpu"),
        std::pair(", constrain_result=True", " fixed"), std::pair("src_virtual_device=", ""),
        std::pair("dst_virtual_device=", ""), std::pair("param_virtual_devices", "params"),
        std::pair("virtual_device", "on")}) {
    for (size_t at = text.find(device); at != text.npos; at = text.find(device, at))
      text.replace(at, std::string_view(device).size(), name);
  }
  return text;
}

TEST_CASE("PlanDevices puts everything on the default device", "[plan_devices]") {
  CHECK(Short(Planned(ReadPlaced("def @main(%a: float32, %b: float32) { add(%a, %b) }"))) ==
        "def @main(%a: float32, %b: float32, params=[gpu, gpu], on=gpu) -> float32 {\n"
        "add(%a, %b)\n}\n");
  IRModule module = Read("def @main(%a: float32) { exp(%a) }");
  CHECK(CreatePass("PlanDevices")(module) == module);
  CHECK_THROWS_AS(CreatePass("PlanDevices", {{"default_device_type", 0}}), DiagnosticError);
}

TEST_CASE("PlanDevices marks values of lets in a program without devices", "[plan_devices]") {
  IRModule module = Read(
      "def @main(%a: float32) { let %b = exp(%a); let %f = fn (%p: float32) { %p };"
      "let %c = %b; let %d = (%b, %f(%c)); %d.0 }");
  IRModule planned = RunPass(CreatePass("PlanDevices"), module);
  CHECK(Short(planned) ==
        "def @main(%a: float32) -> float32 {\n"
        "%0 = exp(%a);\n"
        "let %b: float32 = on_device(%0, on=cpu fixed);\n"
        "let %f: fn (float32) -> float32 = fn (%p: float32) -> float32 {\n%p\n};\n"
        "let %c: float32 = %b;\n"
        "%1 = %f(%c);\n"
        "%2 = (%b, %1);\n"
        "let %d: (float32, float32) = on_device(%2, on=cpu fixed);\n"
        "%d.0\n"
        "}\n");
  CHECK(RunPass(CreatePass("PlanDevices"), planned) == planned);
  CheckSameResults(module, planned);
}

TEST_CASE("PlanDevices copies between devices", "[plan_devices]") {
  std::string expected =
      "def @main(%a: float32, %b: float32, params=[cpu, gpu], on=gpu) -> float32 {\n"
      "%0 = exp(%a);\n%1 = on_device(%0, on=cpu fixed);\n%2 = device_copy(%1, cpu, gpu);\n"
      "%3 = exp(%b);\nsubtract(%2, %3)\n}\n";
  CHECK(Short(Planned(ReadPlaced("def @main(%a: float32, %b: float32) {"
                                 "  subtract(@cpu(exp(%a)), exp(%b)) }"))) == expected);
  CHECK(Short(Planned(ReadPlaced("def @main(%a: float32, %b: float32) {"
                                 "  subtract(@to_gpu(exp(%a)), exp(%b)) }"))) == expected);
}

TEST_CASE("PlanDevices follows variables", "[plan_devices]") {
  CHECK(Short(Planned(ReadPlaced("def @main(%a: float32, %b: float32) {"
                                 "  let %l: float32 = exp(%a); let %r: float32 = exp(%b);"
                                 "  subtract(@cpu(%l), %r) }"))) ==
        "def @main(%a: float32, %b: float32, params=[cpu, gpu], on=gpu) -> float32 {\n"
        "%0 = exp(%a);\nlet %l: float32 = on_device(%0, on=cpu fixed);\n"
        "%1 = exp(%b);\nlet %r: float32 = on_device(%1, on=gpu fixed);\n"
        "%2 = device_copy(%l, cpu, gpu);\nsubtract(%2, %r)\n}\n");
}

TEST_CASE("PlanDevices follows functions", "[plan_devices]") {
  // From a function's result to its parameters and calls.
  std::string text = Short(
      Planned(ReadPlaced("def @f(%x: float32, %y: float32) -> float32 { @cpu(add(%x, %y)) }"
                         "def @main(%a: float32, %b: float32) { subtract(@f(%a, %b), %a) }")));
  CHECK(text.find("def @f(%x: float32, %y: float32, params=[cpu, cpu], on=cpu)") != text.npos);
  CHECK(text.find("params=[cpu, cpu], on=cpu) -> float32 {\n%0 = @f(%a, %b);\nsubtract(%0, %a)") !=
        text.npos);
  // From a use into the parameter of a closure.
  text = Short(Planned(ReadPlaced(
      "def @main(%x: float32, %y: float32) {"
      "  let %f = fn (%g: fn(float32) -> float32) { fn (%a: float32) { add(%g(@cpu(%a)), %x) } };"
      "  let %h = fn (%b: float32) { negative(%b) }; subtract(%x, %f(%h)(%y)) }")));
  CHECK(text.find("params=[gpu, cpu], on=gpu) -> float32 {") != text.npos);
  CHECK(text.find("device_copy(%a, cpu, gpu)") != text.npos);
}

TEST_CASE("PlanDevices keeps tuples, references and branches together", "[plan_devices]") {
  std::string text =
      Short(Planned(ReadPlaced("def @main(%x: float32, %c: bool) {"
                               "  let %t = (@cpu(exp(%x)), %x); let %r = ref(%t.0); if (%c) { "
                               "ref_read(%r) } else { %t.1 } }")));
  CHECK(text.find("params=[cpu, cpu], on=cpu") != text.npos);
  CHECK(text.find("device_copy(") == text.npos);
  text = Short(
      Planned(ReadPlaced("def @main(%x: float32) {"
                         "  let %t: (float32, float32) = @cpu((exp(%x), %x)); add(%t.0, %t.1) }")));
  CHECK(text.find("params=[cpu], on=cpu") != text.npos);
}

TEST_CASE("PlanDevices plans no further and keeps values", "[plan_devices]") {
  for (const char* text : {
           "def @main(%a: float32, %b: float32) { subtract(@cpu(exp(%a)), exp(%b)) }",
           "def @main(%a: float32, %b: float32) { let %l = exp(%a); let %r = @cpu(exp(%b));"
           "  subtract(@cpu(%l), %r) }",
           "def @main(%a: float32) { let %f = fn (%x: float32) { @cpu(exp(%x)) };"
           "  @gpu(add(@cpu(%f(%a)), @cpu((%a, exp(%a))).1)) }",
           "def @main(%a: float32) { @to_cpu(@to_gpu(exp(%a))) }",
       }) {
    CAPTURE(text);
    IRModule before = ReadPlaced(text);
    IRModule after = Planned(before);
    CHECK(Short(Planned(after)) == Short(after));
    CheckSameResults(before, after);
  }
}

TEST_CASE("PlanDevices: free marks join what they can, in all functions", "[plan_devices]") {
  // The parameter of @f decides for @main, whichever of the two comes first.
  std::string f = "def @f(%x: float32) -> float32 { let %y = @free(exp(%x)); @free(negative(%y)) }";
  std::string main = "def @main(%a: float32) { add(@cpu(@f(%a)), @free(%a)) }";
  for (const std::string& text : {f + main, main + f}) {
    CAPTURE(text);
    IRModule before = ReadPlaced(text);
    IRModule after = Planned(before);
    std::string written = Short(after);
    CHECK(written.find("gpu") == written.npos);
    CHECK(written.find("device_copy") == written.npos);
    CheckSameResults(before, after);
  }
  // Without marks, the default applies.
  std::string text =
      Short(Planned(ReadPlaced("def @f(%x: float32) -> float32 { @cpu(exp(%x)) }"
                               "def @main(%a: float32, %b: float32) { add(@cpu(@f(%a)), %b) }")));
  CHECK(text.find("device_copy(%1, cpu, gpu)") != text.npos);
  // A copy goes to a mark that cannot be joined.
  text =
      Short(Planned(ReadPlaced("def @main(%a: float32, %b: float32) {"
                               "  (@to_cpu(add(@free(%a), @to_gpu(%b))), @cpu(exp(@cpu(%a)))) }")));
  CHECK(text.find("params=[cpu, cpu], on=cpu") != text.npos);
  CHECK(text.find("device_copy(%a, cpu, gpu)") != text.npos);
}

TEST_CASE("PlanDevices: memory scopes are part of devices and of defaults", "[plan_devices]") {
  // The result's scope also applies to parameters without a scope of their own.
  CHECK(Short(Planned(ReadPlaced("def @main(%a: float32, %b: float32) {"
                                 "  @textures(exp(%b)) }")))
            .find("params=[textures, textures], on=textures") != std::string::npos);
  CHECK(Short(Planned(ReadPlaced("def @main(%a: float32, %b: float32) {"
                                 "  @textures((@gpu(exp(%a)), exp(%b)).1) }")))
            .find("params=[gpu textures, textures], on=textures") != std::string::npos);
  // As between devices, there is a copy between scopes.
  std::string text =
      Short(Planned(ReadPlaced("def @f(%x: float32) -> float32 { @textures(exp(%x)) }"
                               "def @main(%a: float32) { @to_gpu(@cpu(@f(%a))) }")));
  CHECK(text.find("params=[textures], on=textures") != text.npos);
  CHECK(text.find("on=gpu") != text.npos);
}

TEST_CASE("PlanDevices: marks inside of marks", "[plan_devices]") {
  // A result or a let-bound value would need two devices.
  for (const char* text : {
           "def @main(%a: float32) { @gpu(@cpu(exp(%a))) }",
           "def @main(%a: float32) { let %l = @cpu(@gpu(exp(%a))); add(%l, %a) }",
       }) {
    CAPTURE(text);
    CHECK_THROWS_AS(Planned(ReadPlaced(text)), DiagnosticError);
  }
  // Elsewhere the inner mark applies, and the outer one has no effect.
  IRModule before = ReadPlaced(
      "def @main(%a: float32, %b: float32) { add(@gpu(@cpu(exp(%a))), @cpu(@cpu(exp(%b)))) }");
  IRModule after = Planned(before);
  std::string text = Short(after);
  CHECK(text.find("params=[cpu, cpu], on=gpu") != text.npos);
  CHECK(text.find("device_copy(%1, cpu, gpu)") != text.npos);
  CHECK(text.find("device_copy(", text.find("device_copy(") + 1) != text.npos);
  CHECK(Short(Planned(after)) == text);
  CheckSameResults(before, after);
  // Two equal marks become one.
  text = Short(Planned(ReadPlaced("def @main(%a: float32) { @cpu(@cpu(exp(%a))) }")));
  CHECK(text.find("params=[cpu], on=cpu") != text.npos);
  CHECK(text.find("on_device") == text.npos);
}

TEST_CASE("PlanDevices finds contradictions", "[plan_devices]") {
  CHECK_THROWS_AS(Planned(ReadPlaced("def @main(%a: float32) { add(@cpu(%a), @gpu(%a)) }")),
                  DiagnosticError);
}

}  // namespace
}  // namespace passcope
