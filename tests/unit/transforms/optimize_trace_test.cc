// The passes that relay.optimize runs, against those of TVM 0.11.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>

#include "analysis/count_ops.h"
#include "models/resnet.h"
#include "pass/pass_context.h"
#include "text/parser.h"
#include "transforms/optimize.h"
#include "transforms/type_inference/infer_type.h"
#include "unit/golden.h"
#include "unit/json.h"

namespace passcope {
namespace {

struct Row {
  int depth;
  std::string name;
  int opt_level;
  std::map<std::string, int64_t> change;
};

// Records the start and depth of each pass, and the changed operator counts.
class Tracer : public PassInstrument {
 public:
  const std::string& name() const override { return name_; }
  void RunBeforePass(const IRModule& module, const PassInfo& info) override {
    open_.push_back({rows.size(), CountOps(module)});
    rows.push_back({static_cast<int>(open_.size()) - 1, info.name, info.opt_level, {}});
  }
  void RunAfterPass(const IRModule& module, const PassInfo&) override {
    auto [row, before] = open_.back();
    open_.pop_back();
    std::map<std::string, int64_t>& change = rows[row].change;
    change = CountOps(module);
    for (const auto& [op, count] : before) change[op] -= count;
    std::erase_if(change, [](const auto& item) { return item.second == 0; });
  }
  std::vector<Row> rows;

 private:
  std::string name_ = "Tracer";
  std::vector<std::pair<size_t, std::map<std::string, int64_t>>> open_;
};

std::string Text(const std::vector<Row>& rows) {
  std::string text;
  bool simplify = false;
  for (const Row& row : rows) {
    // The one difference: TVM infers types inside SimplifyExpr after each rewrite.
    if (row.depth == 1) simplify = row.name == "SimplifyExpr";
    if (simplify && row.depth == 2 && row.name == "InferType") continue;
    text += std::string(static_cast<size_t>(row.depth) * 2, ' ') + row.name + " " +
            std::to_string(row.opt_level);
    for (const auto& [op, count] : row.change) text += " " + op + ":" + std::to_string(count);
    text += "\n";
  }
  return text;
}

std::vector<Row> ExpectedRows(const Json& json) {
  std::vector<Row> rows;
  for (const Json& entry : json) {
    Row row{entry[0].get<int>(), entry[1].get<std::string>(), entry[2].get<int>(), {}};
    for (const auto& [op, count] : entry[3].items()) row.change[op] = count.get<int64_t>();
    rows.push_back(std::move(row));
  }
  return rows;
}

void CheckNetwork(const std::string& network, const IRModule& module, const ParamMap& params) {
  Json golden = ParseJson(ReadGolden("optimize-trace.json"), "optimize-trace.json");
  for (const auto& [key, rows] : golden.items()) {
    if (key.substr(0, network.size() + 1) != network + "/") continue;
    CAPTURE(key);
    // TVM binds parameters in place. When the rows named unbound were recorded, the parameters of
    // the first run were still bound, as the folded weights show.
    auto tracer = std::make_shared<Tracer>();
    PassContextOptions options;
    options.opt_level = key[network.size() + 2] - '0';
    options.instruments = {tracer};
    PassContextScope scope(PassContext::Create(std::move(options)));
    Optimize(module, params);
    CHECK(Text(tracer->rows) == Text(ExpectedRows(rows)));
  }
}

TEST_CASE("relay.optimize runs the passes of TVM: ResNet", "[optimize]") {
  Workload workload = resnet::GetWorkload();
  CheckNetwork("resnet18", workload.module, workload.params);
}

// The network's text, with small arrays of ones as its weights.
TEST_CASE("relay.optimize runs the passes of TVM: MobileNet", "[optimize]") {
  const char* folder = std::getenv("PASSCOPE_CONFORMANCE");
  std::ifstream file(std::string(folder ? folder : "../shared/conformance") +
                     "/visible/ToGraphNormalForm.jsonl");
  std::string line;
  while (std::getline(file, line)) {
    if (line.find("\"models::mobilenet\"") == line.npos) continue;
    Json record = ParseJson(line, "a record");
    IRModule module =
        InferTypes(ParseModule(record["before"].get_ref<const std::string&>(), "mobilenet"));
    ParamMap params;
    for (const Expr& param : module->Find("main")->params()) {
      const auto* var = As<VarNode>(param);
      if (var->name().view() == "data") continue;
      const auto* type = As<TensorTypeNode>(var->checked_type());
      std::vector<int64_t> shape;
      for (Dim size : type->shape) shape.push_back(size.value());
      NDArray array = MakeNDArray(shape, type->dtype);
      for (size_t i = 0; i < array->size(); ++i) StoreDouble(array, i, 1);
      params.emplace_back(std::string(var->name().view()), array);
    }
    CheckNetwork("mobilenet", module, params);
    return;
  }
  WARN("the conformance corpus is not there: MobileNet is not compared");
}

}  // namespace
}  // namespace passcope
