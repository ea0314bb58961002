// From the arguments of a dynamic operator to the attributes of its static form.
#include <cmath>
#include <iterator>
#include <optional>

#include "op/attrs_nn.h"
#include "op/op.h"

namespace passcope {
namespace {

std::optional<AttrValue> AttrFrom(StaticForm::Kind kind, const NDArray& array) {
  using Kind = StaticForm::Kind;
  size_t size = array->size();
  RequireScratch(size, sizeof(AttrValue));
  if ((kind == Kind::kInt || kind == Kind::kReal) && size != 1) return std::nullopt;
  switch (kind) {
    case Kind::kInt:
      return array->ToInt(0);
    case Kind::kReal:
      return array->ToDouble(0);
    case Kind::kSizes:
      for (size_t i = 0; i < size; ++i) {
        if (array->ToDouble(i) != std::trunc(array->ToDouble(i))) return std::nullopt;
      }
      [[fallthrough]];
    case Kind::kInts: {
      std::vector<int64_t> values;
      for (size_t i = 0; i < size; ++i) values.push_back(array->ToInt(i));
      return AttrValue::Ints(values);
    }
    case Kind::kReals: {
      AttrArray values;
      for (size_t i = 0; i < size; ++i) values.emplace_back(array->ToDouble(i));
      return values;
    }
    case Kind::kPairs: {
      PadPairs pairs;
      for (size_t i = 0; i + 1 < size; i += 2) {
        pairs.emplace_back(array->ToInt(i), array->ToInt(i + 1));
      }
      return FromPadPairs(pairs);
    }
  }
  return std::nullopt;
}

}  // namespace

std::span<const StaticForm::Param> StaticForm::params() const {
  size_t count = 0;
  while (count < std::size(param) && param[count].attr) ++count;
  return {param, count};
}

const StaticForm::Param* StaticForm::ParamOf(size_t arg) const {
  for (const Param& each : params()) {
    if (each.arg == arg) return &each;
  }
  return nullptr;
}

Attrs StaticForm::MakeStaticAttrs(const Attrs& attrs, std::span<const NDArray> values,
                                  const Param** misfit) const {
  AttrsNode* made = As<OpNode>(GetOp(op))->decl->schema().create();
  Attrs owner(made);
  for (const AttrField& field : made->schema()->fields) {
    if (!attrs || !attrs->schema()->Find(field.name)) continue;
    made->Set(field, attrs->Get(field.name));
  }
  for (size_t i = 0; i < params().size(); ++i) {
    const AttrField* field = made->schema()->Find(param[i].attr);
    std::optional<AttrValue> value = AttrFrom(param[i].kind, values[i]);
    if (field && value && made->Set(*field, *value)) continue;
    *misfit = &param[i];
    return nullptr;
  }
  return owner;
}

}  // namespace passcope
