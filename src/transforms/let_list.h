// Binding of values to fresh variables, one after another.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "ir/intermediate_var.h"

namespace passcope {

// A growing chain of lets.
class LetList {
 public:
  explicit LetList(uint32_t* counter) : counter_(counter) {}
  // Binds a value to a fresh variable. `type` is null if it is not known.
  Expr Push(Expr value, Type type = nullptr) {
    Expr var = IntermediateVar((*counter_)++, nullptr, type);
    bindings_.emplace_back(var, std::move(value));
    return var;
  }
  // Binds a value to a variable of the caller.
  Expr Bind(Expr var, Expr value) {
    bindings_.emplace_back(var, std::move(value));
    return var;
  }
  Expr Wrap(Expr body) const {
    for (size_t i = bindings_.size(); i-- > 0;) {
      body = Let(bindings_[i].first, bindings_[i].second, std::move(body));
    }
    return body;
  }

 private:
  uint32_t* const counter_;
  std::vector<std::pair<Expr, Expr>> bindings_;
};

}  // namespace passcope
