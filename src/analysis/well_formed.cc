// Whether expressions and modules obey the rules of the IR that types do not show.
#include "analysis/well_formed.h"

#include "ir/visitor.h"
#include "support/format.h"
#include "text/printer.h"
#include "transforms/infer_type.h"

namespace passcope {
namespace {

class Checker {
 public:
  // `module` is null for an expression, which may have free variables.
  Checker(const IRModuleNode* module, std::vector<Diagnostic>* found)
      : module_(module), found_(*found) {}

  void Run(const Expr& root) {
    Push(root.get());
    while (!stack_.empty()) {
      Frame& frame = stack_.back();
      const ExprNode* node = frame.node;
      size_t count = node->children().size();
      if (frame.next == count) {
        Unbind(frame.bound, frame.type_vars);
        stack_.pop_back();
        continue;
      }
      size_t at = frame.next++;
      const ExprNode* child = node->child(at).get();
      if (IsBinder(node, at)) {
        Bind(As<VarNode>(child));
        continue;
      }
      // The variables of a clause are bound in its body only.
      if (const auto* match = As<MatchNode>(node); match && at > 0 && !IsBody(match, at - 1)) {
      }
      Push(child);
    }
  }

 private:
  enum class State : uint8_t { kFree, kBound, kPast };
  struct Frame {
    const ExprNode* node;
    size_t next;
    size_t bound;      // How many variables were bound before.
    size_t type_vars;  // The same of type parameters.
  };
};

}  // namespace
}  // namespace passcope
