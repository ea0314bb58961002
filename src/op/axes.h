// What operators' attributes say of axes: the one place that relations, kernels and rules ask.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace passcope {

// An axis of `rank` axes counted from the front, where it is known to be one; negative ones count
// from the end.
inline size_t NormalizeAxis(int64_t axis, size_t rank) {
  return static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(rank) : axis);
}
// The same where it may be none: nullopt then.
inline std::optional<size_t> FindAxis(int64_t axis, size_t rank) {
  size_t found = NormalizeAxis(axis, rank);
  return found < rank ? std::optional(found) : std::nullopt;
}

// For each of `rank` axes whether a reduction goes over it: those of `axes`, or with `exclude` all
// others. A list that is missing or empty means all, whatever `exclude` is. Nullopt when an axis is
// out of range.
std::optional<std::vector<bool>> ReducedAxes(const std::optional<std::vector<int64_t>>& axes,
                                             bool exclude, size_t rank);

// The axis that each axis of a transposition's result comes from. A list that is missing or empty
// means all axes reversed. Nullopt when it does not name each axis once.
std::optional<std::vector<int64_t>> TransposedAxes(const std::optional<std::vector<int64_t>>& axes,
                                                   size_t rank);

// What repeats each axis of data of `rank` axes, which get leading axes of size 1 where `reps` has
// more numbers; where it has fewer, the leading axes are repeated once.
std::vector<int64_t> TileRepetitions(std::vector<int64_t> reps, size_t rank);

}  // namespace passcope
