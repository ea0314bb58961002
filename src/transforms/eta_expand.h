// Wrapping of functions that are used as values.
#pragma once

#include "pass/pass.h"

namespace passcope::transform {

struct EtaExpandOptions {
  bool expand_constructor;
  bool expand_global_var;
};
Pass EtaExpand(EtaExpandOptions options);

}  // namespace passcope::transform
