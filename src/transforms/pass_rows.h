// Helpers for rows of the table of passes (passes.cc): constructors of passes without options,
// which have no headers, and options that several rows share.
#pragma once

#include "pass/registry.h"
#include "transforms/compiler_functions.h"
#include "transforms/quantize/quantize.h"

namespace passcope {

namespace transform {
// Each is defined in the pass's own file.
Pass AnnotateMemoryScope();
Pass AnnotateSpans();
Pass BackwardFoldScaleAxis();
Pass BatchingOps();
Pass CanonicalizeCast();
Pass CanonicalizeOps();
Pass CapturePostDfsIndexInSpans();
Pass Defunctionalization();
Pass DefuseOps();
Pass DivToMul();
Pass DynamicToStatic();
Pass FastMath();
Pass FirstOrderGradient();
Pass FlattenAtrousConv();
Pass FoldExplicitPadding();
Pass FoldScaleAxis();
Pass ForwardFoldScaleAxis();
Pass InferType();
Pass Inline();
Pass LambdaLift();
Pass LazyGradientInit();
Pass ManifestLifetimes();
Pass MergeCompilerRegions();
Pass PartialEvaluate();
Pass SimplifyExpr();
Pass SimplifyInference();
Pass ToANormalForm();
Pass ToBasicBlockNormalForm();
Pass ToCPS();
Pass ToGraphNormalForm();
Pass UnCPS();
}  // namespace transform

// The option of the passes that combine parallel operators.
template <class Options>
AttrField MinNumBranches() {
  return Option<Options>("min_num_branches", &Options::min_num_branches, 3,
                         "The smallest number of branches that the pass combines.");
}

inline AttrField CompilerFilterOption() {
  return Option("compiler_filter", &transform::CompilerFilter::compiler_filter, "",
                "The compiler whose functions are changed; all compilers if empty.");
}

// TVM's passes of relay.quantize read a QConfig from a scope. Here the fields that a pass reads are
// its options.
inline quantize::QConfig QConfigOf(const PassRow& row, const AttrDict& given) {
  ReadOptions<quantize::QConfig>(row.options, row.name, given);
  return quantize::ReadQConfig(given);
}
template <Pass (*kConstructor)(const quantize::QConfig& config)>
Pass CreateQuantization(const PassRow& row, const AttrDict& given) {
  return kConstructor(QConfigOf(row, given));
}

// An option for which TVM's Python has no default.
inline AttrField RequiredInTvm(AttrField option) {
  option.required_in_tvm = true;
  return option;
}

}  // namespace passcope
