#include "tests/property/concrete_jobs.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>
#include <random>
#include <utility>

#include "core/batching/list.h"
#include "core/batching/mixture_law.h"
#include "tests/core/sampling/enumerated_laws.h"

namespace noiseloom {
namespace {

using Counts = std::map<std::vector<int>, double>;  // how many of the others take part in each step

bool takes(unsigned pattern, Index step) {
  return (pattern >> step & 1U) != 0;
}

// Of an example that takes part independently of all others; empty for jobs of which that is not so.
Law lawOf(const Scenario& job, Index bands) {
  const Index n = job.iterations, k = static_cast<Index>(job.epochs);
  const JobBatching* name = job.jobBatching;
  const double rate = static_cast<double>(k) / static_cast<double>(n),
               q = std::min(1.0, rate * static_cast<double>(bands));
  if (name == &jobs::poisson || name == &jobs::truncatedPoisson) return coinsAt(stepsOfGroup(0, 1, n), rate, 1);
  if (name == &jobs::cyclicPoisson) return coinsAt(stepsOfGroup(0, bands, n), q, 1);
  if (name == &jobs::cyclicPoissonRandom) {
    Law law;
    for (Index group = 0; group < bands; ++group)
      add(law, coinsAt(stepsOfGroup(group, bands, n), q, 1 / static_cast<double>(bands)));
    return law;
  }
  if (name == &jobs::bMinSep) return spacedLaw(n, bands, SpacedSampling::ofRate(bands, rate).probability);
  if (name == &jobs::randomAllocation) return allocationLaw(k, n / k, 1, true);
  if (name == &jobs::balancedIterations) {
    Law law;
    for (unsigned pattern = 0; pattern < 1U << n; ++pattern) {
      if (std::popcount(pattern) == k) law[pattern] = 1;
    }
    const double each = 1 / static_cast<double>(law.size());
    for (auto& [pattern, p] : law) p = each;
    return law;
  }
  if (name == &jobs::ballsInBins) return allocationLaw(k, n / k, 1, false);
  if (name == &jobs::cyclicAllocation) {
    Law law;
    for (const auto& [pattern, p] : allocationLaw(k, n / k, bands, true)) {
      bool own = true;
      for (Index step = 0; step < n; ++step) own = own && (step % bands == 0 || !takes(pattern, step));
      if (own) law[pattern] = p * static_cast<double>(bands);
    }
    return law;
  }
  return {};
}

Counts countsOf(const Law& law, Index many, Index steps) {
  Counts counts{{std::vector<int>(static_cast<std::size_t>(steps), 0), 1.0}};
  for (Index other = 0; other < many; ++other) {
    Counts next;
    for (const auto& [count, p] : counts) {
      for (const auto& [pattern, own] : law) {
        std::vector<int> sum = count;
        for (Index step = 0; step < steps; ++step) sum[static_cast<std::size_t>(step)] += takes(pattern, step) ? 1 : 0;
        next[sum] += p * own;
      }
    }
    counts = std::move(next);
  }
  return counts;
}

// Adds what a batch of so many others, and the example or not, sums up to after the cut, at each of `steps`, which have
// one cut together.
void expand(Sums& into, const std::vector<std::vector<Index>>& cuts, const std::vector<int>& others, unsigned pattern,
            std::optional<int> own, int gradient, Index most, double p) {
  const std::function<void(std::size_t, std::vector<int>, double)> go = [&](std::size_t at, std::vector<int> sum,
                                                                            double weight) {
    if (weight == 0) return;
    if (at == cuts.size()) {
      into[sum] += weight;
      return;
    }
    const std::vector<Index>& steps = cuts[at];
    const int count = others[static_cast<std::size_t>(steps.front())];
    const bool isThere = own && takes(pattern, steps.front());
    const auto is = [&](int value, double share) {
      std::vector<int> next = sum;
      for (const Index step : steps) next[static_cast<std::size_t>(step)] = value;
      go(at + 1, std::move(next), weight * share);
    };
    const int kept = static_cast<int>(std::min<Index>(most, count));
    if (!isThere) return is(gradient * kept, 1);
    if (count + 1 <= most) return is(gradient * count + *own, 1);
    const double stays = static_cast<double>(most) / static_cast<double>(count + 1);
    is(gradient * static_cast<int>(most - 1) + *own, stays);
    is(gradient * static_cast<int>(most), 1 - stays);
  };
  go(0, std::vector<int>(others.size(), 0), p);
}

// The example's gradient in the other data set: none where it is not there.
std::optional<int> otherOf(Adjacency adjacency) {
  if (adjacency == Adjacency::AddRemove) return std::nullopt;
  return adjacency == Adjacency::ZeroOut ? 0 : -1;
}

Worlds independentWorlds(const Scenario& job, int gradient, const Law& law, Index others) {
  const Index n = job.iterations, most = job.largestBatch.value_or(kNoLimit);
  // What is left out of a bin stays so in every epoch.
  std::vector<std::vector<Index>> cuts;
  const Index apart = job.jobBatching == &jobs::ballsInBins ? n / static_cast<Index>(job.epochs) : n;
  for (Index first = 0; first < apart; ++first) cuts.push_back(stepsOfGroup(first, apart, n));
  // Those of other parts take part in other steps: their gradients are 0.
  const bool unseen = gradient == 0 && !job.largestBatch;
  const Counts counts = countsOf(law, unseen ? 0 : others, n);
  Worlds worlds;
  for (const auto& [count, p] : counts) {
    for (const auto& [pattern, own] : law) {
      expand(worlds.with, cuts, count, pattern, 1, gradient, most, p * own);
      expand(worlds.without, cuts, count, pattern, otherOf(job.adjacency), gradient, most, p * own);
    }
  }
  return worlds;
}

// Batches of one size whatever happens: who takes part in the example's place has the gradient of the others.
Sums orderedSums(const Law& law, Index steps, int size, int gradient, std::optional<int> own) {
  Sums sums;
  for (const auto& [pattern, p] : law) {
    std::vector<int> sum(static_cast<std::size_t>(steps), gradient * size);
    for (Index step = 0; step < steps; ++step) {
      // A gap where it is missing.
      if (takes(pattern, step)) sum[static_cast<std::size_t>(step)] += own.value_or(0) - gradient;
    }
    sums[sum] += p;
  }
  return sums;
}

Worlds fixedSizeWorlds(const Scenario& job, Index bands, int gradient) {
  const bool byParts = job.jobBatching == &jobs::cyclicFixedSizeSamples;
  const Index parts = byParts ? bands : 1, members = *job.datasetSize / parts;
  const auto size = static_cast<int>(static_cast<Index>(job.epochs) * *job.datasetSize / job.iterations);
  const Law law =
      coinsAt(stepsOfGroup(0, parts, job.iterations), static_cast<double>(size) / static_cast<double>(members), 1);
  Worlds worlds{orderedSums(law, job.iterations, size, gradient, 1),
                orderedSums(law, job.iterations, size, gradient, otherOf(job.adjacency))};
  // Where it is not there another is in its place.
  if (job.adjacency == Adjacency::AddRemove)
    worlds.without = orderedSums({{0U, 1.0}}, job.iterations, size, gradient, 0);
  return worlds;
}

// Every pattern of at most k steps at least s apart, and as many of the one that takes the example's place.
std::vector<Worlds> separatedWorlds(const Scenario& job) {
  const Index n = job.iterations, apart = job.effectiveMinSeparation();
  std::vector<unsigned> patterns;
  for (unsigned pattern = 1; pattern < 1U << n; ++pattern) {
    Index count = 0, last = -n;
    bool allowed = true;
    for (Index step = 0; step < n; ++step) {
      if (!takes(pattern, step)) continue;
      allowed = allowed && step - last >= apart;
      last = step;
      ++count;
    }
    if (allowed && count <= static_cast<Index>(job.epochs)) patterns.push_back(pattern);
  }
  std::vector<Worlds> all;
  for (const unsigned own : patterns) {
    for (const unsigned other : patterns) {
      if (other != own && job.adjacency != Adjacency::ReplaceOne) continue;
      all.push_back({orderedSums({{own, 1.0}}, n, 0, 0, 1),
                     orderedSums({{other, 1.0}}, n, 0, 0, otherOf(job.adjacency).value_or(0))});
    }
  }
  return all;
}

std::vector<Worlds> orderedWorlds(const Scenario& job, int gradient) {
  const Index n = job.iterations, k = static_cast<Index>(job.epochs), steps = n / k;
  std::vector<Law> laws;
  if (job.jobBatching == &jobs::fixedOrder) {
    for (const auto& [pattern, p] : allocationLaw(k, steps, 1, false)) laws.push_back({{pattern, 1.0}});
  } else {
    laws.push_back(allocationLaw(k, steps, 1, job.jobBatching == &jobs::shuffledEachEpoch));
  }
  const auto size = static_cast<int>(*job.datasetSize / steps);
  std::vector<Worlds> all;
  all.reserve(laws.size());
  for (const Law& law : laws)
    all.push_back(
        {orderedSums(law, n, size, gradient, 1), orderedSums(law, n, size, gradient, otherOf(job.adjacency))});
  return all;
}

struct Mixture {
  Eigen::MatrixXd means;  // a column each
  Eigen::VectorXd logWeights;
  std::vector<double> upTo;  // cumulated weights

  Mixture(const Sums& sums, const Eigen::MatrixXd& c)
      : means(c.rows(), static_cast<Index>(sums.size())), logWeights(means.cols()) {
    Index at = 0;
    double mass = 0;
    for (const auto& [sum, p] : sums) {
      means.col(at) = c * Eigen::Map<const Eigen::VectorXi>(sum.data(), std::ssize(sum)).cast<double>();
      logWeights[at++] = std::log(p);
      upTo.push_back(mass += p);
    }
  }
  // Up to what all have in common.
  double logDensity(const Eigen::VectorXd& y, double stddev) const {
    const Eigen::ArrayXd exponents =
        logWeights.array() - (means.colwise() - y).colwise().squaredNorm().transpose().array() / (2 * stddev * stddev);
    const double most = exponents.maxCoeff();
    return most + std::log((exponents - most).exp().sum());
  }
};

}  // namespace

std::vector<Worlds> worldsOf(const Scenario& scenario, Index bands, int others) {
  const JobBatching* job = scenario.jobBatching;
  if (job == &jobs::minSeparation) return separatedWorlds(scenario);
  if (job == &jobs::fixedSizeSamples || job == &jobs::cyclicFixedSizeSamples)
    return {fixedSizeWorlds(scenario, bands, others)};
  const Law law = lawOf(scenario, bands);
  if (law.empty()) return orderedWorlds(scenario, others);
  const bool parts = job == &jobs::cyclicPoisson || job == &jobs::cyclicAllocation;
  const Index members = *scenario.datasetSize / (parts ? bands : 1);
  std::vector<Worlds> all{independentWorlds(scenario, others, law, members - 1)};
  // N is that of the smaller data set, too.
  if (scenario.adjacency == Adjacency::AddRemove) all.push_back(independentWorlds(scenario, others, law, members));
  return all;
}

Estimate hockeyStick(const Sums& p, const Sums& q, const Eigen::MatrixXd& c, double stddev, double epsilon,
                     Index draws) {
  const Mixture own(p, c), other(q, c);
  std::mt19937_64 random(20261127);
  const auto uniform = [&] { return (static_cast<double>(random() >> 11U) + 0.5) * 0x1p-53; };
  double sum = 0, squares = 0;
  Eigen::VectorXd y(c.rows());
  for (Index draw = 0; draw < draws; ++draw) {
    const auto component = std::ranges::lower_bound(own.upTo, uniform() * own.upTo.back()) - own.upTo.begin();
    for (double& each : y) each = std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform());
    y = own.means.col(component) + stddev * y;
    const double loss = own.logDensity(y, stddev) - other.logDensity(y, stddev);
    const double weight = loss > epsilon ? -std::expm1(epsilon - loss) : 0;
    sum += weight;
    squares += weight * weight;
  }
  const auto many = static_cast<double>(draws);
  const double mean = sum / many;
  return {mean, std::sqrt(std::max(0.0, squares / many - mean * mean) / many)};
}

Estimate worstDelta(const std::vector<Worlds>& worlds, const Eigen::MatrixXd& c, double stddev, double epsilon,
                    Index draws) {
  Estimate worst;
  for (const Worlds& each : worlds) {
    for (const Estimate& found : {hockeyStick(each.with, each.without, c, stddev, epsilon, draws),
                                  hockeyStick(each.without, each.with, c, stddev, epsilon, draws)}) {
      if (found.value > worst.value) worst = found;
    }
  }
  return worst;
}

}  // namespace noiseloom
