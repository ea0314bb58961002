// The dyn.* operators: what other operators take as an attribute, these take as an argument.
//
// Their kernel reads the arguments, fills in the attributes of the static form and runs that one.
#include "runtime/kernel.h"

namespace passcope {
namespace {

Value Dynamic(const KernelContext& context) {
  const StaticForm& form = *context.op->decl->traits.static_form;
  std::vector<NDArray> params;
  for (const StaticForm::Param& param : form.params()) params.push_back(context.arg(param.arg));
  const StaticForm::Param* misfit = nullptr;
  Attrs attrs = form.MakeStaticAttrs(context.attrs, params, &misfit);
  if (!attrs)
    context.Fail(Say("{operator} needs a scalar for {attribute}", context.name(), misfit->attr));
  std::vector<Value> values;
  for (size_t i = 0; i < context.args.size(); ++i) {
    if (!form.ParamOf(i)) values.emplace_back(context.arg(i));
  }
  return ApplyOp(As<OpNode>(GetOp(form.op)), values, attrs);
}

}  // namespace

void RegisterDynamicKernels(KernelRegistry& registry) {
  for (const Expr& op : AllOps()) {
    const OpDecl& decl = *As<OpNode>(op)->decl;
    if (decl.traits.static_form) registry.Add(decl.name, Dynamic);
  }
}

}  // namespace passcope
