// ManifestLifetimes and PlanDevices.
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
  // Under another name as well.
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
  // %y is dead behind its use in the branch; %x lives on in the other branch.
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

// The devices in programs as TVM's tests have them.
const VirtualDevice kCpu{1, 0, ""}, kGpu{2, 0, ""};

// Replaces @cpu and @gpu, which do not exist, by marks.
IRModule ReadPlaced(const std::string& text) {
  std::string with = text +
                     "def @cpu[A](%x: A) -> A { %x } def @gpu[A](%x: A) -> A { %x }"
                     "def @to_gpu[A](%x: A) -> A { %x } def @to_cpu[A](%x: A) -> A { %x }";
  IRModule module = Read(with);
  std::vector<IRModuleNode::Item> functions;
  for (const auto& item : module->functions) {
    std::string_view name = item.name.view();
    if (name == "cpu" || name == "gpu" || name == "to_gpu" || name == "to_cpu") continue;
    Expr placed = RewritePostOrder(
        item.function, [](const ExprNode* node, std::span<const Expr> children) -> Expr {
          const auto* global = As<CallNode>(node) ? As<GlobalVarNode>(children[0]) : nullptr;
          if (!global) return WithChildren(node, children);
          std::string_view name = global->name.view();
          auto device = [](const VirtualDevice& on) { return ToAttrValue(on); };
          if (name == "cpu" || name == "gpu")
            return MakeOp("on_device", {children[1]},
                          {{"virtual_device", device(name == "cpu" ? kCpu : kGpu)}});
          bool to_gpu = name == "to_gpu";
          if (to_gpu || name == "to_cpu")
            return MakeOp("device_copy", {children[1]},
                          {{"src_virtual_device", device(to_gpu ? kCpu : kGpu)},
                           {"dst_virtual_device", device(to_gpu ? kGpu : kCpu)}});
          return WithChildren(node, children);
        });
    functions.push_back({item.name, placed});
  }
  return InferTypes(IRModule(new IRModuleNode(std::move(functions), nullptr, module->types)));
}

IRModule Planned(const IRModule& module) {
  return InferTypes(CreatePass("PlanDevices", {{"default_device_type", 2}})(module));
}

// The program with devices shortened.
std::string Short(const IRModule& module) {
  std::string text = Write(module);
  for (auto [device, name] :
       {std::pair("VirtualDevice(device_type=1, virtual_device_id=0)", "cpu"),
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
  // From a function's result to its parameters and to where it is called.
  std::string text = Short(
      Planned(ReadPlaced("def @f(%x: float32, %y: float32) -> float32 { @cpu(add(%x, %y)) }"
                         "def @main(%a: float32, %b: float32) { subtract(@f(%a, %b), %a) }")));
  CHECK(text.find("def @f(%x: float32, %y: float32, params=[cpu, cpu], on=cpu)") != text.npos);
  CHECK(text.find("params=[cpu, cpu], on=cpu) -> float32 {\n%0 = @f(%a, %b);\nsubtract(%0, %a)") !=
        text.npos);
  // From a use into what a closure takes.
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

TEST_CASE("PlanDevices finds contradictions", "[plan_devices]") {
  CHECK_THROWS_AS(Planned(ReadPlaced("def @main(%a: float32) { add(@cpu(%a), @gpu(%a)) }")),
                  DiagnosticError);
}

}  // namespace
}  // namespace passcope
