// Programs that have no plan, and wrong uses of an executor, with a part of each message.
#include <initializer_list>
#include <string>

#include "executor/executor.h"
#include "text/parser.h"
#include "transforms/type_inference/infer_type.h"
#include "unit/refused.h"

namespace passcope {
namespace {

IRModule RefusedModule(const std::string& text) {
  return ParseModule("#[version = \"0.0.5\"]\n" + text, "test");
}

TEST_CASE("the reason for having no plan is named", "[executor][diagnostics]") {
  struct Row {
    const char* text;
    const char* says;
  };
  const char* option = "type Option[A] { Some(A), None, }\n";
  for (const Row& row : std::initializer_list<Row>{
           {"def @main(%o: Option[int32]) -> int32 {"
            " match (%o) { Some(%x) => %x, None => 0, } }",
            "values that are not tensors"},
           {"def @main(%x: int32) -> int32 { match? (%x) { %y => %y, } }", "match"},
           {"def @main(%x: int32) { %0 = fn (%y: int32, Primitive=1) -> int32 {"
            " %1 = fn (%z: int32) -> int32 { negative(%z) }; %1(%y) }; %0(%x) }",
            "calls inside of a fused function"},
       }) {
    INFO(row.text);
    CheckRefused([&] { MakePlan(InferTypes(RefusedModule(std::string(option) + row.text))); },
                 DiagKind::kUnsupported, row.says);
  }
  CheckRefused([] { MakePlan(RefusedModule("def @main(%x) { negative(%x) }")); },
               DiagKind::kUnsupported, "run InferType first");
}

TEST_CASE("an executor has only the inputs and calls of its program", "[executor][diagnostics]") {
  GraphExecutor executor(
      InferTypes(RefusedModule("def @main(%x: Tensor[(2), float32]) { negative(%x) }")));
  CheckRefused([&] { executor.GetInput(0); }, DiagKind::kUsage, "input 0 has no value");
  CheckRefused([&] { executor.RunCall(1); }, DiagKind::kUsage, "no call has the index 1");
}

}  // namespace
}  // namespace passcope
