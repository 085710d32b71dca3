#include "core/io/noise_plan.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/io/atomic_file.h"
#include "core/io/input_file.h"
#include "core/io/json_reader.h"
#include "core/io/sha256.h"
#include "core/noise/cost_model.h"
#include "core/noise/gaussian_source.h"
#include "core/noise/noise_recipe.h"
#include "core/noise/noise_stream.h"
#include "core/noise/shard.h"

namespace noiseloom {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kPlanFormat[] = "noiseloom-noise-plan";
constexpr Index kSubKeys = 2;     // the version from which the run's key is not the cipher's
constexpr Index kLongRadius = 3;  // and the one from which normals have the longer tail
constexpr Index kPlanVersion = kLongRadius;
constexpr Index kMostMachines = 1'000'000;
constexpr std::uint64_t kMostPlanBytes = std::uint64_t{256} << 20;  // a million machines take about 130 MiB

const NoiseRecipe* recipeOf(const std::string& formula) {
  for (const NoiseRecipe& recipe : noiseRecipes()) {
    if (recipe.formula == formula) return &recipe;
  }
  return nullptr;
}

// A plain name in the plan's own folder: a plan must not lead its reader elsewhere.
bool isFileName(std::string_view name) {
  return !name.empty() && name != "." && name != ".." &&
         name.find_first_of(std::string_view("/\\\0", 3)) == std::string_view::npos;
}

// Why a plan cannot be used, as the argument that is wrong; written and read plans obey the same rules.
void checkPlan(const NoisePlan& plan) {
  checkInteger("version", plan.version, 1, kPlanVersion);
  if (!isFileName(plan.strategyFile))
    throw InvalidArgument("strategy_file", "'" + plan.strategyFile + "'", Core::tr("a file name without a folder"));
  if (!isSha256Hex(plan.strategySha256)) {
    throw InvalidArgument("strategy_sha256", "'" + plan.strategySha256 + "'",
                          Core::tr("64 lower-case hexadecimal digits"));
  }
  checkInteger("iterations", plan.iterations, 1, kNoLimit - 1);
  checkInteger("parameters", plan.parameters, 1, kNoLimit);
  checkPositive("stddev", plan.stddev);
  checkInteger("buffer_rows", plan.bufferRows, 0, plan.iterations + 1, Core::tr("one a step, and the tree's two more"));
  if (!recipeOf(plan.formula))
    throw InvalidArgument("formula", "'" + plan.formula + "'", Core::tr("one that is known"));
  checkInteger("machines", std::ssize(plan.shards), 1, std::min(plan.parameters, kMostMachines),
               Core::tr("at least one parameter a machine"));
  Index begin = 0, largest = 0;
  for (const NoiseShard& shard : plan.shards) {
    if (shard.machine.empty()) throw InvalidArgument("machine", std::string("''"), Core::tr("a name"));
    checkInteger("begin of " + shard.machine, shard.begin, begin, begin, Core::tr("the end of the shard before"));
    checkInteger("end of " + shard.machine, shard.end, begin + 1, plan.parameters);
    const Index bytes = noiseBufferBytes(plan.bufferRows, shard.end - shard.begin, plan.numberType);
    checkInteger("buffer_bytes of " + shard.machine, shard.bufferBytes, bytes, bytes);
    begin = shard.end;
    largest = std::max(largest, shard.end - shard.begin);
  }
  checkInteger("end of the last shard", begin, plan.parameters, plan.parameters);
  checkPositive("predicted_seconds_per_step", plan.predictedSecondsPerStep);
  checkPositive("measured_seconds_per_million", plan.measuredSecondsPerMillion);
  const double predicted = NoiseCost{.secondsPerMillion = plan.measuredSecondsPerMillion}.secondsPerStep(largest);
  if (std::abs(plan.predictedSecondsPerStep - predicted) > 1e-12 * predicted) {
    throw InvalidArgument("predicted_seconds_per_step", plan.predictedSecondsPerStep,
                          {Core::tr("%1, which follows for the largest shard"), predicted});
  }
}

Json generatorJson(const NoisePlan& plan) {
  const GeneratorDescription& generator = generatorDescription();
  Json json{{"name", generator.name}, {"rounds", generator.rounds}};
  if (plan.version >= kSubKeys) json["derivation"] = kNoiseKeyDerivation;
  json["counter_layout"] = recipeOf(plan.formula)->counterLayout;
  json["gaussian_method"] = toString(gaussianMethodOfPlan(plan.version));
  return json;
}

}  // namespace

GaussianMethod gaussianMethodOfPlan(Index version) {
  return version >= kLongRadius ? GaussianMethod::Radius139 : GaussianMethod::Radius53;
}

NoisePlan makeNoisePlan(const Design& design, const std::string& strategyFileName, const std::string& strategySha256) {
  const Deployment& deployment = design.scenario.deployment;
  checkInteger("parameters", deployment.parameters, 1, kNoLimit);
  checkInteger("machines", deployment.machines, 1, std::min(deployment.parameters, kMostMachines),
               Core::tr("at least one parameter a machine"));
  NoisePlan plan;
  plan.version = design.gaussianMethod == GaussianMethod::Radius53 ? kSubKeys : kLongRadius;
  plan.strategyFile = strategyFileName;
  plan.strategySha256 = strategySha256;
  plan.iterations = design.strategy.iterations();
  plan.parameters = deployment.parameters;
  plan.numberType = deployment.numberType;
  plan.stddev = design.stddev;
  plan.bufferRows = design.strategy.noiseRows();
  plan.formula = noiseRecipe(design.strategy).formula;
  plan.resumeRule = noiseRecipe(design.strategy).resumeRule;

  const Index largest = shardOf(plan.parameters, 0, deployment.machines).size();
  (void)noiseBufferBytes(plan.bufferRows, largest,
                         plan.numberType);  // refuses an overflow before the shards are listed
  for (Index m = 0; m < deployment.machines; ++m) {
    const CoordinateRange shard = shardOf(plan.parameters, m, deployment.machines);
    plan.shards.push_back({"machine-" + std::to_string(m), shard.begin, shard.end,
                           noiseBufferBytes(plan.bufferRows, shard.size(), plan.numberType)});
  }
  const NoiseCost cost = measureNoiseCost(design.strategy, plan.numberType, largest);
  plan.measuredSecondsPerMillion = cost.secondsPerMillion;
  plan.predictedSecondsPerStep = cost.secondsPerStep(largest);
  plan.measurement = cost.measurement;
  checkPlan(plan);
  return plan;
}

void writeNoisePlan(const std::filesystem::path& path, const NoisePlan& plan) {
  checkPlan(plan);
  Json json = headJson(kPlanFormat, plan.version);
  json["strategy_file"] = plan.strategyFile;
  json["strategy_sha256"] = plan.strategySha256;
  json["iterations"] = plan.iterations;
  json["parameters"] = plan.parameters;
  json["number_type"] = toString(plan.numberType);
  json["stddev"] = plan.stddev;
  json["formula"] = plan.formula;
  json["generator"] = generatorJson(plan);
  json["buffer_rows"] = plan.bufferRows;
  json["predicted_seconds_per_step"] = plan.predictedSecondsPerStep;
  json["measured_seconds_per_million"] = plan.measuredSecondsPerMillion;
  json["measurement"] = plan.measurement;
  json["resume_rule"] = plan.resumeRule;
  json["machines"] = plan.shards.size();
  Json& shards = json["shards"] = Json::array();
  for (const NoiseShard& shard : plan.shards) {
    shards.push_back(
        {{"machine", shard.machine}, {"begin", shard.begin}, {"end", shard.end}, {"buffer_bytes", shard.bufferBytes}});
  }
  // Replacing invalid UTF-8 in a caller's text beats failing after the design is done.
  writeFileAtomically(path, json.dump(2, ' ', true, Json::error_handler_t::replace) + "\n");
}

NoisePlan readNoisePlan(JsonObject json) {
  NoisePlan plan;
  plan.version = json.head(kPlanFormat, 1, kPlanVersion);
  plan.strategyFile = json.text("strategy_file");
  plan.strategySha256 = json.text("strategy_sha256");
  plan.iterations = json.integer("iterations", 1);
  plan.parameters = json.integer("parameters", 1);
  plan.numberType = json.named<NumberType>("number_type");
  plan.stddev = json.positive("stddev");
  plan.formula = json.text("formula");
  const NoiseRecipe* const recipe = recipeOf(plan.formula);
  if (!recipe) json.refuse("formula", {Core::tr("'%1' is not known"), plan.formula});
  const GeneratorDescription& known = generatorDescription();
  JsonObject generator = json.object("generator");
  generator.expect("name", known.name);
  (void)generator.integer("rounds", known.rounds, known.rounds);
  if (plan.version >= kSubKeys) generator.expect("derivation", kNoiseKeyDerivation);
  generator.expect("counter_layout", recipe->counterLayout);
  generator.expect("gaussian_method", toString(gaussianMethodOfPlan(plan.version)));
  generator.finish();
  plan.bufferRows = json.integer("buffer_rows");
  plan.predictedSecondsPerStep = json.positive("predicted_seconds_per_step");
  plan.measuredSecondsPerMillion = json.positive("measured_seconds_per_million");
  plan.measurement = json.text("measurement");
  plan.resumeRule = json.text("resume_rule");
  const Index machines = json.integer("machines", 1, kMostMachines);
  for (JsonObject shard : json.objects("shards")) {
    plan.shards.push_back(
        {shard.text("machine"), shard.integer("begin"), shard.integer("end"), shard.integer("buffer_bytes")});
    shard.finish();
  }
  if (machines != std::ssize(plan.shards)) json.refuse("machines", Core::tr("is not the number of shards"));
  json.finish();
  try {
    checkPlan(plan);
  } catch (const InvalidArgument& error) {
    json.refuse(error.argument(), {Core::tr("%1 is not allowed: use %2"), error.value(), error.allowed()});
  }
  return plan;
}

NoisePlan readNoisePlan(const std::filesystem::path& path) {
  const nlohmann::json parsed = parseJson(readTextFile(path, kMostPlanBytes), path, "plan");
  return readNoisePlan(JsonObject(parsed, path, "plan"));
}

}  // namespace noiseloom
