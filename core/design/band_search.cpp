#include "core/design/band_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

namespace noiseloom {
namespace {

constexpr double kStepsPerDoubling = 4;

std::vector<Index> ladderTo(Index most) {
  std::vector<Index> ladder;
  for (double step = 0;; ++step) {
    const auto bands = static_cast<Index>(std::lround(std::exp2(step / kStepsPerDoubling)));
    if (bands >= most) break;
    if (ladder.empty() || bands > ladder.back()) ladder.push_back(bands);
  }
  ladder.push_back(most);
  return ladder;
}

class Search {
 public:
  Search(Index most, const std::function<double(Index)>& error, const RunControl& control)
      : m_error(error), m_control(control), m_ladder(ladderTo(most)) {}

  Index run(double guess, std::optional<double> flat) {
    std::size_t at = 0;
    while (at + 1 < m_ladder.size() && static_cast<double>(m_ladder[at + 1]) <= guess) ++at;
    for (auto stride = static_cast<std::size_t>(kStepsPerDoubling); stride > 0; stride /= 2) at = descend(at, stride);
    if (errorWith(m_ladder.back()) < errorWith(m_ladder[at])) at = m_ladder.size() - 1;
    Index best = m_ladder[at];
    while (flat && !m_control.stopRequested()) {
      const Index better = between(best, *flat);
      if (better == 0) break;
      if (errorWith(better) < errorWith(best)) best = better;
    }
    return best;
  }

 private:
  std::size_t descend(std::size_t at, std::size_t stride) {
    while (!m_control.stopRequested()) {
      const std::size_t below = at >= stride ? at - stride : 0;
      const std::size_t above = std::min(at + stride, m_ladder.size() - 1);
      const std::size_t better = errorWith(m_ladder[above]) < errorWith(m_ladder[below]) ? above : below;
      if (!(errorWith(m_ladder[better]) < errorWith(m_ladder[at]))) break;
      at = better;
    }
    return at;
  }

  // An untried number beside the best one, in the wider of its gaps that are not flat; 0 when there is none.
  Index between(Index best, double flat) const {
    const auto at = m_errors.find(best);
    const double limit = at->second * (1 + flat);
    Index found = 0;
    double widest = 1;
    const auto look = [&](Index low, Index high, double beyond) {
      const double width = static_cast<double>(high) / static_cast<double>(low);
      if (high - low < 2 || !(beyond > limit) || width <= widest) return;
      widest = width;
      const double middle = std::sqrt(static_cast<double>(low) * static_cast<double>(high));
      found = std::clamp(static_cast<Index>(std::lround(middle)), low + 1, high - 1);
    };
    if (at != m_errors.begin()) look(std::prev(at)->first, best, std::prev(at)->second);
    if (const auto above = std::next(at); above != m_errors.end()) look(best, above->first, above->second);
    return found;
  }

  double errorWith(Index bands) {
    if (const auto known = m_errors.find(bands); known != m_errors.end()) return known->second;
    if (m_control.stopRequested()) return std::numeric_limits<double>::infinity();
    return m_errors.emplace(bands, m_error(bands)).first->second;
  }

  const std::function<double(Index)>& m_error;
  const RunControl& m_control;
  std::vector<Index> m_ladder;
  std::map<Index, double> m_errors;
};

}  // namespace

Index thumbBands(const Scenario& scenario) {
  const Index most = std::max<Index>(1, scenario.mostBands());
  if (!scenario.batching->banded) return std::min<Index>(most, 64);
  const double thumb =
      scenario.epsilon * std::sqrt(static_cast<double>(scenario.iterations)) / static_cast<double>(scenario.epochs);
  return std::clamp<Index>(std::isfinite(thumb) && thumb < 1e9 ? std::llround(thumb) : most, 1, most);
}

Index bestBands(Index most, double guess, std::optional<double> flat, const std::function<double(Index)>& error,
                const RunControl& control) {
  return Search(most, error, control).run(guess, flat);
}

}  // namespace noiseloom
