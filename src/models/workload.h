// A network with its parameters.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ir/expr.h"
#include "ir/module.h"
#include "transforms/bind_params.h"

namespace passcope {

struct Workload {
  IRModule module;  // Typed, @main.
  ParamMap params;  // All parameters of @main but those that are called "data".
};

// How weights get their values, after relay.testing.init.
struct Initializer {
  enum class Kind : uint8_t {
    kXavier,    // Uniform in [-s, s) with s = sqrt(magnitude / factor).
    kConstant,  // Each is one by their number.
  };
  enum class Factor : uint8_t { kAvg, kIn, kOut };
  Kind kind = Kind::kXavier;
  // Which of a weight's fans is the factor: what an output sums, what an input goes to, or their
  // mean.
  Factor factor = Factor::kAvg;
  double magnitude = 3;
};

// As relay.testing's create_workload: the module of `function`, with inferred types, and values for
// its parameters by the ends of their names: weights by `initializer`, gamma and var 1, beta, bias
// and mean 0. The fans of a weight are those of its layout, where a convolution takes it, and
// groups share no inputs; in TVM the first two axes are always outputs and inputs. The random
// numbers are this engine's own, the same on every platform for a seed, and differ from NumPy's.
// Throws DiagnosticError (kUnknownModel): a parameter that is no tensor of known size, that has
// another name, or a weight by Xavier that is a vector; as InferType for `function`.
Workload CreateWorkload(const Expr& function, uint64_t seed, const Initializer& initializer = {});

}  // namespace passcope
