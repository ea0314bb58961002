// The printed names of constructors.
#pragma once

#include <string_view>

#include "ir/module.h"
#include "text/readable_names.h"

namespace passcope {

class ConstructorNames {
 public:
  // Adds the constructors of a module. If one has the name of another one or of an operator in use,
  // the names of their types precede all of them: `List_Cons`. TVM cannot read the names then.
  void Add(const IRModule& module);
  // Valid until the next call.
  std::string_view Get(const TypeData& data, uint32_t index) {
    return texts_.Get(NameOf(data, index));
  }

 private:
  Name NameOf(const TypeData& data, uint32_t index) const;

  ReadableNames texts_{true};
  bool with_type_ = false;
};

}  // namespace passcope
