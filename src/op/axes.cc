#include "op/axes.h"

namespace passcope {

std::optional<std::vector<bool>> ReducedAxes(const std::optional<std::vector<int64_t>>& axes,
                                             bool exclude, size_t rank) {
  if (!axes || axes->empty()) return std::vector<bool>(rank, true);
  std::vector<bool> reduced(rank, exclude);
  for (int64_t axis : *axes) {
    std::optional<size_t> found = FindAxis(axis, rank);
    if (!found) return std::nullopt;
    reduced[*found] = !exclude;
  }
  return reduced;
}

std::optional<std::vector<int64_t>> TransposedAxes(const std::optional<std::vector<int64_t>>& axes,
                                                   size_t rank) {
  std::vector<int64_t> order;
  if (!axes || axes->empty()) {
    for (size_t axis = rank; axis-- > 0;) order.push_back(static_cast<int64_t>(axis));
    return order;
  }
  if (axes->size() != rank) return std::nullopt;
  std::vector<bool> named(rank);
  for (int64_t axis : *axes) {
    std::optional<size_t> found = FindAxis(axis, rank);
    if (!found || named[*found]) return std::nullopt;
    named[*found] = true;
    order.push_back(static_cast<int64_t>(*found));
  }
  return order;
}

std::vector<int64_t> TileRepetitions(std::vector<int64_t> reps, size_t rank) {
  if (reps.size() < rank) reps.insert(reps.begin(), rank - reps.size(), 1);
  return reps;
}

}  // namespace passcope
