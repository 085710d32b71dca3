// The tables of docs/results/batching.md: what each batching costs at its own best strategy, for eight jobs.
//   build/bin/noiseloom_batching_table [first job] [one beyond the last]

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <optional>
#include <string>

#include "core/batching/list.h"
#include "core/mechanism/list.h"
#include "core/search/designer.h"

namespace noiseloom {
namespace {

struct Job {
  Index iterations;
  Index epochs;
  double epsilon;
  double delta;
};
constexpr Job kJobs[] = {{512, 8, 8, 1e-5},   {512, 8, 8, 1e-8},  {512, 8, 1, 1e-5},  {512, 8, 1, 1e-8},
                         {1000, 20, 4, 1e-6}, {1024, 4, 2, 1e-6}, {2000, 8, 8, 1e-5}, {300, 30, 2, 1e-5}};

// The mechanisms that are best under some batching, each at its own best number of bands.
constexpr const Mechanism* kTried[] = {&mechanisms::bandedToeplitz, &mechanisms::blt, &mechanisms::dpSgd};

std::optional<Design> best(const Job& job, const Batching* batching) {
  std::optional<Design> found;
  for (const Mechanism* mechanism : kTried) {
    Scenario scenario({.iterations = job.iterations,
                       .epochs = static_cast<double>(job.epochs),
                       .epsilon = job.epsilon,
                       .delta = job.delta,
                       .mechanism = mechanism,
                       .batching = batching});
    if (!scenario.problems().empty()) continue;
    try {
      const auto own = design(scenario);
      if (!found || own->error.mean < found->error.mean) found = *own;
    } catch (const InvalidArgument&) {
      // Not under this batching.
    }
  }
  return found;
}

void print(const Job& job) {
  std::printf("\nn = %lld, k = %lld, epsilon = %g, delta = %g\n\n", static_cast<long long>(job.iterations),
              static_cast<long long>(job.epochs), job.epsilon, job.delta);
  std::printf(
      "| batching | strategy | bands | noise multiplier | rmse | against cyclic Poisson (%%) |\n"
      "| --- | --- | --- | --- | --- | --- |\n");
  double cyclic = 0;
  for (const Batching* batching : allBatchings()) {
    if (batching->once && job.epochs > 1) continue;
    const auto found = best(job, batching);
    if (!found) continue;
    if (batching == &batchings::cyclicPoisson) cyclic = found->error.mean;
    std::printf("| %s | %s | %lld | %.5g | %.4f | %+.1f |\n", std::string(batching->id).c_str(),
                std::string(found->mechanism->id).c_str(), static_cast<long long>(found->bands),
                found->noiseMultiplier.value, found->error.mean, 100 * (found->error.mean / cyclic - 1));
    std::fflush(stdout);
  }
}

void printLoaders() {
  std::printf("| batching | what the loader does |\n| --- | --- |\n");
  for (const Batching* batching : allBatchings()) {
    std::printf("| %s | %s |\n", std::string(batching->id).c_str(), std::string(batching->summary.english()).c_str());
  }
}

}  // namespace
}  // namespace noiseloom

int main(int argc, char** argv) {
  const int first = argc > 1 ? std::atoi(argv[1]) : 0;
  const int end = argc > 2 ? std::atoi(argv[2]) : static_cast<int>(std::ssize(noiseloom::kJobs));
  if (first == 0) noiseloom::printLoaders();
  for (int job = std::max(0, first); job < std::min<int>(end, std::ssize(noiseloom::kJobs)); ++job)
    noiseloom::print(noiseloom::kJobs[job]);
}
