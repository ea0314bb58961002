// Compares the table of functions with the methods of a session at compile time.
#include "api/functions.h"

namespace passcope::functions {

#define FUNCTION(name, method, result, parameters, doc)                                    \
  static_assert(                                                                           \
      std::is_same_v<PlainSignature<decltype(&Session::method)>::type, result parameters>, \
      #name ": api/functions.def declares other types than the method of the session has");
#include "api/functions.def"
#undef FUNCTION

}  // namespace passcope::functions
