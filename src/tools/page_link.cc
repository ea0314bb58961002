#include "tools/page_link.h"

#include <string_view>

#include "api/pipeline_spec.h"
#include "tools/deflate.h"

namespace passcope::tools {
namespace {

Json PassJson(const PassSpec& spec) {
  if (!spec.sequential) {
    Json json = {{"name", spec.name}};
    if (!spec.options.empty()) json["options"] = JsonOf(spec.options);
    return json;
  }
  Json passes = Json::array();
  for (const PassSpec& pass : spec.passes) passes.push_back(PassJson(pass));
  Json json = {{"sequential", std::move(passes)}};
  // The page shows a stage with one Sequential without these as a Sequential.
  if (!spec.name.empty()) json["name"] = spec.name;
  if (spec.opt_level != 0) json["optLevel"] = spec.opt_level;
  return json;
}

Json StagesJson(const std::vector<ReproducerStage>& stages) {
  Json list = Json::array();
  for (const ReproducerStage& stage : stages) {
    switch (stage.kind) {
      case ReproducerStage::Kind::kBind:
        list.push_back({{"kind", "bind"}});
        break;
      case ReproducerStage::Kind::kEdit:
        list.push_back({{"kind", "edit"}, {"text", stage.text}});
        break;
      case ReproducerStage::Kind::kPasses: {
        Json json = {{"kind", "passes"}, {"optLevel", stage.opt_level}};
        if (!stage.required.empty()) json["required"] = stage.required;
        if (!stage.disabled.empty()) json["disabled"] = stage.disabled;
        if (!stage.config.empty()) json["config"] = JsonOf(stage.config);
        json["passes"] = Json::array();
        for (const PassSpec& pass : stage.passes) json["passes"].push_back(PassJson(pass));
        list.push_back(std::move(json));
      }
    }
  }
  return list;
}

// base64url (RFC 4648), without padding.
std::string Base64Url(std::string_view bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string text;
  uint32_t bits = 0;
  int count = 0;
  for (char byte : bytes) {
    bits = bits << 8U | static_cast<unsigned char>(byte);
    for (count += 8; count >= 6;) {
      count -= 6;
      text += kDigits[bits >> static_cast<unsigned>(count) & 63U];
    }
  }
  if (count > 0) text += kDigits[bits << static_cast<unsigned>(6 - count) & 63U];
  return text;
}

}  // namespace

std::optional<std::string> PageLink(const std::string& page, const PageWorkspace& workspace,
                                    const char* tab) {
  Json json = {
      {"reproducer", 1}, {"program", workspace.program}, {"stages", StagesJson(workspace.stages)}};
  for (const ReproducerVariant& variant : workspace.variants) {
    json["variants"].push_back({{"name", variant.name}, {"stages", StagesJson(variant.stages)}});
  }
  json["view"] = {{"detailTab", tab}};
  std::string link =
      page.substr(0, page.find('#')) + "#v1." + Base64Url(DeflateRaw(DumpJson(json)));
  if (link.size() > kMaxPageLink) return std::nullopt;
  return link;
}

}  // namespace passcope::tools
