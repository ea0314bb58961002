// Printing to a sink: the same text, in pieces.
#include <catch2/catch.hpp>

#include "ir/module.h"
#include "models/resnet.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/bind_params.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

class Pieces : public TextSink {
 public:
  void Write(std::string_view piece) override {
    CHECK(!piece.empty());
    longest = std::max(longest, piece.size());
    ++count;
    text += piece;
  }
  std::string text;
  size_t longest = 0;
  size_t count = 0;
};

TEST_CASE("a sink gets the same text in pieces", "[printer]") {
  resnet::Options options;
  options.image_shape = {3, 28, 28};
  options.num_layers = 20;
  options.num_classes = 10;
  Workload workload = resnet::GetWorkload(options);
  IRModule module = WithFunction(
      workload.module, "main", BindParamsByName(workload.module->Lookup("main"), workload.params));
  for (bool meta_data : {false, true}) {
    PrintOptions print;
    print.show_meta_data = meta_data;
    Pieces pieces;
    PrintModule(module, print, &pieces);
    CHECK(pieces.text == PrintModule(module, print));
    CHECK((pieces.count > 3) == meta_data);
    // The largest tensor has 147,456 bytes of base64, and all together more than a million.
    CHECK(pieces.longest < 400000);
  }
}

TEST_CASE("a sink that fails ends the printing", "[printer]") {
  class Full : public TextSink {
   public:
    void Write(std::string_view) override { throw std::runtime_error("disk full"); }
  } full;
  CHECK_THROWS_WITH(PrintModule(ModuleFromExpr(Var("x")), {}, &full), "disk full");
}

}  // namespace
}  // namespace passcope
