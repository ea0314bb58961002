// Layouts name the axes of a tensor, like TVM's tir::Layout and tir::BijectiveLayout.
//
// A layout is a list of axes. An upper-case letter is a whole (primal) axis. A number and a
// lower-case letter are a block of it. "NCHW4c" describes the shape (N, C/4, H, W, 4).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/type.h"

namespace passcope {

struct LayoutAxis {
  char name;           // 'A'…'Z': primal; 'a'…'z': a block of the primal axis of that letter.
  int64_t factor = 0;  // The size of a block; 0 for a primal axis.

  bool is_primal() const { return name >= 'A' && name <= 'Z'; }
  friend bool operator==(LayoutAxis, LayoutAxis) = default;
};
// The upper-case and the lower-case letter of an axis.
constexpr char PrimalAxis(char axis) {
  return axis >= 'a' && axis <= 'z' ? static_cast<char>(axis - 'a' + 'A') : axis;
}
constexpr char SubordinateAxis(char axis) {
  return axis >= 'A' && axis <= 'Z' ? static_cast<char>(axis - 'A' + 'a') : axis;
}

// A handle of an interned layout. Copying is cheap, and comparing compares pointers.
class Layout {
 public:
  // The undefined layout, whose name is "__undef__".
  Layout() = default;
  // Parses "NCHW16c"; "__undef__" is the undefined layout and "" that of a scalar. Nullopt for an
  // unknown character, a factor before an upper-case letter, a lower-case letter without a factor,
  // or a block without its primal axis.
  static std::optional<Layout> Parse(std::string_view text);
  // For constants in the source code; a mistake is a bug.
  static Layout Of(std::string_view text);
  // The layout with these axes; nullopt if they break the rules above.
  static std::optional<Layout> FromAxes(std::span<const LayoutAxis> axes);

  bool defined() const { return data_ != nullptr; }
  const std::string& name() const;
  std::span<const LayoutAxis> axes() const;
  size_t ndim() const { return axes().size(); }
  size_t ndim_primal() const;
  bool has_blocks() const { return ndim() != ndim_primal(); }
  char operator[](size_t i) const { return axes()[i].name; }

  // Position of the first axis of this name; -1 if there is none.
  int IndexOf(char axis) const;
  bool Contains(char axis) const { return IndexOf(axis) >= 0; }
  // The product of the blocks of `axis` (upper or lower case); -1 if it has none.
  int64_t FactorOf(char axis) const;
  // Only the primal axes, in order: NCHW for NCHW4c.
  Layout ToPrimal() const;
  // The axes [pos, pos + len), as far as they exist. Undefined if they are not a valid layout (a
  // block without its axis) or if pos is beyond the end.
  Layout SubLayout(size_t pos, size_t len) const;
  // This layout with a block of `factor` of the primal axis `axis` inserted at `pos`. Undefined if
  // the axis does not exist or already has a block, if the factor is not positive, or if pos is
  // beyond the end.
  Layout Split(char axis, size_t pos, int64_t factor) const;
  // Prepends the primal axes of `dst` that are missing here. For dst NHWC, C becomes NHWC's N, H,
  // W, then C. Makes the layouts of broadcast operands comparable.
  Layout ExpandPrimal(const Layout& dst) const;

  friend bool operator==(Layout a, Layout b) { return a.data_ == b.data_; }

 private:
  struct Data;
  explicit Layout(const Data* data) : data_(data) {}
  const Data* data_ = nullptr;
};

// A layout with sizes and names of axes, from TVM's auto-scheduler. "1N2C16C" describes the shape
// (1, 2, 16), whose last two axes are parts of the axis C.
struct SizedAxis {
  std::string name;
  int64_t size;
};
// Nullopt if the text has another form.
std::optional<std::vector<SizedAxis>> ParseSizedLayout(std::string_view text);

// The mapping between two layouts of the same primal axes.
class BijectiveLayout {
 public:
  // Nullopt if the layouts are not convertible: one is undefined or scalar, or one has a primal
  // axis that the other lacks.
  static std::optional<BijectiveLayout> Make(Layout src, Layout dst);

  Layout src() const { return src_; }
  Layout dst() const { return dst_; }

  // The shape in `dst` of a tensor with this shape in `src`. An axis that does not divide into
  // blocks is rounded up. As in TVM, computed sizes have type int32 and are simplified. Nullopt if
  // the rank is not that of `src`, or if a block has another size than in the layout.
  std::optional<Shape> ForwardShape(const Shape& shape) const { return Map(shape, src_, dst_); }
  std::optional<Shape> BackwardShape(const Shape& shape) const { return Map(shape, dst_, src_); }
  // The index in `dst` of the element at `index` in `src`. The index has src().ndim() entries.
  std::vector<int64_t> ForwardIndex(std::span<const int64_t> index) const {
    return MapIndex(index, src_, dst_);
  }
  std::vector<int64_t> BackwardIndex(std::span<const int64_t> index) const {
    return MapIndex(index, dst_, src_);
  }

 private:
  BijectiveLayout(Layout src, Layout dst) : src_(src), dst_(dst) {}
  static std::optional<Shape> Map(const Shape& shape, Layout from, Layout to);
  static std::vector<int64_t> MapIndex(std::span<const int64_t> index, Layout from, Layout to);

  Layout src_;
  Layout dst_;
};

}  // namespace passcope
