#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/claim/claim.h"
#include "core/io/claim_json.h"
#include "core/io/figures_json.h"
#include "core/io/json_reader.h"
#include "core/io/or_null.h"
#include "core/io/scenario_json.h"
#include "core/io/strategy_metadata.h"
#include "core/scenario/batch_size.h"
#include "core/scenario/scenario_fields.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

using Json = nlohmann::ordered_json;

Json arraysJson(std::span<const ArrayDescription> arrays) {
  Json json = Json::object();
  for (const ArrayDescription& array : arrays)
    json[array.name] = {{"dtype", "<f8"}, {"shape", array.shape}, {"sha256", array.sha256}};
  return json;
}

Json ballsInBinsJson(const std::optional<SampledCertificate>& certificate) {
  if (!certificate) return nullptr;
  return {{"method", toString(certificate->method)},
          {"error_bound", certificate->errorBound},
          {"failure_probability", certificate->failureProbability},
          {"samples", certificate->samples}};
}

// Which arrays hold the strategy, and the sizes that are not those of the training; null where a kind has no such size.
void addKind(Json& json, const Strategy& strategy) {
  const StrategyKind& kind = strategy.kind();
  const StrategySizes sizes = sizesOf(strategy);
  const auto orNothing = [](const SizeRange& range, Index size) { return range.exists() ? Json(size) : Json(nullptr); };
  if (kind.buffers.exists()) checkInteger("buffers", sizes.buffers, kind.buffers.least, kind.buffers.most);
  json["kind"] = kind.id;
  json["orientation"] = kind.ofInverse ? "C^-1" : "C";
  json["normalization"] = kind.equalNorms(strategy) ? "columns" : "none";
  json["bands"] = sizes.bands;
  json["noising_bands"] = orNothing(kind.noisingBands, sizes.noisingBands);
  json["buffers"] = orNothing(kind.buffers, sizes.buffers);
  json["block_size"] = orNothing(kind.blockSize, sizes.blockSize);
  json["tree_estimate"] = kind.treeEstimate ? Json(toString(sizes.treeEstimate)) : Json(nullptr);
}

// Adds the figures that follow from the scenario and the strategy's bands.
void addDerivedFigures(Json& json, const Scenario& scenario, Index bands) {
  const Sampling sampling = samplingOf(scenario, bands);
  const Participation participation = scenario.participation();
  json["min_separation"] = scenario.effectiveMinSeparation();
  json["batch_size"] = orNull(batchSizeOf(scenario));
  json["sampling_probability"] = orNull(sampling.probability);
  json["compositions"] = orNull(sampling.compositions);
  json["bins"] = orNull(sampling.bins);
  json["participation"] = {{"schema", toString(participation.schema)},
                           {"participations", participation.participations},
                           {"separation", participation.separation}};
}

void addResults(Json& json, const Design& design) {
  addFigures(json, design, FiguresExtent::Full);
  json["balls_in_bins"] = ballsInBinsJson(design.certificate);
  json["stddev_formula"] = kStddevFormula;
  json["error_formula"] = kErrorFormula;
  json["optimizer"] = {{"name", design.optimizer.termination == Termination::NotRun ? "none" : "L-BFGS"}};
  json["optimizer"].update(optimizerJson(design.optimizer));
}

void checkFinite(const Design& design) {
  if (design.estimated) {
    throw InvalidArgument("noise_multiplier", design.noiseMultiplier.value,
                          Core::tr("a certified one: an estimate may be too small"));
  }
  checkFigures(design);
  // Three factors in any order: a design with another product was put together wrongly.
  const double stddev = design.scenario.clipNorm * design.noiseMultiplier.value * design.sensitivity.value;
  if (std::abs(design.stddev - stddev) > 1e-14 * stddev)
    throw InvalidArgument("stddev", design.stddev, "clip_norm * noise_multiplier * sensitivity = " + shortest(stddev));
  noiseloom::checkFinite("relative_gradient", design.optimizer.relativeGradient);
  noiseloom::checkFinite("tolerance", design.optimizer.gradientTolerance);
}

}  // namespace

std::string strategyMetadataText(const Design& asked, std::span<const ArrayDescription> arrays,
                                 const RunControl& control) {
  checkFinite(asked);
  // Fields that the batching has no use for may hold anything in the window, and say nothing in a file.
  Design design = asked;
  design.scenario = withoutIdleNoiseFields(std::move(design.scenario));
  const bool older = design.gaussianMethod == GaussianMethod::Radius53;
  const Index version = std::max(scenarioVersion(design.scenario), older ? 0 : kGeneratorVersion);
  Json json = headJson(kStrategyFormat, version);
  json["mechanism"] = toString(design.mechanism);
  addScenarioFields(json, design.scenario, RatesPlace::OwnArray, version);
  addDerivedFigures(json, design.scenario, design.strategy.bands());
  addKind(json, design.strategy);
  addResults(json, design);
  if (version >= kGeneratorVersion) json["gaussian_method"] = toString(design.gaussianMethod);
  json["arrays"] = arraysJson(arrays);
  json["privacy_claim"] = claimJson(claimWithProfile(design, control));
  return json.dump(2, ' ', true);
}

}  // namespace noiseloom
