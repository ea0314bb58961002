// Upsampling.
#include <cmath>

#include "frontend/pytorch/converter.h"
#include "support/toward_zero.h"

namespace passcope::frontend {
namespace {

// How a place of the result maps to a place of the argument.
const char* Coordinates(std::string_view method, bool align_corners) {
  if (method == "nearest_neighbor") return "asymmetric";
  return align_corners ? "align_corners" : "half_pixel";
}

Expr Resize(const Expr& data, const Ints& size, const char* method, bool align_corners) {
  bool flat = size.size() == 2;
  AttrArray roi(size.size() * 2, AttrValue(0.0));
  return Op(flat ? "image.resize2d" : "image.resize3d", {data},
            {{"size", size},
             {"roi", AttrValue(std::move(roi))},
             {"layout", flat ? "NCHW" : "NCDHW"},
             {"method", method},
             {"coordinate_transformation_mode", Coordinates(method, align_corners)},
             {"rounding_method", ""},
             {"cubic_alpha", flat ? -0.75 : -0.5},
             {"cubic_exclude", 0},
             {"extrapolation_value", 0.0}});
}

// The lengths after batch and channels, multiplied by the scales.
Ints Scaled(const TorchCall& call, const PyValue& scales) {
  Ints shape = TorchShape(call.tensor(0));
  Require(call, shape.size() > 2,
          MSG(kTorchArgumentRankTooLow,
              "the rank of its argument must be at least {least}, not {actual}", 3, shape.size()));
  if (scales.is_list() && scales.list().size() < shape.size() - 2) {
    FailTorchCall(call, MSG(kTorchResizeScaleCount, "it needs {expected} scales, not {actual}",
                            shape.size() - 2, scales.list().size()));
  }
  Ints size;
  for (size_t i = 2; i < shape.size(); ++i) {
    double scale = scales.is_list() ? scales.list()[i - 2].real() : scales.real();
    size.push_back(TowardZero(std::floor(static_cast<double>(shape[i]) * scale)));
  }
  return size;
}

PyValue Upsample(TorchCall& call, const char* method) {
  const Expr& data = call.tensor(0);
  bool nearest = std::string_view(method) == "nearest_neighbor";
  Ints size = call[1].is_none() ? Scaled(call, call[nearest ? 2 : 3]) : call[1].ints();
  bool align_corners = !nearest && call.get(2).truth();
  auto function = [&](const Expr& x) { return Resize(x, size, method, align_corners); };
  if (size.size() != 2 || !IsQuantizedTorch(data)) return function(data);
  // The quantisation parameters of the argument are the last arguments.
  Require(call, call.size() >= 2,
          MSG(kTorchQuantizedArgumentUnknown,
              "the scale and zero point of its quantised argument are not known"));
  return WithTorchFloats(data, Const(call[call.size() - 2].real()),
                         ConstInt(call[call.size() - 1].integer()), function);
}

// torch.nn.functional.interpolate takes data, size, scale, mode, align_corners, …
PyValue Interpolate(TorchCall& call) {
  const Expr& data = call.tensor(0);
  std::string mode = call[3].text();
  const char* method = "linear";
  if (mode.starts_with("nearest")) {
    method = "nearest_neighbor";
  } else if (mode == "bicubic") {
    method = "cubic";
  }
  size_t rank = TorchShape(data).size();
  Require(
      call, rank == 4 || rank == 5,
      MSG(kTorchResizeArgumentRank, "its argument must have 4 or 5 dimensions, not {rank}", rank));
  size_t axes = rank - 2;
  Ints size;
  if (call[1].is_none()) {
    size = Scaled(call, call[2]);
  } else if (call[1].is_list()) {
    size = call[1].ints();
  } else {
    size = Ints(axes, call[1].integer());
  }
  return Resize(data, size, method, call[4].truth());
}

}  // namespace

void AddResizeConverters(TorchConverterTable* table) {
  for (const char* name : {"aten::upsample_nearest2d", "aten::upsample_nearest3d"}) {
    table->Add(name, [](TorchCall& call) { return Upsample(call, "nearest_neighbor"); });
  }
  for (const char* name : {"aten::upsample_bilinear2d", "aten::upsample_trilinear3d"}) {
    table->Add(name, [](TorchCall& call) { return Upsample(call, "linear"); });
  }
  table->Add("aten::upsample_bicubic2d", [](TorchCall& call) { return Upsample(call, "cubic"); });
  table->Add("aten::__interpolate", Interpolate);
}

}  // namespace passcope::frontend
