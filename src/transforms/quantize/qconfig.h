// The settings of relay.quantize: TVM's QConfig.
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

// Names, order and defaults are TVM's. QConfigFields describes the fields.
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

  // The number of bits of an expression that is marked as `kind`.
  int64_t BitsOf(QAnnotateKind kind) const;
};

const std::vector<AttrField>& QConfigFields();
// The given fields, in the order of QConfigFields, for passes that read only those.
std::vector<AttrField> QConfigFieldsOf(std::initializer_list<std::string_view> names);

// The defaults, overridden by the given fields. Throws DiagnosticError (kBadPassOption) for an
// unknown name, a value of another type, or a value that its field does not accept.
QConfig ReadQConfig(const AttrDict& given);

}  // namespace passcope::quantize
