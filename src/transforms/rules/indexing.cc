// Rules of the operators that sort and pick.
#include "transforms/infer_layout.h"
#include "transforms/rules/rules.h"

namespace passcope {
namespace {

// Values and indices, or one of them.
InferredLayouts TopKLayout(const LayoutQuery& query) {
  Attrs attrs = query.attrs;
  Layout data = FollowAxis(query, &attrs);
  size_t outputs = StringField(attrs, "ret_type") == "both" ? 2 : 1;
  return {{data}, std::vector<Layout>(outputs, data), attrs};
}

}  // namespace

void RegisterIndexingRules(RuleTables& rules) { rules.infer_layout.Add("topk", TopKLayout); }

}  // namespace passcope
