#include "core/search/job_designer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "core/base/infinity.h"
#include "core/mechanism/banded_toeplitz.h"
#include "core/mechanism/list.h"
#include "core/search/band_search.h"
#include "core/search/designer.h"
#include "core/search/search_text.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

// Shares of a limited time: for the search, and for what is running at the end to finish.
constexpr double kSearchShare = 0.5;
constexpr double kForEnd = 0.02;
// Where the search ends, of the progress. A certificate from draws takes so many times as long as others.
constexpr double kSearchEnds = 0.47;
constexpr double kSampledWeight = 20;
// Factors to the best error within which a candidate is certified in general, and if no other keeps as few rows.
constexpr double kShownMargin = 1.3;
constexpr double kCloseToNarrower = 1.03;  // certified errors of the best and of one that is narrower
constexpr double kFrontMargin = 2;
// A certificate from draws exceeds an estimate by at least that factor.
constexpr double kLeastExcess = 1.004;
constexpr std::size_t kMostShown = 12;
// Errors that differ by less are equal.
constexpr double kSame = 1e-9;

// The progress of a part under its own stop token and with one stage.
RunControl inStage(const RunControl& part, const std::stop_token& stop, const Text& stage) {
  RunControl inner{stop};
  if (part.onProgress)
    inner.onProgress = [outer = part.onProgress, stage](const Progress& now) { outer({now.fraction, stage}); };
  return inner;
}

double weightOf(const Candidate& each) {
  return each.scenario.batching->ofStrategy() ? kSampledWeight : 1;
}

}  // namespace

Text searchedNote(const Candidate& each) {
  return each.design ? searchedBandsNote(each.scenario, each.design->optimizer.termination == Termination::Stopped)
                     : Text();
}

JobDesigner::JobDesigner(JobRequest request, std::optional<NoiseRates> rates, const RunControl& control,
                         std::function<void(const Candidate&)> onDesign)
    : m_control(control),
      m_all(control.stop, (1 - kForEnd) * request.seconds.value_or(kInfinity)),
      m_searching(m_all.token(), kSearchShare * request.seconds.value_or(kInfinity)),
      m_limits(std::move(request), std::move(rates)),
      m_search(m_limits, m_control.part(0, kSearchEnds), m_searching.token()),
      m_onDesign(std::move(onDesign)) {
  for (const BatchingWay& way : m_limits.request().ways) {
    for (const Mechanism* mechanism : allMechanisms()) m_search.add(way, mechanism);
  }
}

// A certificate needs more noise than its estimate, so that candidates which lost against the estimate may win after
// all: certifying and searching alternate until nothing is added.
void JobDesigner::run(bool alsoNarrower) {
  do {
    m_search.run();
  } while (certifyRound());
  m_search.dropRest();
  if (alsoNarrower) addNarrower();
  stateFailure();
  explainRest();
}

// True if the search may go on differently than before.
bool JobDesigner::certifyRound() {
  const std::vector<Candidate*> order = m_search.estimated();
  std::vector<Candidate*> worth = worthShowing(order);
  // What takes next to no time comes first, then the best.
  std::stable_partition(worth.begin(), worth.end(),
                        [](const Candidate* each) { return !each->scenario.batching->ofStrategy(); });
  double all = 0;
  double done = 0;
  for (const Candidate* each : worth) all += each->design ? 0 : weightOf(*each);
  bool more = false;
  for (Candidate* const each : worth) {
    const double before = done;
    done += each->design ? 0 : weightOf(*each);
    const bool sampled = each->scenario.batching->ofStrategy();
    if (each->design || !each->leftOut.empty()) continue;
    if (sampled && !(kLeastExcess * each->error < m_search.leastCertified())) continue;
    const bool evenIfOverBudget = each == order.front() && certified().empty();
    const RunControl part = inStage(m_control.part(kSearchEnds, 1).part(before / all, done / all),
                                    evenIfOverBudget ? m_control.stop : m_all.token(),
                                    {Core::tr("certifying %1 under %2"), each->mechanism()->name, each->way.name()});
    part.report(0, {});
    if (certify(*each, evenIfOverBudget, part)) {
      if (m_onDesign) m_onDesign(*each);
      more = true;
    } else {
      // It may have kept others from being searched for.
      more = more || (!each->leftOut.empty() && !each->forTime);
    }
  }
  return more;
}

// The best of all and of each way, what keeps fewer rows than all better ones, and the next ones, as many as are
// shown; the best first. Of those whose certificates take seconds, only what may be the best will be certified.
std::vector<Candidate*> JobDesigner::worthShowing(std::vector<Candidate*> order) {
  std::vector<Candidate*> worth;
  const auto same = [](const Candidate* one, const Candidate* other) {
    return one->mechanism() == other->mechanism() && one->rows == other->rows &&
           std::abs(one->error - other->error) <= kSame * other->error;
  };
  for (std::size_t i = 0; i < order.size();) {
    const auto before = order.begin() + static_cast<std::ptrdiff_t>(i);
    const bool again = std::any_of(order.begin(), before, [&](const Candidate* one) { return same(one, *before); });
    if (again) {
      (*before)->leftOut = Core::tr("the same as under another batching above");
      order.erase(before);
    } else {
      ++i;
    }
  }
  const auto add = [&](Candidate* each) {
    if (worth.size() < kMostShown && std::ranges::find(worth, each) == worth.end()) worth.push_back(each);
  };
  for (Candidate* each : order) {
    if (each->error <= kRunnerUp * order.front()->error) add(each);
  }
  for (const BatchingWay& way : m_limits.request().ways) {
    const auto first = std::ranges::find(order, way.id(), [](const Candidate* each) { return each->way.id(); });
    if (first != order.end()) add(*first);
  }
  Index fewest = std::numeric_limits<Index>::max();
  for (Candidate* each : order) {
    if (each->rows < fewest && each->error <= kFrontMargin * order.front()->error) add(each);
    fewest = std::min(fewest, each->rows);
  }
  for (Candidate* each : order) {
    if (each->error <= kShownMargin * order.front()->error) add(each);
  }
  std::ranges::stable_sort(worth, {}, &Candidate::error);
  return worth;
}

// Up to which multiple of the best error a certificate is sought.
double JobDesigner::marginFor(const Candidate& each) const {
  if (each.narrower) return kCloseToNarrower;
  const bool fewest = std::ranges::none_of(
      certified(), [&](const Candidate* other) { return other->design->strategy.noiseRows() <= each.rows; });
  return fewest ? kFrontMargin : kShownMargin;
}

// Certifies the scenario of the estimate, with its bands or buffers fixed.
bool JobDesigner::certify(Candidate& each, bool evenIfOverBudget, const RunControl& control) {
  Scenario own = each.scenario;
  if (own.searchesBands() && each.climbed.empty()) own.bands = each.bands;
  const Strategy& strategy = each.solution->strategy;
  if (strategy.kind().form == NoiseForm::Buffers) own.buffers = sizesOf(strategy).buffers;
  own.mostNoiseRows = m_limits.request().job.mostNoiseRows;
  try {
    Solution solution = *each.solution;
    if (!solution.whole && !isRefined(each.scenario))
      solution = solveMechanism(own, each.bands, solution.coefficients, control.part(0, 0.3));
    DesignHelp help{.solution = &solution, .neighbour = neighbourOf(each.way)};
    help.climbed = each.climbed;
    help.toBeat = m_search.leastCertified();
    help.alone = each.narrower;
    const double margin = marginFor(each);
    help.mostError = margin * help.toBeat;
    // At the end of the time the best keeps what was certified by then; others are dropped.
    if (&each == m_search.estimated().front())
      help.secondsAfterStop = evenIfOverBudget ? kSecondsAfterStop : 0;
    else
      help.abandon = m_control.stop;
    each.design = design(own, control.part(0.3, 1), help);
    if (each.design)
      m_failure.add(each.design->certificate);
    else if (own.batching->ofStrategy())
      m_failure.add(SampledCertificate{.failureProbability = own.failureProbability});
    if (each.design && !each.climbed.empty()) {
      Design fixed = *each.design;
      fixed.scenario.bands = fixed.bands;
      each.design = std::make_shared<const Design>(std::move(fixed));
    }
    if (each.design && isCutShort(*each.design) && !evenIfOverBudget) each.design.reset();
    if (each.design && each.design->certificate && each.design->objectiveError() > help.mostError) {
      each.design.reset();
      each.leftOut = {Core::tr("certified, it would have over %1 % more error than the best"), percent(margin - 1)};
      return false;
    }
  } catch (const InvalidArgument& problem) {
    each.leftOut = problem.text();
    return false;
  }
  if (!each.design) {
    each.leftOut = notInTime();
    each.forTime = true;
  }
  return each.design != nullptr;
}

Text JobDesigner::notInTime() const {
  return m_control.stopRequested() ? Text(kStopped) : Text(Core::tr("did not end in time"));
}

std::shared_ptr<const Design> JobDesigner::neighbourOf(const BatchingWay& way) const {
  for (const Candidate& each : m_search.candidates()) {
    if (each.design && each.way.id() == way.id()) return each.design;
  }
  return nullptr;
}

// The fewest bands of the best one's mechanism that lose next to nothing. Estimates do not tell where certificates are
// far above them, by draws of many steps most of all: there fewer bands lost 4 to 33 %.
void JobDesigner::addNarrower() {
  constexpr Index kMostDrawnSteps = 4096;
  const std::vector<const Candidate*> all = certified();
  if (all.empty() || !all.front()->scenario.searchesBands() || all.front()->bands <= 2) return;
  const Candidate& kind = *all.front();
  const double least = kind.design->objectiveError();
  const bool far = kind.scenario.batching->ofStrategy() && kind.scenario.iterations > kMostDrawnSteps;
  if (far || least > kCloseToNarrower * kind.error) return;
  const double most = (1 + kNarrowerLoss) * kind.error;
  Index fails = 0;
  Index fits = kind.bands;
  Candidate narrow{kind.way, kind.scenario};
  // Errors fall with the bands up to the best number. Of so many steps an estimate takes seconds.
  const Index share = kind.scenario.iterations > kQuickErrorSteps ? 2 : 16;
  while (fits - fails > std::max<Index>(1, fits / share) && !ended()) {
    const Index middle = fails + (fits - fails) / (fails == 0 ? 4 : 2) + (fits - fails < 4 ? 1 : 0);
    if (middle >= fits) break;
    Candidate fewer{kind.way, kind.scenario};
    m_search.estimateAt(fewer, middle);
    if (fewer.error <= most) {
      fits = middle;
      narrow = std::move(fewer);
    } else {
      fails = middle;
    }
  }
  if (!narrow.solution || !std::isfinite(narrow.error) || 2 * narrow.rows > kind.rows) return;
  narrow.narrower = true;
  if (!certify(narrow, false, quiet())) return;
  const double loss = narrow.design->objectiveError() / least - 1;
  if (loss > 0 && loss <= kCloseToNarrower - 1) m_narrower = std::move(narrow);
}

std::vector<const Candidate*> JobDesigner::certified() const {
  std::vector<const Candidate*> found;
  for (const Candidate& each : m_search.candidates()) {
    if (each.design) found.push_back(&each);
  }
  if (m_narrower) found.push_back(&*m_narrower);
  std::ranges::stable_sort(found, {}, [](const Candidate* each) { return each->design->objectiveError(); });
  return found;
}

// Every certificate that was sought may have failed.
void JobDesigner::stateFailure() {
  const auto state = [this](Candidate& each) {
    if (!each.design) return;
    Design stated = *each.design;
    m_failure.state(stated.certificate);
    each.design = std::make_shared<const Design>(std::move(stated));
  };
  std::ranges::for_each(m_search.candidates(), state);
  if (m_narrower) state(*m_narrower);
}

void JobDesigner::explainRest() {
  const std::vector<const Candidate*> all = certified();
  for (Candidate& each : m_search.candidates()) {
    if (each.design || !each.leftOut.empty()) continue;
    if (all.empty() || !std::isfinite(each.error)) {
      each.leftOut = notInTime();
      each.forTime = true;
      continue;
    }
    // Compares estimates with estimates: a certified error is up to a percent larger.
    const Text loss = worseBy(each.error / m_search.leastError());
    const auto better = [&](const Candidate* other) {
      return other->design->objectiveError() <= each.error && other->design->strategy.noiseRows() <= each.rows;
    };
    each.leftOut = std::ranges::any_of(all, better) ? Text(Core::tr("%1, and no fewer noise rows"), loss) : loss;
  }
}

}  // namespace noiseloom
