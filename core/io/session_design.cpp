#include <utility>

#include "core/base/errors.h"
#include "core/io/scenario_json.h"
#include "core/io/session.h"
#include "core/io/strategy_file.h"
#include "core/io/strategy_reader.h"
#include "core/search/designer.h"

namespace noiseloom {
namespace {

// The scenario with the mechanism and the sizes that were found in place of "best".
Scenario settled(const SessionDesign& packed) {
  Scenario scenario = packed.scenario;
  scenario.mechanism = packed.mechanism;
  if (scenario.searchesBands()) scenario.bands = packed.bands;
  return scenario;
}

}  // namespace

SessionDesign sessionDesign(Index id, std::string name, bool shown, const Design& design) {
  SessionDesign packed;
  packed.id = id;
  packed.name = std::move(name);
  packed.shown = shown;
  packed.scenario = design.scenario;
  packed.mechanism = design.mechanism;
  packed.bands = design.bands;
  packed.figures = design;
  packed.optimizer = design.optimizer;
  packed.optimizer.trace.clear();
  packed.seconds = design.seconds;
  return packed;
}

std::string packStrategy(const Design& design) {
  if (static_cast<std::uint64_t>(design.strategy.memoryBytes()) > kMostPackedStrategy) return {};
  std::string bytes = strategyFileBytes(design);
  if (bytes.size() > kMostPackedStrategy) bytes.clear();
  return bytes;
}

std::shared_ptr<const Design> unpackDesign(const SessionDesign& packed, const std::filesystem::path& session) {
  if (packed.strategyFile.empty()) return nullptr;
  const Text where(Core::tr("strategy of design %1"), packed.id);
  const StrategyFileContents contents = [&] {
    try {
      return readStrategyContents(packed.strategyFile, session);
    } catch (const FormatError& error) {
      throw FormatError(session, {Core::tr("%1: %2"), where, error.where()}, error.reason());
    }
  }();
  if (scenarioText(contents.file.scenario) != scenarioText(packed.scenario))
    throw FormatError(session, where, Core::tr("belongs to another scenario than the design"));
  Design design = *designOf(contents.file);
  design.optimizer = packed.optimizer;
  design.seconds = packed.seconds;
  return std::make_shared<const Design>(std::move(design));
}

std::shared_ptr<const Design> solveAgain(const SessionDesign& packed, const RunControl& control) {
  const auto solved = design(settled(packed), control, {.abandon = control.stop});
  if (!solved) return nullptr;
  auto result = std::make_shared<Design>(*solved);
  result->scenario = packed.scenario;
  return result;
}

}  // namespace noiseloom
