#include "core/io/packed_strategies.h"

#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/io/base64.h"
#include "core/io/foreign_strategy.h"
#include "core/io/result_names.h"
#include "core/io/strategy_arrays.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {
namespace {

using Json = nlohmann::ordered_json;

bool isScaled(const Strategy& strategy) {
  const auto* toeplitz = strategy.as<ToeplitzStrategy>();
  const auto* inverse = strategy.as<InverseToeplitzStrategy>();
  return (toeplitz && toeplitz->scaling() == ColumnScaling::Normalized) ||
         (inverse && inverse->scaling() == ColumnScaling::Normalized);
}

Json packed(const std::string& sha256, const Strategy& strategy) {
  const auto* dense = strategy.as<DenseStrategy>();
  const auto* tree = strategy.as<TreeStrategy>();
  const auto* recursive = strategy.as<RecursiveBltStrategy>();
  Json json{{"sha256", sha256},
            {"kind", strategy.kindName()},
            {"iterations", strategy.iterations()},
            {"normalization", isScaled(strategy) ? "columns" : "none"},
            {"block_size", dense       ? Json(dense->blockSize())
                           : recursive ? Json(recursive->blockSize())
                                       : Json(nullptr)},
            {"tree_estimate", tree ? Json(toString(tree->estimate())) : Json(nullptr)}};
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
  const std::string kind = json.text("kind");
  const Index n = json.integer("iterations", 1, Batching::kMostIterations);
  const std::string normalization = json.text("normalization");
  if (normalization != "columns" && normalization != "none")
    json.refuse("normalization", {Core::tr("'%1' is not known: must be 'columns' or 'none'"), normalization});
  const auto scaling = normalization == "columns" ? ColumnScaling::Normalized : ColumnScaling::None;
  const std::optional<Index> blockSize = json.integerOrNull("block_size", 1);
  const std::optional<std::string> estimate = json.textOrNull("tree_estimate");
  JsonObject arrays = json.object("arrays");
  const auto made = [&]() -> Strategy {
    if (kind == "toeplitz") return ToeplitzStrategy(n, valuesOf(arrays, "strategy_coef"), scaling);
    if (kind == "inverse-toeplitz") return InverseToeplitzStrategy(n, valuesOf(arrays, "noising_coef"), scaling);
    if (kind == "blt") {
      std::vector<double> theta = valuesOf(arrays, "buf_decay");
      return BltStrategy(n, std::move(theta), valuesOf(arrays, "inverse_buf_decay"));
    }
    if (kind == "banded") {
      std::vector<double> rows = valuesOf(arrays, "bands");
      const Index bands = std::ssize(rows) / n;
      return BandedStrategy(n, bands, std::move(rows));
    }
    if (kind == "dense" && blockSize) return DenseStrategy(n, *blockSize, valuesOf(arrays, "C"));
    if (kind == "recursive-blt" && blockSize) {
      std::vector<double> weights = valuesOf(arrays, "level_weight");
      std::vector<double> theta = valuesOf(arrays, "buf_decay");
      return RecursiveBltStrategy(n, *blockSize, std::move(weights), std::move(theta),
                                  valuesOf(arrays, "inverse_buf_decay"));
    }
    if (kind == "tree" && estimate && treeEstimateFromName(*estimate))
      return TreeStrategy(n, *treeEstimateFromName(*estimate));
    if (kind != "identity") json.refuse("kind", {Core::tr("'%1' is not a known kind of strategy"), kind});
    (void)valuesOf(arrays, "strategy_coef");
    return IdentityStrategy(n);
  };
  try {
    Strategy strategy = made();
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
