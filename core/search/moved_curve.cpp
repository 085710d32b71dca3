#include "core/search/moved_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/base/errors.h"
#include "core/base/processor_time.h"
#include "core/design/evaluator.h"
#include "core/search/band_curve.h"
#include "core/search/sweep.h"

namespace noiseloom {
namespace {

constexpr std::size_t kSpread = 7;        // points over the whole curve
constexpr std::size_t kFewest = 3;        // fewest points that show the shape of the curve
constexpr double kShareOfTheFirst = 0.2;  // share of the first search's time that later ones take

/// The points of a curve whose noise multipliers are searched one by one.
class SearchedCurve {
 public:
  SearchedCurve(const std::vector<BandPoint>& known, const Scenario& scenario, CurveTrail& trail, double mostSeconds)
      : m_known(known),
        m_scenario(scenario),
        m_trail(trail),
        m_mostSeconds(mostSeconds),
        // A search without a predecessor takes longer.
        m_allSeconds(trail.best == 0 ? mostSeconds / kShareOfTheFirst : mostSeconds),
        m_moved(known.size()) {}

  std::vector<BandPoint> points() {
    if (m_trail.best == 0) m_trail.best = bestPoint(m_known, m_scenario.objective)->bands;
    const auto start = std::ranges::find(m_known, m_trail.best, &BandPoint::bands);
    if (start != m_known.end()) move(static_cast<std::size_t>(start - m_known.begin()));
    descend();
    const auto fewest = static_cast<double>(m_known.front().bands);
    const double range = static_cast<double>(m_known.back().bands) / fewest;
    for (const std::size_t step : coarseFirst(kSpread)) {
      if (isOver()) break;
      const double bands = fewest * std::pow(range, static_cast<double>(step) / (kSpread - 1));
      const auto at = std::ranges::lower_bound(m_known, static_cast<Index>(std::lround(bands)), {}, &BandPoint::bands);
      move(std::min(static_cast<std::size_t>(at - m_known.begin()), m_known.size() - 1));
    }
    descend();
    std::vector<BandPoint> ready;
    for (const auto& point : m_moved) {
      if (point) ready.push_back(*point);
    }
    if (const BandPoint* best = bestPoint(ready, m_scenario.objective)) m_trail.best = best->bands;
    return ready;
  }

 private:
  bool isOver() const { return threadSeconds() - m_start > m_allSeconds; }

  double errorAt(std::size_t at) const {
    return m_moved[at] ? m_moved[at]->error[m_scenario.objective] : std::numeric_limits<double>::infinity();
  }

  void move(std::size_t at) {
    const Index bands = m_known[at].bands;
    CurveTrail::Noise& noise = m_trail.noiseFor(bands);
    if (m_moved[at] || noise.seconds > m_mostSeconds) return;
    const double share = noise.trail.last ? 1 : kShareOfTheFirst;
    const double start = threadSeconds();
    const auto sigma = nextNoiseMultiplier(m_scenario, bands, noise.trail, kSigmaOfAPlot);
    noise.seconds = share * (threadSeconds() - start);
    if (!sigma || !std::isfinite(*sigma)) return;
    m_moved[at] = m_known[at];
    moveNoise(*m_moved[at], m_scenario, *sigma);
  }

  /// Follows the curve down from its best point, from neighbour to neighbour.
  void descend() {
    std::size_t best = 0;
    for (std::size_t at = 1; at < m_moved.size(); ++at) {
      if (errorAt(at) < errorAt(best)) best = at;
    }
    while (m_moved[best] && !isOver()) {
      const std::size_t before = best > 0 ? best - 1 : 0, after = std::min(best + 1, m_moved.size() - 1);
      move(before);
      move(after);
      const std::size_t next = errorAt(before) < errorAt(after) ? before : after;
      if (!(errorAt(next) < errorAt(best))) return;
      best = next;
    }
  }

  const std::vector<BandPoint>& m_known;
  const Scenario& m_scenario;
  CurveTrail& m_trail;
  double m_mostSeconds;
  double m_allSeconds;
  double m_start = threadSeconds();
  std::vector<std::optional<BandPoint>> m_moved;
};

}  // namespace

CurveTrail::Noise& CurveTrail::noiseFor(Index bands) {
  const auto known = noise.find(bands);
  if (known != noise.end()) return known->second;
  const auto apart = [bands](Index other) {
    return std::abs(std::log(static_cast<double>(other) / static_cast<double>(bands)));
  };
  Noise own;
  double nearest = std::numeric_limits<double>::infinity();
  for (const auto& [other, itsNoise] : noise) {
    if (apart(other) >= nearest || !itsNoise.trail.last) continue;
    nearest = apart(other);
    own.trail = itsNoise.trail.fork();
  }
  if (noise.size() >= kMostNoise) {
    const Index first = noise.begin()->first;
    const Index last = noise.rbegin()->first;
    noise.erase(apart(first) > apart(last) ? first : last);
  }
  return noise[bands] = std::move(own);
}

Scenario underGuaranteeOf(const Scenario& claim, const Scenario& scenario) {
  Scenario result = scenario;
  for (const Field field : {Field::Epsilon, Field::Delta, Field::Adjacency}) copyField(infoOf(field), claim, result);
  return result;
}

bool hasOneNoiseMultiplier(const Scenario& scenario) {
  return scenario.batching->noiseBy == NoiseBy::Sensitivity;
}

void moveNoise(DesignFigures& figures, const Scenario& scenario, double noiseMultiplier) {
  const double before = figures.noiseMultiplier.value;
  setNoiseMultiplier(figures, scenario, {.value = noiseMultiplier, .errorBound = 1});
  figures.lowerBound *= noiseMultiplier / before;
}

std::vector<BandPoint> movedCurve(const std::vector<BandPoint>& known, const Scenario& from, const Scenario& to,
                                  CurveTrail& trail, double mostSeconds) {
  const bool one = hasOneNoiseMultiplier(to);
  const bool searched = to.samplesPlainly();
  if (known.size() < kFewest || !(one || searched) || !sameSweep(underGuaranteeOf(to, from), to)) return {};
  std::vector<BandPoint> moved;
  try {
    if (searched) {
      moved = SearchedCurve(known, to, trail, mostSeconds).points();
    } else {
      moved = known;
      const double sigma = static_cast<double>(to.examplesOfMember()) *
                           PoissonSteps(1, 1, to.adjacency).approximateNoiseMultiplier(to.epsilon, to.delta);
      for (BandPoint& point : moved) moveNoise(point, to, sigma);
    }
  } catch (const InvalidArgument&) {
    // No noise is needed: there is no curve.
    moved.clear();
  }
  if (moved.size() < kFewest) moved.clear();
  return moved;
}

}  // namespace noiseloom
