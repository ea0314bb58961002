// The meaning of axes in attributes, for type relations, kernels and rules.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace passcope {

// A valid axis among `rank` axes, counted from the front. Negative axes count from the end.
inline size_t NormalizeAxis(int64_t axis, size_t rank) {
  return static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(rank) : axis);
}
// The same for an axis that may be invalid; nullopt then.
inline std::optional<size_t> FindAxis(int64_t axis, size_t rank) {
  size_t found = NormalizeAxis(axis, rank);
  return found < rank ? std::optional(found) : std::nullopt;
}

// For each of `rank` axes, true if a reduction reduces it. These are the axes in `axes`, or all
// others with `exclude`. A missing or empty list means all axes, even with `exclude`. Nullopt if an
// axis is out of range.
std::optional<std::vector<bool>> ReducedAxes(const std::optional<std::vector<int64_t>>& axes,
                                             bool exclude, size_t rank);

// For each axis of a transposed result, the axis that it comes from. A missing or empty list
// reverses all axes. Nullopt if the list does not name each axis once.
std::optional<std::vector<int64_t>> TransposedAxes(const std::optional<std::vector<int64_t>>& axes,
                                                   size_t rank);

// The number of repetitions of each axis. If `reps` is longer than `rank`, the data gets leading
// axes of size 1. If it is shorter, the leading axes are repeated once.
std::vector<int64_t> TileRepetitions(std::vector<int64_t> reps, size_t rank);

}  // namespace passcope
