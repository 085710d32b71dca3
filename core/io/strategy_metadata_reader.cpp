#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/check.h"
#include "core/io/claim_json.h"
#include "core/io/figures_json.h"
#include "core/io/json_reader.h"
#include "core/io/scenario_json.h"
#include "core/io/sha256.h"
#include "core/io/strategy_metadata.h"
#include "core/scenario/batch_size.h"

namespace noiseloom {
namespace {

bool close(double stated, double expected) {
  return std::abs(stated - expected) <= 1e-12 * std::abs(expected);
}

// A figure that follows from the others; null where it has no meaning.
void checkDerived(JsonObject& json, const char* key, std::optional<double> expected) {
  const std::optional<double> stated = json.numberOrNull(key);
  if (stated.has_value() == expected.has_value() && (!stated || close(*stated, *expected))) return;
  const auto said = [](std::optional<double> value) { return value ? Text(*value) : Text(std::string("null")); };
  json.refuse(key,
              {Core::tr("%1 contradicts the rest of the file, from which follows %2"), said(stated), said(expected)});
}

void readScenario(JsonObject& json, StrategyMetadata& metadata) {
  metadata.mechanism = json.named("mechanism", mechanismFromName);
  if (metadata.mechanism == &bestMechanism())
    json.refuse("mechanism", Core::tr("'best' is not the name of a mechanism"));
  ScenarioFields fields = readScenarioFields(json, metadata.version, RatesPlace::OwnArray, ScenarioValues::Positive);
  metadata.scenario = std::move(fields.scenario);
  metadata.hasLearningRates = fields.ratesMissing;
  metadata.hasCoefficients = fields.coefficientsMissing;
  metadata.ofMatrix = fields.ofMatrix;
  metadata.coefficientsFile = std::move(fields.coefficientsFile);
  if (metadata.mechanism == &importedMechanism() && !metadata.scenario.imported)
    json.refuse("imported", Core::tr("must say which file the strategy is from"));
  // A workload has one name in a file, whatever else would do.
  json.object("workload")
      .expect("name", metadata.hasLearningRates  ? "sgd"
                      : metadata.ofMatrix        ? "matrix"
                      : metadata.hasCoefficients ? "toeplitz"
                                                 : metadata.scenario.workload.name());
  if (metadata.version == 1) metadata.scenario.mechanism = metadata.mechanism;
  const Mechanism* requested = metadata.scenario.mechanism;
  if (requested != metadata.mechanism && requested != &bestMechanism())
    json.refuse("mechanism_requested", {Core::tr("'%1' is neither the mechanism nor best"), toString(requested)});
}

void readBallsInBins(JsonObject& json, StrategyMetadata& metadata) {
  const Scenario& scenario = metadata.scenario;
  const std::optional<Index> bins = samplingOf(scenario, 1).bins;
  const bool has = scenario.batching->ofStrategy();
  checkDerived(json, "bins", bins ? std::optional(static_cast<double>(*bins)) : std::nullopt);
  if (json.value("balls_in_bins").is_null() != !has) {
    json.refuse("balls_in_bins",
                has ? Core::tr("must not be null under this batching") : Core::tr("must be null: other batching"));
  }
  if (!has) return;
  JsonObject stated = json.object("balls_in_bins");
  SampledCertificate certificate;
  certificate.method = stated.named<SampledMethod>("method");
  certificate.errorBound = stated.notNegative("error_bound");
  certificate.failureProbability = stated.probability("failure_probability");
  certificate.samples = stated.integer("samples");
  stated.finish();
  metadata.figures.certificate = certificate;
}

// A size that only some kinds have: null for all others.
Index sizeOf(JsonObject& json, const char* key, const SizeRange& range, Index iterations) {
  if (range.exists()) return json.integer(key, range.least, range.mostAt(iterations));
  if (json.integerOrNull(key)) json.refuse(key, Core::tr("must be null for this kind of strategy"));
  return 0;
}

void readKind(JsonObject& json, StrategyMetadata& metadata) {
  const std::string id = json.text("kind");
  const StrategyKind* const known = strategyKindFromName(id);
  if (!known || metadata.version < known->since)
    json.refuse("kind", {Core::tr("'%1' is not a known kind of strategy"), id});
  const StrategyKind& kind = *(metadata.kind = known);
  json.expect("orientation", kind.ofInverse ? "C^-1" : "C");
  const Index n = metadata.scenario.iterations;
  StrategySizes& sizes = metadata.sizes;
  sizes.iterations = n;
  sizes.scaling = json.named<ColumnScaling>("normalization");
  sizes.bands = json.integer("bands", 1, n);
  if (metadata.version == 1) return;
  sizes.noisingBands = sizeOf(json, "noising_bands", kind.noisingBands, n);
  sizes.buffers = sizeOf(json, "buffers", kind.buffers, n);
  sizes.blockSize = sizeOf(json, "block_size", kind.blockSize, n);
  if (kind.treeEstimate) {
    sizes.treeEstimate = json.named<TreeEstimate>("tree_estimate");
  } else if (json.textOrNull("tree_estimate")) {
    json.refuse("tree_estimate", Core::tr("must be null for this kind of strategy"));
  }
}

void checkDerivedFigures(JsonObject& json, const Scenario& scenario, Index bands) {
  const Sampling sampling = samplingOf(scenario, bands);
  if (json.integer("min_separation", 1) != scenario.effectiveMinSeparation()) {
    json.refuse("min_separation", {Core::tr("contradicts the rest of the file, from which follows %1"),
                                   scenario.effectiveMinSeparation()});
  }
  checkDerived(json, "batch_size", batchSizeOf(scenario));
  checkDerived(json, "sampling_probability", sampling.probability);
  checkDerived(json, "compositions",
               sampling.compositions ? std::optional(static_cast<double>(*sampling.compositions)) : std::nullopt);
  JsonObject stated = json.object("participation");
  const Participation expected = scenario.participation();
  stated.expect("schema", toString(expected.schema));
  (void)stated.integer("participations", expected.participations, expected.participations);
  (void)stated.integer("separation", expected.separation, expected.separation);
  stated.finish();
}

// Version 1 had other words for them.
void readWords(JsonObject& json, const char* key, const char* words, Index version) {
  if (version > 1) {
    json.expect(key, words);
  } else {
    (void)json.text(key);
  }
}

void readResults(JsonObject& json, StrategyMetadata& metadata) {
  readFigures(json, metadata.figures, FiguresExtent::Full, metadata.version);
  readWords(json, "stddev_formula", kStddevFormula, metadata.version);
  readWords(json, "error_formula", kErrorFormula, metadata.version);
  JsonObject optimizer = json.object("optimizer");
  (void)optimizer.text("name");
  metadata.optimizer = readOptimizer(optimizer);
  optimizer.finish();
}

void readArrays(JsonObject arrays, StrategyMetadata& metadata) {
  for (const std::string& name : arrays.unread()) {
    JsonObject array = arrays.object(name.c_str());
    array.expect("dtype", "<f8");
    ArrayDescription description{name, {}, array.text("sha256")};
    if (!isSha256Hex(description.sha256)) array.refuse("sha256", Core::tr("must be 64 lower-case hexadecimal digits"));
    const auto& shape = array.value("shape");
    if (!shape.is_array() || shape.empty() || shape.size() > 2)
      array.refuse("shape", Core::tr("must list one or two counts"));
    for (const auto& length : shape) {
      if (!length.is_number_unsigned() || length.get<std::uint64_t>() > static_cast<std::uint64_t>(kNoLimit))
        array.refuse("shape", Core::tr("must list one or two counts"));
      description.shape.push_back(length.get<Index>());
    }
    array.finish();
    metadata.arrays.push_back(std::move(description));
  }
}

// Adds the figures of an older file, whose claim is in words alone.
void addFigures(StrategyMetadata& metadata) {
  const Scenario& scenario = metadata.scenario;
  PrivacyClaim& claim = metadata.claim;
  claim.epsilon = scenario.epsilon;
  claim.delta = scenario.delta;
  claim.adjacency = scenario.adjacency;
  claim.batching = scenario.batching;
  claim.accountant.sensitivity = metadata.figures.sensitivity.value;
  claim.accountant.sensitivityKind = metadata.figures.sensitivity.kind;
  claim.accountant.noiseMultiplier = metadata.figures.noiseMultiplier.value;
  claim.accountant.errorBound = metadata.figures.noiseMultiplier.errorBound;
}

}  // namespace

StrategyMetadata parseStrategyMetadata(std::string_view text, const std::filesystem::path& path) {
  const nlohmann::json parsed = parseJson(text, path, "metadata.json");
  JsonObject json(parsed, path, "metadata.json");
  StrategyMetadata metadata;
  metadata.version = json.head(kStrategyFormat, 1, kStrategyVersion);
  // Version 5 is of sessions and scenarios that leave out the rates of a formula, as no strategy file does.
  if (metadata.version == 5) json.refuse("version", Core::tr("5 is of no strategy file"));
  metadata.softwareVersion = json.text("software_version");
  readScenario(json, metadata);
  readKind(json, metadata);
  // Whether an imported strategy can serve the scenario is checked once its arrays are read.
  Scenario asked = metadata.scenario;
  if (asked.imported) asked.mechanism = &baselineMechanism();
  if (const auto problems = asked.problems(); !problems.empty()) {
    json.refuse(problems.front().argument(),
                {Core::tr("%1 is not allowed: use %2"), problems.front().value(), problems.front().allowed()});
  }
  checkDerivedFigures(json, metadata.scenario, metadata.sizes.bands);
  if (metadata.version > 2) readBallsInBins(json, metadata);
  readResults(json, metadata);
  metadata.gaussianMethod = metadata.version < kGeneratorVersion ? GaussianMethod::Radius53 : GaussianMethod::Radius139;
  if (metadata.version > kGeneratorVersion) {
    metadata.gaussianMethod = json.named<GaussianMethod>("gaussian_method");
  } else if (metadata.version == kGeneratorVersion) {
    json.expect("gaussian_method", toString(metadata.gaussianMethod));
  }
  readArrays(json.object("arrays"), metadata);
  metadata.claim = readClaim(json.object("privacy_claim"), metadata.version);
  if (metadata.version < 3) addFigures(metadata);
  json.finish();
  return metadata;
}

}  // namespace noiseloom
