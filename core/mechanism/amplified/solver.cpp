#include "core/mechanism/amplified/solver.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/accounting/losses/analytic_gaussian.h"
#include "core/balls_in_bins/bin_gram.h"
#include "core/base/check.h"
#include "core/base/infinity.h"
#include "core/mechanism/amplified/comb.h"
#include "core/mechanism/amplified/nested.h"
#include "core/mechanism/amplified/noise.h"
#include "core/optimize/endings.h"
#include "core/participation_mixture/equivalent_noise.h"
#include "core/participation_mixture/mixture_noise.h"
#include "core/scenario/scenario.h"

namespace noiseloom {
namespace {

// 8 bytes each, for the samples of minimisation and judgement: a quarter of a gigabyte together.
constexpr Index kMostNumbers = Index{1} << 24;
// A lower limit for many bins, to save time.
constexpr Index kMostShares = Index{1} << 19;
constexpr Index kFewestSamples = 1024;
constexpr Index kFewestOfPatterns = 512;
constexpr Index kJudgingEffort = 4;
// In one minimisation, each with proposals drawn anew when the last one had to end.
constexpr int kMostRounds = 6;
constexpr double kWorthARound = 2e-3;
// A search ends when it gains less than this share of the standard error of sigma: differences at the same samples are
// known better than values. At a third of it errors are the same within 0.05 %, with a fifth more evaluations.
constexpr double kResolution = 0.06;
constexpr double kMostSpread = 1.5;  // ratio of the standard error of sigma to that at the reference
constexpr std::uint64_t kSolvingStream = 1;
constexpr std::uint64_t kJudgingStream = 2;

std::unique_ptr<StrategyNoise> noiseOf(const BinnedProblem& problem, Index bins, std::uint64_t stream) {
  if (problem.law && problem.equivalent) {
    return std::make_unique<EquivalentNoise>(
        EquivalentProblem{*problem.law, problem.iterations, problem.epsilon, problem.delta});
  }
  if (problem.law)
    return std::make_unique<MixtureNoise>(problem.iterations, *problem.law, problem.epsilon, problem.delta, stream);
  if (problem.equivalent) {
    const std::optional<bool> grouped = stream == kSolvingStream ? std::optional(false) : std::nullopt;
    return std::make_unique<NestedStrategyNoise>(problem.iterations, bins, problem.epsilon, problem.delta, grouped);
  }
  return std::make_unique<BinnedNoise>(problem.iterations, bins, problem.epsilon, problem.delta, stream);
}

}  // namespace

Index checkedBins(const BinnedProblem& problem) {
  if (!problem.law || !problem.equivalent) checkInteger("iterations", problem.iterations, 1, Scenario::kMostAmplified);
  checkInteger("epochs", problem.epochs, 1, problem.iterations, Core::tr("the iterations"));
  const Index ofEpochs = (problem.iterations + problem.epochs - 1) / problem.epochs;
  const Index bins = problem.law ? periodOf(*problem.law) : problem.bins.value_or(ofEpochs);
  if (!problem.law) checkInteger("bins", bins, 1, kMostBins, Core::tr("the steps of an epoch"));
  checkNonNegative("epsilon", problem.epsilon);
  checkOpenInterval("delta", problem.delta, 0, 1);
  const Index fixed = problem.workload.fixedIterations();
  if (fixed != 0) checkInteger("iterations", problem.iterations, fixed, fixed, Core::tr("those of the workload"));
  return bins;
}

BinnedSolver::BinnedSolver(const BinnedProblem& problem)
    : m_problem(problem),
      m_bins(checkedBins(problem)),
      m_fewest(std::min({problem.samples.value_or(problem.law ? kFewestOfPatterns : kFewestSamples),
                         kMostShares / m_bins, kMostNumbers / (problem.iterations * kJudgingEffort)})),
      m_error(problem.workload, problem.iterations, problem.objective),
      m_noise(noiseOf(problem, m_bins, kSolvingStream)),
      m_judge(noiseOf(problem, m_bins, kJudgingStream)) {}

BinnedSolver::Judgement BinnedSolver::judge(std::span<const double> coefficients, const RunControl& control) {
  if (!m_judge->draw(coefficients, m_fewest * kJudgingEffort, control)) return {};
  const double logSigma = (*m_judge)(coefficients, {}, control);
  return {std::exp(logSigma), std::exp(logSigma + m_error.exact(coefficients, control))};
}

double BinnedSolver::cautiousError(std::span<const double> coefficients, const RunControl& control) {
  if (!m_noise->draw(coefficients, m_fewest, control)) return kInfinity;
  const double logSigma = (*m_noise)(coefficients, {}, control);
  return std::exp(logSigma + m_noise->standardError() + m_error.exact(coefficients, control));
}

void BinnedSolver::Best::offer(std::vector<double> offered, std::vector<double> at, Judgement judgement) {
  if (judgement.error < judged.error) *this = {std::move(offered), std::move(at), judgement};
}

BinnedSolver::Best BinnedSolver::fallback() const {
  return {{1.0}, {}, {}};
}

Solution BinnedSolver::optimum(const Strategy& strategy, const Best& best, OptimizerSummary summary,
                               const RunControl& control) const {
  Judgement judged = best.judged;
  if (!std::isfinite(judged.error)) {
    // Stopped before any was judged: the noise without amplification, with the error of the strategy itself.
    const BinnedComb comb(m_problem.iterations, m_bins, best.coefficients);
    const double squared = *std::max_element(comb.gram().begin(), comb.gram().end());
    judged.sigma = std::sqrt(squared) / gaussianMuFor(m_problem.epsilon, m_problem.delta);
    judged.error = judged.sigma * std::sqrt(errorOf(strategy, m_problem.workload).variance[m_problem.objective]);
  }
  if (control.stopRequested()) {
    summary.termination = Termination::Stopped;
    summary.message = endings::kStopped;
  }
  summary.objective = judged.error;
  return {strategy, std::move(summary), best.coefficients};
}

bool BinnedSolver::minimize(const BinnedChart& chart, std::vector<double>& x, Index effort, double tolerance,
                            Index iterations, OptimizerSummary& summary, const RunControl& control) {
  for (int round = 0; round < kMostRounds; ++round) {
    if (control.stopRequested() || !m_noise->draw(chart.coefficients(x), m_fewest * effort, control)) return round > 0;
    double slope = 0, spread = 0;
    double allowed = kInfinity;
    bool limited = false;
    const Objective objective = [&](std::span<const double> at, std::span<double> gradient) {
      const std::vector<double> c = chart.coefficients(at);
      std::fill(gradient.begin(), gradient.end(), 0.0);
      if (c.empty()) return kInfinity;
      std::vector<double> byCoefficient(c.size());
      const double logSigma = (*m_noise)(c, byCoefficient, control);
      if (!std::isfinite(logSigma) || m_noise->standardError() > allowed) {
        limited = true;
        return kInfinity;
      }
      spread = m_noise->standardError();
      const double logError = m_error(c, byCoefficient, control);
      if (!std::isfinite(logError)) return kInfinity;
      chart.pullBack(byCoefficient, gradient);
      double squares = 0;
      for (const double value : gradient) squares += value * value;
      slope = std::sqrt(squares);
      return std::isfinite(slope) ? logSigma + logError : kInfinity;
    };
    LbfgsOptions options;
    options.relativeGradient = [&] { return slope; };  // that of a logarithm is relative
    options.resolution = [&] { return kResolution * spread; };
    options.gradientTolerance = tolerance;
    options.maxIterations = iterations;
    options.maxEvaluations = iterations + iterations / 2;
    options.history = 12;
    std::vector<double> probe(x.size());
    if (!std::isfinite(objective(x, probe))) return round > 0;
    // Away from the reference a few samples come to have all the weight, and neglecting the others mimics a gain.
    allowed = kMostSpread * m_noise->standardError();
    const double done = 1 - std::exp2(-round);  // each round takes half of the rest
    OptimizerSummary next = minimizeLbfgs(
        objective, x, options, continuing(summary, control.part(done, (1 + done) / 2).withTrace([](TracePoint& point) {
          point.objective = std::exp(point.objective);
        })));
    m_error.sharpen();
    const double gain = next.initialObjective - next.objective;
    const auto toError = [](double& value) { value = std::exp(value); };
    toError(next.initialObjective);
    toError(next.objective);
    for (TracePoint& point : next.trace) toError(point.objective);
    append(summary, std::move(next));
    if (summary.termination == Termination::Stopped) return false;
    if (!limited || gain < kWorthARound) break;
    if (round + 1 == kMostRounds) {
      summary.termination = Termination::IterationLimit;
      summary.message = endings::kLimit;
    }
  }
  return true;
}

}  // namespace noiseloom
