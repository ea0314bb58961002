#include "op/attrs_typed.h"

#include "op/op.h"

namespace passcope {

const AttrSchema& DictCallAttrs::Schema() {
  static const AttrSchema schema = MakeSchema<DictCallAttrs>(
      "DictAttrs", {Field("__dict__", &DictCallAttrs::dict, {}, "The values by name.")});
  return schema;
}

const AttrSchema& TestAttrs::Schema() {
  static const AttrSchema schema = MakeSchema<TestAttrs>(
      "attrs.TestAttrs",
      {Field("axis", &TestAttrs::axis, int64_t{10}, "An axis."),
       RequiredField("name", &TestAttrs::name, "A name."),
       Field("padding", &TestAttrs::padding, AttrValue::Ints({0, 0}), "What is added.")});
  return schema;
}

const AttrSchema* FindAttrSchema(std::string_view type_key) {
  for (const AttrSchema* schema : {&DictCallAttrs::Schema(), &TestAttrs::Schema()}) {
    if (schema->type_key == type_key) return schema;
  }
  for (const Expr& op : AllOps()) {
    const OpDecl& decl = *As<OpNode>(op)->decl;
    if (decl.schema && decl.schema().type_key == type_key) return &decl.schema();
  }
  return nullptr;
}

const AttrDict* FreeAttrs(const Attrs& attrs) {
  const auto* free = As<DictCallAttrs>(attrs);
  return free ? free->dict.dict() : nullptr;
}

}  // namespace passcope
