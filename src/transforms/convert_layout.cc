// ConvertLayout: changes the data layout of operators and puts layout transforms where layouts
// meet.
//
// Why: a device or a library may want channels last, or in blocks. The operators named in
// `desired_layouts` are converted; those that do not care follow, so that a chain of convolutions
// and elementwise operators is transformed once at its beginning and once at its end. Not done: the
// transforms of weights stay in the program; FoldConstant removes them once the weights are bound.
//
//   before  nn.relu(nn.conv2d(%x, %w))
//   after   layout_transform(nn.relu(nn.conv2d(layout_transform(%x, NCHW -> NHWC),
//               layout_transform(%w, OIHW -> HWIO), data_layout="NHWC", kernel_layout="HWIO")),
//               NHWC -> NCHW)
#include "transforms/convert_layout.h"

#include "diagnostics/diagnostic.h"
#include "op/attrs_nn.h"
#include "op/attrs_tensor.h"
#include "op/op.h"
#include "pass/registry.h"
#include "support/format.h"
#include "transforms/pattern_utils.h"
#include "transforms/transform_layout.h"

namespace passcope {
namespace {

// One call that is to be converted.
struct Conversion {
  const CallNode* call;        // As it stands in the program, with types.
  const Attrs& attrs;          // Its attributes, as the layout rule left them.
  std::span<const Expr> args;  // The new arguments.
  const std::vector<std::string>& desired;

  const TensorTypeNode* tensor(size_t i) const {
    return As<TensorTypeNode>(call->arg(i)->checked_type());
  }
  const char* op_name() const { return As<OpNode>(call->op())->name(); }
};

[[noreturn]] void Unsupported(const Conversion& c, std::string note) {
  std::string layouts;
  for (const std::string& layout : c.desired) {
    layouts += Format("{}\"{}\"", layouts.empty() ? "" : ", ", layout);
  }
  throw DiagnosticError(
      DiagKind::kBadPassOption,
      Format("ConvertLayout: '{}' cannot be converted to [{}]", c.op_name(), layouts),
      {std::move(note)}, Expr(c.call));
}

void CheckCount(const Conversion& c, size_t count) {
  if (c.desired.size() != count) {
    Unsupported(c, Format("it takes {} layout{}", count, count == 1 ? "" : "s, data first"));
  }
  if (c.desired[0] == "default") Unsupported(c, "the layout of the data cannot be \"default\"");
}

// One padding before and one after each of `ndim` spatial axes, from whatever was given.
Attrs WithFullPadding(const Attrs& attrs, size_t ndim) {
  std::optional<std::vector<int64_t>> padding = attrs->Get("padding").ints();
  if (!padding || padding->empty() || padding->size() >= 2 * ndim) return attrs;
  std::vector<int64_t> full;
  for (size_t i = 0; i < 2 * ndim; ++i) full.push_back((*padding)[i % padding->size()]);
  return WithField(attrs, "padding", AttrValue::Ints(full));
}

Expr Convert(const Conversion& c, Attrs attrs) { return Call(c.call->op(), c.args, attrs); }

Attrs WithLayouts(const Attrs& attrs, const std::string& data, const std::string& kernel) {
  return WithField(WithField(attrs, "data_layout", data), "kernel_layout", kernel);
}

// Whether `layout` is `prefix` followed by a block size and `block`; that size, else 0.
int64_t BlockAfter(std::string_view layout, std::string_view prefix, char block) {
  if (layout.substr(0, prefix.size()) != prefix) return 0;
  int64_t size = 0;
  for (char c : layout.substr(prefix.size())) {
    if (c == block) return size;
    if (c < '0' || c > '9') return 0;
    size = size * 10 + (c - '0');
  }
  return 0;
}

// One convolution per channel: as many groups as input and as output channels.
bool IsDepthwise(const Conversion& c) {
  const TensorTypeNode *data = c.tensor(0), *weight = c.tensor(1);
  if (!data || !weight) return false;
  // The size of an axis, its blocks included.
  auto channels = [](const TensorTypeNode* type, const std::string& text, char axis) {
    Layout layout = Layout::Parse(text).value_or(Layout());
    int at = layout.IndexOf(axis);
    if (at < 0 || static_cast<size_t>(at) >= type->rank()) return Dim::Any();
    int64_t block = layout.FactorOf(axis);
    return block > 0 ? type->shape[static_cast<size_t>(at)] * block
                     : type->shape[static_cast<size_t>(at)];
  };
  Dim groups = IntField(c.attrs, "groups");
  return channels(data, StringField(c.attrs, "data_layout"), 'C') == groups &&
         channels(weight, StringField(c.attrs, "kernel_layout"), 'O') == groups;
}

// `channels` and `kernel_size` from the weight where they are left out.
Attrs WithWeightSizes(const Conversion& c, Attrs attrs) {
  auto bijection = BijectiveLayout::Make(
      Layout::Parse(StringField(attrs, "kernel_layout")).value_or(Layout()), Layout::Of("OIHW"));
  const TensorTypeNode* weight = c.tensor(1);
  std::optional<Shape> oihw;
  if (bijection && weight) oihw = bijection->ForwardShape(weight->shape);
  if (!oihw) return attrs;
  if ((*oihw)[0].is_const() && attrs->Get("channels").is_null()) {
    attrs = WithField(attrs, "channels", (*oihw)[0].value());
  }
  if ((*oihw)[2].is_const() && (*oihw)[3].is_const() && attrs->Get("kernel_size").is_null()) {
    attrs =
        WithField(attrs, "kernel_size", AttrValue::Ints({(*oihw)[2].value(), (*oihw)[3].value()}));
  }
  return attrs;
}

struct DefaultKernel {
  const char* data;
  const char* kernel;
  const char* depthwise = nullptr;  // Where it differs.
};

// Sets both layouts; the kernel's from `defaults` where the user leaves it to the operator.
Attrs WithDesiredLayouts(const Conversion& c, const Attrs& attrs,
                         std::span<const DefaultKernel> defaults) {
  CheckCount(c, 2);
  if (c.desired[1] != "default") return WithLayouts(attrs, c.desired[0], c.desired[1]);
  for (const DefaultKernel& row : defaults) {
    if (c.desired[0] != row.data) continue;
    bool depthwise = row.depthwise && IsDepthwise(c);
    return WithLayouts(attrs, row.data, depthwise ? row.depthwise : row.kernel);
  }
  Unsupported(
      c, Format("there is no default layout of the kernel for \"{}\"; name one", c.desired[0]));
}

constexpr DefaultKernel kConv2D[] = {{"NCHW", "OIHW"}, {"NHWC", "HWIO", "HWOI"}, {"HWNC", "HWOI"}};
constexpr DefaultKernel kQnnConv2D[] = {{"NCHW", "OIHW"}, {"NHWC", "HWIO", "HWOI"}};
constexpr DefaultKernel kConv2DTranspose[] = {{"NCHW", "IOHW"}, {"NHWC", "HWIO"}};
constexpr DefaultKernel kConv3D[] = {{"NCDHW", "OIDHW"}, {"NDHWC", "DHWIO"}};
constexpr DefaultKernel kDeformable[] = {{"NCHW", "OIHW"}, {"NHWC", "HWIO"}};

Expr ConvertConv2D(const Conversion& c) {
  CheckCount(c, 2);
  Attrs attrs = WithFullPadding(c.attrs, 2);
  int64_t block = BlockAfter(c.desired[0], "NCHW", 'c');
  if (block == 0) return Convert(c, WithDesiredLayouts(c, attrs, kConv2D));

  // Channels in blocks are another operator. An input of the program whose channels do not divide
  // into blocks stays as it is.
  if (c.desired[1] == "default") {
    Unsupported(c, "channels in blocks have no default layout of the kernel; name one");
  }
  if (const auto* var = As<VarNode>(c.args[0])) {
    const auto* type = As<TensorTypeNode>(var->checked_type());
    if (type && type->rank() > 1 && type->shape[1].is_const() &&
        type->shape[1].value() % block != 0) {
      return Convert(c, attrs);
    }
  }
  return Call(GetOp("nn.contrib_conv2d_NCHWc"), c.args,
              WithLayouts(WithWeightSizes(c, attrs), c.desired[0], c.desired[1]));
}

Expr ConvertQnnConv2D(const Conversion& c) {
  return Convert(c, WithDesiredLayouts(c, WithFullPadding(c.attrs, 2), kQnnConv2D));
}

Expr ConvertConv2DTranspose(const Conversion& c) {
  return Convert(c, WithDesiredLayouts(c, WithFullPadding(c.attrs, 2), kConv2DTranspose));
}

Expr ConvertConv3D(const Conversion& c) {
  return Convert(c, WithDesiredLayouts(c, WithFullPadding(c.attrs, 3), kConv3D));
}

Expr ConvertDeformableConv2D(const Conversion& c) {
  return Convert(c, WithDesiredLayouts(c, WithFullPadding(c.attrs, 2), kDeformable));
}

// Its inputs are a gradient and data, and its result is a kernel: `data_layout` stands for the
// gradient's layout, `kernel_layout` for the data's, `out_layout` for the kernel's.
Expr ConvertConv2DBackwardWeight(const Conversion& c) {
  CheckCount(c, 2);
  Attrs attrs = WithLayouts(WithFullPadding(c.attrs, 2), c.desired[0], c.desired[0]);
  return Convert(c, WithField(attrs, "out_layout", c.desired[1]));
}

Expr ConvertGlobalPool(const Conversion& c) {
  if (c.desired.empty()) CheckCount(c, 1);
  Attrs attrs = WithField(c.attrs, "layout", c.desired[0]);
  return Convert(c, WithField(attrs, "out_layout", c.desired[0]));
}

Expr ConvertPool2D(const Conversion& c) {
  if (c.desired.empty()) CheckCount(c, 1);
  Attrs attrs = WithField(WithFullPadding(c.attrs, 2), "layout", c.desired[0]);
  return Convert(c, WithField(attrs, "out_layout", c.desired[0]));
}

// `corners`: how many numbers the region of interest has where none is given.
Expr ConvertResize(const Conversion& c, size_t corners) {
  CheckCount(c, 1);
  Attrs attrs = WithField(c.attrs, "layout", c.desired[0]);
  if (attrs->Get("roi").is_null()) {
    attrs = WithField(attrs, "roi", AttrArray(corners, AttrValue(0.0)));
  }
  return Convert(c, attrs);
}
Expr ConvertResize1D(const Conversion& c) { return ConvertResize(c, 2); }
Expr ConvertResize2D(const Conversion& c) { return ConvertResize(c, 4); }

Expr ConvertRoi(const Conversion& c) {
  CheckCount(c, 2);
  if (c.desired[1] != "default" || (c.desired[0] != "NCHW" && c.desired[0] != "NHWC")) {
    Unsupported(c, R"(it takes "NCHW" or "NHWC" for the data and "default" for the regions)");
  }
  return Convert(c, WithField(c.attrs, "layout", c.desired[0]));
}

struct ConvertRow {
  const char* op;
  Expr (*convert)(const Conversion&);
};
constexpr ConvertRow kRows[] = {
    {"image.resize1d", ConvertResize1D},
    {"image.resize2d", ConvertResize2D},
    {"nn.avg_pool2d", ConvertPool2D},
    {"nn.conv2d", ConvertConv2D},
    {"nn.conv2d_backward_weight", ConvertConv2DBackwardWeight},
    {"nn.conv2d_transpose", ConvertConv2DTranspose},
    {"nn.conv3d", ConvertConv3D},
    {"nn.deformable_conv2d", ConvertDeformableConv2D},
    {"nn.global_avg_pool2d", ConvertGlobalPool},
    {"nn.global_max_pool2d", ConvertGlobalPool},
    {"nn.max_pool2d", ConvertPool2D},
    {"qnn.conv2d", ConvertQnnConv2D},
    {"qnn.conv2d_transpose", ConvertConv2DTranspose},
    {"vision.roi_align", ConvertRoi},
    {"vision.roi_pool", ConvertRoi},
};

class LayoutConverter : public LayoutRewriter {
 public:
  explicit LayoutConverter(const StringLists& desired) {
    for (const auto& [name, layouts] : desired) {
      const ExprNode* op = FindOp(name);
      for (const ConvertRow& row : kRows) {
        if (op && name == row.op) wanted_.push_back({op, row.convert, &layouts});
      }
    }
  }

 protected:
  Expr CallWithNewLayouts(const CallNode* call, const Attrs& attrs,
                          std::span<const Expr> new_args) override {
    for (const Wanted& wanted : wanted_) {
      if (call->op() == wanted.op) {
        return wanted.convert({call, attrs, new_args, *wanted.layouts});
      }
    }
    return Call(call->op(), new_args, attrs);
  }

 private:
  struct Wanted {
    const ExprNode* op;
    Expr (*convert)(const Conversion&);
    const std::vector<std::string>* layouts;
  };
  std::vector<Wanted> wanted_;
};

}  // namespace

namespace transform {

Pass ConvertLayout(ConvertLayoutOptions options) {
  for (const auto& [name, layouts] : options.desired_layouts) {
    for (const std::string& layout : layouts) {
      if (layout == "default" || Layout::Parse(layout)) continue;
      throw DiagnosticError(
          DiagKind::kBadPassOption,
          Format("ConvertLayout: the option 'desired_layouts' gives '{}' for '{}', which is no "
                 "layout",
                 layout, name),
          {R"(it maps operators to layouts, as in {"nn.conv2d": ["NHWC", "HWIO"]}; "default" )"
           "leaves a layout to the operator"});
    }
  }
  return CreateFunctionPass(
      [desired = std::move(options.desired_layouts)](const Expr& function, const IRModule& module,
                                                     PassContext& context) {
        LayoutConverter converter(desired);
        Expr result = converter.Run(EnsureTyped(function, module));
        context.Count("layout transforms inserted", converter.transforms());
        return result;
      },
      TableInfo("ConvertLayout"));
}

}  // namespace transform
}  // namespace passcope
