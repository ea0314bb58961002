// Helpers of the files that define attribute schemas.
#pragma once

#include <initializer_list>

#include "ir/attrs.h"

// Defines `Type::Schema()` with TVM's type key and these fields.
#define PASSCOPE_SCHEMA(Type, ...)                                                        \
  const AttrSchema& Type::Schema() {                                                      \
    static const AttrSchema schema = MakeSchema<Type>("relay.attrs." #Type, __VA_ARGS__); \
    return schema;                                                                        \
  }

namespace passcope {

// The flag that the integers of the preceding field are int64; see AttrField::is_int64_flag.
template <class A>
AttrField Int64Flag(const char* name, bool A::*member) {
  return Field(name, member, false, "Whether the integers are of type int64.");
}

// The attributes as `Base`, if their schema is one of `schemas`. All of these describe structs that
// derive from Base.
template <class Base>
const Base* AsOneOf(const Attrs& attrs, std::initializer_list<const AttrSchema*> schemas) {
  if (!attrs) return nullptr;
  for (const AttrSchema* schema : schemas) {
    if (attrs->schema() == schema) return static_cast<const Base*>(attrs.get());
  }
  return nullptr;
}

}  // namespace passcope
