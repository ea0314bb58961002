// Longest common parts of two sequences.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace passcope {

// Pairs of indices of two sequences that belong together.
using IndexPairs = std::vector<std::pair<uint32_t, uint32_t>>;

// Pairs of equal elements, in order, as many as possible, by E. W. Myers: "An O(ND) Difference
// Algorithm and Its Variations", Algorithmica 1, 1986. Returns no pairs for parts that differ in
// more than some thousands of elements. Elements are small numbers: memory grows with the largest.
IndexPairs MatchSequences(std::span<const uint32_t> a, std::span<const uint32_t> b);

// The known pairs, in order, and pairs of equal elements between them. First come the elements that
// each side has once (Bram Cohen's "patience diff"), which keeps the search short, then
// MatchSequences.
IndexPairs MatchBetween(const IndexPairs& known, std::span<const uint32_t> a,
                        std::span<const uint32_t> b);

// The longest subsequence of the pairs that also increases on the right. On the left, all pairs
// increase.
IndexPairs InOrder(const IndexPairs& pairs);

}  // namespace passcope
