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
  ParamMap params;  // All parameters of @main except "data".
};

// The initial values of weights, from relay.testing.init.
struct Initializer {
  enum class Kind : uint8_t {
    kXavier,    // Uniform in [-s, s) with s = sqrt(magnitude / factor).
    kConstant,  // Each element is 1 divided by the number of elements.
  };
  enum class Factor : uint8_t { kAvg, kIn, kOut };
  Kind kind = Kind::kXavier;
  // The fan of a weight that is the factor: the inputs of an output element, the outputs of an
  // input element, or the mean of both.
  Factor factor = Factor::kAvg;
  double magnitude = 3;
};

// Like relay.testing's create_workload: the module of `function` with inferred types, and values
// for its parameters. The end of a name selects the values: weights by `initializer`, gamma and var
// 1, beta, bias and mean 0.
//
// The fans of a convolution's weight follow its layout, and groups share no inputs. In TVM the
// first two axes are always outputs and inputs. The random numbers depend only on the seed, are the
// same on every platform, and differ from NumPy's.
//
// Throws DiagnosticError (kUnknownModel) for a parameter that has another name or is not a tensor
// of known size, and for a vector as a weight by Xavier. Throws the errors of InferType for
// `function`.
Workload CreateWorkload(const Expr& function, uint64_t seed, const Initializer& initializer = {});

}  // namespace passcope
