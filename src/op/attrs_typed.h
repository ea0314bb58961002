// Attributes by TVM's name of their type, which calls of anything can have, operator or not.
#pragma once

#include <string_view>

#include "ir/attrs.h"

namespace passcope {

// Free-form attributes of a call of what is no operator; those of functions are DictAttrs.
struct DictCallAttrs : AttrsBase<DictCallAttrs> {
  AttrValue dict;  // An AttrDict.
  static const AttrSchema& Schema();
};

// What TVM's own tests give calls.
struct TestAttrs : AttrsBase<TestAttrs> {
  int64_t axis;
  std::string name;
  std::vector<int64_t> padding;
  static const AttrSchema& Schema();
};

// The schema of a type of attributes, such as "relay.attrs.SoftmaxAttrs" or "DictAttrs"; null for
// what no operator has.
const AttrSchema* FindAttrSchema(std::string_view type_key);

// What free-form attributes hold; null for all others.
const AttrDict* FreeAttrs(const Attrs& attrs);

}  // namespace passcope
