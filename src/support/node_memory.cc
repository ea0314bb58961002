#include "support/node_memory.h"

#include <cstdint>
#include <new>

#include "support/per_engine.h"
#include "support/poll.h"

// Sanitizers track each block from its allocation to its release.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define PASSCOPE_PLAIN_NODES 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define PASSCOPE_PLAIN_NODES 1
#endif

namespace passcope {

thread_local constinit NodeLimit node_limit;

namespace {

// The number of pointers in a block that counts once.
constexpr size_t kPointersPerCount = 16;

void CountNode(size_t bytes) {
  node_limit.left -= 1 + static_cast<int64_t>(bytes / (kPointersPerCount * sizeof(void*)));
  if (node_limit.left < 0) node_limit.reached(node_limit.data);
  Tick();
}

}  // namespace

#ifdef PASSCOPE_PLAIN_NODES

void* AllocateNode(size_t bytes) {
  CountNode(bytes);
  return ::operator new(bytes);
}
void FreeNode(void* block) { ::operator delete(block); }

#else

namespace {

struct Slab;
struct Pool;

// The alignment of blocks, as that of operator new.
constexpr size_t kUnit = alignof(std::max_align_t);
// Precedes each block.
struct Header {
  Slab* slab;  // Null for a block that is too large for slabs.
};
// A block that is free.
struct FreeBlock {
  FreeBlock* next;
};

constexpr size_t kSlabBytes = size_t{1} << 14;
constexpr size_t kMaxUnits = 16;  // The size of the largest blocks in slabs, with their headers.
constexpr size_t kMaxSpareSlabs = 16;

struct Slab {
  Pool* pool;
  Slab* previous;  // In the list of slabs of this size with free blocks.
  Slab* next;
  FreeBlock* free;
  std::byte* fresh;  // The start of the part that was never used.
  uint32_t units;    // The size of a block with its header.
  uint32_t used;     // The number of blocks in use…
  uint32_t count;    // …out of this number.
};

struct Pool {
  Slab* slabs[kMaxUnits + 1] = {};  // With free blocks, by units.
  Slab* spare = nullptr;            // Without blocks in use.
  size_t num_spare = 0;
};
// Never destroyed: static nodes can outlive the objects that a thread destroys at its end.
constinit PASSCOPE_PER_ENGINE Pool* engine_pool = nullptr;

Header* HeaderOf(void* block) { return static_cast<Header*>(block) - 1; }

void Link(Slab* slab) {
  Slab*& first = slab->pool->slabs[slab->units];
  slab->previous = nullptr;
  slab->next = first;
  if (first) first->previous = slab;
  first = slab;
}

void Unlink(Slab* slab) {
  (slab->previous ? slab->previous->next : slab->pool->slabs[slab->units]) = slab->next;
  if (slab->next) slab->next->previous = slab->previous;
}

Slab* NewSlab(Pool* pool, size_t units) {
  Slab* slab = pool->spare;
  if (slab) {
    pool->spare = slab->next;
    --pool->num_spare;
  } else {
    slab = static_cast<Slab*>(::operator new(kSlabBytes));
  }
  auto* begin = reinterpret_cast<std::byte*>(slab);
  // The first header is directly before an aligned place for a block.
  constexpr size_t kFirst = (sizeof(Slab) + sizeof(Header) + kUnit - 1) / kUnit * kUnit;
  constexpr size_t kBegin = kFirst - sizeof(Header);
  *slab = {.pool = pool,
           .previous = nullptr,
           .next = nullptr,
           .free = nullptr,
           .fresh = begin + kBegin,
           .units = static_cast<uint32_t>(units),
           .used = 0,
           .count = static_cast<uint32_t>((kSlabBytes - kBegin) / (units * kUnit))};
  Link(slab);
  return slab;
}

// Called if all blocks of the slab are free.
void Retire(Slab* slab) {
  // If it is the only slab of its size, it is needed again soon.
  if (!slab->previous && !slab->next) return;
  Unlink(slab);
  Pool* pool = slab->pool;
  if (pool->num_spare == kMaxSpareSlabs) {
    ::operator delete(slab);
    return;
  }
  slab->next = pool->spare;
  pool->spare = slab;
  ++pool->num_spare;
}

}  // namespace

void* AllocateNode(size_t bytes) {
  CountNode(bytes);
  const size_t units = (bytes + sizeof(Header) + kUnit - 1) / kUnit;
  if (units > kMaxUnits) {
    auto* begin = static_cast<std::byte*>(::operator new(bytes + kUnit));
    HeaderOf(begin + kUnit)->slab = nullptr;
    return begin + kUnit;
  }
  Pool* pool = engine_pool;
  if (!pool) engine_pool = pool = new Pool;
  Slab* slab = pool->slabs[units];
  if (!slab) slab = NewSlab(pool, units);
  if (++slab->used == slab->count) Unlink(slab);
  void* block;
  if (FreeBlock* free = slab->free) {
    slab->free = free->next;
    block = free;
  } else {
    auto* header = reinterpret_cast<Header*>(slab->fresh);
    slab->fresh += units * kUnit;
    header->slab = slab;
    block = header + 1;
  }
  return block;
}

void FreeNode(void* block) {
  Slab* slab = HeaderOf(block)->slab;
  if (!slab) {
    ::operator delete(static_cast<std::byte*>(block) - kUnit);
    return;
  }
  if (slab->used == slab->count) Link(slab);
  auto* free = static_cast<FreeBlock*>(block);
  free->next = slab->free;
  slab->free = free;
  if (--slab->used == 0) Retire(slab);
}

#endif

}  // namespace passcope
