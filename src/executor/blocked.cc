// Turns calls on blocks of channels into calls on plain layouts.
#include "executor/blocked.h"

#include <algorithm>
#include <string>

#include "executor/body.h"
#include "executor/fast_rules.h"
#include "executor/scalar_code.h"
#include "ir/attrs.h"
#include "op/op.h"
#include "runtime/strided.h"
#include "support/format.h"
#include "support/per_engine.h"

namespace passcope {
namespace {

// An operator that takes blocks: the operator for plain layouts, and the fields of its layouts.
struct BlockedOp {
  const char* name;
  const char* plain;
  const char* data = nullptr;
  const char* weight = nullptr;
};
constexpr BlockedOp kBlockedOps[] = {
    {"nn.conv2d", "nn.conv2d", "data_layout", "kernel_layout"},
    {"nn.contrib_conv2d_NCHWc", "nn.conv2d", "data_layout", "kernel_layout"},
    {"nn.contrib_depthwise_conv2d_NCHWc", "nn.conv2d", "data_layout", "kernel_layout"},
    {"nn.contrib_dense_pack", "nn.dense", nullptr, "weight_layout"},
    {"nn.max_pool2d", "nn.max_pool2d", "layout"},
    {"nn.avg_pool2d", "nn.avg_pool2d", "layout"},
    {"nn.global_max_pool2d", "nn.global_max_pool2d", "layout"},
    {"nn.global_avg_pool2d", "nn.global_avg_pool2d", "layout"},
    {"nn.adaptive_max_pool2d", "nn.adaptive_max_pool2d", "layout"},
    {"nn.adaptive_avg_pool2d", "nn.adaptive_avg_pool2d", "layout"},
    {"nn.upsampling", "nn.upsampling", "layout"},
};

const BlockedOp* BlockedOpOf(const Expr& callee) {
  PASSCOPE_PER_ENGINE const OpTable<const BlockedOp*>* table = [] {
    auto* fresh = new OpTable<const BlockedOp*>;
    for (const BlockedOp& op : kBlockedOps) fresh->Add(op.name, &op);
    return fresh;
  }();
  return table->Get(callee);
}

constexpr const char* kOutLayout = "out_layout";

std::string TextField(const Attrs& attrs, const char* field) {
  AttrValue value = field ? attrs->Get(field) : AttrValue();
  const auto* text = value.get<std::string>();
  return text ? *text : std::string();
}

// Attributes of `op` with the fields of `from` and with these layouts.
Attrs PlainAttrs(const Attrs& from, const Expr& op, const BlockedOp& row, const Layout& data,
                 const Layout& weight) {
  AttrsNode* to = As<OpNode>(op)->decl->schema().create();
  Attrs owner(to);
  for (const AttrField& field : to->schema()->fields) {
    std::string_view name = field.name;
    AttrValue value = from->Get(name);
    bool is_data = (row.data && name == row.data) || name == kOutLayout;
    if (is_data && data.defined()) {
      value = data.name();
    } else if (row.weight && name == row.weight) {
      value = weight.name();
    }
    to->Set(field, value);
  }
  return owner;
}

}  // namespace

std::optional<ScalarValue> ConvertLayout(ScalarPool& pool, const ScalarValue& value,
                                         const Layout& src, const Layout& dst) {
  if (src.ndim() != value.axes.size() || src.ndim() == 0 || dst.ndim() == 0) return std::nullopt;
  // Each primal axis, followed by its blocks.
  auto joined = [](const Layout& layout, std::vector<int64_t>* order) {
    Layout primal = layout.ToPrimal();
    for (size_t i = 0; i < primal.ndim(); ++i) {
      for (char axis : {primal[i], SubordinateAxis(primal[i])}) {
        for (size_t k = 0; k < layout.ndim(); ++k) {
          if (layout[k] == axis) order->push_back(static_cast<int64_t>(k));
        }
      }
    }
    return primal;
  };
  std::vector<int64_t> order, from = value.Shape();
  Layout src_primal = joined(src, &order);
  std::vector<int64_t> shape(src_primal.ndim(), 1);
  auto primal_axis = [&](char axis) {
    return static_cast<size_t>(src_primal.IndexOf(PrimalAxis(axis)));
  };
  for (size_t k = 0; k < src.ndim(); ++k) shape[primal_axis(src[k])] *= from[k];
  auto merged = pool.Reshape(pool.Transpose(value, order), shape);
  if (!merged) return std::nullopt;
  std::vector<int64_t> dst_order;
  Layout dst_primal = joined(dst, &dst_order);
  if (dst_primal.ndim() != src_primal.ndim()) return std::nullopt;
  std::vector<int64_t> primal_order;
  for (size_t i = 0; i < dst_primal.ndim(); ++i) {
    primal_order.push_back(src_primal.IndexOf(dst_primal[i]));
    if (primal_order.back() < 0) return std::nullopt;
  }
  std::vector<int64_t> blocks;
  for (int64_t k : dst_order) {
    LayoutAxis axis = dst.axes()[static_cast<size_t>(k)];
    int64_t size = axis.factor;
    if (axis.is_primal()) {
      int64_t whole = shape[primal_axis(axis.name)];
      int64_t block = std::max<int64_t>(dst.FactorOf(axis.name), 1);
      if (whole % block != 0) return std::nullopt;
      size = whole / block;
    }
    blocks.push_back(size);
  }
  auto split = pool.Reshape(pool.Transpose(*merged, primal_order), blocks);
  if (!split) return std::nullopt;
  return pool.Transpose(*split, InverseOrder(dst_order));
}

std::optional<PlainCall> PlainCallOf(ScalarPool& pool, const CallNode* call,
                                     std::span<const ScalarValue> args) {
  const BlockedOp* row = BlockedOpOf(call->op());
  if (!row) return std::nullopt;
  auto data = Layout::Parse(TextField(call->attrs, row->data));
  std::string weight_layout = TextField(call->attrs, row->weight);
  if (row->weight && row->data && args[1].axes.size() == 6 && weight_layout == "OIHW") {
    // nn.contrib_conv2d_NCHWc takes a weight in blocks and ignores the attribute.
    std::vector<int64_t> sizes = args[1].Shape();
    weight_layout = Format("OIHW{}i{}o", sizes[4], sizes[5]);
  }
  auto weight = Layout::Parse(weight_layout);
  std::string out_text = TextField(call->attrs, kOutLayout);
  auto out = out_text.empty() ? data : Layout::Parse(out_text);
  if (!data || !weight || !out ||
      (!data->has_blocks() && !weight->has_blocks() && !out->has_blocks())) {
    return std::nullopt;
  }
  PlainCall result;
  Layout plain_data, plain_weight;
  if (row->data) plain_data = data->ToPrimal();
  if (row->weight) plain_weight = weight->ToPrimal();
  result.args.assign(args.begin(), args.end());
  auto convert = [&](size_t i, const Layout& from, const Layout& to) {
    auto value = ConvertLayout(pool, args[i], from, to);
    if (value) result.args[i] = std::move(*value);
    return value.has_value();
  };
  if (row->data && !convert(0, *data, plain_data)) return std::nullopt;
  if (row->weight && !convert(1, *weight, plain_weight)) return std::nullopt;
  const auto* type = As<TensorTypeNode>(call->checked_type());
  Type plain_type = call->checked_type();
  if (row->data && *out != plain_data) {
    auto mapping = BijectiveLayout::Make(plain_data, *out);
    auto shape = mapping ? mapping->BackwardShape(type->shape) : std::nullopt;
    if (!shape) return std::nullopt;
    plain_type = TensorType(std::move(*shape), type->dtype);
    result.plain = plain_data;
    result.blocked = *out;
  }
  std::vector<Expr> vars;
  for (const ScalarValue& arg : result.args) {
    Type of = TensorType(arg.Shape(), arg.dtype);
    vars.push_back(WithType(Var("x", of).get(), of));
  }
  Expr op = GetOp(row->plain);
  Attrs attrs = PlainAttrs(call->attrs, op, *row, plain_data, plain_weight);
  result.call = WithType(Call(op, vars, std::move(attrs)).get(), plain_type);
  return result;
}

std::optional<std::vector<int64_t>> StorageOrder(const ScalarPool& pool, const ScalarValue& value,
                                                 const Plan& plan) {
  constexpr size_t kFewestAxes = 5;
  if (value.axes.size() < kFewestAxes) return std::nullopt;
  std::vector<int64_t> dims = value.Dims(), row_major = RowMajorStrides(dims);
  int64_t elements = Product(dims);
  std::optional<std::vector<int64_t>> found;
  for (ScalarNodeId id : pool.Reachable(value.root)) {
    const ScalarNode& node = pool[id];
    if (!node.leaf() || node.offset != 0 || node.strides == row_major ||
        plan.tensors[static_cast<size_t>(node.tensor)].elements() != elements) {
      continue;
    }
    // Sorts the axes by their first strides. Axes of one element keep their places at the front.
    std::vector<int64_t> order, first;
    size_t factor = 0;
    for (size_t i = 0; i < value.axes.size(); ++i) {
      int64_t stride = value.axes[i].empty() ? elements : node.strides[factor];
      factor += value.axes[i].size();
      auto at = std::find_if(first.begin(), first.end(), [&](int64_t x) { return x < stride; });
      order.insert(order.begin() + (at - first.begin()), static_cast<int64_t>(i));
      first.insert(at, stride);
    }
    int64_t below = 1;
    bool dense = true;
    std::vector<size_t> starts;
    size_t start = 0;
    for (const auto& factors : value.axes) {
      starts.push_back(start);
      start += factors.size();
    }
    for (size_t k = order.size(); k-- > 0 && dense;) {
      auto axis = static_cast<size_t>(order[k]);
      for (size_t i = value.axes[axis].size(); i-- > 0;) {
        dense = dense && node.strides[starts[axis] + i] == below;
        below *= value.axes[axis][i];
      }
    }
    // The last leaf is the latest one, such as the result of a kernel without a step.
    if (dense) found = std::move(order);
  }
  return found;
}

std::vector<int64_t> InverseOrder(std::span<const int64_t> order) {
  std::vector<int64_t> inverse(order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    inverse[static_cast<size_t>(order[i])] = static_cast<int64_t>(i);
  }
  return inverse;
}

std::vector<int64_t> Reordered(std::span<const int64_t> shape, std::span<const int64_t> order) {
  std::vector<int64_t> sizes;
  for (int64_t axis : order) sizes.push_back(shape[static_cast<size_t>(axis)]);
  return sizes;
}

std::optional<ScalarValue> ReorderConstant(ScalarPool& pool, const ScalarValue& value, Plan* plan) {
  const ScalarNode& node = pool[value.root];
  if (!node.leaf() || pool.IsDense(value) || !IsConstant(*plan, node.tensor)) return std::nullopt;
  const PlanTensor source = plan->tensors[static_cast<size_t>(node.tensor)];
  std::vector<int64_t> dims = value.Dims(), strides = node.strides;
  std::vector<std::vector<int64_t>*> all = {&strides};
  MergeAxes(&dims, all);
  bool whole = ElementTypeOf(value.dtype) && node.offset == 0 && source.offset == 0 &&
               source.elements() == Product(dims) &&
               std::find(strides.begin(), strides.end(), 0) == strides.end();
  if (!whole || dims.size() > static_cast<size_t>(kernels::kMaxRank)) return std::nullopt;
  TensorId id = AddTensor(plan, value.Shape(), value.dtype);
  PlanBuffer& buffer =
      plan->buffers[static_cast<size_t>(plan->tensors[static_cast<size_t>(id)].buffer)];
  buffer.kind = PlanBuffer::Kind::kConstant;
  buffer.constant = plan->buffers[static_cast<size_t>(source.buffer)].constant;
  buffer.added = true;
  buffer.reorder = std::make_shared<Reorder>(Reorder{std::move(dims), std::move(strides)});
  return pool.Leaf(id, value.Shape(), value.dtype);
}

}  // namespace passcope
