// Layouts and the mapping between them.
#include "op/layout.h"

#include <algorithm>
#include <charconv>
#include <deque>

#include "ir/dim_arith.h"
#include "support/check.h"
#include "support/per_engine.h"
#include "support/text_table.h"

namespace passcope {

struct Layout::Data {
  std::string name;
  std::vector<LayoutAxis> axes;
};

namespace {

// A limit of factors that keeps their products in 64 bits.
constexpr int64_t kMaxFactor = int64_t{1} << 24;
constexpr size_t kMaxAxes = 64;

// The product of the blocks of the same axis after position i.
int64_t InnerFactor(std::span<const LayoutAxis> axes, size_t i) {
  int64_t factor = 1;
  for (size_t k = i + 1; k < axes.size(); ++k) {
    if (axes[k].name == axes[i].name) factor *= axes[k].factor;
  }
  return factor;
}

bool Covers(Layout a, Layout b) {
  for (LayoutAxis axis : b.axes()) {
    if (!a.Contains(PrimalAxis(axis.name))) return false;
  }
  return true;
}

}  // namespace

std::optional<Layout> Layout::Parse(std::string_view text) {
  struct Known {
    TextTable names;
    std::deque<Data> layouts;  // A deque keeps addresses stable.
  };
  PASSCOPE_PER_ENGINE Known known;
  uint32_t number = known.names.Find(text);
  if (number != TextTable::kNone) return Layout(&known.layouts[number]);
  if (text == "__undef__") return Layout();

  std::vector<LayoutAxis> axes;
  int64_t factor = 0;
  for (char c : text) {
    if (c >= 'A' && c <= 'Z') {
      if (factor != 0) return std::nullopt;
      axes.push_back({c});
    } else if (c >= 'a' && c <= 'z') {
      if (factor <= 0) return std::nullopt;
      axes.push_back({c, factor});
      factor = 0;
    } else if (c >= '0' && c <= '9') {
      factor = factor * 10 + (c - '0');
      if (factor > kMaxFactor) return std::nullopt;
    } else {
      return std::nullopt;
    }
  }
  if (factor != 0 || axes.size() > kMaxAxes) return std::nullopt;
  for (size_t i = 0; i < axes.size(); ++i) {
    bool has_primal = false;
    int64_t product = 1;
    for (size_t k = 0; k < axes.size(); ++k) {
      if (axes[k].name == PrimalAxis(axes[i].name)) {
        // TVM accepts a repeated letter and computes nonsense; here it is an error.
        if (axes[i].is_primal() && k != i) return std::nullopt;
        has_primal = true;
      }
      if (axes[k].name == axes[i].name && axes[k].factor) product *= axes[k].factor;
      if (product > kMaxFactor) return std::nullopt;
    }
    if (!has_primal) return std::nullopt;
  }
  const Data& data = known.layouts.emplace_back(Data{std::string(text), std::move(axes)});
  known.names.Insert(data.name);
  return Layout(&data);
}

Layout Layout::Of(std::string_view text) {
  std::optional<Layout> layout = Parse(text);
  PASSCOPE_CHECK_MSG(layout, std::string(text));
  return *layout;
}

std::optional<Layout> Layout::FromAxes(std::span<const LayoutAxis> axes) {
  std::string text;
  for (LayoutAxis axis : axes) {
    if (axis.is_primal() ? axis.factor != 0 : axis.factor <= 0) return std::nullopt;
    if (!axis.is_primal()) text += std::to_string(axis.factor);
    text += axis.name;
  }
  return Parse(text);
}

const std::string& Layout::name() const {
  static const std::string undefined = "__undef__";
  return data_ ? data_->name : undefined;
}

std::span<const LayoutAxis> Layout::axes() const {
  if (!data_) return {};
  return data_->axes;
}

size_t Layout::ndim_primal() const {
  auto all = axes();
  return static_cast<size_t>(
      std::count_if(all.begin(), all.end(), [](LayoutAxis axis) { return axis.is_primal(); }));
}

int Layout::IndexOf(char axis) const {
  auto all = axes();
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i].name == axis) return static_cast<int>(i);
  }
  return -1;
}

int64_t Layout::FactorOf(char axis) const {
  char sub = SubordinateAxis(axis);
  int64_t factor = -1;
  for (LayoutAxis each : axes()) {
    if (each.name == sub) factor = factor < 0 ? each.factor : factor * each.factor;
  }
  return factor;
}

Layout Layout::ToPrimal() const {
  if (!defined()) return {};
  std::string text;
  for (LayoutAxis axis : axes()) {
    if (axis.is_primal()) text += axis.name;
  }
  return Of(text);
}

Layout Layout::SubLayout(size_t pos, size_t len) const {
  if (!defined() || pos > ndim()) return {};
  return FromAxes(axes().subspan(pos, std::min(len, ndim() - pos))).value_or(Layout());
}

Layout Layout::Split(char axis, size_t pos, int64_t factor) const {
  if (!defined() || pos > ndim() || factor <= 0 || axis != PrimalAxis(axis) || !Contains(axis) ||
      Contains(SubordinateAxis(axis))) {
    return {};
  }
  std::vector<LayoutAxis> split(axes().begin(), axes().end());
  split.insert(split.begin() + static_cast<std::ptrdiff_t>(pos), {SubordinateAxis(axis), factor});
  return FromAxes(split).value_or(Layout());
}

Layout Layout::ExpandPrimal(const Layout& dst) const {
  std::string text;
  for (LayoutAxis axis : dst.axes()) {
    if (axis.is_primal() && !Contains(axis.name)) text += axis.name;
  }
  if (defined()) text += name();
  return Parse(text).value_or(Layout());
}

std::optional<BijectiveLayout> BijectiveLayout::Make(Layout src, Layout dst) {
  if (src.ndim() == 0 || dst.ndim() == 0) return std::nullopt;
  if (!(src == dst) && (!Covers(src, dst) || !Covers(dst, src))) return std::nullopt;
  return BijectiveLayout(src, dst);
}

namespace {

// As in TVM, arithmetic on layouts gives simplified sizes of type int32.
Dim InLayout(Dim size) { return size.is_const() ? Dim(size.value()) : Simplified(size); }

}  // namespace

std::optional<Shape> BijectiveLayout::Map(const Shape& shape, Layout from, Layout to) {
  auto source = from.axes();
  if (shape.size() != source.size()) return std::nullopt;
  for (size_t i = 0; i < source.size(); ++i) {
    if (!source[i].is_primal() && shape[i].is_const() && shape[i].value() != source[i].factor) {
      return std::nullopt;
    }
  }
  Shape result;
  if (from == to) {
    result = shape;
    for (Dim& size : result) size = InLayout(size);
    return result;
  }
  result.reserve(to.ndim());
  for (LayoutAxis axis : to.axes()) {
    if (!axis.is_primal()) {
      result.push_back(axis.factor);
      continue;
    }
    Dim size = shape[static_cast<size_t>(from.IndexOf(axis.name))];
    int64_t had = from.FactorOf(axis.name);
    int64_t wanted = to.FactorOf(axis.name);
    if (!size.is_const()) size = AsOperand(size);
    if (had > 1) size = size * had;
    if (wanted > 1) size = (size + (wanted - 1)) / wanted;
    result.push_back(InLayout(size));
  }
  return result;
}

std::vector<int64_t> BijectiveLayout::MapIndex(std::span<const int64_t> index, Layout from,
                                               Layout to) {
  auto source = from.axes();
  auto target = to.axes();
  PASSCOPE_CHECK(index.size() == source.size());
  std::vector<int64_t> result;
  result.reserve(target.size());
  for (size_t i = 0; i < target.size(); ++i) {
    // First the position along the whole axis, then its part in this axis.
    int64_t position = 0;
    for (size_t k = 0; k < source.size(); ++k) {
      if (PrimalAxis(source[k].name) != PrimalAxis(target[i].name)) continue;
      int64_t stride = source[k].is_primal() ? std::max<int64_t>(from.FactorOf(source[k].name), 1)
                                             : InnerFactor(source, k);
      position += index[k] * stride;
    }
    if (target[i].is_primal()) {
      result.push_back(position / std::max<int64_t>(to.FactorOf(target[i].name), 1));
    } else {
      int64_t inner = InnerFactor(target, i);
      result.push_back(position % (target[i].factor * inner) / inner);
    }
  }
  return result;
}

std::optional<std::vector<SizedAxis>> ParseSizedLayout(std::string_view text) {
  std::vector<SizedAxis> axes;
  for (size_t i = 0; i < text.size();) {
    size_t begin = i;
    while (i < text.size() && text[i] >= '0' && text[i] <= '9') ++i;
    size_t end = i;
    while (i < text.size() &&
           ((text[i] >= 'A' && text[i] <= 'Z') || (text[i] >= 'a' && text[i] <= 'z'))) {
      ++i;
    }
    SizedAxis axis{std::string(text.substr(end, i - end)), 0};
    auto [rest, error] = std::from_chars(text.data() + begin, text.data() + end, axis.size);
    if (axis.name.empty() || error != std::errc() || rest != text.data() + end || axis.size < 1) {
      return std::nullopt;
    }
    axes.push_back(std::move(axis));
  }
  return axes;
}

}  // namespace passcope
