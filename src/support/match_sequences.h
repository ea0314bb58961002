// Longest common parts of two sequences.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace passcope {

// Places in two sequences that belong together.
using IndexPairs = std::vector<std::pair<uint32_t, uint32_t>>;

// Pairs of equal elements, in order: as many as possible, by E. W. Myers: "An O(ND) Difference
// Algorithm and Its Variations", Algorithmica 1, 1986. Of what differs in more than some thousands
// of elements, none. Elements are small numbers: memory grows with the largest.
IndexPairs MatchSequences(std::span<const uint32_t> a, std::span<const uint32_t> b);

// The pairs that are known, in order, and between any two that follow each other those of equal
// elements that are found there: first those that each side has once (Bram Cohen's "patience
// diff"), which keeps the search short, then by MatchSequences.
IndexPairs MatchBetween(const IndexPairs& known, std::span<const uint32_t> a,
                        std::span<const uint32_t> b);

// The longest part of the pairs, which rise on the left, that rises on the right as well.
IndexPairs InOrder(const IndexPairs& pairs);

}  // namespace passcope
