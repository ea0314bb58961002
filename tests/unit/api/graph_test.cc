// The dataflow of functions: nodes, inputs, places in the text, keys and signatures.
#include "api/graph.h"

#include <catch2/catch.hpp>
#include <map>

#include "diagnostics/diagnostic.h"
#include "models/resnet.h"
#include "op/op.h"
#include "pass/registry.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/type_inference/infer_type.h"
#include "unit/deep.h"
#include "unit/json.h"

namespace passcope {
namespace {

Json GraphOf(const IRModule& module, std::string_view function = "main", size_t limit = 20000) {
  return ParseJson(DescribeGraph(module, function, {limit}), "graph");
}

// The nodes with a kind and a label.
std::vector<Json> Find(const Json& graph, const std::string& kind, const std::string& label) {
  std::vector<Json> found;
  for (const Json& node : graph["nodes"]) {
    if (node["kind"] == kind && node["label"] == label) found.push_back(node);
  }
  return found;
}

const Json& Input(const Json& graph, const Json& node, size_t i) {
  return graph["nodes"][node["inputs"][i].get<size_t>()];
}

// The text from the place of a node on.
std::string TextAt(const std::string& text, const Json& node) {
  size_t at = 0;
  for (int line = node["line"].get<int>(); line > 0; --line) at = text.find('\n', at) + 1;
  return text.substr(at + node["column"].get<size_t>());
}

bool StartsWith(const std::string& text, const std::string& head) {
  return text.compare(0, head.size(), head) == 0;
}

std::string TextOf(const IRModule& module) {
  return PrintModule(module, PrintOptions::WithoutMetaData());
}

}  // namespace

TEST_CASE("Graph: calls with their inputs, attributes, types and places", "[graph]") {
  IRModule module = InferTypes(ParseModule(R"(#[version = "0.0.5"]
def @main(%x: Tensor[(1, 8, 8, 4), float32], %w: Tensor[(3, 3, 4, 4), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1], data_layout="NHWC", kernel_layout="HWIO");
  %1 = nn.relu(%0);
  %2 = (%1, %0, 2f);
  %3 = %2.0;
  add(%3, %0)
}
)",
                                           "text"));
  Json graph = GraphOf(module);
  std::string text = TextOf(module);
  CHECK(graph["function"] == "main");
  CHECK(graph["functions"] == Json::array({"main"}));
  CHECK(graph["truncated"] == false);
  const Json& root = graph["nodes"][graph["root"].get<size_t>()];
  CHECK(root["kind"] == "function");
  CHECK(root["params"].size() == 2);
  CHECK(!root.contains("parent"));

  Json conv = Find(graph, "call", "nn.conv2d").at(0);
  CHECK(conv["name"] == "%0");
  CHECK(conv["attrs"].get<std::string>().find("padding=[1, 1, 1, 1]") != std::string::npos);
  CHECK(conv["pattern"] == "out-elemwise-fusable");
  CHECK(graph["types"][conv["type"].get<size_t>()] == "Tensor[(1, 8, 8, 4), float32]");
  CHECK(conv["parent"] == graph["root"]);
  CHECK(Input(graph, conv, 0)["label"] == "x");
  CHECK(Input(graph, conv, 1)["label"] == "w");
  CHECK(StartsWith(TextAt(text, conv), "nn.conv2d(%x, %w"));
  CHECK(StartsWith(TextAt(text, Input(graph, conv, 1)), "%w: Tensor"));

  Json add = Find(graph, "call", "add").at(0);
  CHECK(root["inputs"] == Json::array({graph["nodes"].size() - 1}));
  CHECK(!add.contains("name"));
  CHECK(StartsWith(TextAt(text, add), "add(%3, %0)"));
  Json item = Input(graph, add, 0);
  CHECK(item["kind"] == "get-item");
  CHECK(item["label"] == ".0");
  CHECK(item["name"] == "%3");
  CHECK(StartsWith(TextAt(text, item), "%2.0"));
  CHECK(Input(graph, item, 0)["kind"] == "tuple");
  CHECK(Find(graph, "constant", "2f").at(0)["name"] == "2f");
}

TEST_CASE("Graph: lets are no nodes, and their variables name the values", "[graph]") {
  IRModule module = ParseModule(R"(#[version = "0.0.5"]
def @main(%x: Tensor[(2), float32]) {
  let %y = nn.relu(%x);
  let %z = %y;
  let %loop = fn (%n: Tensor[(2), float32]) -> Tensor[(2), float32] { %loop(%n) };
  let %t = (let %inner = exp(%z); add(%inner, %z));
  %loop(%t)
}
)",
                                "text");
  Json graph = GraphOf(module);
  std::string text = TextOf(module);
  CHECK(Find(graph, "let", "let").empty());
  CHECK(Find(graph, "call", "nn.relu").at(0)["name"] == "%y");
  Json add = Find(graph, "call", "add").at(0);
  CHECK(add["name"] == "%t");
  CHECK(Input(graph, add, 0)["label"] == "exp");
  CHECK(Input(graph, add, 0)["name"] == "%inner");
  CHECK(Input(graph, add, 1)["label"] == "nn.relu");
  // The recursive function and its two calls.
  std::vector<Json> calls = Find(graph, "call", "fn");
  REQUIRE(calls.size() == 2);
  CHECK(calls[0]["callee"] == calls[1]["callee"]);
  const Json& loop = graph["nodes"][calls[0]["callee"].get<size_t>()];
  CHECK(loop["kind"] == "function");
  CHECK(loop["name"] == "%loop");
  CHECK(calls[0]["parent"] == calls[0]["callee"]);
  CHECK(calls[1]["parent"] == graph["root"]);
  CHECK(StartsWith(TextAt(text, calls[1]), "%loop(%t)"));
  CHECK(StartsWith(TextAt(text, loop), "fn (%n"));
}

TEST_CASE("Graph: branches, references, data types and other functions", "[graph]") {
  IRModule module = ParseModule(R"(#[version = "0.0.5"]
type List[A] {
  Cons(A, List[A]),
  Nil,
}
def @main(%c: bool, %l: List[int32], %x: int32) -> int32 {
  %0 = if (%c) {
    match (%l) {
      Cons(%head, _) => { @other(%head) },
      Nil => { %x },
    }
  } else {
    let %r = ref(%x);
    ref_read(%r)
  };
  %0
}
def @other(%y: int32) { add(%y, %y) }
)",
                                "text");
  Json graph = GraphOf(module);
  std::string text = TextOf(module);
  CHECK(graph["functions"] == Json::array({"main", "other"}));
  Json choice = Find(graph, "if", "if").at(0);
  CHECK(choice["inputs"].size() == 3);
  CHECK(StartsWith(TextAt(text, choice), "if (%c)"));
  Json match = Input(graph, choice, 1);
  CHECK(match["kind"] == "match");
  CHECK(StartsWith(TextAt(text, match), "match (%l)"));
  Json call = Input(graph, match, 1);
  CHECK(call["label"] == "@other");
  Json head = Input(graph, call, 0);
  CHECK(head["kind"] == "var");
  CHECK(Input(graph, head, 0)["label"] == "l");
  CHECK(Input(graph, choice, 2)["kind"] == "ref-read");
  Json other = GraphOf(module, "other");
  Json add = Find(other, "call", "add").at(0);
  CHECK(add["inputs"][0] == add["inputs"][1]);
  CHECK(StartsWith(TextAt(text, add), "add(%y, %y)"));
  CHECK_THROWS_AS(DescribeGraph(module, "absent"), DiagnosticError);
}

TEST_CASE("Graph: columns count UTF-16 code units", "[graph]") {
  Expr x = Var("x");
  DictAttrs attrs = WithAttr(nullptr, "note", AttrValue(std::string("äé𝄞")));
  Expr inner = Function(std::vector<Expr>{}, x, nullptr, {}, attrs);
  Expr call = CallOp("nn.relu", {Call(inner, {})});
  Json graph = ParseJson(DescribeGraph(Function(std::vector<Expr>{x}, call)), "graph");
  Json param = Find(graph, "param", "x").at(0);
  CHECK(param["line"] == 1);
  CHECK(param["column"] == 4);
  CHECK(!graph.contains("functions"));
}

TEST_CASE("Graph: keys and signatures find what stayed", "[graph]") {
  IRModule module = ModuleFromExpr(resnet::GetNet({}));
  Json untyped = GraphOf(module);
  Json typed = GraphOf(InferTypes(module));
  REQUIRE(untyped["nodes"].size() == typed["nodes"].size());
  for (size_t i = 0; i < typed["nodes"].size(); ++i) {
    const Json& a = untyped["nodes"][i];
    const Json& b = typed["nodes"][i];
    CHECK(a["signature"] == b["signature"]);
    if (a["kind"] == "param") CHECK(a["key"] == b["key"]);
  }
  // Each node has a place, and each line is correct.
  std::string text = TextOf(module);
  std::map<std::string, int> labels;
  for (const Json& node : untyped["nodes"]) {
    REQUIRE(node.contains("line"));
    ++labels[node["label"]];
    if (node["kind"] == "call") {
      CHECK(StartsWith(TextAt(text, node), node["label"].get<std::string>() + "("));
    }
  }
  CHECK(labels["nn.conv2d"] == 21);
}

TEST_CASE("Graph: a fused function is a node with its own nodes", "[graph]") {
  IRModule module = InferTypes(ParseModule(R"(#[version = "0.0.5"]
def @main(%x: Tensor[(4), float32]) { exp(nn.relu(%x)) }
)",
                                           "text"));
  IRModule fused = CreatePass("FuseOps", {{"fuse_opt_level", AttrValue(int64_t{1})}})(module);
  Json graph = GraphOf(fused);
  Json call = Find(graph, "call", "fn").at(0);
  const Json& function = graph["nodes"][call["callee"].get<size_t>()];
  CHECK(function["attrs"].get<std::string>().find("Primitive=1") != std::string::npos);
  Json exp = Find(graph, "call", "exp").at(0);
  CHECK(exp["parent"] == call["callee"]);
  CHECK(graph["nodes"][function["params"][0].get<size_t>()]["kind"] == "param");
  CHECK(StartsWith(TextAt(TextOf(fused), function), "fn ("));
}

TEST_CASE("Graph: very long chains are cut off and say so", "[graph][deep]") {
  OnSmallStack([] {
    Expr x = Var("x");
    Expr chain = x;
    for (int i = 0; i < DeepLevels(); ++i) chain = CallOp("nn.relu", {chain});
    Expr function = Function(std::vector<Expr>{x}, chain);
    Json graph = ParseJson(DescribeGraph(function, {100}), "graph");
    CHECK(graph["truncated"] == true);
    CHECK(graph["nodes"].size() == 100);
    CHECK(graph["nodes"][0]["inputs"].empty());
    CHECK(Find(graph, "call", "nn.relu").size() == 98);
    Expr lets = x;
    for (int i = 0; i < DeepLevels(); ++i) lets = Let(Var("y"), x, lets);
    graph = ParseJson(DescribeGraph(Function(std::vector<Expr>{x}, lets)), "graph");
    CHECK(graph["nodes"].size() == 2);
  });
}

}  // namespace passcope
