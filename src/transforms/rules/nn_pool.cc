// Rules of pooling, upsampling and resizing.
#include "op/attrs_nn.h"
#include "transforms/infer_layout.h"
#include "transforms/layout_conversion.h"
#include "transforms/pattern_utils.h"
#include "transforms/rules/rules.h"

namespace passcope {
namespace {

InferredLayouts PoolLayout(const LayoutQuery& query) {
  Attrs attrs = query.attrs;
  std::string out_layout = StringField(attrs, "out_layout");
  if (!out_layout.empty()) {
    // The user's choice is kept.
    if (StringField(attrs, "layout") != out_layout) return InferredLayouts::Unknown();
  } else if (query.new_in) {
    attrs = WithField(attrs, "layout", query.new_in->front().name());
  }
  return InferredLayouts::Same(1, LayoutField(attrs, "layout"), attrs);
}

// Follows its input as long as the spatial axes stay where they are and whole.
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

// `corners`: how many numbers the region of interest has where none is given.
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

Gradients MaxPoolGradient(const GradientSite& s) {
  const PoolAttrs* attrs = AsPoolAttrs(s.call->attrs);
  return {MakeOp("nn.max_pool2d_grad", {s.grad, s.x()},
                 {{"pool_size", AttrValue::Ints(attrs->pool_size)},
                  {"strides", AttrValue::Ints(attrs->strides)},
                  {"padding", AttrValue::Ints(attrs->padding)},
                  {"layout", attrs->layout},
                  {"ceil_mode", attrs->ceil_mode}})};
}

Gradients AvgPoolGradient(const GradientSite& s) {
  const PoolAttrs* attrs = AsPoolAttrs(s.call->attrs);
  return {MakeOp("nn.avg_pool2d_grad", {s.grad, s.x()},
                 {{"pool_size", AttrValue::Ints(attrs->pool_size)},
                  {"strides", AttrValue::Ints(attrs->strides)},
                  {"padding", AttrValue::Ints(attrs->padding)},
                  {"layout", attrs->layout},
                  {"ceil_mode", attrs->ceil_mode},
                  {"count_include_pad", *s.call->attrs->Get("count_include_pad").get<bool>()}})};
}

Gradients GlobalAvgPoolGradient(const GradientSite& s) {
  const std::string& layout = As<GlobalPool2DAttrs>(s.call->attrs)->layout;
  size_t height = layout.find('H'), width = layout.find('W');
  std::vector<int64_t> shape = s.ShapeOf(s.x());
  if (layout.size() != shape.size() || height == std::string::npos || width == std::string::npos) {
    s.Unsupported(Say("the gradient of '{operator}' is not supported for the layout {layout}",
                      s.op_name(), layout));
  }
  return {MakeOp("nn.avg_pool2d_grad", {s.grad, s.x()},
                 {{"pool_size", AttrValue::Ints({shape[height], shape[width]})},
                  {"strides", AttrValue::Ints({1, 1})},
                  {"padding", AttrValue::Ints({0, 0})},
                  {"layout", layout}})};
}

constexpr GradientRow kGradients[] = {
    {"nn.avg_pool2d", AvgPoolGradient},
    {"nn.global_avg_pool2d", GlobalAvgPoolGradient},
    {"nn.max_pool2d", MaxPoolGradient},
};

}  // namespace

void RegisterNNPoolRules(RuleTables& rules) {
  AddGradients(rules, kGradients);
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
  for (const char* op : {"nn.upsampling", "nn.upsampling3d"}) {
    rules.infer_layout.Add(op, UpsamplingLayout);
  }
  rules.convert_layout.Add("image.resize1d", ConvertResize1D);
  rules.convert_layout.Add("image.resize2d", ConvertResize2D);
  rules.convert_layout.Add("nn.avg_pool2d", ConvertPool2D);
  rules.convert_layout.Add("nn.max_pool2d", ConvertPool2D);
  rules.convert_layout.Add("nn.global_avg_pool2d", ConvertGlobalPool);
  rules.convert_layout.Add("nn.global_max_pool2d", ConvertGlobalPool);
}

}  // namespace passcope
