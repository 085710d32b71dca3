#include "core/io/strategy_file.h"

#include <utility>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/design/evaluator.h"
#include "core/io/npz.h"
#include "core/io/strategy_metadata.h"
#include "core/scenario/scenario_fields.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

// A solve that was stopped may leave the answer of another mechanism than the one asked for: the file is of that one.
Design ofItsMechanism(Design design) {
  Scenario& scenario = design.scenario;
  if (scenario.mechanism == design.mechanism || scenario.asksForBest()) return design;
  for (const MechanismSetting& setting : scenario.mechanism->settings) {
    if (!design.mechanism->uses(setting.field)) copyField(infoOf(setting.field), Scenario(), scenario);
  }
  scenario.mechanism = design.mechanism;
  scenario.bands.reset();
  if (scenario.usesBands()) scenario.bands = design.bands;
  return design;
}

// Opens the writer once the design is known to be one that a file may hold.
template <class Open>
std::string write(const Design& found, Open open, const RunControl& control = {}) {
  const Design design = ofItsMechanism(found);
  design.scenario.validate();
  checkSize("strategy", design.strategy.iterations(), design.scenario.iterations);
  std::vector<StrategyArray> arrays = strategyArrays(design.strategy);
  if (const auto eta = design.scenario.workload.eta(); !eta.empty())
    arrays.push_back({"learning_rates", {std::ssize(eta)}, {}, eta, {}});
  if (const auto given = design.scenario.workload.given(); !given.empty())
    arrays.push_back({"workload_coefficients", {std::ssize(given)}, {}, given, {}});
  std::vector<ArrayDescription> descriptions;
  const auto goOn = [&] {
    if (control.stopRequested()) throw Error(Core::tr("stopped before the strategy file was made"));
  };
  for (const StrategyArray& array : arrays) {
    goOn();
    checkZipMemberSize(array.name, array.values.size_bytes());
    checkAllFinite(array.name, array.values);
    descriptions.push_back({array.name, array.shape, sha256OfValues(array.values)});
  }
  const std::string metadata = strategyMetadataText(design, descriptions, control);
  goOn();

  NpzWriter file = open();
  file.addFile("metadata.json", metadata);
  file.addText("metadata", metadata);
  for (const StrategyArray& array : arrays) file.addArray(array.name, array.shape, array.values);
  return file.finish();
}

}  // namespace

std::string writeStrategyFile(const std::filesystem::path& path, const Design& design) {
  return write(design, [&] { return NpzWriter(path); });
}

std::string strategyFileBytes(const Design& design, const RunControl& control) {
  std::string bytes;
  write(
      design, [&] { return NpzWriter(bytes); }, control);
  return bytes;
}

std::shared_ptr<const Design> designOf(const StrategyFile& file) {
  Design design{file.scenario, file.strategy};
  design.mechanism = file.mechanism;
  design.bands = countedBands(design.strategy);
  static_cast<DesignFigures&>(design) = file.figures;
  if (design.certificate) design.certificate->value = design.stddev / file.scenario.clipNorm;
  design.optimizer = file.optimizer;
  design.gaussianMethod = file.gaussianMethod;
  return std::make_shared<const Design>(std::move(design));
}

}  // namespace noiseloom
