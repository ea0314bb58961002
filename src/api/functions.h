// The types of the table of functions (api/functions.def) in C++. The generator of each other
// language's bindings knows their types in that language.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

#include "api/session.h"

namespace passcope {
namespace functions {

using Void = void;
using Bool = bool;
using Int = int;
using Count = uint32_t;
using Real = double;
using String = std::string;
// Relay text. Other languages may also give it as bytes in UTF-8.
using Source = std::string;
// Structured data as JSON text.
using Json = std::string;
// An object of the session; 0 means none.
using Handle = passcope::Handle;
// The number of an object of the host (ForeignHost); 0 means none.
using Object = uint32_t;
// Memory of the engine.
using Bytes = std::span<std::byte>;

}  // namespace functions

// The signature of a method as the table writes it: parameters by value, without `const`.
template <class Method>
struct PlainSignature;
template <class R, class... Args>
struct PlainSignature<R (Session::*)(Args...)> {
  using type = R(std::decay_t<Args>...);
};
template <class R, class... Args>
struct PlainSignature<R (Session::*)(Args...) const> {
  using type = R(std::decay_t<Args>...);
};

}  // namespace passcope
