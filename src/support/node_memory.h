// Memory for nodes: small blocks that come and go by the thousand, all of them on one thread.
//
// A block of a size is taken from a slab of such blocks and given back to it, which takes a tenth
// of the work that a general allocator takes. Slabs whose blocks are all free go back to that, but
// for a few.
#pragma once

#include <cstddef>

namespace passcope {

// Throws std::bad_alloc as operator new does.
void* AllocateNode(size_t bytes);
void FreeNode(void* block);

}  // namespace passcope
