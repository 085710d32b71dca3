#include "core/design/band_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

namespace noiseloom {
namespace {

constexpr std::size_t kStepsPerDoubling = 4;

}  // namespace

Index thumbBands(const Scenario& scenario) {
  const Index most = std::max<Index>(1, scenario.mostBands());
  if (!scenario.batching->banded) return std::min<Index>(most, 64);
  const double thumb =
      scenario.epsilon * std::sqrt(static_cast<double>(scenario.iterations)) / static_cast<double>(scenario.epochs);
  return std::clamp<Index>(std::isfinite(thumb) && thumb < 1e9 ? std::llround(thumb) : most, 1, most);
}

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

Index bestOnLadder(const std::vector<Index>& ladder, double guess, std::size_t finest, std::map<Index, double>& errors,
                   const std::function<double(Index)>& error, const RunControl& control) {
  const auto errorAt = [&](std::size_t at) {
    const Index bands = ladder[at];
    if (const auto known = errors.find(bands); known != errors.end()) return known->second;
    if (control.stopRequested()) return std::numeric_limits<double>::infinity();
    return errors.emplace(bands, error(bands)).first->second;
  };
  std::size_t at = 0;
  while (at + 1 < ladder.size() && static_cast<double>(ladder[at + 1]) <= guess) ++at;
  for (std::size_t stride = kStepsPerDoubling; stride >= finest; stride /= 2) {
    while (!control.stopRequested()) {
      const std::size_t below = at >= stride ? at - stride : 0;
      const std::size_t above = std::min(at + stride, ladder.size() - 1);
      const std::size_t better = errorAt(above) < errorAt(below) ? above : below;
      if (!(errorAt(better) < errorAt(at))) break;
      at = better;
    }
  }
  return errorAt(ladder.size() - 1) < errorAt(at) ? ladder.back() : ladder[at];
}

Index betweenBands(const std::map<Index, double>& errors, Index best, double flat) {
  const auto at = errors.find(best);
  if (at == errors.end()) return 0;
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
  if (at != errors.begin()) look(std::prev(at)->first, best, std::prev(at)->second);
  if (const auto above = std::next(at); above != errors.end()) look(best, above->first, above->second);
  return found;
}

Index bestBands(Index most, double guess, std::optional<double> flat, const std::function<double(Index)>& error,
                const RunControl& control) {
  std::map<Index, double> errors;
  Index best = bestOnLadder(bandLadder(most), guess, 1, errors, error, control);
  while (flat && !control.stopRequested()) {
    const Index better = betweenBands(errors, best, *flat);
    if (better == 0) break;
    if (errors.emplace(better, error(better)).first->second < errors.at(best)) best = better;
  }
  return best;
}

}  // namespace noiseloom
