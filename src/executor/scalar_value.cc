#include "executor/scalar_value.h"

#include <algorithm>
#include <bit>

#include "runtime/strided.h"
#include "support/check.h"

namespace passcope {

using kernels::ElementType;

std::optional<ElementType> ElementTypeOf(DataType dtype) {
  if (dtype == DataType::Float(32)) return ElementType::kFloat32;
  if (dtype == DataType::Float(16)) return ElementType::kFloat16;
  if (dtype == DataType::Float(64)) return ElementType::kFloat64;
  if (dtype == DataType::Int(32)) return ElementType::kInt32;
  if (dtype == DataType::Int(64)) return ElementType::kInt64;
  if (dtype == DataType::Int(8)) return ElementType::kInt8;
  if (dtype == DataType::UInt(8)) return ElementType::kUint8;
  if (dtype.is_bool() && dtype.lanes == 1) return ElementType::kBool;
  return std::nullopt;
}

std::vector<int64_t> ScalarValue::Shape() const {
  std::vector<int64_t> shape;
  for (const auto& factors : axes) shape.push_back(Product(factors));
  return shape;
}

std::vector<int64_t> ScalarValue::Dims() const {
  std::vector<int64_t> dims;
  for (const auto& factors : axes) dims.insert(dims.end(), factors.begin(), factors.end());
  return dims;
}

ScalarNodeId ScalarPool::Intern(ScalarNode node) {
  for (size_t i = 0; i < nodes_.size(); ++i) {
    const ScalarNode& other = nodes_[i];
    if (other.op == node.op && other.args == node.args && other.tensor == node.tensor &&
        other.offset == node.offset && other.strides == node.strides && other.x.l == node.x.l &&
        other.y.l == node.y.l) {
      return static_cast<ScalarNodeId>(i);
    }
  }
  nodes_.push_back(std::move(node));
  return static_cast<ScalarNodeId>(nodes_.size() - 1);
}

ScalarValue ScalarPool::Leaf(TensorId tensor, std::span<const int64_t> shape, DataType dtype) {
  ScalarValue value;
  value.dtype = dtype;
  std::vector<int64_t> strides = RowMajorStrides(shape), kept;
  for (size_t i = 0; i < shape.size(); ++i) {
    value.axes.emplace_back();
    if (shape[i] == 1) continue;
    value.axes.back().push_back(shape[i]);
    kept.push_back(strides[i]);
  }
  value.root = View(tensor, std::move(kept), dtype);
  return value;
}

ScalarNodeId ScalarPool::View(TensorId tensor, std::vector<int64_t> strides, DataType dtype) {
  ScalarNode node;
  node.tensor = tensor;
  node.wide = dtype.bytes() == 8;
  node.strides = std::move(strides);
  return Intern(std::move(node));
}

ScalarNodeId ScalarPool::Op(kernels::ScalarOp op, std::span<const ScalarNodeId> args,
                            kernels::ScalarWord x, kernels::ScalarWord y) {
  ScalarNode node;
  node.op = op;
  node.x = x;
  node.y = y;
  for (size_t i = 0; i < args.size(); ++i) node.args[i] = args[i];
  node.takes_wide = (*this)[args[op == kernels::ScalarOp::kSelect ? 1 : 0]].wide;
  node.wide = (node.takes_wide && !kernels::GivesNarrow(op)) || kernels::GivesWide(op);
  return Intern(std::move(node));
}

std::vector<ScalarNodeId> ScalarPool::Reachable(ScalarNodeId root) const {
  // Nodes come after their arguments, so a walk from the end meets each node once.
  std::vector<bool> reached(static_cast<size_t>(root) + 1, false);
  reached[static_cast<size_t>(root)] = true;
  std::vector<ScalarNodeId> nodes;
  for (ScalarNodeId id = root; id >= 0; --id) {
    if (!reached[static_cast<size_t>(id)]) continue;
    nodes.push_back(id);
    for (ScalarNodeId arg : (*this)[id].args) {
      if (arg >= 0) reached[static_cast<size_t>(arg)] = true;
    }
  }
  std::reverse(nodes.begin(), nodes.end());
  return nodes;
}

bool ScalarPool::IsDense(const ScalarValue& value) const {
  const ScalarNode& node = (*this)[value.root];
  return node.leaf() && node.offset == 0 && node.strides == RowMajorStrides(value.Dims());
}

template <class F>
ScalarNodeId ScalarPool::MapLeaves(ScalarNodeId root, F f) {
  std::vector<ScalarNodeId> nodes = Reachable(root);
  std::vector<ScalarNodeId> mapped(static_cast<size_t>(root) + 1, -1);
  for (ScalarNodeId id : nodes) {
    ScalarNode node = (*this)[id];
    if (node.leaf()) {
      f(&node.offset, &node.strides);
    } else {
      for (ScalarNodeId& arg : node.args) {
        if (arg >= 0) arg = mapped[static_cast<size_t>(arg)];
      }
    }
    mapped[static_cast<size_t>(id)] = Intern(std::move(node));
  }
  return mapped[static_cast<size_t>(root)];
}

std::optional<ScalarValue> ScalarPool::Broadcast(const ScalarValue& value,
                                                 std::span<const int64_t> shape) {
  PASSCOPE_CHECK(value.axes.size() <= shape.size());
  size_t lead = shape.size() - value.axes.size();
  ScalarValue result;
  result.dtype = value.dtype;
  // For each factor of the result, the index of the factor of `value`, or -1.
  std::vector<int> from;
  int next = 0;
  for (size_t i = 0; i < shape.size(); ++i) {
    result.axes.emplace_back();
    if (i < lead || value.axes[i - lead].empty()) {
      if (shape[i] != 1) {
        result.axes.back().push_back(shape[i]);
        from.push_back(-1);
      }
      continue;
    }
    result.axes.back() = value.axes[i - lead];
    if (Product(result.axes.back()) != shape[i]) return std::nullopt;
    for (size_t k = 0; k < result.axes.back().size(); ++k) from.push_back(next++);
  }
  result.root = MapLeaves(value.root, [&](int64_t*, std::vector<int64_t>* strides) {
    std::vector<int64_t> mapped;
    for (int i : from) mapped.push_back(i < 0 ? 0 : (*strides)[static_cast<size_t>(i)]);
    *strides = std::move(mapped);
  });
  return result;
}

std::optional<std::vector<int64_t>> ScalarPool::SplitAt(const ScalarValue& value,
                                                        std::vector<int64_t> cuts,
                                                        ScalarNodeId* root) {
  std::vector<int64_t> dims = value.Dims();
  // How each factor is split, from the last factor to the first, innermost part first.
  std::sort(cuts.begin(), cuts.end());
  std::vector<std::vector<int64_t>> parts(dims.size());
  int64_t below = 1;
  size_t cut = 0;
  for (size_t i = dims.size(); i-- > 0;) {
    int64_t end = below * dims[i];
    int64_t at = below;
    for (; cut < cuts.size() && cuts[cut] < end; ++cut) {
      if (cuts[cut] <= at) continue;
      if (cuts[cut] % at != 0) return std::nullopt;
      parts[i].push_back(cuts[cut] / at);
      at = cuts[cut];
    }
    if (end % at != 0) return std::nullopt;
    parts[i].push_back(end / at);
    below = end;
  }
  std::vector<int64_t> split;
  for (const auto& factors : parts) split.insert(split.end(), factors.rbegin(), factors.rend());
  *root = split == dims ? value.root
                        : MapLeaves(value.root, [&](int64_t*, std::vector<int64_t>* strides) {
                            std::vector<int64_t> mapped;
                            for (size_t i = 0; i < parts.size(); ++i) {
                              std::vector<int64_t> inner;
                              int64_t stride = (*strides)[i];
                              for (int64_t factor : parts[i]) {
                                inner.push_back(stride);
                                stride *= factor;
                              }
                              mapped.insert(mapped.end(), inner.rbegin(), inner.rend());
                            }
                            *strides = std::move(mapped);
                          });
  return split;
}

namespace {

// The products of trailing factors, except for the product of all.
std::vector<int64_t> CutsOf(std::span<const int64_t> dims) {
  std::vector<int64_t> cuts;
  int64_t below = 1;
  for (size_t i = dims.size(); i-- > 1;) {
    below *= dims[i];
    cuts.push_back(below);
  }
  return cuts;
}

// Assigns factors to the axes of a shape. Each axis must end where a factor ends.
std::vector<std::vector<int64_t>> Group(std::span<const int64_t> dims,
                                        std::span<const int64_t> shape) {
  std::vector<std::vector<int64_t>> axes(shape.size());
  size_t next = 0;
  for (size_t i = 0; i < shape.size(); ++i) {
    int64_t size = 1;
    while (size < shape[i]) {
      axes[i].push_back(dims[next]);
      size *= dims[next++];
    }
    PASSCOPE_CHECK(size == shape[i]);
  }
  PASSCOPE_CHECK(next == dims.size());
  return axes;
}

}  // namespace

bool ScalarPool::Align(std::span<ScalarValue> values) {
  std::vector<int64_t> cuts;
  bool same = true;
  for (const ScalarValue& value : values) {
    same = same && value.axes == values[0].axes;
    for (int64_t cut : CutsOf(value.Dims())) cuts.push_back(cut);
  }
  if (same) return true;
  for (ScalarValue& value : values) {
    auto split = SplitAt(value, cuts, &value.root);
    if (!split) return false;
    value.axes = Group(*split, value.Shape());
  }
  return true;
}

ScalarValue ScalarPool::Transpose(const ScalarValue& value, std::span<const int64_t> axes) {
  std::vector<size_t> starts;
  size_t start = 0;
  for (const auto& factors : value.axes) {
    starts.push_back(start);
    start += factors.size();
  }
  ScalarValue result;
  result.dtype = value.dtype;
  std::vector<size_t> from;
  for (int64_t axis : axes) {
    auto at = static_cast<size_t>(axis);
    result.axes.push_back(value.axes[at]);
    for (size_t k = 0; k < value.axes[at].size(); ++k) from.push_back(starts[at] + k);
  }
  result.root = MapLeaves(value.root, [&](int64_t*, std::vector<int64_t>* strides) {
    std::vector<int64_t> mapped;
    for (size_t i : from) mapped.push_back((*strides)[i]);
    *strides = std::move(mapped);
  });
  return result;
}

std::optional<ScalarValue> ScalarPool::Reshape(const ScalarValue& value,
                                               std::span<const int64_t> shape) {
  // A type relation may accept an impossible case: squeezing an axis that does not have one
  // element.
  if (Product(value.Shape()) != Product(shape)) return std::nullopt;
  if (IsDense(value)) return Leaf((*this)[value.root].tensor, shape, value.dtype);
  ScalarValue result;
  result.dtype = value.dtype;
  auto split = SplitAt(value, CutsOf(shape), &result.root);
  if (!split) return std::nullopt;
  result.axes = Group(*split, shape);
  return result;
}

std::optional<ScalarValue> ScalarPool::Slice(const ScalarValue& value,
                                             std::span<const int64_t> begins,
                                             std::span<const int64_t> steps,
                                             std::span<const int64_t> sizes) {
  ScalarValue result;
  result.dtype = value.dtype;
  struct Factor {
    int64_t begin, step;
    bool keep;
  };
  std::vector<Factor> factors;
  for (size_t i = 0; i < value.axes.size(); ++i) {
    result.axes.emplace_back();
    bool whole = begins[i] == 0 && steps[i] == 1 && Product(value.axes[i]) == sizes[i];
    if (!whole && value.axes[i].size() > 1) return std::nullopt;
    for (int64_t factor : value.axes[i]) {
      int64_t size = whole ? factor : sizes[i];
      factors.push_back({whole ? 0 : begins[i], whole ? 1 : steps[i], size != 1});
      if (size != 1) result.axes.back().push_back(size);
    }
  }
  result.root = MapLeaves(value.root, [&](int64_t* offset, std::vector<int64_t>* strides) {
    std::vector<int64_t> mapped;
    for (size_t i = 0; i < factors.size(); ++i) {
      *offset += (*strides)[i] * factors[i].begin;
      if (factors[i].keep) mapped.push_back((*strides)[i] * factors[i].step);
    }
    *strides = std::move(mapped);
  });
  return result;
}

}  // namespace passcope
