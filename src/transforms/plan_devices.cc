// PlanDevices: decides on which device everything is computed.
//
// Why: with several devices, data has to be copied between them. There is one device here, so
// everything is computed on it: annotations that say where (on_device) and copies between devices
// (device_copy) go away, and what they stood around remains.
//
//   before  add(on_device(multiply(%x, %x)), %y)
//   after   add(multiply(%x, %x), %y)
#include "ir/search.h"
#include "ir/visitor.h"
#include "op/op.h"
#include "pass/registry.h"

namespace passcope {
namespace {

bool SaysWhere(const ExprNode* node) {
  return IsCallTo(node, "on_device") || IsCallTo(node, "device_copy");
}

Expr WithoutPlaces(const Expr& function) {
  if (!ContainsNode(function, {ExprKind::kCall}, SaysWhere)) return function;
  return RewritePostOrder(function, [](const ExprNode* node, std::span<const Expr> children) {
    return SaysWhere(node) && children.size() > 1 ? children[1] : WithChildren(node, children);
  });
}

}  // namespace

namespace transform {

// As in TVM, annotations are looked at first and devices are planned then.
Pass PlanDevices() {
  Pass rewrite = CreateFunctionPass(
      [](const Expr& function, const IRModule&, PassContext&) { return WithoutPlaces(function); },
      {0, "PlanDevicesRewrite", {}, false});
  Pass core = CreateModulePass([](const IRModule& module, PassContext&) { return module; },
                               {0, "PlanDevicesCore", {}, false});
  return Sequential({rewrite, core}, TableInfo("PlanDevices"));
}

// AnnotateMemoryScope: says in which memory results are kept. Graphics processors have several
// (textures); the processors that programs run on here have one, so nothing changes.
Pass AnnotateMemoryScope() {
  return CreateFunctionPass(
      [](const Expr& function, const IRModule&, PassContext&) { return function; },
      TableInfo("AnnotateMemoryScope"));
}

}  // namespace transform
}  // namespace passcope
