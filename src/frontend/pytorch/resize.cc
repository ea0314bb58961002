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

// PyTorch takes the places of elements from the scales that it gets. Relay takes them from the
// lengths, which is the same only if the scales give whole lengths.
void CheckScale(const TorchCall& call, std::string_view name, double length, double scale,
                int64_t scaled) {
  bool same = length * scale == static_cast<double>(scaled);
  if (!same) FailTorchArgument(call, name);
}

// The lengths after batch and channels, multiplied by the scales.
Ints Scaled(const TorchCall& call, const PyValue& scales, std::string_view name, bool exact) {
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
    auto length = static_cast<double>(shape[i]);
    size.push_back(TowardZero(std::floor(length * scale)));
    if (exact) CheckScale(call, name, length, scale, size.back());
  }
  return size;
}

PyValue Upsample(TorchCall& call, const char* method) {
  const Expr& data = call.tensor(0);
  bool align_corners = call.get("align_corners").truth();
  Ints size = call[1].is_none()
                  ? Scaled(call, call.get("scale_factors"), "scale_factors", !align_corners)
                  : call[1].ints();
  Ints shape = TorchShape(data);
  for (size_t i = 0; i < size.size() && i + 2 < shape.size(); ++i) {
    constexpr std::string_view kNames[] = {"scales_d", "scales_h", "scales_w"};
    std::string_view name = kNames[3 - std::min<size_t>(size.size(), 3) + std::min<size_t>(i, 2)];
    PyValue scale = call.get(name);
    if (scale.is_none() || align_corners) continue;
    CheckScale(call, name, static_cast<double>(shape[i + 2]), scale.real(), size[i]);
  }
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
  if (mode == "nearest") {
    method = "nearest_neighbor";
  } else if (mode == "bicubic") {
    method = "cubic";
  } else if (mode != "bilinear" && mode != "trilinear") {
    FailTorchArgument(call, "mode");
  }
  size_t rank = TorchShape(data).size();
  Require(
      call, rank == 4 || rank == 5,
      MSG(kTorchResizeArgumentRank, "its argument must have 4 or 5 dimensions, not {rank}", rank));
  size_t axes = rank - 2;
  Ints size;
  if (call[1].is_none()) {
    bool exact = !call.get(4).truth() && !call.get(5).truth();
    size = Scaled(call, call[2], "scale_factor", exact);
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
