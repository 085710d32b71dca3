// The table of docs/results/best.md: recommend() against the best of an exhaustive search, for jobs that are drawn.
//   build/bin/noiseloom_best_table [first job] [one beyond the last] [ways LIST] [recommended]
// prints the rows of docs/results/best.md. The jobs can form their batches in the ways of LIST (as `recommend
// --batchings`; all unless given); "recommended" leaves the search out.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/memory.h"
#include "core/base/processor_time.h"
#include "core/design/cost.h"
#include "core/design/evaluator.h"
#include "core/recommend/recommendation.h"
#include "core/search/band_climb.h"
#include "core/search/band_search.h"
#include "core/search/curve_solver.h"
#include "core/search/designer.h"
#include "tests/core/scenarios.h"

namespace noiseloom {
namespace {

constexpr int kJobs = 60;
// Of the exhaustive search: numbers of bands are so far apart; a solve takes what it takes, up to the seconds at which
// every search of the program ends. Where noise is sampled numbers are wide apart at first, and close to each other
// about the best one of a mechanism that is not far behind.
constexpr double kStep = 1.1;
constexpr double kWideStep = 1.41;
constexpr double kNotFarBehind = 1.05;

double logUniform(std::mt19937_64& random, double least, double most) {
  return least * std::pow(most / least, std::uniform_real_distribution<>(0, 1)(random));
}

Scenario drawn(int number) {
  std::mt19937_64 random(static_cast<std::uint64_t>(number) + 1);
  Scenario scenario({.iterations = std::llround(logUniform(random, 100, 1e6))});
  scenario.epochs = std::round(logUniform(random, 1, std::min(100.0, static_cast<double>(scenario.iterations) / 10)));
  scenario.epsilon = std::round(100 * logUniform(random, 0.3, 16)) / 100;
  scenario.delta = std::pow(10, -std::round(std::uniform_real_distribution<>(5, 9)(random)));
  // Half of the jobs have room for few rows.
  if (number % 2 == 1) scenario.mostNoiseRows = std::llround(logUniform(random, 1, 300));
  return scenario;
}

// Of those whose noise is certified by sampling, or of the others: of two whose looks are near each other, the
// certificates decide.
struct Best {
  double look = std::numeric_limits<double>::infinity();
  Scenario scenario = {};
  std::string name = {};
  std::optional<Solution> solution = {};
};

struct Search {
  Best exact;
  Best sampled;
  Index tried = 0;
};

double secondsOf(const Scenario& scenario, Index bands) {
  return estimatedSeconds(asSolved(scenario), bands);
}

// Numbers of bands from the least to the most, the first and the last among them.
std::vector<Index> gridOf(const Scenario& scenario, Index least, Index most, bool wide) {
  std::vector<Index> grid;
  for (double at = static_cast<double>(least); at < static_cast<double>(most);) {
    grid.push_back(static_cast<Index>(at));
    at = std::max(at * (wide ? kWideStep : kStep), at + 1);
  }
  grid.push_back(most);
  const Index separation = scenario.effectiveMinSeparation();
  if (least < separation && separation < most) grid.insert(std::ranges::upper_bound(grid, separation), separation);
  return grid;
}

// Looks at a mechanism under a batching with each number of bands, as far as one takes no longer than it may, and at
// nothing where a number is not possible; the best number is handed back.
Index look(CurveSolver& solver, Scenario scenario, std::string_view way, const std::vector<Index>& grid,
           Search& search) {
  Best& best = scenario.batching->ofStrategy() ? search.sampled : search.exact;
  double least = std::numeric_limits<double>::infinity();
  Index found = grid.front();
  const bool searched = scenario.searchesBands();
  for (const Index bands : grid) {
    if (searched) scenario.bands = bands;
    if (!scenario.problems().empty()) continue;
    if (secondsOf(scenario, bands) > kMostSearchSeconds) break;
    try {
      const auto consider = [&](double rmse, const std::optional<Solution>& solution) {
        ++search.tried;
        if (rmse < least) {
          least = rmse;
          found = bands;
        }
        if (rmse >= best.look) return;
        const std::string name = std::string(scenario.mechanism->id) + ", " + std::string(way);
        best = {rmse, scenario, name, solution};
      };
      const double quick = solver.solve(scenario, {}).error.mean;
      consider(quick, solver.lastSolution());
      // Optimised together with its noise; under balls-in-bins that drops the bands that do not help.
      if (optimisesSampled(scenario) || (scenario.optimisesAmplified() && bands == grid.back())) {
        const Solution together = solveMechanism(scenario, bands, {}, {});
        consider(approximateError(scenario, together.strategy, {}), together);
      }
    } catch (const InvalidArgument&) {
    }
  }
  return least < kNotFarBehind * best.look ? found : 0;
}

// Every mechanism, batching and number of bands of the grid.
Search exhaustive(const Scenario& job, const std::vector<BatchingWay>& ways) {
  Search search;
  CurveSolver solver(kMostSearchSeconds, true);
  for (const BatchingWay& way : ways) {
    for (const Mechanism* mechanism : allMechanisms()) {
      Scenario scenario = with(way.applied(job), {.mechanism = mechanism});
      const bool sampled = scenario.batching->ofStrategy();
      const bool searched = scenario.searchesBands();
      if (scenario.batching->banded && mechanism->uses(Field::Bands) && !searched)
        scenario.bands = scenario.mostParts();
      const Index most = searched ? scenario.mostBands() : 1;
      const auto grid = [&](double from, double to, bool wide) {
        return gridOf(scenario, std::max<Index>(1, std::llround(from)), std::min<Index>(most, std::llround(to)), wide);
      };
      const auto at =
          static_cast<double>(look(solver, scenario, way.id(), grid(1, static_cast<double>(most), sampled), search));
      if (sampled && at > 0) look(solver, scenario, way.id(), grid(at / kWideStep, at * kWideStep, false), search);
    }
  }
  return search;
}

double certified(const Best& best) {
  if (!best.solution) return best.look;
  Solution solution = *best.solution;
  Scenario scenario = best.scenario;
  if (const auto* blt = solution.strategy.as<BltStrategy>()) scenario.buffers = blt->buffers();
  if (!solution.whole && !scenario.optimisesAmplified())
    solution = solveMechanism(scenario, scenario.bands.value_or(1), solution.coefficients, {});
  return design(scenario, {}, {.solution = &solution})->error.mean;
}

// In the ways of a list; all where there is none.
std::vector<BatchingWay> waysOf(const Scenario& job, const std::string& list) {
  std::vector<BatchingWay> ways = allWays(job.epochs);
  if (list.empty()) return ways;
  std::erase_if(ways, [&](const BatchingWay& way) {
    return ("," + list + ",").find("," + std::string(way.id()) + ",") == std::string::npos;
  });
  return ways;
}

void printJob(int number, const std::string& list, bool searches) {
  const Scenario job = drawn(number);
  const std::vector<BatchingWay> ways = waysOf(job, list);
  const Recommendation found = recommend({{.job = job, .ways = ways}});
  const Design& first = *found.designs.front().design;
  const std::string rows = job.mostNoiseRows ? std::to_string(*job.mostNoiseRows) : "any";
  std::string left;
  for (const LeftOutMechanism& each : found.leftOut) {
    if (each.forTime && left.find(each.mechanism->id) == std::string::npos)
      left += (left.empty() ? "" : ", ") + std::string(each.mechanism->id);
  }
  std::printf("| %lld | %lld | %g | %g | %s | %s, %s | %.5g |", static_cast<long long>(job.iterations),
              static_cast<long long>(job.effectiveParticipations()), job.epsilon, job.delta, rows.c_str(),
              std::string(first.mechanism->id).c_str(), std::string(found.designs.front().way.id()).c_str(),
              first.error.mean);
  if (searches) {
    const Search search = exhaustive(job, ways);
    const double exact = certified(search.exact);
    const double sampled = certified(search.sampled);
    const double best = std::min(exact, sampled);
    std::printf(" %s | %.5g | %lld | %+.3f |", (exact < sampled ? search.exact : search.sampled).name.c_str(), best,
                static_cast<long long>(search.tried), 100 * (first.error.mean / best - 1));
  }
  std::printf(" %.1f | %s |\n", found.seconds, left.c_str());
  std::fflush(stdout);
}

}  // namespace
}  // namespace noiseloom

int main(int argc, char** argv) {
  noiseloom::keepFreedMemory();  // as the command line
  const int first = argc > 1 ? std::atoi(argv[1]) : 0;
  const int end = argc > 2 ? std::atoi(argv[2]) : noiseloom::kJobs;
  std::string ways;
  bool searches = true;
  for (int i = 3; i < argc; ++i) {
    if (std::strcmp(argv[i], "recommended") == 0) searches = false;
    if (std::strcmp(argv[i], "ways") == 0 && i + 1 < argc) ways = argv[++i];
  }
  for (int number = first; number < end; ++number) noiseloom::printJob(number, ways, searches);
  return 0;
}
