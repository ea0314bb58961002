// Attributes of algorithms, random numbers and sparse matrices. Field names, order and defaults are
// TVM's. The schemas have the docs of the fields.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "op/attrs_nn.h"

namespace passcope {

struct EinsumAttrs : AttrsBase<EinsumAttrs> {
  std::string equation;
  static const AttrSchema& Schema();
};
struct UniqueAttrs : AttrsBase<UniqueAttrs> {
  bool sorted;
  bool return_counts;
  static const AttrSchema& Schema();
};
struct SearchSortedAttrs : AttrsBase<SearchSortedAttrs> {
  bool right;
  DataType dtype;
  static const AttrSchema& Schema();
};
struct StftAttrs : AttrsBase<StftAttrs> {
  int64_t n_fft;
  int64_t hop_length;
  int64_t win_length;
  bool normalized;
  bool onesided;
  static const AttrSchema& Schema();
};

struct ThreefryGenerateAttrs : AttrsBase<ThreefryGenerateAttrs> {
  std::vector<int64_t> out_shape;
  static const AttrSchema& Schema();
};

// The shared fields of random.uniform and random.normal.
struct RandomFields {
  std::vector<int64_t> out_shape;
  DataType out_dtype;
};
using RandomAttrs = AttrsNodeWith<RandomFields>;
struct UniformAttrs : AttrsWith<UniformAttrs, RandomFields> {
  static const AttrSchema& Schema();
};
struct NormalAttrs : AttrsWith<NormalAttrs, RandomFields> {
  static const AttrSchema& Schema();
};
const RandomAttrs* AsRandomAttrs(const Attrs& attrs);

struct MultinomialAttrs : AttrsBase<MultinomialAttrs> {
  int64_t num_samples;
  static const AttrSchema& Schema();
};

struct SparseDenseAttrs : AttrsBase<SparseDenseAttrs> {
  bool sparse_lhs;
  static const AttrSchema& Schema();
};
struct SparseTransposeAttrs : AttrsBase<SparseTransposeAttrs> {
  static const AttrSchema& Schema();
};
struct SparseConv2DAttrs : AttrsBase<SparseConv2DAttrs> {
  std::string layout;
  std::vector<int64_t> kernel_size;
  static const AttrSchema& Schema();
};
struct FIFOBufferAttrs : AttrsBase<FIFOBufferAttrs> {
  int64_t axis;
  static const AttrSchema& Schema();
};

}  // namespace passcope
