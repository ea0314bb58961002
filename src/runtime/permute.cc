// Tiled strided copies.
//
// The axes are split into three groups: A is a run of axes that are contiguous in the destination,
// B is contiguous in the source, and the rest. A tile is a piece of A times a piece of B. For each
// element of A, the piece of B is copied from the source into a small buffer. Then for each element
// of B, the piece of A is written. So both sides are accessed in contiguous pieces, and a stride of
// a large power of two (such as 512 channels) cannot evict its own cache lines.
#include "runtime/permute.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "ir/ndarray.h"
#include "ir/work_budget.h"
#include "kernels/simd.h"

namespace passcope {
namespace {

using kernels::Index;

constexpr int64_t kTile = 64;
// A row of the buffer is slightly longer than a tile, so that columns use different cache sets.
constexpr int64_t kRow = kTile + 4;

#pragma pack(push, 1)
struct Bytes16 {
  uint64_t words[2];
};
#pragma pack(pop)

// Offsets of the elements of a run of axes; the first axis is fastest.
std::vector<int64_t> Offsets(std::span<const CopyAxis> run, int64_t CopyAxis::*stride) {
  std::vector<int64_t> offsets = {0};
  for (const CopyAxis& axis : run) {
    size_t n = offsets.size();
    RequireScratch(n * static_cast<size_t>(axis.size), sizeof(int64_t));
    offsets.resize(n * static_cast<size_t>(axis.size));
    for (int64_t i = 1; i < axis.size; ++i) {
      for (size_t k = 0; k < n; ++k) {
        offsets[static_cast<size_t>(i) * n + k] = offsets[k] + i * axis.*stride;
      }
    }
  }
  return offsets;
}

// `src` and `dst` point to the tile's first elements. Not inlined: WebAssembly engines switch to a
// function's optimised code at its next call, and the outer function is called once per tensor.
template <class T>
[[gnu::noinline]] void CopyTile(const T* src, T* dst, std::span<const int64_t> a_offsets,
                                std::span<const int64_t> b_offsets) {
  alignas(64) T buffer[kTile * kRow];
  auto na = static_cast<Index>(a_offsets.size());
  auto nb = static_cast<Index>(b_offsets.size());
  for (Index a = 0; a < na; ++a) {
    std::memcpy(buffer + a * kRow, src + a_offsets[a], b_offsets.size() * sizeof(T));
  }
  Index b = 0;
  if constexpr (sizeof(T) == sizeof(float)) {
    // Transposes squares of 4x4 elements as vectors.
    for (; b + 4 <= nb; b += 4) {
      T* to[4];
      for (Index i = 0; i < 4; ++i) to[i] = dst + b_offsets[b + i];
      Index a = 0;
      for (; a + 4 <= na; a += 4) {
        const auto* from = reinterpret_cast<const float*>(buffer + a * kRow + b);
        kernels::F4 rows[] = {kernels::Load(from), kernels::Load(from + kRow),
                              kernels::Load(from + 2 * kRow), kernels::Load(from + 3 * kRow)};
        kernels::Transpose(rows[0], rows[1], rows[2], rows[3]);
        for (Index i = 0; i < 4; ++i) kernels::Store(reinterpret_cast<float*>(to[i] + a), rows[i]);
      }
      for (; a < na; ++a) {
        for (Index i = 0; i < 4; ++i) to[i][a] = buffer[a * kRow + b + i];
      }
    }
  }
  for (; b < nb; ++b) {
    T* to = dst + b_offsets[b];
    const T* column = buffer + b;
    for (Index a = 0; a < na; ++a) to[a] = column[a * kRow];
  }
}

template <class T>
void CopyTiles(const T* src, T* dst, std::span<const int64_t> a_offsets,
               std::span<const int64_t> b_offsets) {
  auto a_size = static_cast<int64_t>(a_offsets.size());
  auto b_size = static_cast<int64_t>(b_offsets.size());
  for (int64_t b0 = 0; b0 < b_size; b0 += kTile) {
    int64_t nb = std::min(kTile, b_size - b0);
    for (int64_t a0 = 0; a0 < a_size; a0 += kTile) {
      int64_t na = std::min(kTile, a_size - a0);
      CopyTile(src + b0, dst + a0, a_offsets.subspan(a0, na), b_offsets.subspan(b0, nb));
    }
  }
}

// Calls `f(src offset, dst offset)` for each index of `axes`; the last axis is fastest.
template <class F>
void ForEach(std::span<const CopyAxis> axes, F f) {
  std::vector<int64_t> position(axes.size(), 0);
  int64_t src = 0, dst = 0;
  while (true) {
    f(src, dst);
    size_t i = axes.size();
    while (true) {
      if (i == 0) return;
      --i;
      src += axes[i].src_stride;
      dst += axes[i].dst_stride;
      if (++position[i] < axes[i].size) break;
      src -= axes[i].src_stride * axes[i].size;
      dst -= axes[i].dst_stride * axes[i].size;
      position[i] = 0;
    }
  }
}

// Moves axes from `axes` to `run` that continue it contiguously by `stride`, until it has a tile of
// elements. Returns true if it moved one.
bool Extend(std::vector<CopyAxis>& axes, std::vector<CopyAxis>& run, int64_t CopyAxis::*stride) {
  int64_t size = 1;
  for (const CopyAxis& axis : run) size *= axis.size;
  if (size >= kTile) return false;
  for (size_t i = 0; i < axes.size(); ++i) {
    if (axes[i].*stride != size) continue;
    run.push_back(axes[i]);
    axes.erase(axes.begin() + static_cast<std::ptrdiff_t>(i));
    return true;
  }
  return false;
}

template <class T>
void Transpose(const std::byte* src, std::byte* dst, std::vector<CopyAxis> axes) {
  std::vector<CopyAxis> a, b;
  bool more = true;
  while (more) {
    more = Extend(axes, a, &CopyAxis::dst_stride);
    more = Extend(axes, b, &CopyAxis::src_stride) || more;
  }
  std::vector<int64_t> a_offsets = Offsets(a, &CopyAxis::src_stride);
  std::vector<int64_t> b_offsets = Offsets(b, &CopyAxis::dst_stride);
  const T* from = reinterpret_cast<const T*>(src);
  T* to = reinterpret_cast<T*>(dst);
  auto tile = static_cast<int64_t>(a_offsets.size() * b_offsets.size());
  ForEach(axes, [&](int64_t s, int64_t d) {
    SpendOperations(tile);
    CopyTiles(from + s, to + d, a_offsets, b_offsets);
  });
}

}  // namespace

void StridedCopy(const std::byte* src, std::byte* dst, size_t element_bytes,
                 std::span<const CopyAxis> all_axes) {
  std::vector<CopyAxis> axes;
  for (const CopyAxis& axis : all_axes) {
    if (axis.size == 0) return;
    if (axis.size == 1) continue;
    // Sorted in the order of the destination.
    axes.push_back(axis);
    for (size_t i = axes.size(); --i > 0 && axes[i - 1].dst_stride < axes[i].dst_stride;) {
      std::swap(axes[i - 1], axes[i]);
    }
  }
  // Merges contiguous neighbours.
  for (size_t i = axes.size(); i-- > 1;) {
    CopyAxis& outer = axes[i - 1];
    const CopyAxis& inner = axes[i];
    if (outer.src_stride != inner.src_stride * inner.size ||
        outer.dst_stride != inner.dst_stride * inner.size) {
      continue;
    }
    outer = {outer.size * inner.size, inner.src_stride, inner.dst_stride};
    axes.erase(axes.begin() + static_cast<std::ptrdiff_t>(i));
  }
  // If the innermost axis is contiguous on both sides, it becomes one larger element.
  size_t row = element_bytes;
  if (!axes.empty() && axes.back().src_stride == 1 && axes.back().dst_stride == 1) {
    row *= static_cast<size_t>(axes.back().size);
    axes.pop_back();
  }
  size_t unit = element_bytes;
  bool whole = true;
  auto step = static_cast<int64_t>(row / element_bytes);
  for (const CopyAxis& axis : axes) {
    whole = whole && axis.src_stride % step == 0 && axis.dst_stride % step == 0;
  }
  bool aligned =
      row <= 8 && (reinterpret_cast<uintptr_t>(src) | reinterpret_cast<uintptr_t>(dst)) % row == 0;
  if (whole && row != element_bytes && (row == 16 || aligned)) {
    for (CopyAxis& axis : axes) {
      axis.src_stride /= step;
      axis.dst_stride /= step;
    }
    unit = row;
  }
  // A transposition needs a contiguous axis on each side.
  bool a = false, b = false;
  for (const CopyAxis& axis : axes) {
    a = a || axis.dst_stride == 1;
    b = b || axis.src_stride == 1;
  }
  if (row == unit && a && b) {
    switch (unit) {
      case 1:
        return Transpose<uint8_t>(src, dst, std::move(axes));
      case 2:
        return Transpose<uint16_t>(src, dst, std::move(axes));
      case 4:
        return Transpose<uint32_t>(src, dst, std::move(axes));
      case 8:
        return Transpose<uint64_t>(src, dst, std::move(axes));
      case 16:
        return Transpose<Bytes16>(src, dst, std::move(axes));
      default:
        break;
    }
  }
  auto copy = [&](auto copy_row) {
    ForEach(axes, [&](int64_t s, int64_t d) {
      SpendOperations(step);
      copy_row(dst + d * static_cast<int64_t>(unit), src + s * static_cast<int64_t>(unit));
    });
  };
  switch (row) {
    case 1:
      return copy([](std::byte* to, const std::byte* from) { *to = *from; });
    case 4:
      return copy([](std::byte* to, const std::byte* from) { std::memcpy(to, from, 4); });
    default:
      return copy([row](std::byte* to, const std::byte* from) { std::memcpy(to, from, row); });
  }
}

}  // namespace passcope
