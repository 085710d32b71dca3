#include "core/monte_carlo/loss_lines.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "core/base/infinity.h"

namespace noiseloom {
namespace {

constexpr int kPlaces = 3;
// By how much the second place is further left than expected, and the third if the first two were too far to the right:
// one place has to be left of the crossing.
constexpr double kLeft = 0.1, kFurtherLeft = 0.05;
constexpr double kFarthest = 4;       // from one place to the next
constexpr double kLeastChord = 1e-3;  // whose slope rounding leaves as it is
constexpr double kPlaceRounding = 1e-9;
constexpr double kMostLoss = 30;  // beyond, models may cut it (kMostExponent), and chords say nothing

struct Seen {
  double place, loss;
};

// Where the chord has that loss; infinite for one that does not rise.
double reach(const Seen& left, const Seen& right, double loss) {
  const double slope = (right.loss - left.loss) / (right.place - left.place);
  return slope > 0 && right.loss < kMostLoss ? right.place + (loss - right.loss) / slope : kInfinity;
}

// `seen` by rising place.
std::pair<double, double> between(const Seen (&seen)[kPlaces], double loss) {
  int below = 0;  // the loss rises
  while (below < kPlaces && seen[below].loss <= loss) ++below;
  double least = -kInfinity, most = kInfinity;
  if (below > 0) least = seen[below - 1].place;
  if (below < kPlaces) most = seen[below].place;
  if (below > 0 && below < kPlaces) {
    const double within = reach(seen[below - 1], seen[below], loss);
    if (within <= most) least = std::max(least, within);
  }
  for (int left = 0; left < kPlaces; ++left) {
    for (int right = left + 1; right < kPlaces; ++right) {
      const bool sameSide = right < below || left >= below;
      const bool wide = seen[right].place - seen[left].place > kLeastChord;
      if (sameSide && wide) most = std::min(most, reach(seen[left], seen[right], loss));
    }
  }
  return {std::min(least, most) - kPlaceRounding, most + kPlaceRounding};
}

}  // namespace

void boundCrossings(const LossLines& lines, const WeightBlock& block, const Crossing& crossing, double* least,
                    double* most) {
  double places[kPlaces][kLanes], losses[kPlaces][kLanes];
  const auto next = [&](int from, Index l, double slope, double left) {
    const double step = (crossing.loss - losses[from][l]) / slope - left;
    return places[from][l] + std::clamp(step, -kFarthest, kFarthest);
  };
  std::fill_n(places[0], kLanes, crossing.place);
  lines.losses(block, places[0], losses[0]);
  for (Index l = 0; l < kLanes; ++l) places[1][l] = next(0, l, crossing.slope, kLeft);
  lines.losses(block, places[1], losses[1]);
  for (Index l = 0; l < kLanes; ++l) {
    const double apart = places[1][l] - places[0][l];
    const double slope = (losses[1][l] - losses[0][l]) / apart;
    const bool bothRight = losses[0][l] > crossing.loss && losses[1][l] > crossing.loss;
    places[2][l] =
        next(1, l, std::abs(apart) > kLeastChord && slope > 0 ? slope : crossing.slope, bothRight ? kFurtherLeft : 0);
  }
  lines.losses(block, places[2], losses[2]);
  for (Index l = 0; l < kLanes; ++l) {
    Seen seen[kPlaces];
    for (int i = 0; i < kPlaces; ++i) seen[i] = {places[i][l], losses[i][l]};
    std::ranges::sort(seen, {}, &Seen::place);
    std::tie(least[l], most[l]) = between(seen, crossing.loss);
  }
}

}  // namespace noiseloom
