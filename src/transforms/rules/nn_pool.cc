// Rules of pooling, upsampling and resizing.
#include "op/attrs_nn.h"
#include "transforms/infer_layout.h"
#include "transforms/layout_conversion.h"
#include "transforms/no_elements.h"
#include "transforms/pattern_utils.h"
#include "transforms/rules/rules.h"

namespace passcope {
namespace {

InferredLayouts PoolLayout(const LayoutQuery& query) {
  Attrs attrs = query.attrs;
  std::string out_layout = StringField(attrs, "out_layout");
  if (!out_layout.empty()) {
    // The user's choice stays.
    if (StringField(attrs, "layout") != out_layout) return InferredLayouts::Unknown();
  } else if (query.new_in) {
    attrs = WithField(attrs, "layout", query.new_in->front().name());
  }
  return InferredLayouts::Same(1, LayoutField(attrs, "layout"), attrs);
}

// Follows its input if the spatial axes keep their positions and are not in blocks.
InferredLayouts UpsamplingLayout(const LayoutQuery& query) {
  Attrs attrs = query.attrs;
  if (query.new_in) {
    Layout raw = LayoutField(attrs, "layout");
    Layout now = query.new_in->front();
    auto stays = [&](char axis) {
      return now.IndexOf(axis) == raw.IndexOf(axis) && !now.Contains(SubordinateAxis(axis));
    };
    if (stays('W') && stays('H') && (!now.Contains('D') || stays('D'))) {
      attrs = WithField(attrs, "layout", now.name());
    }
  }
  return InferredLayouts::Same(1, LayoutField(attrs, "layout"), attrs);
}

InferredLayouts ResizeLayout(const LayoutQuery& query) {
  Attrs attrs = query.attrs;
  if (query.new_in) {
    Layout now = query.new_in->front(), old = query.old_in[0];
    if (now != old && LayoutField(attrs, "layout") == old && now.ndim() == old.ndim()) {
      attrs = WithField(attrs, "layout", now.name());
    }
  }
  return InferredLayouts::Same(1, LayoutField(attrs, "layout"), attrs);
}

Expr ConvertGlobalPool(const LayoutConversion& c) {
  if (c.desired.empty()) CheckCount(c, 1);
  Attrs attrs = WithField(c.attrs, "layout", c.desired[0]);
  return ConvertedCall(c, WithField(attrs, "out_layout", c.desired[0]));
}

Expr ConvertPool2D(const LayoutConversion& c) {
  if (c.desired.empty()) CheckCount(c, 1);
  Attrs attrs = WithField(WithFullPadding(c.attrs, 2), "layout", c.desired[0]);
  return ConvertedCall(c, WithField(attrs, "out_layout", c.desired[0]));
}

// `corners`: the number of values of a missing region of interest.
Expr ConvertResize(const LayoutConversion& c, size_t corners) {
  CheckCount(c, 1);
  Attrs attrs = WithField(c.attrs, "layout", c.desired[0]);
  if (attrs->Get("roi").is_null()) {
    attrs = WithField(attrs, "roi", AttrArray(corners, AttrValue(0.0)));
  }
  return ConvertedCall(c, attrs);
}

Expr ConvertResize1D(const LayoutConversion& c) { return ConvertResize(c, 2); }

Expr ConvertResize2D(const LayoutConversion& c) { return ConvertResize(c, 4); }

// For max_pool2d and avg_pool2d, whose gradient operators take their attributes.
Gradients Pool2DGradient(const GradientSite& s) {
  const Attrs& attrs = s.call->attrs;
  auto get = [&](const char* name) { return attrs->Get(name); };
  bool average = As<AvgPool2DAttrs>(attrs) != nullptr;
  Expr grad = MakeOp(average ? "nn.avg_pool2d_grad" : "nn.max_pool2d_grad", {s.grad, s.x()},
                     {{"pool_size", get("pool_size")},
                      {"strides", get("strides")},
                      {"dilation", get("dilation")},
                      {"padding", get("padding")},
                      {"layout", get("layout")},
                      {"ceil_mode", get("ceil_mode")}});
  if (!average) return {grad};
  const auto* call = As<CallNode>(grad);
  Attrs counted = WithAttrs(call->attrs, {{"count_include_pad", get("count_include_pad")}});
  return {CallOp("nn.avg_pool2d_grad", {s.grad, s.x()}, counted)};
}

// This is a pooling with one window, as large as the image.
Gradients GlobalAvgPool2DGradient(const GradientSite& s) {
  const std::string& layout = As<GlobalPool2DAttrs>(s.call->attrs)->layout;
  if (layout != "NCHW" && layout != "NHWC") {
    s.Unsupported(MSG(kGradientPoolLayout,
                      "the gradient of '{operator}' is not supported for the layout '{layout}'",
                      s.op_name(), layout));
  }
  std::vector<int64_t> shape = s.ShapeOf(s.x());
  if (HasNoElements(s.x()->checked_type())) return {ZerosLike(s.x())};
  size_t first = layout == "NCHW" ? 2 : 1;
  return {MakeOp("nn.avg_pool2d_grad", {s.grad, s.x()},
                 {{"pool_size", AttrValue::Ints({shape[first], shape[first + 1]})},
                  {"strides", AttrValue::Ints({1, 1})},
                  {"padding", AttrValue::Ints({0, 0})},
                  {"layout", layout}})};
}

constexpr GradientRow kNnPoolGradients[] = {
    {"nn.avg_pool2d", Pool2DGradient},
    {"nn.global_avg_pool2d", GlobalAvgPool2DGradient},
    {"nn.max_pool2d", Pool2DGradient},
};

}  // namespace

void RegisterNNPoolRules(RuleTables& rules) {
  for (const char* op :
       {"nn.adaptive_avg_pool1d", "nn.adaptive_avg_pool2d", "nn.adaptive_avg_pool3d",
        "nn.adaptive_max_pool1d", "nn.adaptive_max_pool2d", "nn.adaptive_max_pool3d",
        "nn.avg_pool1d", "nn.avg_pool2d", "nn.avg_pool3d", "nn.max_pool1d", "nn.max_pool2d",
        "nn.max_pool3d", "nn.global_avg_pool2d", "nn.global_max_pool2d"}) {
    rules.infer_layout.Add(op, PoolLayout);
  }
  for (const char* op : {"image.resize1d", "image.resize2d"}) {
    rules.infer_layout.Add(op, ResizeLayout);
  }
  for (const char* op :
       {"nn.upsampling", "nn.upsampling3d", "dyn.nn.upsampling", "dyn.nn.upsampling3d"}) {
    rules.infer_layout.Add(op, UpsamplingLayout);
  }
  AddGradients(rules, kNnPoolGradients);
  rules.convert_layout.Add("image.resize1d", ConvertResize1D);
  rules.convert_layout.Add("image.resize2d", ConvertResize2D);
  rules.convert_layout.Add("nn.avg_pool2d", ConvertPool2D);
  rules.convert_layout.Add("nn.max_pool2d", ConvertPool2D);
  rules.convert_layout.Add("nn.global_avg_pool2d", ConvertGlobalPool);
  rules.convert_layout.Add("nn.global_max_pool2d", ConvertGlobalPool);
}

}  // namespace passcope
