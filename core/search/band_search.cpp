#include "core/search/band_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

#include "core/design/cost.h"
#include "core/scenario/group_accounting.h"
#include "core/search/band_climb.h"

namespace noiseloom {
namespace {

constexpr std::size_t kStepsPerDoubling = 4;
constexpr std::size_t kCoarse = 4 * kStepsPerDoubling;
constexpr Index kAllTried = 32;
constexpr int kMostParabolas = 8;  // "Nearby": from a neighbouring scenario's answer on
constexpr int kMostParabolasNearby = 2;
constexpr int kMostStretches = 16;  // a stretch: all bands b with the same ceil(n / b)
constexpr Index kFewTried = 8;      // if a point takes long
constexpr double kLongSeconds = 0.5;
constexpr Index kFewBins = 512;  // whose noise is computed in milliseconds
constexpr Index kFewParticipations = 64;
constexpr int kMostStretchesNearby = 3;
constexpr double kFlat = 1e-7;  // relative gain below which parabolas end
constexpr double kFlatNearby = 1e-5;

// Numbers of bands in powers of 2^(1/4), followed by `most`.
std::vector<Index> bandLadder(Index most) {
  std::vector<Index> ladder;
  for (double step = 0;; ++step) {
    const auto bands = static_cast<Index>(std::lround(std::exp2(step / static_cast<double>(kStepsPerDoubling))));
    if (bands >= most) break;
    if (ladder.empty() || bands > ladder.back()) ladder.push_back(bands);
  }
  ladder.push_back(most);
  return ladder;
}

class Search {
 public:
  Search(const Scenario& scenario, const std::function<double(Index)>& error, const RunControl& control)
      : m_scenario(scenario), m_error(error), m_control(control), m_most(mostSearchedBands(scenario)) {}

  Index run(std::optional<Index> near) {
    if (!near && m_most <= kAllTried && !(m_scenario.batching->ofStrategy() && m_most > kFewTried)) {
      for (Index bands = m_most; bands >= 1; --bands) {
        if (m_scenario.bandsAtMost(bands) == bands) at(bands);
      }
      return best();
    }
    // If the batching does not run all numbers, it runs only few: each is a rung.
    const bool few = m_scenario.batching->bandsAtMost != nullptr;
    if (few) {
      for (Index bands = m_most; bands > 1; bands = m_scenario.bandsAtMost(bands - 1)) m_ladder.push_back(bands);
      m_ladder.push_back(1);
      std::ranges::reverse(m_ladder);
    } else {
      for (const Index bands : bandLadder(m_most)) m_ladder.push_back(fewest(bands));
    }
    // With more bands than that, participations share rows of C, and the sensitivity jumps.
    const Index separation = m_scenario.effectiveMinSeparation();
    if (!m_scenario.batching->banded && separation < m_most)
      m_ladder.insert(std::ranges::upper_bound(m_ladder, separation), separation);
    m_ladder.erase(std::unique(m_ladder.begin(), m_ladder.end()), m_ladder.end());
    // Likely numbers come first, in case of a stop: the rule of thumb's, or without amplification the largest.
    const bool sampled = m_scenario.batching->ofStrategy();
    const bool thumbs = m_scenario.batching->banded || (sampled && !m_scenario.mechanism->bandsOfInverse);
    const Index thumb = thumbs ? std::min(thumbBands(m_scenario), m_most) : m_most;
    const std::size_t finest = sampled && m_scenario.stepsPerEpoch() > kFewBins ? 2 : 1;
    // More bands never hurt an optimum over all of them: what is tried below the most are other local minima.
    const bool nested = !sampled && m_scenario.mechanism->bandsOfInverse && !m_scenario.batching->amplified();
    if (nested && estimatedSeconds(m_scenario, m_most) > kLongSeconds) {
      at(m_most);
      descend(kStepsPerDoubling);
      return best();
    }
    if (near && !sampled) return from(std::clamp<Index>(*near, 1, m_most));
    at(*std::ranges::lower_bound(m_ladder, thumb));
    if (sampled && thumbs) {
      descend(finest);
      // The last number for which participations share no row of C deserves a point of its own.
      at(std::min(separation, m_most));
      return best();
    }
    for (std::size_t step = 0; step < m_ladder.size(); step += kCoarse) at(m_ladder[step]);
    descend(finest);
    at(m_most);
    if (best() == m_most) descend(finest);
    if (sampled || few) return best();
    for (int i = 0; i < kMostParabolas && tryBetween(); ++i) {
    }
    if (m_scenario.batching->banded) {
      for (int i = 0; i < kMostStretches && tryStretches(); ++i) {
      }
    }
    return best();
  }

 private:
  static Index upwards(Index a, Index b) { return (a + b - 1) / b; }

  // The fewest bands with no more participations than that; the largest number of bands is unchanged.
  Index fewest(Index bands) const {
    if (!m_scenario.batching->banded || bands >= m_most) return bands;
    return upwards(m_scenario.iterations, upwards(m_scenario.iterations, bands));
  }

  // Infinite once stopped.
  double at(Index bands) {
    if (const auto known = m_errors.find(bands); known != m_errors.end()) return known->second;
    if (m_control.stopRequested() && !m_errors.empty()) return std::numeric_limits<double>::infinity();
    const double error = m_error(bands);
    return m_errors.emplace(bands, std::isnan(error) ? std::numeric_limits<double>::infinity() : error).first->second;
  }

  Index best() const { return std::ranges::min_element(m_errors, {}, &std::pair<const Index, double>::second)->first; }

  // Descends from the better of `near` and the largest number, which may be best without being near. Strides are
  // longer where so few participations remain that their number jumps from rung to rung.
  Index from(Index near) {
    const bool jumps = m_scenario.batching->banded && m_scenario.iterations < kFewParticipations * near;
    at(*std::ranges::lower_bound(m_ladder, near));
    at(m_most);
    descend(1, jumps ? kStepsPerDoubling : 1);
    for (int i = 0; i < kMostParabolasNearby && tryBetween(kFlatNearby); ++i) {
    }
    for (int i = 0; i < kMostStretchesNearby && jumps && tryStretches(); ++i) {
    }
    return best();
  }

  // Moves from the best rung to the next better one, in strides of a doubling, then ever shorter ones.
  void descend(std::size_t finest, std::size_t longest = kStepsPerDoubling) {
    for (std::size_t stride = std::max(longest, finest); stride >= finest && !m_control.stopRequested();) {
      const Index from = best();
      const std::size_t here = std::ranges::lower_bound(m_ladder, from) - m_ladder.begin();
      at(m_ladder[here >= stride ? here - stride : 0]);
      at(m_ladder[std::min(here + stride, m_ladder.size() - 1)]);
      if (best() == from) stride /= 2;
    }
  }

  // Tries the minimum of the parabola through the best number and its neighbours, over the logarithm of the bands; next
  // to an end, a point close to that. Returns false if nothing remains to gain.
  bool tryBetween(double flat = kFlat) {
    const auto middle = m_errors.find(best());
    const bool first = middle == m_errors.begin();
    const bool last = std::next(middle) == m_errors.end();
    if (first && last) return false;
    Index next = 0;
    if (first || last) {
      const Index beside = first ? std::next(middle)->first : std::prev(middle)->first;
      if (50 * std::abs(beside - middle->first) <= middle->first) return false;
      next = fewest(middle->first + (beside - middle->first) / 8);
      if (next == middle->first) next += first ? 1 : -1;
    } else {
      const auto position = [](const auto& known) { return std::log(static_cast<double>(known->first)); };
      const auto low = std::prev(middle);
      const auto high = std::next(middle);
      const double left = position(middle) - position(low);
      const double right = position(high) - position(middle);
      const double down = (middle->second - low->second) / left;
      const double up = (high->second - middle->second) / right;
      const double curvature = 2 * (up - down) / (left + right);
      if (!(curvature > 0) || !std::isfinite(curvature)) return false;
      const double slope = (down * right + up * left) / (left + right);
      if (slope * slope / (2 * curvature) < flat * middle->second) return false;
      next = std::llround(static_cast<double>(middle->first) * std::exp(-slope / curvature));
      next = fewest(std::clamp(next, low->first + 1, std::max(low->first + 1, high->first - 1)));
    }
    if (m_errors.contains(next) || m_control.stopRequested()) return false;
    at(next);
    return true;
  }

  // Tries both ends of the range of numbers with as many participations as the best one, and the beginnings of the
  // neighbouring ranges: three to either side if the participations are so few that their rounding matters.
  bool tryStretches() {
    const Index from = best();
    const Index count = upwards(m_scenario.iterations, from);
    const int beside = count < kFewParticipations ? 3 : 1;
    Index above = from;
    Index below = fewest(from);
    at(below);
    for (int i = 0; i < beside; ++i) {
      const Index left = upwards(m_scenario.iterations, above) - 1;
      above = left > 0 ? std::min(upwards(m_scenario.iterations, left), m_most) : m_most;
      if (i == 0) at(std::max(from, above - 1));
      at(above);
      below = fewest(std::max<Index>(1, below - 1));
      at(below);
    }
    return best() != from && !m_control.stopRequested();
  }

  const Scenario& m_scenario;
  const std::function<double(Index)>& m_error;
  const RunControl& m_control;
  Index m_most;
  std::vector<Index> m_ladder;
  std::map<Index, double> m_errors;
};

}  // namespace

Index mostBandsWithin(const Scenario& scenario, double seconds) {
  if (estimatedSeconds(scenario, scenario.mostBands()) <= seconds) return scenario.mostBands();
  if (!scenario.usesBands() || estimatedSeconds(scenario, 1) > seconds) return 0;
  Index fits = 1;
  for (Index above = scenario.mostBands(); above - fits > 1;) {
    const Index middle = fits + (above - fits) / 2;
    (estimatedSeconds(scenario, middle) <= seconds ? fits : above) = middle;
  }
  return scenario.bandsAtMost(fits);
}

Index mostSearchedBands(const Scenario& scenario) {
  return std::max<Index>(1, mostBandsWithin(asSolved(scenario), kMostSearchSeconds));
}

Text searchedBandsNote(const Scenario& scenario, bool stopped) {
  if (!scenario.searchesBands() || scenario.bands || scenario.optimisesAmplified()) return {};
  const Index most = mostSearchedBands(scenario);
  if (scenario.mostBands() == 1) return {};
  if (stopped) return {Core::tr("the best of those tried, of 1 to %1, until it was stopped"), most};
  if (climbsBands(scenario)) return {Core::tr("the best of those tried, of 1 to %1 (doubled while that paid)"), most};
  if (scenario.batching->bandsAtMost) {
    Index run = 1;
    for (Index bands = most; bands > 1; bands = scenario.bandsAtMost(bands - 1)) ++run;
    return {Core::tr("the best of the %1 numbers up to %2 that %3 runs"), run, most, scenario.batching->name};
  }
  if (most == scenario.mostBands()) return {Core::tr("the best of 1 to %1"), most};
  return {Core::tr("the best of those tried, 1 to %1: more would take over %2 s"), most, kMostSearchSeconds};
}

Text searchedBandsNote(const Design& design) {
  Scenario scenario = design.scenario;
  // The best is that of those that a machine has room for.
  if (const auto memory = memoryOfMachine(scenario.deployment); memory && scenario.asksForBest()) {
    const Index rows = mostRowsIn(*memory, scenario.deployment);
    scenario.mostNoiseRows = std::min(scenario.mostNoiseRows.value_or(rows), rows);
  }
  scenario.mechanism = design.mechanism;
  return searchedBandsNote(scenario, design.optimizer.termination == Termination::Stopped);
}

Index thumbBands(const Scenario& scenario) {
  const Index most = std::max<Index>(1, scenario.mostBands());
  const double epsilon = ofOneExample(scenario).epsilon;
  if (scenario.batching->noiseBy == NoiseBy::Bins) {
    const auto bins = static_cast<double>(scenario.stepsPerEpoch());
    const double thumb = std::min(0.85 * bins, 3.4 * epsilon * std::sqrt(bins));
    return std::clamp<Index>(std::llround(thumb), 1, most);
  }
  if (!scenario.batching->banded) return std::min<Index>(most, 64);
  // Where bands cost less of the amplification, more of them are best.
  const double credited = scenario.batching->ofStrategy() ? 1.7 : 1;
  const double thumb = credited * epsilon * std::sqrt(static_cast<double>(scenario.iterations)) / scenario.epochs;
  return std::clamp<Index>(std::isfinite(thumb) && thumb < 1e9 ? std::llround(thumb) : most, 1, most);
}

Index bestBands(const Scenario& scenario, const std::function<double(Index)>& error, const RunControl& control,
                std::optional<Index> near) {
  return Search(scenario, error, control).run(near);
}

}  // namespace noiseloom
