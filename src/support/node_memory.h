// Memory for nodes: small blocks that are allocated and freed by the thousand, by one thread at a
// time.
//
// A block comes from a slab of blocks with its size and returns to it, which needs a tenth of the
// work of a general allocator. Slabs without used blocks return to that allocator, except for a
// few.
#pragma once

#include <cstddef>

namespace passcope {

// Throws std::bad_alloc like operator new, and what Tick throws (support/poll.h).
void* AllocateNode(size_t bytes);
void FreeNode(void* block);

}  // namespace passcope
