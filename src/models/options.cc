// Checks the options of networks.
#include "models/options.h"

namespace passcope::models {

void Fail(std::string_view model, const Message& problem) {
  throw DiagnosticError(DiagKind::kUnknownModel, Say("{model}: {problem}", model, problem));
}

void CheckPositive(std::string_view model, const Message& what, int64_t value) {
  if (value <= 0)
    Fail(model, MSG(kModelSizeInvalid, "{what} must be positive, not {size}", what, value));
}

void CheckLayout(std::string_view model, const std::string& layout, bool depth) {
  const char* first = depth ? "NCDHW" : "NCHW";
  const char* last = depth ? "NDHWC" : "NHWC";
  if (layout == first || layout == last) return;
  Fail(model, MSG(kModelLayoutUnsupported, "layout must be {first} or {last}, not '{layout}'",
                  first, last, layout));
}

DataType FloatType(std::string_view model, const std::string& dtype) {
  std::optional<DataType> parsed = DataType::Parse(dtype);
  for (DataType known :
       {DataType::Float(16), DataType::Float(32), DataType::Float(64), DataType::BFloat(16)}) {
    if (parsed == known) return known;
  }
  Fail(model, MSG(kModelDtypeUnsupported,
                  "dtype must be float16, float32, float64 or bfloat16, not '{dtype}'", dtype));
}

Expr Images(std::string_view model, int64_t batch_size, const std::vector<int64_t>& image_shape,
            const std::string& dtype, size_t rank) {
  if (image_shape.size() != rank) {
    Fail(model, rank == 3 ? MSG(kImageShapeThreeAxes,
                                "image_shape must have 3 sizes (channels, height and width, in the "
                                "order of the layout), not {count}",
                                image_shape.size())
                          : MSG(kImageShapeFourAxes,
                                "image_shape must have 4 sizes (channels, depth, height and width, "
                                "in the order of the layout), not {count}",
                                image_shape.size()));
  }
  for (int64_t dim : image_shape) {
    if (dim <= 0)
      Fail(model, MSG(kImageShapeDimensionInvalid,
                      "the sizes of image_shape must be positive, but one is {size}", dim));
  }
  CheckPositive(model, PHRASE(kBatchSize, "the batch size"), batch_size);
  Shape shape = {batch_size};
  for (int64_t dim : image_shape) shape.push_back(dim);
  return Var("data", TensorType(std::move(shape), FloatType(model, dtype)));
}

}  // namespace passcope::models
