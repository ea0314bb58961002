// Memory for nodes: small blocks that are allocated and freed by the thousand, by one thread at a
// time.
//
// A block comes from a slab of blocks with its size and returns to it, which needs a tenth of the
// work of a general allocator. Slabs without used blocks return to that allocator, except for a
// few.
#pragma once

#include <cstddef>
#include <cstdint>

namespace passcope {

// Calls `reached` after so many further blocks in this thread. Large blocks count as several. The
// function throws, or grants more.
struct NodeLimit {
  int64_t left = INT64_MAX;
  void (*reached)(void* data) = nullptr;
  void* data = nullptr;
};
extern thread_local constinit NodeLimit node_limit;

// Throws std::bad_alloc like operator new, what Tick throws (support/poll.h), and what `reached` of
// the limit throws.
void* AllocateNode(size_t bytes);
void FreeNode(void* block);

}  // namespace passcope
