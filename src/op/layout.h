// Layouts: which axis of a tensor means what, as TVM's tir::Layout and tir::BijectiveLayout.
//
// A layout is a list of axes: an upper-case letter is a whole (primal) axis, a number and a
// lower-case letter is a block of it. "NCHW4c" stands for a shape (N, C/4, H, W, 4).
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
  char name;           // 'A'…'Z' primal, 'a'…'z' a block of the primal axis of that letter.
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

// A handle to an interned layout: copying is cheap, comparing is comparing pointers.
class Layout {
 public:
  // The undefined layout: nothing is known. Its name is "__undef__".
  Layout() = default;
  // Reads "NCHW16c"; "__undef__" is the undefined layout and "" that of a scalar. Nullopt when the
  // text is no layout: another character, a factor before an upper-case letter, none before a
  // lower-case one, or a block of an axis that is not there.
  static std::optional<Layout> Parse(std::string_view text);
  // For texts in the source code; a mistake is a bug.
  static Layout Of(std::string_view text);
  // The layout with these axes; nullopt when they break the rules above.
  static std::optional<Layout> FromAxes(std::span<const LayoutAxis> axes);

  bool defined() const { return data_ != nullptr; }
  const std::string& name() const;
  std::span<const LayoutAxis> axes() const;
  size_t ndim() const { return axes().size(); }
  size_t ndim_primal() const;
  char operator[](size_t i) const { return axes()[i].name; }

  // Position of the first axis of this name, -1 when there is none.
  int IndexOf(char axis) const;
  bool Contains(char axis) const { return IndexOf(axis) >= 0; }
  // The product of the blocks of `axis` (upper or lower case), -1 when it has none.
  int64_t FactorOf(char axis) const;
  // Only the primal axes, in order: NCHW for NCHW4c.
  Layout ToPrimal() const;
  // The axes [pos, pos + len), as far as they exist; undefined when they make no layout (a block
  // without its axis) or pos is beyond the end.
  Layout SubLayout(size_t pos, size_t len) const;
  // This layout with a block of `factor` of the primal axis `axis` inserted at `pos`. Undefined
  // when the axis does not exist or has a block already, the factor is not positive or pos is
  // beyond the end.
  Layout Split(char axis, size_t pos, int64_t factor) const;
  // The primal axes of `dst` that are missing here, then this layout: C for dst NHWC gives NHWC's
  // N, H, W in front of C. Used to compare layouts of operands that are broadcast.
  Layout ExpandPrimal(const Layout& dst) const;

  friend bool operator==(Layout a, Layout b) { return a.data_ == b.data_; }

 private:
  struct Data;
  explicit Layout(const Data* data) : data_(data) {}
  const Data* data_ = nullptr;
};

// A layout that says sizes and names of axes, as TVM's auto-scheduler writes them: "1N2C16C" stands
// for a shape (1, 2, 16), whose last two axes are the parts of one.
struct SizedAxis {
  std::string name;
  int64_t size;
};
// Nullopt when the text is something else.
std::optional<std::vector<SizedAxis>> ParseSizedLayout(std::string_view text);

// The mapping between two layouts of the same primal axes.
class BijectiveLayout {
 public:
  // Nullopt when they are not convertible: one is undefined or scalar, or an axis of one is missing
  // in the other.
  static std::optional<BijectiveLayout> Make(Layout src, Layout dst);

  Layout src() const { return src_; }
  Layout dst() const { return dst_; }

  // The shape in `dst` of a tensor whose shape in `src` is `shape`. An axis that does not divide
  // into blocks is rounded up; what is computed is of type int32 and simplified, as in TVM. Nullopt
  // when the rank is not that of `src`, or a block has another size than the layout says.
  std::optional<Shape> ForwardShape(const Shape& shape) const { return Map(shape, src_, dst_); }
  std::optional<Shape> BackwardShape(const Shape& shape) const { return Map(shape, dst_, src_); }
  // Where the element at `index` in `src` stands in `dst`. The index has src().ndim() entries.
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
