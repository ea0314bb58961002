// ONNX models of one node that are refused, with a part of each message.
#include <catch2/catch.hpp>
#include <initializer_list>
#include <string>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "onnx_values.h"

namespace passcope::frontend::testing {
namespace {

struct RefusedNode {
  const char* op;
  int version;  // Of the operator set.
  // Of the inputs, which are float32.
  std::vector<std::vector<int64_t>> shapes;
  std::vector<OnnxAttr> attrs;
  const char* says;
  const char* domain = "";
};

TEST_CASE("refused nodes of ONNX say what is expected", "[frontend][onnx][diagnostics]") {
  using Integers = std::vector<int64_t>;
  const char* contrib = "com.microsoft";
  for (const RefusedNode& row : std::initializer_list<RefusedNode>{
           {"Conv", 13, {{1, 1}, {1, 1}}, {}, "Conv"},
           {"Conv", 13, {{1, 1, 4, 4}, {1, 1, 3}}, {}, "3"},
           {"MaxPool",
            13,
            {{1, 1, 4, 4}},
            {{"kernel_shape", Integers{2, 2}}, {"storage_order", 5}},
            "storage_order"},
           {"MaxPool", 13, {{1, 1, 4, 4}}, {{"kernel_shape", Integers{1, 1, 1, 1}}}, "4"},
           {"MaxPool",
            13,
            {{1, 1, 4, 4}},
            {{"kernel_shape", Integers{2, 2}}, {"strides", Integers{1}}},
            "strides"},
           {"Relu", 13, {}, {}, "Relu"},
           {"Det", 13, {{2, 3}}, {}, "square"},
           {"Upsample", 9, {{1, 1, 2, 2}}, {}, "Upsample"},
           {"Resize", 13, {{1, 1, 2, 2}}, {}, "scales"},
           {"DFT", 17, {{1, 4, 3}}, {}, "DFT"},
           {"STFT", 17, {{1, 4}, {1}}, {}, "STFT"},
           {"TfIdfVectorizer",
            13,
            {{2, 2, 2}},
            {{"min_gram_length", 1},
             {"max_gram_length", 1},
             {"max_skip_count", 0},
             {"mode", "TF"},
             {"ngram_counts", Integers{0}},
             {"ngram_indexes", Integers{0}},
             {"pool_int64s", Integers{1}}},
            "dimensions"},
           {"TfIdfVectorizer",
            13,
            {{2}},
            {{"min_gram_length", 1},
             {"max_gram_length", 1},
             {"max_skip_count", 0},
             {"mode", "TF"},
             {"ngram_counts", Integers{0}},
             {"ngram_indexes", Integers{0}}},
            "pool_int64s"},
           {"NegativeLogLikelihoodLoss", 13, {{2}, {2}}, {}, "scores"},
           {"QLinearConv",
            13,
            {{1, 1, 4, 4}, {}, {}, {1, 1, 3}, {}, {}, {}, {}},
            {},
            "QLinearConv"},
           {"Attention", 1, {{1, 2, 3}, {3, 9}, {8}}, {{"num_heads", 2}}, "Attention", contrib},
           {"QLinearConcat", 1, {{}, {}, {2}, {}}, {{"axis", 0}}, "scale", contrib},
           {"Adagrad", 1, {{}, {}, {2}}, {}, "Adagrad", "ai.onnx.preview.training"},
           {"RNN",
            13,
            {{1, 1, 2}, {1, 3, 2}, {1, 3, 3}},
            {{"hidden_size", 3}, {"direction", "bidirectional"}},
            "bidirectional"},
           {"RNN",
            13,
            {{1, 1, 2}, {1, 3, 2}, {1, 3, 3}},
            {{"hidden_size", 3}, {"activations", std::vector<std::string>{"Tanh", "Tanh"}}},
            "2"},
           {"SplitToSequence", 13, {{4}, {1}}, {}, "SplitToSequence"},
       }) {
    INFO(row.op);
    OnnxModel model(row.version);
    std::vector<std::string> inputs;
    for (const std::vector<int64_t>& shape : row.shapes) {
      inputs.push_back("x" + std::to_string(inputs.size()));
      model.Input(inputs.back(), DataType::Float(32), shape);
    }
    model.Node(row.op, inputs, {"y"}, row.attrs, row.domain).Output("y");
    try {
      FromOnnx(model.File(), {});
      FAIL_CHECK("no error");
    } catch (const DiagnosticError& error) {
      CHECK_THAT(error.what(), Catch::Contains(row.says));
    }
  }
}

}  // namespace
}  // namespace passcope::frontend::testing
