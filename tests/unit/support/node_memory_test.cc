// Memory for nodes: blocks of all sizes, freed in any order.
#include "support/node_memory.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "support/random.h"

namespace passcope {
namespace {

struct Block {
  unsigned char* begin;
  size_t size;
  unsigned char mark;
};

Block Take(size_t size, unsigned char mark) {
  auto* begin = static_cast<unsigned char*>(AllocateNode(size));
  REQUIRE(reinterpret_cast<uintptr_t>(begin) % alignof(std::max_align_t) == 0);
  std::memset(begin, mark, size);
  return {begin, size, mark};
}

// True if no other code wrote into the block. Frees it.
bool GiveBack(const Block& block) {
  bool kept = std::all_of(block.begin, block.begin + block.size,
                          [&](unsigned char byte) { return byte == block.mark; });
  FreeNode(block.begin);
  return kept;
}

TEST_CASE("Blocks of all sizes keep what is written into them", "[support]") {
  std::vector<Block> blocks;
  for (size_t size = 1; size <= 600; ++size) {
    for (int i = 0; i < 5; ++i) blocks.push_back(Take(size, static_cast<unsigned char>(size + i)));
  }
  for (const Block& block : blocks) CHECK(GiveBack(block));
}

TEST_CASE("Blocks are given back in any order and taken again", "[support]") {
  SplitMix64 random(7);
  std::vector<Block> blocks;
  bool kept = true;
  // Grows several times to some thousand blocks of a few sizes, with several slabs per size, and
  // shrinks to none.
  for (int round = 0; round < 6; ++round) {
    for (int i = 0; i < 4000; ++i) {
      size_t size = 40 + 24 * random.Below(5);
      blocks.push_back(Take(size, static_cast<unsigned char>(i)));
    }
    const size_t left = round % 2 == 0 ? 1000 : 0;
    while (blocks.size() > left) {
      const size_t index = random.Below(blocks.size());
      kept = GiveBack(blocks[index]) && kept;
      blocks[index] = blocks.back();
      blocks.pop_back();
    }
  }
  CHECK(kept);
}

TEST_CASE("A block that was given back is used again", "[support]") {
  std::vector<void*> first, second;
  for (int i = 0; i < 3000; ++i) first.push_back(AllocateNode(64));
  for (void* block : first) FreeNode(block);
  for (int i = 0; i < 3000; ++i) second.push_back(AllocateNode(64));
  for (void* block : second) FreeNode(block);
  // Blocks of the same size never overlap.
  std::sort(second.begin(), second.end());
  for (size_t i = 1; i < second.size(); ++i) {
    REQUIRE(static_cast<char*>(second[i]) - static_cast<char*>(second[i - 1]) >= 64);
  }
}

}  // namespace
}  // namespace passcope
