// Kernels of operators on boxes: anchors, detections, suppression.
//
// A box is a row of a tensor (images, boxes, numbers). TVM's kernels work in float.
#include <algorithm>
#include <array>
#include <cmath>

#include "ir/work_budget.h"
#include "op/attrs_vision.h"
#include "runtime/convert.h"
#include "runtime/indices.h"
#include "runtime/kernel.h"
#include "runtime/numeric.h"
#include "runtime/strided.h"

namespace passcope {
namespace {

std::vector<float> ToFloats(const AttrValue& value) {
  std::vector<double> reals = ToReals(value);
  return std::vector<float>(reals.begin(), reals.end());
}

Value MultiBoxPrior(const KernelContext& context) {
  const auto& attrs = context.attrs_as<MultiBoxPriorAttrs>();
  std::vector<float> sizes = ToFloats(attrs.sizes), ratios = ToFloats(attrs.ratios),
                     steps = ToFloats(attrs.steps), offsets = ToFloats(attrs.offsets);
  if (sizes.empty() || ratios.empty() || steps.size() != 2 || offsets.size() != 2) {
    context.Fail(MSG(kAnchorParametersTooFew,
                     "{operator} must have sizes, ratios, two steps and two offsets",
                     context.name()));
  }
  int64_t height = context.arg(0)->shape[2], width = context.arg(0)->shape[3];
  float step_y = steps[0] > 0 ? steps[0] : 1.0f / static_cast<float>(height);
  float step_x = steps[1] > 0 ? steps[1] : 1.0f / static_cast<float>(width);
  float aspect = static_cast<float>(height) / static_cast<float>(width);
  // Half the width and height of each box: all sizes with the first ratio, then the first size with
  // the other ratios.
  std::vector<std::pair<float, float>> halves;
  for (float size : sizes) halves.emplace_back(size * aspect / 2, size / 2);
  for (size_t i = 1; i < ratios.size(); ++i) {
    float root = std::sqrt(ratios[i]);
    halves.emplace_back(sizes[0] * aspect * root / 2, sizes[0] / root / 2);
  }
  NDArray out = context.MakeOut();
  OutElements<float> to(out);
  size_t next = 0;
  for (int64_t y = 0; y < height; ++y) {
    float center_y = (static_cast<float>(y) + offsets[0]) * step_y;
    for (int64_t x = 0; x < width; ++x) {
      float center_x = (static_cast<float>(x) + offsets[1]) * step_x;
      for (auto [half_w, half_h] : halves) {
        for (float value :
             {center_x - half_w, center_y - half_h, center_x + half_w, center_y + half_h}) {
          to[next++] = attrs.clip ? std::min(std::max(value, 0.0f), 1.0f) : value;
        }
      }
    }
  }
  return to.Finish();
}

Value MultiBoxTransformLoc(const KernelContext& context) {
  const auto& attrs = context.attrs_as<MultiBoxTransformLocAttrs>();
  const NDArray& scores = context.arg(0);
  int64_t batch = scores->shape[0], classes = scores->shape[1], count = scores->shape[2];
  Elements<float> score(scores), offset(context.arg(1)), anchor(context.arg(2));
  std::vector<float> variances = ToFloats(attrs.variances);
  if (variances.size() != 4)
    context.Fail(MSG(kAnchorVariancesCount, "{operator} must have 4 variances, not {count}",
                     context.name(), variances.size()));
  const std::vector<int64_t>& anchors = context.arg(2)->shape;
  if (static_cast<int64_t>(context.arg(1)->size()) != batch * count * 4 || anchors.size() != 3 ||
      anchors[0] < 1 || anchors[1] != count || anchors[2] != 4) {
    context.Misfit(
        PHRASE(kAnchorsMisfit,
               "there must be an anchor of 4 numbers and 4 offsets for each score of a class"));
  }
  NDArray out = context.MakeOut(0), valid = context.MakeOut(1);
  OutElements<float> to(out);
  std::fill_n(to.data(), out->size(), -1.0f);
  for (int64_t n = 0; n < batch; ++n) {
    SpendOperations(classes * count);
    float* row = to.data() + n * count * 6;
    int64_t found = 0;
    for (int64_t i = 0; i < count; ++i) {
      // Class 0 is the background.
      float best = -1;
      int64_t label = 0;
      for (int64_t k = 1; k < classes; ++k) {
        float value = score[static_cast<size_t>((n * classes + k) * count + i)];
        if (value > best) {
          best = value;
          label = k;
        }
      }
      if (label == 0 || best < static_cast<float>(attrs.threshold)) continue;
      const float* a = anchor.data() + i * 4;
      const float* p = offset.data() + (n * count + i) * 4;
      float width = a[2] - a[0], height = a[3] - a[1];
      float x = p[0] * variances[0] * width + (a[0] + a[2]) / 2;
      float y = p[1] * variances[1] * height + (a[1] + a[3]) / 2;
      float half_w = std::exp(p[2] * variances[2]) * width / 2;
      float half_h = std::exp(p[3] * variances[3]) * height / 2;
      const float box[] = {
          static_cast<float>(label - 1), best, x - half_w, y - half_h, x + half_w, y + half_h};
      for (size_t k = 0; k < 6; ++k) {
        row[k] = attrs.clip && k >= 2 ? std::min(std::max(box[k], 0.0f), 1.0f) : box[k];
      }
      row += 6;
      ++found;
    }
    StoreInt(valid, static_cast<size_t>(n), found);
  }
  return Value::Tuple({to.Finish(), valid});
}

Value GetValidCounts(const KernelContext& context) {
  const auto& attrs = context.attrs_as<GetValidCountsAttrs>();
  const NDArray& data = context.arg(0);
  context.CheckScalar(1);
  double threshold = context.arg(1)->ToDouble(0);
  int64_t batch = data->shape[0], count = data->shape[1], length = data->shape[2];
  if (attrs.score_index < 0 || attrs.score_index >= length || attrs.id_index >= length) {
    context.Fail(MSG(kVisionIndexOutOfRange,
                     "the indices of {operator} must lie within the {length} numbers of a box",
                     context.name(), length));
  }
  Elements<double> x(data);
  NDArray counts = context.MakeOut(0), boxes = context.MakeOut(1), indices = context.MakeOut(2);
  OutElements<double> to(boxes);
  std::fill_n(to.data(), boxes->size(), -1.0);
  for (size_t i = 0; i < indices->size(); ++i) StoreInt(indices, i, -1);
  for (int64_t n = 0; n < batch; ++n) {
    int64_t found = 0;
    for (int64_t i = 0; i < count; ++i) {
      const double* box = x.data() + (n * count + i) * length;
      if (!(box[attrs.score_index] > threshold) ||
          (attrs.id_index >= 0 && !(box[attrs.id_index] >= 0))) {
        continue;
      }
      std::copy_n(box, length, to.data() + (n * count + found) * length);
      StoreInt(indices, static_cast<size_t>(n * count + found), i);
      ++found;
    }
    StoreInt(counts, static_cast<size_t>(n), found);
  }
  return Value::Tuple({counts, to.Finish(), indices});
}

// Intersection over union of two boxes.
float Overlap(const float* a, const float* b) {
  auto side = [](const float* box, int axis) { return std::minmax(box[axis], box[axis + 2]); };
  float common = 1, area_a = 1, area_b = 1;
  for (int axis : {0, 1}) {
    auto [a_low, a_high] = side(a, axis);
    auto [b_low, b_high] = side(b, axis);
    common *= std::max(0.0f, std::min(a_high, b_high) - std::max(a_low, b_low));
    area_a *= a_high - a_low;
    area_b *= b_high - b_low;
  }
  float all = area_a + area_b - common;
  return all <= 0 ? 0 : common / all;
}

Value NonMaxSuppression(const KernelContext& context) {
  const auto& attrs = context.attrs_as<NonMaximumSuppressionAttrs>();
  const NDArray& data = context.arg(0);
  int64_t batch = data->shape[0], count = data->shape[1], length = data->shape[2];
  if (attrs.score_index < 0 || attrs.score_index >= length || attrs.coord_start < 0 ||
      attrs.coord_start > length - 4 || attrs.id_index >= length) {
    context.Fail(MSG(kVisionIndexOutOfRange,
                     "the indices of {operator} must lie within the {length} numbers of a box",
                     context.name(), length));
  }
  context.CheckScalar(3);
  context.CheckScalar(4);
  context.CheckCount(1, batch);
  if (attrs.return_indices) context.CheckCount(2, batch * count);
  int64_t limit = context.arg(3)->ToInt(0);
  auto threshold = static_cast<float>(context.arg(4)->ToDouble(0));
  Elements<float> x(data);
  std::vector<float> boxes = Scratch<float>(data->size(), -1.0f);
  std::vector<int64_t> kept = Scratch<int64_t>(static_cast<size_t>(batch * count), -1);
  for (int64_t n = 0; n < batch; ++n) {
    const float* from = x.data() + n * count * length;
    float* to = boxes.data() + n * count * length;
    int64_t* index = kept.data() + n * count;
    int64_t valid = std::clamp<int64_t>(context.arg(1)->ToInt(static_cast<size_t>(n)), 0, count);
    // Without a threshold, boxes keep their order.
    std::vector<uint32_t> order =
        SortedElements(static_cast<size_t>(valid), [&](uint32_t a, uint32_t b) {
          return threshold > 0 &&
                 from[a * length + attrs.score_index] > from[b * length + attrs.score_index];
        });
    int64_t best = valid;
    if (threshold > 0) {
      if (attrs.top_k > 0) best = std::min(best, attrs.top_k);
    }
    for (int64_t i = 0; i < best; ++i) {
      index[i] = order[static_cast<size_t>(i)];
      std::copy_n(from + index[i] * length, length, to + i * length);
    }
    int64_t found = 0;
    for (int64_t i = 0; threshold > 0 && i < valid; ++i) {
      float* box = to + i * length;
      bool keep = found != limit;
      if (keep && !(box[attrs.score_index] > 0)) continue;
      SpendOperations(i);
      for (int64_t k = 0; k < i && keep; ++k) {
        const float* other = to + k * length;
        if (!(other[attrs.score_index] > 0)) continue;
        if (attrs.id_index >= 0) {
          float id = other[attrs.id_index];
          if (!(id >= 0) || (!attrs.force_suppress && id != box[attrs.id_index])) continue;
        }
        keep = Overlap(box + attrs.coord_start, other + attrs.coord_start) < threshold;
      }
      if (keep) {
        ++found;
      } else {
        std::fill_n(box, length, -1.0f);
        index[i] = -1;
      }
    }
    if (attrs.return_indices) {
      for (int64_t i = 0; i < valid; ++i) {
        if (index[i] >= 0) {
          index[i] = context.arg(2)->ToInt(static_cast<size_t>(n * count + index[i]));
        }
      }
    }
  }
  if (attrs.return_indices) {
    NDArray out = context.MakeOut(0), counts = context.MakeOut(1);
    for (int64_t n = 0; n < batch; ++n) {
      int64_t found = 0;
      for (int64_t i = 0; i < count; ++i) {
        int64_t value = kept[static_cast<size_t>(n * count + i)];
        if (value >= 0) StoreInt(out, static_cast<size_t>(n * count + found++), value);
      }
      for (int64_t i = found; i < count; ++i) StoreInt(out, static_cast<size_t>(n * count + i), -1);
      StoreInt(counts, static_cast<size_t>(n), found);
    }
    return Value::Tuple({out, counts});
  }
  NDArray out = context.MakeOut();
  OutElements<float> to(out);
  std::fill_n(to.data(), out->size(), -1.0f);
  for (int64_t n = 0; n < batch; ++n) {
    int64_t next = 0;
    for (int64_t i = 0; i < count; ++i) {
      const float* box = boxes.data() + (n * count + i) * length;
      if (attrs.invalid_to_bottom && !(box[0] >= 0)) continue;
      std::copy_n(box, length, to.data() + (n * count + next++) * length);
    }
  }
  return to.Finish();
}

// For each image and class, the boxes in descending order of score, without those that a better box
// overlaps.
Value AllClassNonMaxSuppression(const KernelContext& context) {
  const NDArray& boxes = context.arg(0);
  const NDArray& scores = context.arg(1);
  int64_t batch = scores->shape[0], classes = scores->shape[1], count = scores->shape[2];
  if (boxes->shape != std::vector<int64_t>{batch, count, 4}) {
    context.Misfit(
        PHRASE(kBoxesMisfit, "there must be a box of 4 numbers for each score of a class"));
  }
  for (size_t i = 2; i < 5; ++i) context.CheckScalar(i);
  int64_t limit = context.arg(2)->ToInt(0);
  auto overlap = static_cast<float>(context.arg(3)->ToDouble(0));
  auto threshold = static_cast<float>(context.arg(4)->ToDouble(0));
  bool onnx = context.attrs_as<AllClassNonMaximumSuppressionAttrs>().output_format == "onnx";
  Elements<float> box(boxes), score(scores);
  RequireScratch(scores->size(), 3 * sizeof(int64_t));
  std::vector<int64_t> found;  // Image, class and index of each box.
  std::vector<int64_t> totals = Scratch<int64_t>(static_cast<size_t>(batch));
  for (int64_t n = 0; n < batch; ++n) {
    for (int64_t c = 0; c < classes; ++c) {
      const float* of_class = score.data() + (n * classes + c) * count;
      const float* of_image = box.data() + n * count * 4;
      std::vector<uint32_t> order =
          SortedElements(static_cast<size_t>(count),
                         [&](uint32_t a, uint32_t b) { return of_class[a] > of_class[b]; });
      size_t first = found.size() / 3;
      for (uint32_t i : order) {
        if (!(of_class[i] > threshold)) break;
        size_t kept = found.size() / 3 - first;
        // In ONNX, a limit of 0 selects nothing.
        if (limit >= (onnx ? 0 : 1) && static_cast<int64_t>(kept) >= limit) break;
        bool keep = true;
        SpendOperations(static_cast<int64_t>(kept));
        for (size_t k = first; keep && k < first + kept; ++k) {
          keep = !(Overlap(of_image + found[3 * k + 2] * 4, of_image + int64_t{i} * 4) > overlap);
        }
        if (keep) found.insert(found.end(), {n, c, i});
      }
      totals[static_cast<size_t>(n)] += static_cast<int64_t>(found.size() / 3 - first);
    }
  }
  if (onnx) {
    NDArray indices = FilledNDArray({batch * classes * count, 3}, DataType::Int(64), 0);
    StoreElements(*indices, 0, found.size(), found.data());
    NDArray total = ScalarIntNDArray(static_cast<int64_t>(found.size() / 3), DataType::Int(64));
    return Value::Tuple({indices, ReshapeNDArray(total, {1})});
  }
  NDArray indices = FilledNDArray({batch, classes * count, 2}, DataType::Int(64), 0);
  NDArray values = FilledNDArray({batch, classes * count}, DataType::Float(32), 0);
  NDArray total = MakeNDArray({batch}, DataType::Int(64));
  StoreElements(*total, 0, totals.size(), totals.data());
  size_t next = 0;
  for (int64_t n = 0; n < batch; ++n) {
    for (int64_t i = 0; i < totals[static_cast<size_t>(n)]; ++i, ++next) {
      auto to = static_cast<size_t>(n * classes * count + i);
      int64_t c = found[3 * next + 1], k = found[3 * next + 2];
      StoreInt(indices, 2 * to, c);
      StoreInt(indices, 2 * to + 1, k);
      StoreDouble(values, to, score[static_cast<size_t>((n * classes + c) * count + k)]);
    }
  }
  return Value::Tuple({indices, values, total});
}

// An anchor of a region proposal network, as in Faster R-CNN: the corners around the first element.
std::array<float, 4> Anchor(float ratio, float scale, float size) {
  float center = 0.5f * (size - 1);
  float root = std::floor(std::sqrt(std::floor(size * size / ratio)) + 0.5f);
  float width = root * scale, height = std::floor(root * ratio + 0.5f) * scale;
  return {center - 0.5f * (width - 1), center - 0.5f * (height - 1), center + 0.5f * (width - 1),
          center + 0.5f * (height - 1)};
}

// A proposed region: corners and score.
using Region = std::array<float, 5>;

// The regions of one image.
std::vector<Region> ProposeRegions(const ProposalAttrs& attrs, const std::vector<int64_t>& shape,
                                   const float* scores, const float* offsets, const float* image) {
  std::vector<float> scales = ToFloats(attrs.scales), ratios = ToFloats(attrs.ratios);
  int64_t anchors = shape[1] / 2, height = shape[2], width = shape[3];
  constexpr int64_t kRegion = 64;  // The cost of a region.
  auto stride = static_cast<float>(attrs.feature_stride);
  float least = image[2] * static_cast<float>(attrs.rpn_min_size);
  RequireScratch(static_cast<uint64_t>(anchors * height * width), sizeof(Region));
  std::vector<Region> regions;
  for (int64_t h = 0; h < height; ++h) {
    for (int64_t w = 0; w < width; ++w) {
      SpendOperations(kRegion * anchors);
      for (int64_t k = 0; k < anchors; ++k) {
        auto number = static_cast<size_t>(k);
        std::array<float, 4> box =
            Anchor(ratios[number / scales.size()], scales[number % scales.size()], stride);
        float d[4];
        for (int64_t i = 0; i < 4; ++i) {
          d[i] = offsets[((k * 4 + i) * height + h) * width + w];
          box[static_cast<size_t>(i)] += static_cast<float>(i % 2 == 0 ? w : h) * stride;
        }
        for (size_t axis : {0, 1}) {
          float& low = box[axis];
          float& high = box[axis + 2];
          if (attrs.iou_loss) {
            low += d[axis];
            high += d[axis + 2];
          } else {
            float size = high - low + 1;
            float center = d[axis] * size + low + 0.5f * (size - 1);
            float half = 0.5f * (std::exp(d[axis + 2]) * size - 1);
            low = center - half;
            high = center + half;
          }
          float last = image[1 - axis] - 1;
          low = std::max(std::min(low, last), 0.0f);
          high = std::max(std::min(high, last), 0.0f);
        }
        // Also if the size of the image is NaN.
        bool outside = !(static_cast<float>(h + 1) <= image[0] / stride &&
                         static_cast<float>(w + 1) <= image[1] / stride);
        float score = outside ? -1 : scores[((anchors + k) * height + h) * width + w];
        if (box[2] - box[0] + 1 < least || box[3] - box[1] + 1 < least) {
          box = {box[0] - least / 2, box[1] - least / 2, box[2] + least / 2, box[3] + least / 2};
          score = -1;
        }
        regions.push_back({box[0], box[1], box[2], box[3], score});
      }
    }
  }
  return regions;
}

// Intersection over union of two regions. The corners belong to the regions.
float PixelOverlap(const Region& a, const Region& b) {
  float common = 1, area_a = 1, area_b = 1;
  for (size_t axis : {0, 1}) {
    common *= std::max(0.0f, std::min(a[axis + 2], b[axis + 2]) - std::max(a[axis], b[axis]) + 1);
    area_a *= a[axis + 2] - a[axis] + 1;
    area_b *= b[axis + 2] - b[axis] + 1;
  }
  return common / (area_a + area_b - common);
}

// The best regions of each image that no better one overlaps. They repeat until the requested
// number is reached.
Value Proposal(const KernelContext& context) {
  const auto& attrs = context.attrs_as<ProposalAttrs>();
  const std::vector<int64_t>& shape = context.arg(0)->shape;
  auto anchors = static_cast<int64_t>(ToReals(attrs.scales).size() * ToReals(attrs.ratios).size());
  std::vector<int64_t> offsets = {shape[0], 4 * anchors, shape[2], shape[3]};
  if (shape[1] != 2 * anchors || context.arg(1)->shape != offsets || attrs.feature_stride < 1 ||
      context.arg(2)->shape != std::vector<int64_t>{shape[0], 3}) {
    context.Misfit(
        PHRASE(kProposalMisfit,
               "scores, offsets and image sizes must fit the anchors of scales and ratios"));
  }
  Elements<float> score(context.arg(0)), offset(context.arg(1)), image(context.arg(2));
  NDArray out = FilledNDArray(context.out_shape(), context.out().dtype, 0);
  int64_t plane = shape[2] * shape[3], wanted = attrs.rpn_post_nms_top_n;
  for (int64_t n = 0; n < shape[0]; ++n) {
    std::vector<Region> regions =
        ProposeRegions(attrs, shape, score.data() + n * shape[1] * plane,
                       offset.data() + n * 4 * anchors * plane, image.data() + n * 3);
    std::vector<uint32_t> order = SortedElements(
        regions.size(), [&](uint32_t a, uint32_t b) { return regions[a][4] > regions[b][4]; });
    size_t count = order.size();
    if (attrs.rpn_pre_nms_top_n > 0) {
      count = std::min(count, static_cast<size_t>(attrs.rpn_pre_nms_top_n));
    }
    std::vector<Region> kept;
    for (size_t i = 0; i < count; ++i) {
      const Region& region = regions[order[i]];
      SpendOperations(static_cast<int64_t>(kept.size()));
      bool keep = std::none_of(kept.begin(), kept.end(), [&](const Region& better) {
        return PixelOverlap(better, region) > static_cast<float>(attrs.threshold);
      });
      if (keep) kept.push_back(region);
    }
    SpendOperations(wanted);
    for (int64_t i = 0; i < wanted && !kept.empty(); ++i) {
      auto row = static_cast<size_t>((n * wanted + i) * 5);
      StoreDouble(out, row, static_cast<double>(n));
      for (size_t k = 0; k < 4; ++k) {
        StoreDouble(out, row + 1 + k, kept[static_cast<size_t>(i) % kept.size()][k]);
      }
    }
  }
  return out;
}

// Darknet's reorg. It views the data as (channels / stride², height · stride, width · stride), and
// selects the elements at each offset.
Value YoloReorg(const KernelContext& context) {
  const NDArray& data = context.arg(0);
  int64_t stride = context.attrs_as<YoloReorgAttrs>().stride;
  const std::vector<int64_t>& s = data->shape;
  int64_t groups = s[1] / (stride * stride);
  if (groups == 0)
    context.Unsupported(MSG(kDeformableChannelsTooFew,
                            "{operator} must have at least {least} channels, not {channels}",
                            context.name(), stride * stride, s[1]));
  NDArray out = context.MakeOut();
  if (out->size() != data->size())
    context.Unsupported(MSG(kVisionChannelsMisfit,
                            "the stride {stride} of {operator} must divide height and width, and "
                            "its square the channels",
                            stride, context.name()));
  auto bytes = static_cast<size_t>(data->dtype.bytes());
  size_t next = 0;
  for (int64_t n = 0; n < s[0]; ++n) {
    for (int64_t c = 0; c < s[1]; ++c) {
      for (int64_t y = 0; y < s[2]; ++y) {
        for (int64_t x = 0; x < s[3]; ++x, ++next) {
          int64_t square = c / groups;
          int64_t row = y * stride + square / stride, column = x * stride + square % stride;
          int64_t from = ((n * groups + c % groups) * s[2] * stride + row) * s[3] * stride + column;
          if (from < 0 || from >= static_cast<int64_t>(data->size())) {
            context.Unsupported(MSG(kVisionChannelsMisfit,
                                    "the stride {stride} of {operator} must divide height and "
                                    "width, and its square the channels",
                                    stride, context.name()));
          }
          std::copy_n(data->data() + static_cast<size_t>(from) * bytes, bytes,
                      out->mutable_data() + next * bytes);
        }
      }
    }
  }
  return out;
}

}  // namespace

void RegisterVisionKernels(KernelRegistry& registry) {
  registry.Add("vision.multibox_prior", MultiBoxPrior);
  registry.Add("vision.multibox_transform_loc", MultiBoxTransformLoc);
  registry.Add("vision.get_valid_counts", GetValidCounts);
  registry.Add("vision.non_max_suppression", NonMaxSuppression);
  registry.Add("vision.all_class_non_max_suppression", AllClassNonMaxSuppression);
  registry.Add("vision.proposal", Proposal);
  registry.Add("vision.yolo_reorg", YoloReorg);
}

}  // namespace passcope
