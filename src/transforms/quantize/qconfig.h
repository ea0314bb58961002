// How relay.quantize works: TVM's QConfig.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/attrs.h"
#include "ir/data_type.h"
#include "op/attrs_qnn.h"

namespace passcope::quantize {

// Names, order and defaults are TVM's; the docs stand with the fields (QConfigFields).
struct QConfig {
  int64_t nbit_input, nbit_weight, nbit_activation;
  DataType dtype_input, dtype_weight, dtype_activation;
  std::string calibrate_mode;
  double global_scale;
  std::string weight_scale;
  bool skip_dense_layer;
  std::optional<std::vector<int64_t>> skip_conv_layers;
  bool do_simulation;
  bool round_for_shift;
  std::vector<std::string> debug_enabled_ops;
  std::string rounding;
  int64_t calibrate_chunk_by;
  std::string partition_conversions;

  // The number of bits of what is marked as `kind`.
  int64_t BitsOf(QAnnotateKind kind) const;
};

const std::vector<AttrField>& QConfigFields();
// Those of the names given, in the order of QConfigFields; for the passes that read them.
std::vector<AttrField> QConfigFieldsOf(std::initializer_list<std::string_view> names);

// The defaults with what is given. Throws DiagnosticError (kBadPassOption) for a name that there is
// not, a value of another type, or one that its field does not take.
QConfig ReadQConfig(const AttrDict& given);

}  // namespace passcope::quantize
