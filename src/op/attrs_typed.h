// Finds attributes by TVM's name of their type. Any call can have them, not only calls of
// operators.
#pragma once

#include <string_view>

#include "ir/attrs.h"

namespace passcope {

// Free-form attributes of a call whose callee is not an operator. Functions have DictAttrs.
struct DictCallAttrs : AttrsBase<DictCallAttrs> {
  AttrValue dict;  // An AttrDict.
  static const AttrSchema& Schema();
};

// Attributes that only TVM's tests use.
struct TestAttrs : AttrsBase<TestAttrs> {
  int64_t axis;
  std::string name;
  std::vector<int64_t> padding;
  static const AttrSchema& Schema();
};

// The schema of an attribute type, such as "relay.attrs.SoftmaxAttrs" or "DictAttrs". Null for an
// unknown type.
const AttrSchema* FindAttrSchema(std::string_view type_key);

// The entries of free-form attributes; null for other attributes.
const AttrDict* FreeAttrs(const Attrs& attrs);

}  // namespace passcope
