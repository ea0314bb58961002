// Checks the options of networks.
#include "models/options.h"

namespace passcope::models {

void Fail(std::string_view model, const Message& problem, std::vector<Message> notes) {
  throw DiagnosticError(DiagKind::kUnknownModel, Say("{model}: {problem}", model, problem),
                        std::move(notes));
}

void CheckPositive(std::string_view model, const Message& what, int64_t value) {
  if (value <= 0) Fail(model, MSG(kModelSizeInvalid, "{what} is {size}", what, value));
}

void CheckLayout(std::string_view model, const std::string& layout, bool depth) {
  const char* first = depth ? "NCDHW" : "NCHW";
  const char* last = depth ? "NDHWC" : "NHWC";
  if (layout == first || layout == last) return;
  Fail(model, MSG(kModelLayoutUnsupported, "the layout '{layout}' is not supported", layout),
       {MSG(kModelLayoutChoices, "the layout is {first} or {last}", first, last)});
}

DataType FloatType(std::string_view model, const std::string& dtype) {
  std::optional<DataType> parsed = DataType::Parse(dtype);
  for (DataType known :
       {DataType::Float(16), DataType::Float(32), DataType::Float(64), DataType::BFloat(16)}) {
    if (parsed == known) return known;
  }
  Fail(model, MSG(kModelDtypeUnsupported, "the data type is '{dtype}'", dtype),
       {MSG(kModelDtypeChoices, "it must be float16, float32, float64 or bfloat16")});
}

Expr Images(std::string_view model, int64_t batch_size, const std::vector<int64_t>& image_shape,
            const std::string& dtype, size_t rank) {
  if (image_shape.size() != rank) {
    Fail(model, MSG(kImageShapeRank, "the image shape has {count} dimensions", image_shape.size()),
         {rank == 3 ? MSG(kImageShapeThreeAxesNote,
                          "it has three, without the batch: channels, height, width in the order "
                          "of the layout")
                    : MSG(kImageShapeFourAxesNote,
                          "it has four, without the batch: channels, depth, height, width in the "
                          "order of the layout")});
  }
  for (int64_t dim : image_shape) {
    if (dim <= 0)
      Fail(model,
           MSG(kImageShapeDimensionInvalid, "the image shape has a dimension of {size}", dim));
  }
  CheckPositive(model, PHRASE(kBatchSize, "the batch size"), batch_size);
  Shape shape = {batch_size};
  for (int64_t dim : image_shape) shape.push_back(dim);
  return Var("data", TensorType(std::move(shape), FloatType(model, dtype)));
}

}  // namespace passcope::models
