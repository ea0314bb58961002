// Layout rules of the nn, image, vision and quantised operators.
#include "op/attrs_nn.h"
#include "op/attrs_tensor.h"
#include "transforms/infer_layout.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

const Layout& ChannelLayout() {
  static const Layout channel = Layout::Of("C");
  return channel;
}

// A layout from an attribute; undefined when the text is none.
Layout LayoutField(const Attrs& attrs, std::string_view field) {
  return Layout::Parse(StringField(attrs, field)).value_or(Layout());
}

// Convolutions dictate their layouts; the other operators fit in.
Layout ConvOutLayout(const Attrs& attrs) {
  std::string out = StringField(attrs, "out_layout");
  return out.empty() ? LayoutField(attrs, "data_layout") : Layout::Parse(out).value_or(Layout());
}

InferredLayouts ConvLayout(const LayoutQuery& query) {
  return {{LayoutField(query.attrs, "data_layout"), LayoutField(query.attrs, "kernel_layout")},
          {ConvOutLayout(query.attrs)},
          query.attrs};
}

// data, offset, kernel.
InferredLayouts DeformableConvLayout(const LayoutQuery& query) {
  Layout data = LayoutField(query.attrs, "data_layout");
  return {{data, data, LayoutField(query.attrs, "kernel_layout")},
          {ConvOutLayout(query.attrs)},
          query.attrs};
}

// Like convolutions, without a layout of the output.
InferredLayouts DataKernelLayout(const LayoutQuery& query) {
  Layout data = LayoutField(query.attrs, "data_layout");
  return {{data, LayoutField(query.attrs, "kernel_layout")}, {data}, query.attrs};
}

// The scales and zero points that quantised operators take after their data are per channel.
InferredLayouts AddChannelInputs(InferredLayouts layouts, const LayoutQuery& query) {
  layouts.inputs.resize(query.old_in.size(), ChannelLayout());
  return layouts;
}
InferredLayouts QnnConvLayout(const LayoutQuery& query) {
  return AddChannelInputs(ConvLayout(query), query);
}

// The first `n` layouts, and the rule asked about those only.
InferredLayouts FirstInputs(const LayoutQuery& query, size_t n, InferLayoutRule rule) {
  if (n > query.old_in.size()) return InferredLayouts::Unknown();
  auto count = static_cast<std::ptrdiff_t>(n);
  std::vector<Layout> old_in(query.old_in.begin(), query.old_in.begin() + count), new_in;
  if (query.new_in) new_in.assign(query.new_in->begin(), query.new_in->begin() + count);
  return rule({query.attrs, query.new_in ? &new_in : nullptr, old_in, query.types});
}

InferredLayouts QnnBroadcastLayout(const LayoutQuery& query) {
  InferredLayouts layouts = FirstInputs(query, 2, BroadcastLayout);
  if (layouts.inputs.empty()) return layouts;
  return AddChannelInputs(std::move(layouts), query);
}

InferredLayouts QnnConcatenateLayout(const LayoutQuery& query) {
  const auto* tuple = As<TupleTypeNode>(query.types[0]);
  if (!tuple) return InferredLayouts::Unknown();
  InferredLayouts layouts = FirstInputs(query, tuple->fields.size(), ConcatenateLayout);
  if (layouts.inputs.empty()) return layouts;
  return AddChannelInputs(std::move(layouts), query);
}

InferredLayouts RequantizeLayout(const LayoutQuery& query) {
  const TensorTypeNode* data = query.tensor(0);
  if (!data) return InferredLayouts::Unknown();
  Attrs attrs = query.attrs;
  Layout layout = query.old_in[0];
  if (query.new_in) {
    size_t axis = NormalizeAxis(IntField(attrs, "axis"), data->rank());
    // Only whole axes: a scale per channel does not fit a block of channels.
    Layout now = query.new_in->front().ToPrimal();
    int new_axis = axis < layout.ndim() ? now.IndexOf(layout[axis]) : -1;
    if (new_axis < 0) return InferredLayouts::Unknown();
    attrs = WithField(attrs, "axis", new_axis);
    layout = now;
  }
  return AddChannelInputs({{layout}, {layout}, attrs}, query);
}

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

// Where axis `axis` of the old layout is in the new one; -1 when it is cut into blocks there, so
// that one axis no longer stands for it.
int MovedAxis(Layout old, Layout now, size_t axis) {
  if (axis >= old.ndim() || now.FactorOf(old[axis]) > 0) return -1;
  return now.IndexOf(old[axis]);
}

// Sets `attrs`' axis and returns the layout of the data: the new one where the axis can follow.
Layout FollowAxis(const LayoutQuery& query, Attrs* attrs) {
  const TensorTypeNode* data = query.tensor(0);
  Layout old = query.old_in[0];
  if (!query.new_in || !data) return old;
  Layout now = query.new_in->front();
  size_t axis = NormalizeAxis(IntField(*attrs, "axis"), data->rank());
  int new_axis = MovedAxis(old, now, axis);
  if (new_axis < 0) return old;
  *attrs = WithField(*attrs, "axis", new_axis);
  return now;
}

// gamma, beta, moving mean and moving variance are per channel, and so are the latter two as
// results.
InferredLayouts BatchNormLayout(const LayoutQuery& query) {
  Attrs attrs = query.attrs;
  Layout data = FollowAxis(query, &attrs);
  const Layout& c = ChannelLayout();
  return {{data, c, c, c, c}, {data, c, c}, attrs};
}

// data, gamma, beta.
InferredLayouts NormalizationLayout(const LayoutQuery& query) {
  Attrs attrs = query.attrs;
  Layout data = FollowAxis(query, &attrs);
  return {{data, ChannelLayout(), ChannelLayout()}, {data}, attrs};
}

// Values and indices, or one of them.
InferredLayouts TopKLayout(const LayoutQuery& query) {
  Attrs attrs = query.attrs;
  Layout data = FollowAxis(query, &attrs);
  size_t outputs = StringField(attrs, "ret_type") == "both" ? 2 : 1;
  return {{data}, std::vector<Layout>(outputs, data), attrs};
}

InferredLayouts L2NormalizeLayout(const LayoutQuery& query) {
  const TensorTypeNode* data = query.tensor(0);
  const auto* attrs = As<L2NormalizeAttrs>(query.attrs);
  Layout old = query.old_in[0];
  if (!data || !attrs || !query.new_in || !attrs->axis) {
    return InferredLayouts::Same(1, query.new_in && attrs ? query.new_in->front() : old,
                                 query.attrs);
  }
  Layout now = query.new_in->front();
  std::vector<int64_t> axes = *attrs->axis;
  for (int64_t& axis : axes) {
    axis = MovedAxis(old, now, NormalizeAxis(axis, data->rank()));
    if (axis < 0) return InferredLayouts::Same(1, old, query.attrs);
  }
  return InferredLayouts::Same(1, now, WithField(query.attrs, "axis", AttrValue::Ints(axes)));
}

InferredLayouts DenseLayout(const LayoutQuery& query) {
  static const Layout nc = Layout::Of("NC");
  return {{nc, nc}, {nc}, query.attrs};
}

InferredLayouts DensePackLayout(const LayoutQuery& query) {
  static const Layout nc = Layout::Of("NC");
  return {{nc, LayoutField(query.attrs, "weight_layout")}, {nc}, query.attrs};
}

// Stays in the layout it was written for.
InferredLayouts PReluLayout(const LayoutQuery& query) {
  Layout data = query.old_in[0];
  return {{data, ChannelLayout()}, {data}, query.attrs};
}

// The mask that dropout also returns lies as its data.
InferredLayouts DropoutLayout(const LayoutQuery& query) {
  InferredLayouts layouts = ElemwiseLayout(query);
  layouts.outputs.resize(2, layouts.outputs[0]);
  return layouts;
}

// The widths move with their axes. An axis that gets padding cannot be in blocks.
InferredLayouts PadLayout(const LayoutQuery& query) {
  // The value to pad with is a scalar.
  const Layout scalar = Layout::Of("");
  Layout old = query.old_in[0];
  InferredLayouts keep = {{old, scalar}, {old}, query.attrs};
  if (!query.new_in) return keep;
  Layout now = query.new_in->front();
  const auto* attrs = As<PadAttrs>(query.attrs);
  std::optional<PadPairs> widths = attrs ? ToPadPairs(attrs->pad_width) : std::nullopt;
  if (!widths || widths->size() != old.ndim()) return keep;
  PadPairs moved;
  for (LayoutAxis axis : now.axes()) {
    int old_axis = old.IndexOf(axis.name);
    bool is_block = !axis.is_primal() || old_axis < 0;
    if (is_block) old_axis = old.IndexOf(PrimalAxis(axis.name));
    if (old_axis < 0) return keep;
    auto width = (*widths)[static_cast<size_t>(old_axis)];
    if (is_block && width != std::pair<int64_t, int64_t>(0, 0)) return keep;
    moved.push_back(width);
  }
  return {{now, scalar}, {now}, WithField(query.attrs, "pad_width", FromPadPairs(moved))};
}

InferredLayouts CorrelationLayout(const LayoutQuery& query) {
  return InferredLayouts::Same(2, LayoutField(query.attrs, "layout"), query.attrs);
}

// Regions are a matrix of 5 numbers each.
InferredLayouts RoiLayout(const LayoutQuery& query) {
  Layout data = LayoutField(query.attrs, "layout");
  return {{data, Layout::Of("N")}, {data}, query.attrs};
}

constexpr InferLayoutRow kRows[] = {
    {"image.dilation2d", DataKernelLayout},
    {"image.resize1d", ResizeLayout},
    {"image.resize2d", ResizeLayout},
    {"nn.adaptive_avg_pool1d", PoolLayout},
    {"nn.adaptive_avg_pool2d", PoolLayout},
    {"nn.adaptive_avg_pool3d", PoolLayout},
    {"nn.adaptive_max_pool1d", PoolLayout},
    {"nn.adaptive_max_pool2d", PoolLayout},
    {"nn.adaptive_max_pool3d", PoolLayout},
    {"nn.avg_pool1d", PoolLayout},
    {"nn.avg_pool2d", PoolLayout},
    {"nn.avg_pool3d", PoolLayout},
    {"nn.batch_norm", BatchNormLayout},
    {"nn.bitserial_conv2d", DataKernelLayout},
    {"nn.contrib_conv2d_NCHWc", ConvLayout},
    {"nn.contrib_conv2d_gemm_without_weight_transform", ConvLayout},
    {"nn.contrib_conv2d_winograd_without_weight_transform", ConvLayout},
    {"nn.contrib_conv3d_winograd_without_weight_transform", ConvLayout},
    {"nn.contrib_dense_pack", DensePackLayout},
    {"nn.contrib_depthwise_conv2d_NCHWc", ConvLayout},
    {"nn.conv1d", ConvLayout},
    {"nn.conv2d", ConvLayout},
    {"nn.conv2d_backward_weight", ConvLayout},
    {"nn.conv2d_transpose", ConvLayout},
    {"nn.conv3d", ConvLayout},
    {"nn.conv3d_transpose", ConvLayout},
    {"nn.correlation", CorrelationLayout},
    {"nn.deformable_conv2d", DeformableConvLayout},
    {"nn.dense", DenseLayout},
    {"nn.dropout", DropoutLayout},
    {"nn.global_avg_pool2d", PoolLayout},
    {"nn.global_max_pool2d", PoolLayout},
    {"nn.instance_norm", NormalizationLayout},
    {"nn.l2_normalize", L2NormalizeLayout},
    {"nn.layer_norm", NormalizationLayout},
    {"nn.leaky_relu", ElemwiseLayout},
    {"nn.max_pool1d", PoolLayout},
    {"nn.max_pool2d", PoolLayout},
    {"nn.max_pool3d", PoolLayout},
    {"nn.pad", PadLayout},
    {"nn.prelu", PReluLayout},
    {"nn.relu", ElemwiseLayout},
    {"nn.upsampling", UpsamplingLayout},
    {"nn.upsampling3d", UpsamplingLayout},
    {"qnn.add", QnnBroadcastLayout},
    {"qnn.concatenate", QnnConcatenateLayout},
    {"qnn.conv2d", QnnConvLayout},
    {"qnn.conv2d_transpose", QnnConvLayout},
    {"qnn.mul", QnnBroadcastLayout},
    {"qnn.requantize", RequantizeLayout},
    {"qnn.subtract", QnnBroadcastLayout},
    {"topk", TopKLayout},
    {"vision.roi_align", RoiLayout},
    {"vision.roi_pool", RoiLayout},
};

}  // namespace

std::span<const InferLayoutRow> NNLayoutRules() { return kRows; }

}  // namespace passcope
