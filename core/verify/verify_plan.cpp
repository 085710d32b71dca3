#include "core/verify/verify_plan.h"

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/io/sha256.h"
#include "core/noise/noise_recipe.h"
#include "core/verify/verify_strategy.h"

namespace noiseloom {

std::vector<VerificationItem> compareWithStrategy(const NoisePlan& plan, const StrategyFile& file) {
  std::vector<VerificationItem> items;
  const auto compareText = [&](const char* name, std::string_view stated, std::string_view follows) {
    items.push_back({name, stated, follows, stated == follows});
  };
  const auto compareCount = [&](const char* name, Index stated, Index follows) {
    items.push_back({name, stated, follows, stated == follows});
  };
  const Deployment& deployment = file.scenario.deployment;
  const NoiseRecipe& recipe = noiseRecipe(file.strategy);
  compareCount("iterations", plan.iterations, file.strategy.iterations());
  compareCount("parameters", plan.parameters, deployment.parameters);
  compareText("number_type", toString(plan.numberType), toString(deployment.numberType));
  items.push_back({"stddev", plan.stddev, file.figures.stddev, plan.stddev == file.figures.stddev});
  compareText("formula", plan.formula, recipe.formula);
  compareText("gaussian_method", toString(gaussianMethodOfPlan(plan.version)), toString(file.gaussianMethod));
  compareCount("buffer_rows", plan.bufferRows, file.strategy.noiseRows());
  compareText("resume_rule", plan.resumeRule, recipe.resumeRule);
  compareCount("machines", std::ssize(plan.shards), deployment.machines);
  return items;
}

Verification verifyNoisePlan(const std::filesystem::path& path, const std::optional<std::filesystem::path>& strategy,
                             const RunControl& control) {
  const NoisePlan plan = readNoisePlan(path);
  const std::filesystem::path file = strategy.value_or(path.parent_path() / plan.strategyFile);
  Verification verification;
  verification.notChecked = {"software_version", "measured_seconds_per_million", "measurement", "shards: machine"};
  std::string hash;
  try {
    hash = sha256OfFile(file);
  } catch (const IoError& error) {
    verification.items.push_back({"strategy_file", plan.strategyFile, error.text(), false});
    return verification;
  }
  verification.items.push_back({"strategy_sha256", plan.strategySha256, hash, plan.strategySha256 == hash});
  for (VerificationItem& item : compareWithStrategy(plan, readStrategyFile(file)))
    verification.items.push_back(std::move(item));
  Verification ofStrategy = verifyStrategyFile(file, control);
  for (VerificationItem& item : ofStrategy.items) {
    item.name.insert(0, "strategy: ");
    verification.items.push_back(std::move(item));
  }
  for (const std::string& field : ofStrategy.notChecked) verification.notChecked.push_back("strategy: " + field);
  return verification;
}

}  // namespace noiseloom
