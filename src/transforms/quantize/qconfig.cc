// The fields of QConfig and their accepted values.
#include "transforms/quantize/qconfig.h"

#include <algorithm>

#include "diagnostics/diagnostic.h"
#include "pass/options.h"
#include "support/check.h"

namespace passcope::quantize {
namespace {

constexpr char kOwner[] = "relay.quantize.qconfig";

[[noreturn]] void Refuse(const char* name, const std::string& value, MessageList choices) {
  throw DiagnosticError(
      DiagKind::kBadPassOption,
      MSG(kQuantizeOptionChoice,
          "the option '{option}' of {owner} must be one of {choices}, not '{value}'", name, kOwner,
          choices, value));
}

void CheckChoice(const char* name, const std::string& value,
                 std::initializer_list<const char*> choices) {
  MessageList list;
  for (const char* choice : choices) {
    if (value == choice) return;
    list.items.push_back(choice);
  }
  Refuse(name, value, std::move(list));
}

void CheckBits(const char* name, int64_t bits) {
  if (bits >= 2 && bits <= 32) return;
  throw DiagnosticError(
      DiagKind::kBadPassOption,
      MSG(kQuantizeOptionOutOfRange,
          "the option '{option}' of {owner} must be from {least} to {greatest}, not {value}", name,
          kOwner, 2, 32, bits));
}

void CheckInteger(const char* name, DataType dtype) {
  if ((dtype.is_int() || dtype.is_uint()) && dtype.lanes == 1 && !dtype.is_bool()) return;
  Refuse(name, dtype.str(), MessageList{{"int8", "int16", "int32", "uint8", "uint16"}});
}

}  // namespace

const std::vector<AttrField>& QConfigFields() {
  using C = QConfig;
  static const auto* fields = new std::vector<AttrField>{
      Option("nbit_input", &C::nbit_input, 8, "The number of bits of operator inputs."),
      Option("nbit_weight", &C::nbit_weight, 8, "The number of bits of weights."),
      Option("nbit_activation", &C::nbit_activation, 32,
             "The number of bits of the results of convolutions and matrix products."),
      Option("dtype_input", &C::dtype_input, DataType::Int(8), "The data type of operator inputs."),
      Option("dtype_weight", &C::dtype_weight, DataType::Int(8), "The data type of weights."),
      Option("dtype_activation", &C::dtype_activation, DataType::Int(32),
             "The data type of the results of convolutions and matrix products."),
      Option("calibrate_mode", &C::calibrate_mode, "global_scale",
             "The source of the scales of inputs: global_scale, kl_divergence or percentile; the "
             "last two need a data set."),
      Option("global_scale", &C::global_scale, 8.0,
             "The largest absolute value of inputs, for global_scale."),
      Option("weight_scale", &C::weight_scale, "power2",
             "The scale of a weight: max for its largest absolute value, or power2 for the next "
             "power of two."),
      Option("skip_dense_layer", &C::skip_dense_layer, true,
             "Whether to leave nn.dense unquantized."),
      Option("skip_conv_layers", &C::skip_conv_layers, AttrValue::Ints({0}),
             "The numbers of the convolutions to leave unquantized, counted from 0."),
      Option("do_simulation", &C::do_simulation, false,
             "Whether to simulate the integer results with floating-point numbers."),
      Option("round_for_shift", &C::round_for_shift, true,
             "Whether right shifts round to the nearest integer."),
      Option("debug_enabled_ops", &C::debug_enabled_ops, AttrValue(),
             "The operators to quantize; all if none are given."),
      Option("rounding", &C::rounding, "UPWARD",
             "How fixed-point products round halves: UPWARD or TONEAREST."),
      Option(
          "calibrate_chunk_by", &C::calibrate_chunk_by, -1,
          "The number of tensors whose values are kept at a time during calibration; -1 for all."),
      Option(
          "partition_conversions", &C::partition_conversions, "disabled",
          "Whether conversions of inputs and results become separate functions: disabled, enabled, "
          "or fully_integral, which also rejects floating-point computation between them."),
  };
  return *fields;
}

std::vector<AttrField> QConfigFieldsOf(std::initializer_list<std::string_view> names) {
  std::vector<AttrField> fields;
  for (const AttrField& field : QConfigFields()) {
    if (std::find(names.begin(), names.end(), field.name) != names.end()) fields.push_back(field);
  }
  PASSCOPE_CHECK(fields.size() == names.size());
  return fields;
}

QConfig ReadQConfig(const AttrDict& given) {
  QConfig config = ReadOptions<QConfig>(QConfigFields(), kOwner, given);
  CheckBits("nbit_input", config.nbit_input);
  CheckBits("nbit_weight", config.nbit_weight);
  CheckBits("nbit_activation", config.nbit_activation);
  if (!(config.global_scale > 0)) {
    throw DiagnosticError(DiagKind::kBadPassOption,
                          MSG(kQuantizeOptionNotPositive,
                              "the option '{option}' of {owner} must be positive, not {value}",
                              "global_scale", kOwner, config.global_scale));
  }
  CheckInteger("dtype_input", config.dtype_input);
  CheckInteger("dtype_weight", config.dtype_weight);
  CheckInteger("dtype_activation", config.dtype_activation);
  CheckChoice("calibrate_mode", config.calibrate_mode,
              {"global_scale", "kl_divergence", "percentile"});
  CheckChoice("weight_scale", config.weight_scale, {"max", "power2"});
  CheckChoice("rounding", config.rounding, {"UPWARD", "TONEAREST"});
  CheckChoice("partition_conversions", config.partition_conversions,
              {"disabled", "enabled", "fully_integral"});
  return config;
}

int64_t QConfig::BitsOf(QAnnotateKind kind) const {
  return kind == QAnnotateKind::kWeight       ? nbit_weight
         : kind == QAnnotateKind::kActivation ? nbit_activation
                                              : nbit_input;
}

}  // namespace passcope::quantize
