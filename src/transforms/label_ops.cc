// LabelOps: gives functions a hash and the layouts of their calls, for profilers.
//
//   before  fn (%p0, %p1, Primitive=1) { nn.conv2d(%p0, %p1) }
//   after   fn (%p0, %p1, Primitive=1, hash="…", data_layout="NCHW", …) { nn.conv2d(%p0, %p1) }
#include <algorithm>
#include <string>

#include "ir/structural.h"
#include "ir/visitor.h"
#include "pass/registry.h"
#include "transforms/optimize.h"

namespace passcope {
namespace {

std::string HexDigits(uint64_t value) {
  std::string text(16, '0');
  for (size_t i = text.size(); value != 0; value >>= 4) text[--i] = "0123456789abcdef"[value & 15];
  return text;
}

class Labeller : public Rewriter {
 protected:
  Expr Enter(const ExprNode* node) override {
    const auto* function = As<FunctionNode>(node);
    if (function && !IsLabelled(function)) layouts_.clear();
    return nullptr;
  }
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    Expr rebuilt = WithChildren(node, children);
    if (const auto* call = As<CallNode>(node); call && call->attrs) {
      for (const AttrField& field : call->attrs->schema()->fields) {
        std::string_view name = field.name;
        if (field.type != AttrType::kString || name.find("layout") == name.npos) continue;
        auto known = std::find_if(layouts_.begin(), layouts_.end(),
                                  [&](const auto& item) { return item.first == name; });
        if (known == layouts_.end()) known = layouts_.emplace(known, name, AttrValue());
        known->second = call->attrs->Get(field);
      }
    }
    const auto* function = As<FunctionNode>(rebuilt);
    if (!function || IsLabelled(function)) return rebuilt;
    DictAttrs attrs = WithAttr(function->attrs, "hash", HexDigits(TvmStructuralHash(rebuilt)));
    for (const auto& [name, value] : layouts_) attrs = WithAttr(attrs, name, value);
    return WithFunctionAttrs(function, std::move(attrs));
  }

 private:
  static bool IsLabelled(const FunctionNode* function) {
    return function->attrs && function->attrs->Find("hash");
  }
  // From the calls since the last function began.
  std::vector<std::pair<std::string_view, AttrValue>> layouts_;
};

}  // namespace

namespace transform {

Pass LabelOps() {
  return CreateFunctionPass(
      [](const Expr& function, const IRModule&, PassContext&) { return Labeller().Run(function); },
      {1, "LabelOps", {}, false});
}

}  // namespace transform
}  // namespace passcope
