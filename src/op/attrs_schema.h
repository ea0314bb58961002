// What the files that define attribute schemas have in common.
#pragma once

#include <initializer_list>

#include "ir/attrs.h"

// Defines `Type::Schema()` with the type key TVM would use and the fields given.
#define PASSCOPE_SCHEMA(Type, ...)                                                        \
  const AttrSchema& Type::Schema() {                                                      \
    static const AttrSchema schema = MakeSchema<Type>("relay.attrs." #Type, __VA_ARGS__); \
    return schema;                                                                        \
  }

namespace passcope {

// Whether the integers of the field before are of type int64; see AttrField::is_int64_flag.
template <class A>
AttrField Int64Flag(const char* name, bool A::*member) {
  return Field(name, member, false, "Whether the integers are of type int64.");
}

// The attributes as `Base` when their schema is one of `schemas`, all of which describe structs
// derived from it.
template <class Base>
const Base* AsOneOf(const Attrs& attrs, std::initializer_list<const AttrSchema*> schemas) {
  if (!attrs) return nullptr;
  for (const AttrSchema* schema : schemas) {
    if (attrs->schema() == schema) return static_cast<const Base*>(attrs.get());
  }
  return nullptr;
}

}  // namespace passcope
