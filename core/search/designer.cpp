#include "core/search/designer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/base/processor_time.h"
#include "core/batching/mixture_law.h"
#include "core/design/baseline_error.h"
#include "core/design/evaluator.h"
#include "core/design/scenario_bound.h"
#include "core/error/error_summary.h"
#include "core/mechanism/list.h"
#include "core/optimize/endings.h"
#include "core/participation_mixture/joined_steps.h"
#include "core/search/band_climb.h"
#include "core/search/band_search.h"
#include "core/search/band_sweep.h"
#include "core/search/comparable.h"
#include "core/search/mechanism_ranking.h"
#include "core/strategy/toeplitz_strategy.h"

namespace noiseloom {
namespace {

using Clock = std::chrono::steady_clock;
double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::shared_ptr<const Design> stoppedDesign(Design&& design) {
  design.optimizer.termination = Termination::Stopped;
  design.optimizer.message = endings::kStopped;
  return std::make_shared<const Design>(std::move(design));
}

// Whose strategy a batching refuses is the mechanism, unless the strategy was given.
std::unique_ptr<Accounting> accountingFor(const Design& design, const RunControl& control) {
  const Scenario& scenario = design.scenario;
  try {
    return accountingOf(scenario, design.strategy, design.sensitivity, control);
  } catch (const InvalidArgument& problem) {
    if (problem.argument() != "strategy" || scenario.imported) throw;
    throw InvalidArgument(
        "mechanism", std::string(design.mechanism->id),
        {Core::tr("one that makes %1; the one that it makes has %2"), problem.allowed(), problem.value()});
  }
}

// Calibrates the noise of a strategy with a known error, and that of the baseline if no neighbour has it. `stop` ends
// the strategy's certificate alone: the baseline does not depend on it. A certificate that leaves more objective error
// than `mostError` is not sought.
void calibrate(Design& design, const RunControl& control, const std::stop_token& stop, const Design* neighbour,
               double mostError) {
  const Clock::time_point start = Clock::now();
  const Scenario& scenario = design.scenario;
  control.report(0, Core::tr("calibrating the noise"));
  const RunControl certifying{stop, control.onProgress};
  const auto accounting = accountingFor(design, certifying.part(0, 0.1));
  const double most = mostError / std::sqrt(design.loss[scenario.objective]);
  const Accounting::Calibrated calibrated = accounting->calibrateUpTo(most, certifying.part(0.1, 0.7));
  setNoiseMultiplier(design, scenario, calibrated.noiseMultiplier);
  design.certificate = calibrated.certificate;
  const bool known =
      neighbour && !neighbour->estimated && neighbour->dpSgdRmse > 0 && sameBaseline(neighbour->scenario, scenario);
  const bool itself = design.strategy.isIdentity() && !isCutShort(design);
  design.dpSgdRmse = itself  ? design.error.mean
                     : known ? neighbour->dpSgdRmse
                             : certifiedBaseline(scenario, control.part(0.7, 1));
  baselineError(design);  // computed now and remembered, for threads that must not wait
  design.seconds.calibrate += secondsSince(start);
}

// Everything except the optimiser's summary, for a strategy that fits the scenario. `stop` ends a certificate that
// takes seconds early, with noise that is safe without amplification; `control` governs the rest.
Design appraise(const Scenario& scenario, const Strategy& strategy, const RunControl& control,
                const std::stop_token& stop, const Design* neighbour = nullptr,
                double mostError = std::numeric_limits<double>::infinity()) {
  // Checked whatever made it, and whatever mechanism a file states.
  if (const auto problem = bandsProblem(scenario, strategy)) throw *problem;
  const Clock::time_point start = Clock::now();
  control.report(0, Core::tr("evaluating the error"));
  const ErrorSummary error = errorOf(strategy, scenario.workload, control.part(0, 0.3));
  if (!error.valid && !control.stopRequested()) {
    throw InvalidArgument("strategy", Core::tr("error not finite"),
                          Core::tr("a strategy whose A C^-1 stays bounded over the iterations"));
  }
  Design design{scenario, strategy};
  static_cast<DesignFigures&>(design) = lossesOf(scenario, strategy, error, control.part(0.3, 0.5));
  design.mechanism = scenario.mechanism;
  design.bands = countedBands(strategy);
  design.seconds.calibrate = secondsSince(start);
  calibrate(design, control.part(0.5, 1), scenario.batching->ofStrategy() ? stop : control.stop, neighbour, mostError);
  design.lowerBound = design.noiseMultiplier.value * scenarioLowerBound(scenario, control.quiet());
  return design;
}

// The strategy, with its last coefficients 0 where draws join steps.
Strategy joinable(const Solution& solution, const Scenario& scenario) {
  const auto law = mixtureLaw(scenario, solution.strategy.bands());
  const Index tail = law ? joinedTail(scenario.iterations, *law) : 0;
  if (tail == 0 || std::ssize(solution.coefficients) != solution.strategy.bands()) return solution.strategy;
  std::vector<double> c = solution.coefficients;
  std::fill(c.end() - tail, c.end(), 0.0);
  const ColumnScaling scaling = scenario.columnNormalize ? ColumnScaling::Normalized : ColumnScaling::None;
  return ToeplitzStrategy(scenario.iterations, std::move(c), scaling);
}

// A certificate that was stopped leaves noise without amplification. One band, whose noise is found in no time, may
// need less of it.
void keepOneBand(Design& result, const RunControl& control) {
  if (!isCutShort(result) || result.bands == 1) return;
  const Solution one = solveMechanism(result.scenario, 1, {}, control);
  Design single = appraise(result.scenario, one.strategy, control, control.stop, &result);
  if (control.stopRequested() || !(single.objectiveError() < result.objectiveError())) return;
  single.optimizer = one.summary;
  result = std::move(single);
}

// Certificates differ by as much for no reason but their draws.
constexpr double kAsGood = 1.002;

// First the fewest bands whose estimate is as good as the least: more take longer to certify, and are certified less
// closely. Then the least estimate.
std::vector<ClimbedBands> fewestFirst(std::vector<ClimbedBands> climbed) {
  std::ranges::stable_sort(climbed, {}, &ClimbedBands::error);
  auto fewest = climbed.begin();
  for (auto each = climbed.begin(); each != climbed.end(); ++each) {
    if (each->error <= kAsGood * climbed.front().error && each->bands < fewest->bands) fewest = each;
  }
  if (fewest != climbed.end()) std::rotate(climbed.begin(), fewest, fewest + 1);
  return climbed;
}

// How much certificates of one kind exceed their estimates at other numbers of bands: by as much as those that are
// known, along straight lines of logarithms.
class ExcessByBands {
 public:
  void add(Index bands, double excess) { m_known[bands] = std::max(excess, kLeast); }
  double at(Index bands) const {
    constexpr double kOfFewer = 0.5, kOfMore = 0.9;  // of the excess, where nothing else is known
    constexpr double kMostPower = 2;
    const auto last = std::prev(m_known.end());
    if (last == m_known.begin()) return last->second * (bands < last->first ? kOfFewer : kOfMore);
    auto second = m_known.upper_bound(bands);
    second = second == m_known.begin() ? std::next(second) : second == m_known.end() ? last : second;
    const auto first = std::prev(second);
    const auto logOf = [](double of, double over) { return std::log(of / over); };
    const double power = logOf(second->second, first->second) /
                         logOf(static_cast<double>(second->first), static_cast<double>(first->first));
    const auto& [nearest, excess] = bands < second->first ? *first : *second;
    return excess * std::pow(static_cast<double>(bands) / static_cast<double>(nearest),
                             std::clamp(power, -kMostPower, kMostPower));
  }

 private:
  static constexpr double kLeast = 1e-3;
  std::map<Index, double> m_known;
};

// Certificates exceed estimates, by half a percent to two if draws certify them and by ten or more if none do.
// Certifies what is likely to be better than a first certificate all the same, and learns from each how much they
// exceed.
class OtherCertificates {
 public:
  // Only what is likely to have less objective error than `toBeat` as well. A certificate that leaves `best` more than
  // `mostError` was not sought.
  OtherCertificates(Design& best, double toBeat, double mostError, const RunControl& control)
      : m_best(best), m_toBeat(toBeat), m_mostError(mostError), m_control(control) {
    m_failure.add(best.certificate);
  }

  // Strategies whose weights vary less than those of one that was optimised under its sampling: the square root's
  // coefficients, which fall fastest, and the optimum of asSolved(), mostly the better one.
  void trySafer(Design& result) {
    constexpr double kUncertain = 0.03;
    constexpr double kFar = 1.5;
    const Scenario scenario = result.scenario;
    if (!optimisesSampled(scenario) || scenario.robustFrom) return;
    if (!result.certificate || result.certificate->errorBound < kUncertain) return;
    const double excess = result.certificate->errorBound;
    const OptimizerSummary optimizer = result.optimizer;
    const RunControl quiet = m_control.quiet();
    Scenario closed = scenario;
    closed.mechanism = &mechanisms::bsr;
    for (Safer* const kind : {&m_optimum, &m_root}) {
      if (kind->far) continue;
      const Scenario solved = kind == &m_root ? closed : asSolved(scenario);
      const Strategy strategy = joinable(solveMechanism(solved, result.bands, {}, quiet), scenario);
      const double estimate = approximateError(scenario, strategy, quiet);
      if (m_control.stopRequested()) return;
      kind->far = estimate > kFar * mostOfUse();
      const double likely = estimate * (1 + kind->excess.value_or(kind->share * excess));
      if (!isWorthTrying(likely) || !(likely < result.objectiveError())) continue;
      const double most = std::min(result.objectiveError(), mostOfUse());
      Design certified = appraise(scenario, strategy, quiet, m_control.stop, &result, most);
      m_failure.add(certified.certificate);
      if (m_control.stopRequested()) return;
      kind->excess = excessOf(certified, estimate, most);
      if (!(certified.objectiveError() < result.objectiveError())) continue;
      certified.optimizer = optimizer;
      certified.optimizer.message = kind->why;
      result = std::move(certified);
    }
  }

  // Other results of a climb than the first, the most promising one each time.
  void tryClimbed(std::span<const ClimbedBands> climbed) {
    ExcessByBands excess;
    excess.add(climbed.front().bands, excessOf(m_best, climbed.front().error, m_mostError));
    std::vector<const ClimbedBands*> others;
    for (const ClimbedBands& other : climbed.subspan(1)) others.push_back(&other);
    const auto likely = [&](const ClimbedBands* other) { return other->error * (1 + excess.at(other->bands)); };
    while (!others.empty() && !m_control.stopRequested()) {
      const auto next = std::ranges::min_element(others, {}, likely);
      if (!isWorthTrying(likely(*next))) return;
      const ClimbedBands& other = **next;
      others.erase(next);
      const double most = mostOfUse();
      Design certified =
          appraise(m_best.scenario, other.solution.strategy, m_control.quiet(), m_control.stop, &m_best, most);
      m_failure.add(certified.certificate);
      certified.optimizer = other.solution.summary;
      trySafer(certified);
      if (m_control.stopRequested()) return;
      excess.add(other.bands, excessOf(certified, other.error, most));
      if (certified.objectiveError() < m_best.objectiveError()) m_best = std::move(certified);
    }
  }

  void stateFailure() { m_failure.state(m_best.certificate); }

 private:
  // A certificate takes seconds: what gains less is within what draws leave open.
  bool isWorthTrying(double likely) const {
    constexpr double kLeastGain = 0.005;
    return likely < (1 - kLeastGain) * mostOfUse();
  }
  double mostOfUse() const { return std::min(m_best.objectiveError(), m_toBeat); }

  // How much its certificates exceed their estimates: as the last one did, until then a share of the other's excess.
  struct Safer {
    Phrase why;
    double share;
    std::optional<double> excess = std::nullopt;
    bool far = false;  // its estimate was so much above the best that those for other bands will be as well
  };

  // Beyond the most no certificate was sought: the excess is larger than that of the most, and is guessed.
  static double excessOf(const Design& certified, double estimate, double most) {
    constexpr double kBeyond = 1.5;
    if (certified.objectiveError() > most) return std::max(0.0, kBeyond * (most / estimate - 1));
    return std::max(0.0, certified.objectiveError() / estimate - 1);
  }

  Design& m_best;
  FailureOfAll m_failure;
  double m_toBeat;
  double m_mostError;
  const RunControl& m_control;
  Safer m_optimum{endings::kUnamplified, 0.1};
  Safer m_root{endings::kSquareRoot, 0.5};
};

}  // namespace

bool sameBaseline(const Scenario& left, const Scenario& right) {
  return agree(left, right, [](const Concerns& of) { return of.noise || of.error; });
}

std::shared_ptr<const Design> evaluate(const Scenario& scenario, const Strategy& strategy, const RunControl& control) {
  scenario.validate();
  checkInteger("iterations of the strategy", strategy.iterations(), scenario.iterations, scenario.iterations,
               Core::tr("the scenario's iterations"));
  const Clock::time_point start = Clock::now();
  Design design = appraise(scenario, strategy, control, control.stop);
  design.seconds.total = secondsSince(start);
  if (control.stopRequested()) return nullptr;
  return std::make_shared<const Design>(std::move(design));
}

std::shared_ptr<const Design> design(const Scenario& scenario, const RunControl& control, const DesignHelp& help) {
  scenario.validate();
  const Clock::time_point start = Clock::now();
  if (scenario.asksForBest()) {
    const std::vector<RankedMechanism> ranking = rankMechanisms(scenario, control);
    return help.abandon.stop_requested() ? nullptr : bestOf(scenario, ranking);
  }
  Index bands = scenario.bands.value_or(scenario.mostBands());
  std::optional<Solution> solution;
  if (help.solution) solution = *help.solution;
  std::vector<double> warm;
  // A strategy optimised for balls-in-bins drops bands that do not help by itself.
  const bool searched = !solution && help.climbed.empty() && scenario.searchesBands() && !scenario.bands &&
                        !scenario.optimisesAmplified();
  if (searched) {
    BandSweep sweep(scenario, control.part(0, 0.5));
    sweep.search();
    bands = sweep.best().point.bands;
    if (sweep.solves(*scenario.mechanism)) {
      solution = sweep.best().solution;
    } else {
      bands = std::min(bands, mostSearchedBands(scenario));
      warm = sweep.best().solution.coefficients;
    }
  }
  std::vector<ClimbedBands> climbed;
  if (!help.climbed.empty())
    climbed = fewestFirst({help.climbed.begin(), help.climbed.end()});
  else if (searched)
    climbed = fewestFirst(climbBands(scenario, bands, control.part(0.5, 0.9)));
  if (!climbed.empty()) solution = climbed.front().solution;
  if (!solution) solution = solveMechanism(scenario, bands, warm, control.part(searched ? 0.5 : 0, 0.9));
  // The time of a known solution was spent when it was solved.
  const double earlier = help.solution ? help.solution->summary.seconds : 0;
  const double optimizeSeconds = secondsSince(start) + earlier;
  if (help.abandon.stop_requested()) return nullptr;
  // Also after a stop: a strategy without its sigma and error would be useless, and usually both are quick. A Monte
  // Carlo certificate, which is not, then ends with safe noise.
  ProcessorBudget finish(help.abandon);
  const std::stop_callback stopped(control.stop, [&] { finish.start(help.secondsAfterStop); });
  RunControl finishing{finish.token(), {}};
  if (!control.stopRequested()) finishing.onProgress = control.part(0.9, 1).onProgress;
  Design result = appraise(scenario, solution->strategy, finishing, control.stop, help.neighbour.get(), help.mostError);
  if (finish.token().stop_requested()) return nullptr;
  result.optimizer = std::move(solution->summary);
  if (searched) keepOneBand(result, finishing);
  OtherCertificates others(result, help.toBeat, help.mostError, control);
  if (!help.alone) others.trySafer(result);
  if (!climbed.empty()) others.tryClimbed(climbed);
  others.stateFailure();
  result.seconds.optimize = optimizeSeconds;
  result.seconds.total = secondsSince(start) + earlier;
  if (control.stopRequested()) return stoppedDesign(std::move(result));
  return std::make_shared<const Design>(std::move(result));
}

std::vector<BandPoint> sweepBands(const Scenario& scenario, const RunControl& control,
                                  const std::function<void(const BandPoint&)>& onPoint) {
  scenario.validate();
  BandSweep sweep(scenario, control, onPoint);
  sweep.search();
  sweep.fill();
  return sweep.points();
}

}  // namespace noiseloom
