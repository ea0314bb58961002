// Normalizations, softmax, padding and the rest of nn.* against plain loops.
#include "kernel_fixture.h"
#include "op/attrs_nn.h"
#include "op/attrs_tensor.h"

namespace passcope {
namespace {

using List = std::vector<int64_t>;

const DataType kReals[] = {DataType::Float(32), DataType::Float(64), DataType::Float(16),
                           DataType::BFloat(16)};

NDArray Positive(SplitMix64& random, List shape, DataType dtype) {
  NDArray array = MakeNDArray(std::move(shape), dtype);
  for (size_t i = 0; i < array->size(); ++i) StoreDouble(array, i, 0.5 + random.Uniform());
  return array;
}

TEST_CASE("batch_norm over every axis", "[kernels]") {
  SplitMix64 random(1);
  for (DataType dtype : kReals) {
    for (int64_t axis : {1, 3, -1, 0}) {
      for (bool scale : {true, false}) {
        INFO(dtype.str() << " axis " << axis);
        NDArray x = RandomArray(random, {3, 4, 5, 2}, dtype);
        auto at_axis = static_cast<size_t>(axis < 0 ? axis + 4 : axis);
        List channels = {x->shape[at_axis]};
        NDArray gamma = RandomArray(random, channels, dtype);
        NDArray beta = RandomArray(random, channels, dtype);
        NDArray mean = RandomArray(random, channels, dtype);
        NDArray var = Positive(random, channels, dtype);
        Attrs attrs = With<BatchNormAttrs>([&](auto& a) {
          a.axis = axis;
          a.scale = scale;
          a.center = !scale;
        });
        Value out = RunOp("nn.batch_norm", {x, gamma, beta, mean, var}, attrs);
        CheckArray(
            out.fields()[0].tensor(), x->shape, dtype,
            [&](const List& at) {
              List c = {at[at_axis]};
              double y = (At(x, at) - At(mean, c)) / std::sqrt(At(var, c) + 1e-5);
              return scale ? y * At(gamma, c) : y + At(beta, c);
            },
            10);
      }
    }
  }
}

// (x - mean) / sqrt(var + epsilon) over all elements that `same` groups with `at`.
template <class F>
double Normalized(const NDArray& x, const List& at, double epsilon, F same) {
  double sum = 0, squares = 0, count = 0;
  ForIndices(x->shape, [&](const List& other) {
    if (!same(other)) return;
    sum += At(x, other);
    ++count;
  });
  double mean = sum / count;
  ForIndices(x->shape, [&](const List& other) {
    if (same(other)) squares += (At(x, other) - mean) * (At(x, other) - mean);
  });
  return (At(x, at) - mean) / std::sqrt(squares / count + epsilon);
}

TEST_CASE("layer_norm, instance_norm, group_norm", "[kernels]") {
  SplitMix64 random(2);
  NDArray x = RandomArray(random, {2, 4, 3, 5});
  for (int64_t axis : {3, 1, -2}) {
    auto c = static_cast<size_t>(axis < 0 ? axis + 4 : axis);
    NDArray gamma = RandomArray(random, {x->shape[c]}), beta = RandomArray(random, {x->shape[c]});
    Attrs layer = With<LayerNormAttrs>([&](auto& a) { a.axis = axis; });
    CheckArray(
        RunTensor("nn.layer_norm", {x, gamma, beta}, layer), x->shape, x->dtype,
        [&](const List& at) {
          double y = Normalized(x, at, 1e-5, [&](List other) {
            other[c] = at[c];
            return other == at;
          });
          return y * At(gamma, {at[c]}) + At(beta, {at[c]});
        },
        10);
    Attrs instance = With<InstanceNormAttrs>([&](auto& a) {
      a.axis = axis;
      a.scale = false;
    });
    CheckArray(
        RunTensor("nn.instance_norm", {x, gamma, beta}, instance), x->shape, x->dtype,
        [&](const List& at) {
          double y = Normalized(x, at, 1e-5, [&](const List& other) {
            return other[0] == at[0] && other[c] == at[c];
          });
          return y + At(beta, {at[c]});
        },
        10);
  }
  NDArray gamma = RandomArray(random, {4}), beta = RandomArray(random, {4});
  Attrs group = With<GroupNormAttrs>([](auto& a) {
    a.num_groups = 2;
    a.axis = 1;
  });
  CheckArray(
      RunTensor("nn.group_norm", {x, gamma, beta}, group), x->shape, x->dtype,
      [&](const List& at) {
        double y = Normalized(x, at, 1e-5, [&](const List& other) {
          return other[0] == at[0] && other[1] / 2 == at[1] / 2;
        });
        return y * At(gamma, {at[1]}) + At(beta, {at[1]});
      },
      10);
  // With the channels last, a group has all places, too.
  NDArray last = RandomArray(random, {2, 3, 5, 4});
  Attrs behind = With<GroupNormAttrs>([](auto& a) {
    a.num_groups = 2;
    a.axis = -1;
  });
  CheckArray(
      RunTensor("nn.group_norm", {last, gamma, beta}, behind), last->shape, last->dtype,
      [&](const List& at) {
        double y = Normalized(last, at, 1e-5, [&](const List& other) {
          return other[0] == at[0] && other[3] / 2 == at[3] / 2;
        });
        return y * At(gamma, {at[3]}) + At(beta, {at[3]});
      },
      10);
}

TEST_CASE("softmax and log_softmax", "[kernels]") {
  SplitMix64 random(3);
  for (DataType dtype : kReals) {
    for (int64_t axis : {0, 1, -1}) {
      NDArray x = RandomArray(random, {3, 7, 4}, dtype);
      auto c = static_cast<size_t>(axis < 0 ? axis + 3 : axis);
      Attrs attrs = With<SoftmaxAttrs>([&](auto& a) { a.axis = axis; });
      auto sum = [&](List at) {
        double total = 0;
        for (at[c] = 0; at[c] < x->shape[c]; ++at[c]) total += std::exp(At(x, at));
        return total;
      };
      CheckArray(RunTensor("nn.softmax", {x}, attrs), x->shape, dtype,
                 [&](const List& at) { return std::exp(At(x, at)) / sum(at); });
      CheckArray(RunTensor("nn.log_softmax", {x}, attrs), x->shape, dtype,
                 [&](const List& at) { return At(x, at) - std::log(sum(at)); });
    }
  }
  // Large values do not overflow.
  Attrs attrs = With<SoftmaxAttrs>([](auto&) {});
  CHECK(RunTensor("nn.softmax", {Reals({2}, {1000, 1000})}, attrs)->ToDouble(0) == 0.5);
}

TEST_CASE("bias_add, prelu, dropout, batch_flatten", "[kernels]") {
  SplitMix64 random(4);
  for (DataType dtype : AllDataTypes()) {
    if (dtype.is_bool()) continue;
    NDArray x = RandomArray(random, {2, 3, 4}, dtype), b = RandomArray(random, {3}, dtype);
    Attrs attrs = With<BiasAddAttrs>([](auto& a) { a.axis = 1; });
    CheckArray(RunTensor("nn.bias_add", {x, b}, attrs), x->shape, dtype,
               [&](const List& at) { return At(x, at) + At(b, {at[1]}); });
  }
  NDArray x = RandomArray(random, {2, 3, 4}), last = RandomArray(random, {4});
  Attrs axis = With<BiasAddAttrs>([](auto& a) { a.axis = -1; });
  CheckArray(RunTensor("nn.bias_add", {x, last}, axis), x->shape, x->dtype,
             [&](const List& at) { return At(x, at) + At(last, {at[2]}); });
  NDArray alpha = RandomArray(random, {3});
  Attrs slopes = With<PReluAttrs>([](auto& a) { a.axis = 1; });
  CheckArray(RunTensor("nn.prelu", {x, alpha}, slopes), x->shape, x->dtype, [&](const List& at) {
    return At(x, at) > 0 ? At(x, at) : At(x, at) * At(alpha, {at[1]});
  });
  Value out = RunOp("nn.dropout", {x}, With<DropoutAttrs>([](auto&) {}));
  CHECK(out.fields()[0].tensor()->data() == x->data());
  CHECK(out.fields()[1].tensor()->ToDouble(23) == 1);
  NDArray flat = RunTensor("nn.batch_flatten", {x});
  CHECK(flat->shape == List{2, 12});
  CHECK(flat->data() == x->data());
}

Attrs PadAttrsOf(PadPairs pairs, const char* mode) {
  return With<PadAttrs>([&](auto& a) {
    a.pad_width = FromPadPairs(pairs);
    a.pad_mode = mode;
  });
}

TEST_CASE("pad", "[kernels]") {
  SplitMix64 random(5);
  PadPairs pairs = {{0, 0}, {1, 2}, {2, 0}, {0, 3}};
  for (DataType dtype : AllDataTypes()) {
    NDArray x = RandomArray(random, {2, 4, 3, 5}, dtype);
    NDArray value = ScalarIntNDArray(1, dtype);
    for (const char* mode : {"constant", "edge", "reflect"}) {
      INFO(mode << " " << dtype.str());
      CheckArray(RunTensor("nn.pad", {x, value}, PadAttrsOf(pairs, mode)), {2, 7, 5, 8}, dtype,
                 [&](const List& at) {
                   List from = at;
                   for (size_t i = 0; i < 4; ++i) {
                     int64_t size = x->shape[i];
                     from[i] -= pairs[i].first;
                     if (from[i] >= 0 && from[i] < size) continue;
                     if (*mode == 'c') return 1.0;
                     if (*mode == 'e') {
                       from[i] = from[i] < 0 ? 0 : size - 1;
                     } else {
                       from[i] = from[i] < 0 ? -from[i] : 2 * (size - 1) - from[i];
                     }
                   }
                   return At(x, from);
                 });
    }
  }
  // The pad value is converted to the data type of the data.
  NDArray x = Ints({1}, {5}, DataType::Int(8));
  NDArray y = RunTensor("nn.pad", {x, Reals({}, {-3})}, PadAttrsOf({{1, 0}}, "constant"));
  CHECK(y->ToInt(0) == -3);
  CHECK(Throws(DiagKind::kEvaluation, [&] {
    RunOp("nn.pad", {x, Ints({}, {0})}, PadAttrsOf({{4, 0}}, "reflect"));
  }));
}

TEST_CASE("mirror_pad", "[kernels]") {
  NDArray x = Ints({4}, {1, 2, 3, 4});
  auto run = [&](const char* mode) {
    Attrs attrs = With<MirrorPadAttrs>([&](auto& a) {
      a.mode = mode;
      a.pad_width = FromPadPairs({{2, 1}});
    });
    NDArray y = RunTensor("nn.mirror_pad", {x}, attrs);
    List values;
    for (size_t i = 0; i < y->size(); ++i) values.push_back(y->ToInt(i));
    return values;
  };
  CHECK(run("SYMMETRIC") == List{2, 1, 1, 2, 3, 4, 4});
  CHECK(run("REFLECT") == List{3, 2, 1, 2, 3, 4, 3});
}

TEST_CASE("lrn and l2_normalize", "[kernels]") {
  SplitMix64 random(6);
  NDArray x = RandomArray(random, {2, 6, 3});
  Attrs lrn = With<LRNAttrs>([](auto& a) {
    a.size = 3;
    a.axis = 1;
    a.bias = 2;
    a.alpha = 0.5;
    a.beta = 0.75;
  });
  CheckArray(RunTensor("nn.lrn", {x}, lrn), x->shape, x->dtype, [&](const List& at) {
    double sum = 0;
    for (int64_t c = std::max<int64_t>(at[1] - 1, 0); c <= std::min<int64_t>(at[1] + 1, 5); ++c) {
      sum += std::pow(At(x, {at[0], c, at[2]}), 2);
    }
    return At(x, at) / std::pow(2 + 0.5 / 3 * sum, 0.75);
  });
  Attrs l2 = With<L2NormalizeAttrs>([](auto& a) {
    a.eps = 1e-3;
    a.axis = List{1};
  });
  CheckArray(RunTensor("nn.l2_normalize", {x}, l2), x->shape, x->dtype, [&](const List& at) {
    double sum = 0;
    for (int64_t c = 0; c < 6; ++c) sum += std::pow(At(x, {at[0], c, at[2]}), 2);
    return At(x, at) / std::sqrt(std::max(sum, 1e-3));
  });
  // As for `maximum`, a sum that is NaN remains NaN.
  NDArray some = Reals({1, 3, 1}, {NAN, 2, -4});
  Attrs quarter = With<L2NormalizeAttrs>([](auto& a) {
    a.eps = 0.25;
    a.axis = List{1};
  });
  NDArray divided = RunTensor("nn.l2_normalize", {some}, quarter);
  for (size_t i = 0; i < 3; ++i) CHECK(std::isnan(divided->ToDouble(i)));
}

TEST_CASE("upsampling and resizing", "[kernels]") {
  SplitMix64 random(7);
  NDArray x = RandomArray(random, {1, 2, 3, 4});
  Attrs nearest = With<UpSamplingAttrs>([](auto& a) {
    a.scale_h = 2;
    a.scale_w = 3;
  });
  CheckArray(RunTensor("nn.upsampling", {x}, nearest), {1, 2, 6, 12}, x->dtype,
             [&](const List& at) {
               return At(x, {0, at[1], at[2] / 2, at[3] / 3});
             });
  Attrs linear = With<Resize2DAttrs>([](auto& a) {
    a.size = List{5, 7};
    a.roi = AttrArray{0.0, 0.0, 0.0, 0.0};
    a.layout = "NCHW";
    a.method = "linear";
    a.coordinate_transformation_mode = "align_corners";
  });
  CheckArray(RunTensor("image.resize2d", {x}, linear), {1, 2, 5, 7}, x->dtype, [&](const List& at) {
    double y = static_cast<double>(at[2]) * 2 / 4, z = static_cast<double>(at[3]) * 3 / 6;
    auto pixel = [&](double i, double j) {
      return At(x, {0, at[1], std::min<int64_t>(static_cast<int64_t>(i), 2),
                    std::min<int64_t>(static_cast<int64_t>(j), 3)});
    };
    double fy = y - std::floor(y), fz = z - std::floor(z);
    double i = std::floor(y), j = std::floor(z);
    return (pixel(i, j) * (1 - fz) + pixel(i, j + 1) * fz) * (1 - fy) +
           (pixel(i + 1, j) * (1 - fz) + pixel(i + 1, j + 1) * fz) * fy;
  });
}

}  // namespace
}  // namespace passcope
