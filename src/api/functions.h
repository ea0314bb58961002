// The types of the table of functions (api/functions.def), free of any other language: what each is
// in C++. What it is elsewhere, the generator of that language's bindings says.
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
// Relay text, which other languages may give as bytes in UTF-8 too.
using Source = std::string;
// Structured data as JSON text.
using Json = std::string;
// Of an object in the session; 0 is none.
using Handle = passcope::Handle;
// The number of an object of the host (ForeignHost); 0 is none.
using Object = uint32_t;
// Memory of the engine.
using Bytes = std::span<std::byte>;

}  // namespace functions

// The signature of a method as the table writes it: parameters by value, `const` left out.
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
