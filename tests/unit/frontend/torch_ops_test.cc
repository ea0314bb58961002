// Converters of TorchScript: sorting, scattering, arranging, vision and signals. Their programs are
// in tests/golden/frontend/pytorch.
#include <catch2/catch.hpp>

#include "diagnostics/diagnostic.h"
#include "unit/frontend/torch_model.h"
#include "unit/refused.h"

namespace passcope::frontend {
namespace {

const DataType kInt64 = DataType::Int(64);

// An input "x", "y" or "z" with this shape and type.
struct Given {
  Ints shape;
  DataType dtype = DataType::Float(32);
};
TorchModel ModelOf(const std::vector<Given>& inputs, const std::string& body,
                   const std::string& result = "Tensor") {
  TorchModel model;
  const char* names[] = {"x", "y", "z"};
  for (size_t i = 0; i < inputs.size(); ++i) {
    model.inputs.push_back(TorchInputShape(names[i], inputs[i].shape, inputs[i].dtype));
  }
  model.body = body;
  model.result = result;
  return model;
}

void CheckGolden(const std::string& name, const std::vector<Given>& inputs, const std::string& body,
                 const std::string& result = "Tensor") {
  CheckTorchGolden(name, ModelOf(inputs, body, result).Text());
}

void CheckFails(const std::vector<Given>& inputs, const std::string& body,
                const std::string& says) {
  CAPTURE(body);
  CheckRefused([&] { ModelOf(inputs, body).Import(); }, DiagKind::kUnsupported, says);
}

std::vector<double> RunOn(const std::vector<NDArray>& values, const std::string& body) {
  std::vector<Given> inputs;
  for (const NDArray& value : values) inputs.push_back({value->shape, value->dtype});
  return ValuesOf(ModelOf(inputs, body).Run(values).tensor());
}
using Values = std::vector<double>;

TEST_CASE("TorchScript: sorting", "[frontend]") {
  CheckGolden("sort", {{{2, 3}}}, "_0, _1 = torch.sort(x, 1, True)\nreturn (_0, _1)",
              "Tuple[Tensor, Tensor]");
  CheckGolden("argsort", {{{2, 3}}}, "return torch.argsort(x, -1, False)");
  CheckGolden("topk", {{{2, 5}}}, "_0, _1 = torch.topk(x, 2, -1, True, True)\nreturn (_0, _1)",
              "Tuple[Tensor, Tensor]");
  CheckGolden("unique", {{{6}, DataType::Int(32)}},
              "_0, _1, _2 = torch._unique2(x, True, True, False)\nreturn (_0, _1)",
              "Tuple[Tensor, Tensor]");
  CheckGolden("unique_counts", {{{6}, DataType::Int(32)}},
              "_0, _1, _2 = torch._unique2(x, True, True, True)\nreturn (_0, _1, _2)",
              "Tuple[Tensor, Tensor, Tensor]");
  CheckGolden("searchsorted", {{{4}}, {{2}}},
              "return torch.searchsorted(x, y, out_int32=False, right=True)");
  CheckGolden("bucketize", {{{2}}, {{4}}},
              "return torch.bucketize(x, y, out_int32=True, right=False)");
  CHECK(RunOn({FloatsOf({4}, {3, 1, 2, 0})}, "_0, _1 = torch.sort(x, 0, False)\nreturn _0") ==
        Values{0, 1, 2, 3});
  CHECK(RunOn({FloatsOf({5}, {3, 1, 4, 1, 5})},
              "_0, _1 = torch.topk(x, 2, -1, True, True)\nreturn _1") == Values{4, 2});
  CHECK(RunOn({FloatsOf({4}, {1, 3, 5, 7}), FloatsOf({3}, {3, 6, 9})},
              "return torch.searchsorted(x, y)") == Values{1, 3, 4});
  CheckFails({{{2, 5}}}, "_0, _1 = torch.topk(x, 2, -1, True, False)\nreturn _0",
             "`sorted` must be True");
}

TEST_CASE("TorchScript: scattering", "[frontend]") {
  CheckGolden("scatter", {{{2, 3}}, {{2, 3}, kInt64}, {{2, 3}}},
              "return torch.scatter(x, 1, y, z)");
  CheckGolden("scatter_add", {{{2, 3}}, {{2, 3}, kInt64}, {{2, 3}}},
              "return torch.scatter_add(x, 1, y, z)");
  CheckGolden(
      "index_put", {{{4, 3}}, {{2}, kInt64}, {{2}}},
      "_0 = annotate(List[Optional[Tensor]], [y, y])\nreturn torch.index_put(x, _0, z, True)");
  CheckGolden("nonzero", {{{2, 3}}}, "return torch.nonzero(x)");
  CheckGolden("masked_select", {{{2, 3}}, {{2, 3}, DataType::Bool()}},
              "return torch.masked_select(x, y)");
  CheckGolden("one_hot", {{{3}, kInt64}}, "return torch.one_hot(x, 4)");
  CheckGolden("bincount", {{{5}, kInt64}}, "return torch.bincount(x)");
  CheckGolden("cumsum", {{{2, 3}}}, "return torch.cumsum(x, 1)");
  CHECK(RunOn({FloatsOf({3}, {1, 2, 3})}, "return torch.cumsum(x, 0)") == Values{1, 3, 6});
  CHECK(RunOn({ArrayOf<int64_t>({2}, kInt64, {2, 0})}, "return torch.one_hot(x, 3)") ==
        Values{0, 0, 1, 1, 0, 0});
  CHECK(RunOn({FloatsOf({3}, {1, 2, 3}), ArrayOf<uint8_t>({3}, DataType::Bool(), {1, 0, 1})},
              "return torch.masked_select(x, y)") == Values{1, 3});
  CHECK(RunOn({ArrayOf<int64_t>({4}, kInt64, {2, 0, 2, 3})}, "return torch.bincount(x)") ==
        Values{1, 0, 2, 1});
  CHECK(RunOn({FloatsOf({3}, {0, 5, 6})}, "return torch.nonzero(x)") == Values{1, 2});
  CheckFails({{{3}, kInt64}}, "return torch.one_hot(x, -1)", "the number of classes");
}

TEST_CASE("TorchScript: arranging", "[frontend]") {
  CheckGolden("meshgrid", {{{2}}, {{3}}},
              "_0 = torch.meshgrid([x, y])\n_1, _2, = _0\nreturn torch.add(_1, _2)");
  CheckGolden("roll", {{{2, 3, 4}}}, "return torch.roll(x, [1, 2], [0, 1])");
  CheckGolden("tensor_split", {{{7, 2}}},
              "_0, _1, _2, = torch.tensor_split(x, 3, 0)\nreturn (_0, _1, _2)",
              "Tuple[Tensor, Tensor, Tensor]");
  CheckGolden("tril", {{{3, 3}}}, "return torch.tril(x, -1)");
  CheckGolden("triu", {{{3, 3}}}, "return torch.triu(x)");
  CheckGolden("flip", {{{2, 3}}}, "return torch.flip(x, [1])");
  CheckGolden("pixel_shuffle", {{{1, 8, 2, 3}}}, "return torch.pixel_shuffle(x, 2)");
  CheckGolden("is_floating_point", {{{2}}}, "return torch.is_floating_point(x)", "bool");
  CheckGolden("linspace", {{{5}}}, "return torch.add(x, torch.linspace(0, 1, 5))");
  CHECK(RunOn({FloatsOf({2, 3}, {0, 1, 2, 3, 4, 5})}, "return torch.roll(x, [1], [1])") ==
        Values{2, 0, 1, 5, 3, 4});
  CHECK(RunOn({FloatsOf({2, 3}, {0, 1, 2, 3, 4, 5})}, "return torch.roll(x, [1, 1], [0, 1])") ==
        Values{5, 3, 4, 2, 0, 1});
  CHECK(RunOn({FloatsOf({8}, {0, 1, 2, 3, 4, 5, 6, 7})},
              "_0, _1, _2, = torch.tensor_split(x, 3, 0)\nreturn _1") == Values{3, 4, 5});
  CHECK(RunOn({FloatsOf({1, 4, 1, 1}, {1, 2, 3, 4})}, "return torch.pixel_shuffle(x, 2)") ==
        Values{1, 2, 3, 4});
}

TEST_CASE("TorchScript: vision", "[frontend]") {
  CheckGolden("nms", {{{5, 4}}, {{5}}}, "return ops.torchvision.nms(x, y, 0.5)");
  CheckGolden("roi_align", {{{1, 2, 8, 8}}, {{3, 5}}},
              "return ops.torchvision.roi_align(x, y, 0.25, 4, 4, 2, True)");
  CheckGolden("grid_sampler", {{{1, 2, 4, 4}}, {{1, 3, 3, 2}}},
              "return torch.grid_sampler(x, y, 0, 0, True)");
  CheckGolden("grid_sampler_3d", {{{1, 2, 4, 4, 4}}, {{1, 3, 3, 3, 3}}},
              "return torch.grid_sampler(x, y, 1, 1, False)");
  TorchModel model = ModelOf({{{1, 2, 5, 5}}, {{1, 18, 3, 3}}, {{1, 9, 3, 3}}},
                             "weight = self.weight\nbias = self.bias\n"
                             "return ops.torchvision.deform_conv2d(x, weight, y, z, bias, 1, 1, 0, "
                             "0, 1, 1, 1, 1, False)");
  model.members = {
      {"weight", "Tensor", model.builder.Floats({3, 2, 3, 3}, std::vector<float>(54, 1))},
      {"bias", "Tensor", model.builder.Floats({3}, {0, 0, 0})}};
  CheckTorchGolden("deform_conv2d", model.Text());
  CheckFails({{{1, 4, 4}}, {{1, 3, 2}}}, "return torch.grid_sampler(x, y, 0, 0, True)",
             "4 or 5 dimensions, not 3");
}

TEST_CASE("TorchScript: signals", "[frontend]") {
  CheckGolden("einsum", {{{2, 3}}, {{3, 4}}}, "return torch.einsum(\"ij,jk->ik\", [x, y])");
  CheckGolden("stft", {{{1, 16}}}, "return torch.stft(x, 8, 4, 8, None, False, True, False)");
  CheckGolden("randn", {{{2, 3}}}, "return torch.add(x, torch.randn([2, 3]))");
  CheckGolden("multinomial", {{{4}}}, "return torch.multinomial(x, 3, True)");
  CHECK(RunOn({FloatsOf({2, 2}, {1, 2, 3, 4}), FloatsOf({2, 1}, {1, 1})},
              "return torch.einsum(\"ij,jk->ik\", [x, y])") == Values{3, 7});
}

}  // namespace
}  // namespace passcope::frontend
