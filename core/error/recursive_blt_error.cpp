#include "core/error/recursive_blt_error.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/check.h"

namespace noiseloom {
namespace {

constexpr Index kBltStepsBetweenPolls = 1 << 12;

// The covariance of some variables, which are changed one at a time.
class Covariance {
 public:
  explicit Covariance(std::size_t count) : m_count(count), m_values(count * count, 0.0) {}
  double variance(std::size_t a) const { return m_values[a * m_count + a]; }
  void clear(std::size_t a) {
    for (std::size_t k = 0; k < m_count; ++k) at(a, k) = at(k, a) = 0;
  }
  // Sets a to a new independent unit normal.
  void draw(std::size_t a) {
    clear(a);
    at(a, a) = 1;
  }
  void scale(std::size_t a, double by) {
    for (std::size_t k = 0; k < m_count; ++k) {
      if (k != a) at(k, a) = at(a, k) *= by;
    }
    at(a, a) *= by * by;
  }
  // a += by b; a and b differ.
  void add(std::size_t a, std::size_t b, double by) {
    const double own = variance(a) + 2 * by * at(a, b) + by * by * variance(b);
    for (std::size_t k = 0; k < m_count; ++k) {
      if (k != a) at(k, a) = at(a, k) += by * at(b, k);
    }
    at(a, a) = own;
  }

 private:
  double& at(std::size_t a, std::size_t b) { return m_values[a * m_count + b]; }

  std::size_t m_count;
  std::vector<double> m_values;
};

// The recursion, run on covariances.
class StepCovariance {
 public:
  StepCovariance(const RecursiveBltStrategy& strategy, const Workload& workload)
      : m_strategy(strategy),
        m_workload(workload),
        m_buffers(strategy.buffers()),
        m_covariance(kFirstLevel + static_cast<std::size_t>(strategy.levels()) * (m_buffers + 1)) {}

  // v of the step; to be called for each step in order.
  double next(Index step) {
    m_covariance.clear(kNoise);
    if (const Index ended = m_strategy.levelEndingBefore(step); ended > 0) {
      add(ended);
      for (Index l = 0; l < ended; ++l) {
        m_covariance.add(kNoise, sumOf(l), -1);
        for (std::size_t i = 0; i <= m_buffers; ++i) m_covariance.clear(sumOf(l) + i);
      }
    }
    add(0);
    // m <- beta m + y, u <- alpha u + rate m, a <- kept a + taken u.
    const WorkloadStep own = m_workload.step(step);
    m_covariance.scale(kMomentum, m_workload.beta());
    m_covariance.add(kMomentum, kNoise, 1);
    m_covariance.scale(kIterate, m_workload.alpha());
    m_covariance.add(kIterate, kMomentum, own.rate);
    if (m_workload.averaging() == 0) return m_covariance.variance(kIterate);
    m_covariance.scale(kAverage, own.kept);
    m_covariance.add(kAverage, kIterate, own.taken);
    return m_covariance.variance(kAverage);
  }

 private:
  static constexpr std::size_t kMomentum = 0, kIterate = 1, kAverage = 2, kNoise = 3, kFresh = 4, kEstimate = 5;
  static constexpr std::size_t kFirstLevel = 6;
  // The index of the level's running sum; its buffers follow.
  std::size_t sumOf(Index level) const { return kFirstLevel + static_cast<std::size_t>(level) * (m_buffers + 1); }

  void add(Index level) {
    const BltParameters& parameters = m_strategy.blt(level).parameters();
    const double weight = m_strategy.weight(level);
    const std::size_t sum = sumOf(level);
    m_covariance.draw(kFresh);
    m_covariance.clear(kEstimate);
    m_covariance.add(kEstimate, kFresh, 1 / weight);
    for (std::size_t i = 0; i < m_buffers; ++i) {
      const std::size_t buffer = sum + 1 + i;
      m_covariance.add(kEstimate, buffer, parameters.inverseOmega[i] / weight);
      m_covariance.scale(buffer, parameters.inverseTheta[i]);
      m_covariance.add(buffer, kFresh, 1);
    }
    m_covariance.add(sum, kEstimate, 1);
    m_covariance.add(kNoise, kEstimate, 1);
  }

  const RecursiveBltStrategy& m_strategy;
  const Workload& m_workload;
  std::size_t m_buffers;
  Covariance m_covariance;
};

}  // namespace

RecursiveBltPrefix::RecursiveBltPrefix(const RecursiveBltStrategy& strategy) : m_strategy(strategy) {
  for (Index l = 0; l < strategy.levels(); ++l) {
    std::vector<double> energies{0};
    for (const double b : strategy.noisingSums(l)) energies.push_back(energies.back() + b * b);
    m_energies.push_back(std::move(energies));
  }
}

// At level 0 the step's own row counts, at the others the rows of earlier blocks.
double RecursiveBltPrefix::ofDigit(Index level, Index digit) const {
  return m_energies[level][level == 0 ? digit + 1 : digit];
}

double RecursiveBltPrefix::variance(Index step) const {
  double sum = 0;
  for (Index l = 0; l < m_strategy.levels(); ++l, step /= m_strategy.blockSize())
    sum += ofDigit(l, step % m_strategy.blockSize());
  return sum;
}

double RecursiveBltPrefix::levelMean(Index level) const {
  const Index n = m_strategy.iterations();
  const Index steps = m_strategy.blockSteps(level);
  const Index block = m_strategy.blockSize();
  const Index whole = n / steps / block;         // full cycles of the digit
  const Index rest = n - whole * steps * block;  // steps of the last, incomplete one
  const Index digits = std::min(block, (n - 1) / steps + 1);
  double sum = 0;
  for (Index digit = 0; digit < digits; ++digit) {
    const Index count = whole * steps + std::clamp<Index>(rest - digit * steps, 0, steps);
    sum += static_cast<double>(count) * ofDigit(level, digit);
  }
  return sum / static_cast<double>(n);
}

ErrorSummary RecursiveBltPrefix::summary() const {
  ErrorSummary error;
  for (Index l = 0; l < m_strategy.levels(); ++l) error.variance.mean += levelMean(l);
  const Index last = m_strategy.iterations() - 1;
  error.variance.last = error.variance.max = variance(last);
  // Each digit adds to v: the largest is that of the last step, or of a step with one smaller digit and the largest
  // digits below it.
  for (Index l = 0; l < m_strategy.levels(); ++l) {
    const Index steps = m_strategy.blockSteps(l);
    if (last >= steps) error.variance.max = std::max(error.variance.max, variance(last / steps * steps - 1));
  }
  error.valid = std::isfinite(error.variance.mean) && std::isfinite(error.variance.max);
  return error;
}

ErrorSummary recursiveBltErrorBySteps(const RecursiveBltStrategy& strategy, const Workload& workload,
                                      const RunControl& control,
                                      const std::function<void(Index step, double variance)>& onStep) {
  const Index n = strategy.iterations();
  if (workload.fixedIterations() > 0) checkSize("learning_rates", workload.fixedIterations(), n);
  StepCovariance covariance(strategy, workload);
  ErrorSummary error;
  double total = 0;
  for (Index step = 0; step < n; ++step) {
    if (step % kBltStepsBetweenPolls == 0) {
      if (control.stopRequested()) return {};
      control.report(static_cast<double>(step) / static_cast<double>(n), Core::tr("error of the recursion"));
    }
    const double variance = covariance.next(step);
    total += variance;
    error.variance.max = std::max(error.variance.max, variance);
    error.variance.last = variance;
    if (onStep) onStep(step, variance);
  }
  error.variance.mean = total / static_cast<double>(n);
  error.valid = std::isfinite(total) && total > 0;
  return error;
}

ErrorSummary recursiveBltError(const RecursiveBltStrategy& strategy, const Workload& workload,
                               const RunControl& control) {
  if (workload.name() == "prefix") return RecursiveBltPrefix(strategy).summary();
  return recursiveBltErrorBySteps(strategy, workload, control);
}

}  // namespace noiseloom
