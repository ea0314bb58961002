// From TorchScript's source to a graph: grammar, calls and their defaults, inlining, names,
// branches and loops, dead code, and refused programs.
#include <catch2/catch.hpp>
#include <functional>

#include "diagnostics/diagnostic.h"
#include "frontend/pytorch/code.h"
#include "frontend/pytorch/emit.h"
#include "frontend/pytorch/schema.h"
#include "unit/frontend/torch_builder.h"
#include "unit/refused.h"

namespace passcope::frontend {
namespace {

void AddBlock(const TorchBlock* block, int depth, std::string* text) {
  std::string indent(static_cast<size_t>(depth) * 2, ' ');
  auto names = [](const std::vector<TorchValue*>& values) {
    std::string all;
    for (const TorchValue* value : values) all += (all.empty() ? "%" : ", %") + value->name();
    return all;
  };
  for (const TorchNode* node : block->nodes) {
    if (node->kind == "prim::Constant") continue;
    *text += indent + names(node->outputs) + " = " + node->kind + "(" + names(node->inputs()) + ")";
    if (!node->attribute.empty()) *text += " " + node->attribute;
    *text += "\n";
    for (const TorchBlock* inner : node->blocks) {
      *text += indent + " (" + names(inner->params) + "):\n";
      AddBlock(inner, depth + 1, text);
    }
  }
  *text += indent + "-> " + names(block->results()) + "\n";
}

struct Model {
  TorchBuilder builder;
  std::vector<TorchBuilder::Member> members;

  // The graph of the class's functions, each line indented by two spaces, without constants.
  std::string Graph(const std::string& functions, size_t max_nodes = TorchGraph::kMaxNodes) {
    TorchBuilder file = builder;
    file.Model(members, functions);
    TorchArchive archive(file.File());
    TorchProgram program = BuildTorchGraph(&archive, max_nodes);
    std::string text;
    AddBlock(program.graph->block(), 0, &text);
    return text;
  }
};

std::string GraphOf(const std::string& body) {
  std::string text = "  def forward(self, x: Tensor) -> Tensor:\n";
  size_t begin = 0;
  while (begin < body.size()) {
    size_t end = std::min(body.find('\n', begin), body.size());
    text += "    " + body.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
  return Model().Graph(text);
}

// The number of constant arguments of the last operator's node.
size_t Arguments(const std::string& call, const std::string& kind) {
  TorchBuilder builder;
  builder.Model({}, "  def forward(self, x: Tensor) -> Tensor:\n    return " + call + "\n");
  TorchArchive archive(builder.File());
  TorchProgram program = BuildTorchGraph(&archive);
  size_t count = 0;
  ForEachNode(program.graph->block(), [&](const TorchNode* node) {
    if (node->kind == kind) count = node->inputs().size();
  });
  return count;
}

TEST_CASE("TorchScript source: literals and operators", "[frontend]") {
  CodeFile file = ParseTorchCode("test",
                                 "# A comment.\n"
                                 "class A(Module):\n"
                                 "  __parameters__ = [\"w\", ]\n"
                                 "  w : Tensor\n"
                                 "  __annotations__[\"0\"] : List[int]\n"
                                 "  def f(self: __torch__.A,\n"
                                 "    x: Optional[Tensor]=None) -> Tuple[Tensor, int]:\n"
                                 "    y = -9223372036854775808\n"
                                 "    a, b, = (1.5, -inf)\n"
                                 "    c = \"a\\n\\\"\\101\"\n"
                                 "    if not x is None and y < 2 + 3 * 4:\n"
                                 "      return (x, 1)\n"
                                 "    else:\n"
                                 "      pass\n"
                                 "def g() -> NoneType:\n"
                                 "  return None\n");
  REQUIRE(file.classes.size() == 1);
  const CodeClass& code = file.classes[0];
  CHECK(code.base == "Module");
  REQUIRE(code.attributes.size() == 2);
  CHECK(code.attributes[1].first == "0");
  const CodeFunction& function = code.methods[0];
  REQUIRE(function.params.size() == 2);
  CHECK(function.params[1].default_value->kind == CodeExprKind::kNone);
  const CodeBlock& body = function.body;
  CHECK(body[0].value->integer == std::numeric_limits<int64_t>::min());
  CHECK(body[1].unpack);
  CHECK(body[1].value->items[1]->real == -std::numeric_limits<double>::infinity());
  CHECK(body[2].value->text == "a\n\"A");
  CHECK(body[3].value->text == "and");
  CHECK(body[3].value->items[1]->items[1]->text == "+");
  CHECK(file.functions[0].name == "g");
}

TEST_CASE("TorchScript source that does not follow the grammar", "[frontend]") {
  auto refused = [](const std::string& source, const std::string& says) {
    CheckRefused([&] { ParseTorchCode("test", source); }, DiagKind::kBadModelFile, says);
  };
  refused("def f(:\n  pass\n", "expected a name before ':'");
  refused("def f():\n  return (1, 2\n", "expected ')'");
  refused("def f():\n  x = \"abc\n",
          "line 2 of the code of test cannot be read: a string has no closing quote");
  refused("def f():\n    x = 1\n  y = 2\n", "the indentation does not match");
  refused("def f():\n  x = 1)\n", "the bracket ')' has no opening bracket");
  refused("def f():\n  x = 1 ? 2\n", "the character '?' is not expected here");
  refused("def f():\n  x += 1\n", "assignments with '+='");
  refused("def f():\n  x = 1e\n", "'1e' is not a number");
  refused("def f(x y):\n  pass\n", "expected ',' before 'y'");
  refused("class A(Module):\nx = 1\n", "expected a block");
  auto deep = [](const std::string& source) {
    CheckRefused([&] { ParseTorchCode("test", source); }, DiagKind::kNestingTooDeep,
                 "nested deeper");
  };
  deep("x = " + std::string(100000, '('));
  deep("x = " + std::string(100000, '-') + "1");
  std::string chain = "x = a";
  for (int i = 0; i < 100000; ++i) chain += ".b";
  deep(chain);
  std::string sum = "x = 1";
  for (int i = 0; i < 100000; ++i) sum += " + 1";
  deep(sum);
  std::string blocks = "def f():\n";
  for (size_t i = 1; i < 1000; ++i) blocks += std::string(i, ' ') + "if x:\n";
  deep(blocks);
}

TEST_CASE("TorchScript calls get the arguments that they leave out", "[frontend]") {
  CHECK(Arguments("torch.flatten(x, 1)", "aten::flatten") == 3);
  CHECK(Arguments("torch.add(x, 1)", "aten::add") == 3);
  CHECK(Arguments("torch.add(x, x, alpha=2)", "aten::add") == 3);
  CHECK(Arguments("torch.relu_(x)", "aten::relu_") == 1);
  CHECK(Arguments("torch.add_(x, x)", "aten::add_") == 3);
  CHECK(Arguments("torch.max(x)", "aten::max") == 1);
  CHECK(Arguments("torch.max(x, x)", "aten::max") == 2);
  CHECK(Arguments("torch.sum(x)", "aten::sum") == 2);
  CHECK(Arguments("torch.sum(x, [1])", "aten::sum") == 4);
  CHECK(Arguments("torch.zeros([2], dtype=6)", "aten::zeros") == 5);
  CHECK(Arguments("torch.to(x, dtype=6, layout=0)", "aten::to") == 8);
  CHECK(Arguments("x.size(0)", "aten::size") == 2);
  CHECK(Arguments("ops.torchvision.nms(x, x, 0.5)", "torchvision::nms") == 3);
  // One number for each axis, and a default of a list.
  CHECK(Arguments("torch.max_pool2d(x, 2)", "aten::max_pool2d") == 6);
  // Unknown operators keep their arguments.
  CHECK(Arguments("ops.mine.special(x, 1, 2)", "mine::special") == 3);
  for (std::string_view name : {"aten::relu_", "aten::size", "quantized::add"}) {
    CHECK(!FindTorchSchemas(name).empty());
  }
  CHECK(FindTorchSchemas("aten::nothing").empty());
}

TEST_CASE("TorchScript methods and functions are inlined", "[frontend]") {
  Model model;
  std::string weight = model.builder.Floats({2}, {1, 2});
  model.builder.Source("__torch__/inner.py",
                       "class Inner(Module):\n"
                       "  w : Tensor\n"
                       "  scale : float\n"
                       "  def forward(self: __torch__.inner.Inner,\n"
                       "    x: Tensor) -> Tensor:\n"
                       "    w = self.w\n"
                       "    return __torch__.inner.twice(torch.mul(x, w), self.scale, )\n"
                       "def twice(x: Tensor,\n"
                       "    by: float,\n"
                       "    again: bool=False) -> Tensor:\n"
                       "  if again:\n"
                       "    y = torch.neg(x)\n"
                       "  else:\n"
                       "    y = torch.mul(x, by)\n"
                       "  return y\n");
  model.members = {{"inner", "__torch__.inner.Inner",
                    pickled::Object("__torch__.inner.Inner",
                                    pickled::Dict({{"w", weight}, {"scale", pickled::Real(2)}}))}};
  CHECK(model.Graph("  def forward(self, x: Tensor) -> Tensor:\n"
                    "    inner = self.inner\n"
                    "    unused = torch.neg(x)\n"
                    "    y = (inner).forward((inner).forward(x, ), )\n"
                    "    return y\n") ==
        "%w.1 = prim::GetAttr() inner.w\n"
        "%3 = aten::mul(%x, %w.1)\n"
        "%y.1 = aten::mul(%3, %4)\n"
        "%w = prim::GetAttr() inner.w\n"
        "%8 = aten::mul(%y.1, %w)\n"
        "%y = aten::mul(%8, %9)\n"
        "-> %y\n");
}

TEST_CASE("TorchScript branches and loops", "[frontend]") {
  CHECK(GraphOf("y = torch.neg(x)\n"
                "if bool(torch.max(x)):\n"
                "  y = torch.relu(y)\n"
                "  z = y\n"
                "else:\n"
                "  pass\n"
                "return y") ==
        "%y.1 = aten::neg(%x)\n"
        "%2 = aten::max(%x)\n"
        "%3 = aten::Bool(%2)\n"
        "%y = prim::If(%3)\n"
        " ():\n"
        "  %y.3 = aten::relu(%y.1)\n"
        "  -> %y.3\n"
        " ():\n"
        "  -> %y.1\n"
        "-> %y\n");
  CHECK(GraphOf("y = x\n"
                "z = x\n"
                "for i in range(3):\n"
                "  y = torch.add(y, i)\n"
                "  z = torch.neg(z)\n"
                "return y") ==
        "%y.3, %z.3 = prim::Loop(%1, %2, %x, %x)\n"
        " (%i, %y.1, %z.1):\n"
        "  %y = aten::add(%y.1, %i, %8)\n"
        "  %z = aten::neg(%z.1)\n"
        "  -> %11, %y, %z\n"
        "-> %y.3\n");
  CHECK(GraphOf("y = x\n"
                "while bool(torch.max(y)):\n"
                "  y = torch.sub(y, 1)\n"
                "return y")
            .find("aten::Bool") != std::string::npos);
  CHECK(GraphOf("return torch.neg(x) if x is None else torch.abs(x)") ==
        "%3 = aten::abs(%x)\n-> %3\n");
}

TEST_CASE("TorchScript tuples are taken apart where they are made", "[frontend]") {
  CHECK(GraphOf("a, (b, c), = (x, (torch.neg(x), torch.abs(x)))\nreturn (c, (b, a))") ==
        "%b = aten::neg(%x)\n%c = aten::abs(%x)\n-> %c, %b, %x\n");
  CHECK(GraphOf("_0 = torch.chunk(x, 2)\na, b, = _0\nreturn torch.add(a, b)") ==
        "%3 = aten::chunk(%x, %1, %2)\n"
        "%a, %b = prim::ListUnpack(%3)\n"
        "%7 = aten::add(%a, %b, %6)\n"
        "-> %7\n");
}

TEST_CASE("TorchScript programs that are refused", "[frontend]") {
  auto refused = [](const std::string& body, DiagKind kind, const std::string& says) {
    CheckRefused([&] { GraphOf(body); }, kind, says);
  };
  refused("return y", DiagKind::kBadModelFile, "the name 'y' is not defined");
  refused("return self.w", DiagKind::kBadModelFile, "has no attribute 'w'");
  refused("return self", DiagKind::kUnsupported, "is used as a value");
  refused("return (self).other(x, )", DiagKind::kBadModelFile, "has no method 'other'");
  refused("return __torch__.nowhere.f(x)", DiagKind::kBadModelFile, "has no function");
  refused("return CONSTANTS.c7", DiagKind::kBadModelFile, "the archive has no constant '7'");
  refused("a, b, = (x, x, x)\nreturn a", DiagKind::kBadModelFile,
          "a tuple of 3 fields cannot be unpacked into 2 names");
  refused("while bool(x):\n  break\nreturn x", DiagKind::kUnsupported,
          "`break` and `continue` are not");
  refused("for i in x:\n  y = i\nreturn x", DiagKind::kUnsupported,
          "a `for` loop must run over `range(n)`");
  refused("return (x)(x)", DiagKind::kBadModelFile, "the called value is not a function");
  refused("return torch.device()", DiagKind::kBadModelFile, "an argument of 'torch.device'");
  // A method that calls itself, and methods that each call the next one twice.
  CheckRefused(
      [] {
        Model().Graph(
            "  def forward(self, x: Tensor) -> Tensor:\n    return (self).forward(x, )\n");
      },
      DiagKind::kNestingTooDeep, "calls within the model's code are nested deeper");
  std::string doubling;
  for (int i = 0; i < 30; ++i) {
    std::string next = "(self).f" + std::to_string(i + 1) + "(x, )";
    doubling += "  def " + (i == 0 ? "forward" : "f" + std::to_string(i)) +
                "(self, x: Tensor) -> Tensor:\n    return torch.add(" + next + ", " + next + ")\n";
  }
  doubling += "  def f30(self, x: Tensor) -> Tensor:\n    return x\n";
  CheckRefused([&] { Model().Graph(doubling, 5000); }, DiagKind::kUnsupported,
               "more than 5000 nodes");
  CHECK(TorchGraph::kMaxNodes == 262144);
}

}  // namespace
}  // namespace passcope::frontend
