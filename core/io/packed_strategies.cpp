#include "core/io/packed_strategies.h"

#include <cstring>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/base/check.h"
#include "core/io/base64.h"
#include "core/io/foreign_strategy.h"
#include "core/scenario/scenario_fields.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

using Json = nlohmann::ordered_json;

Json packed(const std::string& sha256, const Strategy& strategy) {
  const StrategySizes sizes = sizesOf(strategy);
  const StrategyKind& kind = strategy.kind();
  Json json{{"sha256", sha256},
            {"kind", kind.id},
            {"iterations", sizes.iterations},
            {"normalization", toString(sizes.scaling)},
            {"block_size", kind.blockSize.exists() ? Json(sizes.blockSize) : Json(nullptr)},
            {"tree_estimate", kind.treeEstimate ? Json(toString(sizes.treeEstimate)) : Json(nullptr)}};
  json["arrays"] = Json::object();
  for (const StrategyArray& array : strategyArrays(strategy)) {
    if (!array.followsFrom.empty()) continue;
    const auto bytes = std::as_bytes(array.values);
    json["arrays"][array.name] = toBase64({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  return json;
}

std::vector<double> valuesOf(JsonObject& arrays, const char* name) {
  const auto bytes = fromBase64(arrays.text(name));
  if (!bytes || bytes->empty() || bytes->size() % sizeof(double) != 0)
    arrays.refuse(name, Core::tr("is no list of numbers in base64"));
  std::vector<double> values(bytes->size() / sizeof(double));
  std::memcpy(values.data(), bytes->data(), bytes->size());
  return values;
}

Strategy unpacked(JsonObject& json) {
  StrategySizes sizes;
  const std::string id = json.text("kind");
  const StrategyKind* const kind = strategyKindFromName(id);
  if (!kind) json.refuse("kind", {Core::tr("'%1' is not a known kind of strategy"), id});
  sizes.iterations = json.integer("iterations", 1, Batching::kMostIterations);
  sizes.scaling = json.named<ColumnScaling>("normalization");
  if (kind->blockSize.exists()) {
    sizes.blockSize = json.integer("block_size", 1);
  } else {
    (void)json.integerOrNull("block_size", 1);
  }
  if (kind->treeEstimate) {
    sizes.treeEstimate = json.named<TreeEstimate>("tree_estimate");
  } else {
    (void)json.textOrNull("tree_estimate");
  }
  JsonObject arrays = json.object("arrays");
  try {
    Strategy strategy = kind->make(sizes, [&](const char* name) { return valuesOf(arrays, name); });
    arrays.finish();
    return strategy;
  } catch (const InvalidArgument& error) {
    json.refuse(error.argument(), {Core::tr("%1 is not allowed: use %2"), error.value(), error.allowed()});
  }
}

}  // namespace

void PackedStrategies::add(const Scenario& scenario, std::uint64_t mostBytes) {
  const auto& imported = scenario.imported;
  if (!imported || !imported->strategy() || !matters(infoOf(Field::Imported), scenario)) return;
  if (m_strategies.contains(imported->sha256())) return;
  std::uint64_t bytes = 0;
  for (const StrategyArray& array : strategyArrays(*imported->strategy())) {
    if (array.followsFrom.empty()) bytes += array.values.size_bytes();
  }
  if (bytes > mostBytes || m_bytes > mostBytes - bytes) return;
  m_bytes += bytes;
  m_strategies.emplace(imported->sha256(), *imported->strategy());
}

Json PackedStrategies::json() const {
  Json list = Json::array();
  for (const auto& [sha256, strategy] : m_strategies) list.push_back(packed(sha256, strategy));
  return list;
}

PackedStrategies PackedStrategies::read(const JsonObjects& list) {
  PackedStrategies found;
  for (JsonObject json : list) {
    const std::string sha256 = json.text("sha256");
    const Strategy strategy = unpacked(json);
    if (sha256OfStrategy(strategy) != sha256) json.refuse("sha256", Core::tr("does not follow from the arrays"));
    json.finish();
    found.m_strategies.emplace(sha256, strategy);
  }
  return found;
}

void PackedStrategies::complete(Scenario& scenario) const {
  if (!scenario.imported || scenario.imported->strategy()) return;
  const ImportedStrategy& named = *scenario.imported;
  const auto found = m_strategies.find(named.sha256());
  if (found != m_strategies.end())
    scenario.imported = ImportedStrategy(named.file(), named.content(), named.sha256(), found->second);
}

}  // namespace noiseloom
