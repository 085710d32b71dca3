#include <benchmark/benchmark.h>

#include "core/search/designer.h"
#include "core/train/default_training.h"
#include "core/train/training_study.h"
#include "tests/bench/ratio_reporter.h"

namespace noiseloom {
namespace {

// Seeds of the default task under DP-SGD, with so many evaluations after the first.
void trainSeeds(benchmark::State& state) {
  const DefaultTraining training = defaultTraining();
  const std::shared_ptr<const Design> independent = design(training.scenarios.front());
  const TrainingOptions options = curveOptions(independent->scenario.iterations, state.range(0));
  for (auto _ : state) {
    TrainingStudy study({{taskOf(training), independent, training.learningRate}}, 1, options);
    benchmark::DoNotOptimize(study.run(10));
  }
}
BENCHMARK(trainSeeds)->Arg(1)->Arg(40)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();

}  // namespace

std::vector<RatioClaim> trainingClaims() {
  return {{"ten seeds with 40 evaluations for curves over ten with the last alone", "trainSeeds/40/process_time",
           "trainSeeds/1/process_time", RatioClaim::Limit::AtMost, 2.5}};
}

}  // namespace noiseloom
