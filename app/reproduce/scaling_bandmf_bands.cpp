// Figures 2a, 2b, 6 and 8 of scaling-bandmf: numbers of bands, and their gain.

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "app/reproduce/list.h"
#include "app/reproduce/setting.h"
#include "core/accounting/calibration/calibration.h"
#include "core/accounting/losses/analytic_gaussian.h"

namespace noiseloom {
namespace {

constexpr double kDelta = 1e-8;
constexpr char kStrategies[] =
    "Strategies are optimal column-normalised banded Toeplitz matrices; the paper has general banded ones, which are "
    "at most 2 % better (Figure 1a). Noise multipliers are those of Poisson sampling with probability b k / n, "
    "ceil(n / b) times, to 1e-6.";

constexpr char kMeans[] =
    "Errors of different numbers of epochs are compared on means over a batch, whose size grows with the epochs.";

Index stepsOf(Extent extent, Index full) {
  return extent == Extent::Full ? full : full / 16;
}

// The curves of Figures 2a and 8 with the paper's claims about their minima and ends.
struct BandsCurves {
  BandsCurves(Index iterations, double epsilon, const RunControl& control)
      : n(iterations),
        eps(epsilon),
        errors(iterations, control),
        fullBatch(fullBatchRmse(iterations, epsilon, kDelta)) {}
  // For the mean of a batch's gradients, whose batch is k N / n examples: rmse of the sum over k.
  double ratio(Index epochs, Index bands) {
    return poissonNoise(n, epochs, bands, eps, kDelta) * errors.at(bands) / fullBatch * static_cast<double>(n) /
           static_cast<double>(epochs);
  }
  double bestRatio(Index epochs) { return ratio(epochs, best(epochs).bands); }
  BestBanded best(Index epochs) { return bestPoisson(errors, epochs, eps, kDelta, doublings(n / epochs)); }
  Chart chart(std::string title, const RunControl& control) {
    Chart made{std::move(title), {"bands b", true}, {"rmse over that of full-batch DP-SGD", true}, {}};
    for (Index k = 1; k <= n && !control.stopRequested(); k *= k < 64 ? 2 : 4) {
      Curve curve{std::to_string(k) + (k == 1 ? " epoch" : " epochs")};
      for (const Index b : doublings(n / k)) curve.add(static_cast<double>(b), ratio(k, b));
      made.curves.push_back(std::move(curve));
      control.report(std::log2(static_cast<double>(k)) / std::log2(static_cast<double>(n)), {});
    }
    return made;
  }

  Index n;
  double eps;
  BandedErrors errors;
  double fullBatch;
};

// Noise by Renyi accounting of the Poisson-sampled Gaussian at integer orders, converted with log(1 / delta) / (order -
// 1): a second, looser method beside the privacy loss distribution. Good if the best order is below 64: eps >= 1.
double renyiNoise(double q, Index compositions, double epsilon, double delta) {
  const auto epsilonAt = [&](double sigma) {
    double best = std::numeric_limits<double>::infinity();
    for (int order = 2; order <= 64; ++order) {
      double moment = order * (order - 1.0) / (2 * sigma * sigma);  // for q = 1
      if (q < 1) {
        double sum = 0, logBinomial = 0;
        for (int i = 0; i <= order; ++i) {
          sum += std::exp(logBinomial + i * std::log(q) + (order - i) * std::log1p(-q) +
                          i * (i - 1.0) / (2 * sigma * sigma) - moment);
          logBinomial += std::log(static_cast<double>(order - i) / (i + 1.0));
        }
        moment += std::log(sum);
      }
      best = std::min(best, (static_cast<double>(compositions) * moment - std::log(delta)) / (order - 1));
    }
    return best;
  };
  double least = 0.05, most = 1e5;
  for (int i = 0; i < 60; ++i) (epsilonAt(std::sqrt(least * most)) > epsilon ? least : most) = std::sqrt(least * most);
  return most;
}

// That accountant's ratio of DP-SGD to full-batch DP-SGD, for means over a batch.
double renyiRatio(Index n, Index epochs, double epsilon) {
  const double share = static_cast<double>(epochs) / static_cast<double>(n);
  return renyiNoise(share, n, epsilon, kDelta) / renyiNoise(1, n, epsilon, kDelta) / share;
}

// A note beside a word that does not hold.
std::string alsoByRenyi(Index n, Index epochs, double epsilon) {
  return "By Renyi accounting, which is looser, DP-SGD with " + std::to_string(epochs) + " epochs is " +
         significant(100 * (renyiRatio(n, epochs, epsilon) - 1)) + " % above full-batch DP-SGD.";
}

}  // namespace

Reproduced reproductions::scalingBandmf2a(Extent extent, const RunControl& control) {
  const Index n = stepsOf(extent, 16384);
  BandsCurves curves(n, 1, control);
  Reproduced out{.settings = {"n = " + std::to_string(n) + ", eps = 1, delta = 1e-8.", kMeans, kStrategies},
                 .chart = curves.chart("Bands against rmse, eps = 1", control)};
  if (control.stopRequested()) return out;
  const bool full = extent == Extent::Full;
  if (full) {
    out.state(atMost("DP-SGD with 32 epochs above full-batch DP-SGD", "nearly the same", words::kNearly.bound,
                     100 * (curves.ratio(32, 1) - 1), " %")
                  .meaning(words::kNearly)
                  .unexplained());
    out.notes.push_back(alsoByRenyi(n, 32, 1));
    out.state(atMost("amplified, 2 epochs, over full-batch DP-SGD", "below 2", 2, curves.bestRatio(2)));
    out.state(atMost("amplified, 8 epochs, above full-batch DP-SGD", "below 18 %", 18, 100 * (curves.bestRatio(8) - 1),
                     " %"));
  }
  out.state(atLeast("DP-SGD over unamplified banded, 1 epoch", "degrades more gracefully", 1,
                    curves.ratio(1, 1) / curves.ratio(1, n)));
  out.state(atLeast("unamplified banded over DP-SGD, 64 epochs", "worse where epochs are many", 1,
                    curves.ratio(64, n / 64) / curves.ratio(64, 1)));
  double worst = 0;
  for (Index k = 1; k <= n / 2; k *= 2) worst = std::max(worst, curves.bestRatio(2 * k) / curves.bestRatio(k));
  out.state(atMost("greatest ratio of the best rmse at twice the epochs", "improves with epochs", 1 + 1e-6, worst));
  return out;
}

Reproduced reproductions::scalingBandmf2b(Extent extent, const RunControl& control) {
  const Index n = stepsOf(extent, 4096);
  BandedErrors errors(n, control);
  Reproduced out{{"n = " + std::to_string(n) +
                      ", delta = 1e-8; powers of two from 1 to n / k, and n / k, are tried. The paper does not print "
                      "the numbers of its picture.",
                  kStrategies},
                 {"Best number of bands", {"eps", true}, {"best bands", true}}};
  double worstThumb = 0, worstOfAmplified = 0, worstAbove = 0, worstOrder = 0;
  for (Index k = 1; k <= n; k *= 4) {
    if (control.stopRequested()) return out;
    Curve curve{std::to_string(k) + (k == 1 ? " epoch" : " epochs")};
    Index before = 0;
    for (const double eps : powersOfTwo(-3, 5)) {
      const BestBanded best = bestPoisson(errors, k, eps, kDelta, doublings(n / k));
      curve.add(eps, static_cast<double>(best.bands));
      worstOrder = std::max(worstOrder, static_cast<double>(before) / static_cast<double>(best.bands));
      before = best.bands;
      const Index allowed = n / k;
      const auto thumb =
          static_cast<Index>(std::clamp(std::round(eps * std::sqrt(static_cast<double>(n)) / static_cast<double>(k)),
                                        1.0, static_cast<double>(allowed)));
      const double there = poissonNoise(n, k, thumb, eps, kDelta) * errors.at(thumb);
      if (eps <= 8) {
        worstThumb = std::max(worstThumb, there / best.rmse);
        const BestBanded amplified = bestPoisson(errors, k, eps, kDelta, doublings(std::max<Index>(allowed / 2, 1)));
        worstOfAmplified = std::max(worstOfAmplified, there / amplified.rmse);
      } else {
        worstAbove = std::max(worstAbove, there / best.rmse);
      }
    }
    out.chart.curves.push_back(std::move(curve));
  }
  out.state(atMost("most that the rule of thumb b = eps sqrt(n) / k loses", "near-optimal", words::kNearly.bound,
                   100 * (worstThumb - 1), " %")
                .assuming("of the best rmse; eps from 1/8 to 8, b between 1 and n / k")
                .meaning(words::kNearly)
                .unexplained());
  out.notes.push_back(
      "Against the best rmse with at most half of n / k bands, where sampling amplifies, the rule loses up to " +
      significant(100 * (worstOfAmplified - 1)) + " %.");
  out.notes.push_back("For eps of 16 and 32 the rule loses up to " + significant(100 * (worstAbove - 1), 3) +
                      " %: there the best bands are nearer to n / k, where amplification ends.");
  out.state(atMost("greatest best bands over those at twice the eps", "drop with decreasing eps", 1, worstOrder));
  if (extent != Extent::Full) return out;  // powers of two of few bands have no slope
  const auto slope = [&](Index k, double least, double most) {
    const std::vector<Index> tried = doublings(n / k);
    const auto bandsAt = [&](double eps) {
      return static_cast<double>(bestPoisson(errors, k, eps, kDelta, tried).bands);
    };
    return std::log2(bandsAt(most) / bandsAt(least)) / std::log2(most / least);
  };
  out.state(
      printedAbout("exponent of eps in the best bands, k = 4, eps 1/2 to 4", "roughly linear", 1, slope(4, 0.5, 4)));
  return out;
}

Reproduced reproductions::scalingBandmf6(Extent extent, const RunControl& control) {
  const Index n = stepsOf(extent, 16384);
  BandedErrors errors(n, control);
  Reproduced out{{"n = " + std::to_string(n) +
                      "; delta is not printed, 1e-8 as in Figure 2. Two ratios of rmse: unamplified (b = n / k) over "
                      "amplified, what amplification gains; DP-SGD (b = 1) over amplified, what correlation gains.",
                  kStrategies},
                 {"What amplification and correlation gain", {"epochs k", true}, {"ratio of rmse", true}}};
  double gainAt8 = 0, greatest = 0;
  double greatestEps = 0, greatestAt4 = 0;
  Index greatestEpochs = 0;
  for (const double eps : powersOfTwo(-1, 4)) {
    Curve amplification{"amplification, eps " + significant(eps)}, correlation{"correlation, eps " + significant(eps)};
    for (Index k = 1; k <= n; k *= 2) {
      if (control.stopRequested()) return out;
      const double best = bestPoisson(errors, k, eps, kDelta, doublings(n / k)).rmse;
      const double unamplified =
          std::sqrt(static_cast<double>(k)) * gaussianNoiseMultiplier(eps, kDelta) * errors.at(n / k);
      const double sgd = poissonNoise(n, k, 1, eps, kDelta) * errors.at(1);
      amplification.add(static_cast<double>(k), unamplified / best);
      correlation.add(static_cast<double>(k), sgd / best);
      if (eps == 8) gainAt8 = std::max(gainAt8, unamplified / best);
      if (eps <= 4) greatestAt4 = std::max(greatestAt4, sgd / best);
      if (sgd / best > greatest) greatest = sgd / best, greatestEps = eps, greatestEpochs = k;
    }
    if (eps == 0.5 || eps == 2 || eps == 8 || eps == 16) {
      out.chart.curves.push_back(std::move(amplification));
      out.chart.curves.push_back(std::move(correlation));
    }
  }
  if (extent == Extent::Full) {
    out.state(printedAbout("most that amplification gains at eps = 8", "about 15 %", 15, 100 * (1 - 1 / gainAt8), " %")
                  .assuming("of the rmse without it, the best of all epochs"));
    out.state(printedNumber("most that correlated noise gains", 9, 0.5, greatest, " times")
                  .assuming("eps to 16: the range of the picture is not printed")
                  .because("the range of eps is not printed, and where it ends at 4 it is " + significant(greatestAt4) +
                               " times",
                           whereOthersEnclose(9, greatest, greatestAt4, greatest)));
    out.notes.push_back("Correlated noise gains most with one epoch: " + significant(greatestAt4, 3) +
                        " times at eps = 4, " + significant(greatest, 3) + " times at eps = 16.");
    const Index k = 512;
    const double full = fullBatchRmse(n, 1, kDelta), toMeans = static_cast<double>(n) / static_cast<double>(k);
    const double unamplified =
        std::sqrt(static_cast<double>(k)) * gaussianNoiseMultiplier(1, kDelta) * errors.at(n / k) / full * toMeans;
    const double sgd = poissonNoise(n, k, 1, 1, kDelta) * errors.at(1) / full * toMeans;
    for (const auto& [name, ratio] : {std::pair{"unamplified", unamplified}, {"DP-SGD", sgd}}) {
      out.state(atMost(std::string(name) + ", 512 epochs, above full-batch DP-SGD", "nearly matches",
                       words::kNearly.bound, 100 * (ratio - 1), " %")
                    .assuming("eps = 1")
                    .meaning(words::kNearly));
    }
    out.state(
        atMost("difference of the two", "similar", words::kNearly.bound, 100 * std::abs(unamplified / sgd - 1), " %")
            .assuming("eps = 1")
            .meaning(words::kNearly));
  }
  out.state(atMost("epochs at which correlated noise gains most", "few epochs", 1, static_cast<double>(greatestEpochs))
                .assuming("the fewest that are tried"));
  out.state(atLeast("eps at which correlated noise gains most", "large eps", 16, greatestEps)
                .assuming("the largest that is tried"));
  return out;
}

Reproduced reproductions::scalingBandmf8(Extent extent, const RunControl& control) {
  const Index n = stepsOf(extent, 16384);
  BandsCurves curves(n, 8, control);
  Reproduced out{.settings = {"n = " + std::to_string(n) + ", eps = 8, delta = 1e-8.", kMeans, kStrategies},
                 .chart = curves.chart("Bands against rmse, eps = 8", control)};
  if (control.stopRequested()) return out;
  double order = 0;
  for (Index k = 1; k <= n / 2; k *= 2)
    order = std::max(order, static_cast<double>(curves.best(2 * k).bands) / static_cast<double>(curves.best(k).bands));
  out.state(atMost("greatest ratio of the best bands at twice the epochs", "decrease with epochs", 1, order));
  if (extent != Extent::Full) return out;
  out.state(atMost("DP-SGD, 256 epochs, above full-batch DP-SGD", "near full-batch", words::kNearly.bound,
                   100 * (curves.ratio(256, 1) - 1), " %")
                .meaning(words::kNearly)
                .unexplained());
  out.notes.push_back(alsoByRenyi(n, 256, 8));
  out.state(atMost("amplified, 16 epochs, over full-batch DP-SGD", "within a factor of 2", 2, curves.bestRatio(16)));
  const BestBanded best = curves.best(8);
  const double at128 = poissonNoise(n, 8, 128, 8, kDelta) * curves.errors.at(128), loses = at128 / best.rmse - 1;
  out.state(atLeast("amplified, 8 epochs, over full-batch DP-SGD", "16 epochs are needed for a factor of 2", 2,
                    curves.bestRatio(8))
                .because("with the printed 128 bands it is " + significant(curves.ratio(8, 128)) +
                             ", and the best bands found here need less",
                         {2 / (1 + loses), 2}));
  // A second method: the same by Renyi accounting.
  BestBanded renyi, all;
  double renyi128 = 0;
  for (const Index b : doublings(n / 8)) {
    const double rmse =
        renyiNoise(8.0 * static_cast<double>(b) / static_cast<double>(n), n / b, 8, kDelta) * curves.errors.at(b);
    if (b == 128) renyi128 = rmse;
    if (renyi.rmse == 0 || rmse < renyi.rmse) renyi = {b, rmse};
  }
  for (Index b = 256; b <= 352; b += 16) {
    const double rmse = poissonNoise(n, 8, b, 8, kDelta) * curves.errors.at(b);
    if (all.rmse == 0 || rmse < all.rmse) all = {b, rmse};
  }
  const double renyiLoses = renyi128 / renyi.rmse - 1, second = static_cast<double>(renyi.bands);
  const std::string thumb =
      "128 is the rule of thumb's eps sqrt(n) / k = " + significant(8 * std::sqrt(static_cast<double>(n)) / 8) +
      ", not the minimum; a second accountant ";
  out.state(printedNumber("best power of two of bands, 8 epochs", 128, 0, static_cast<double>(best.bands))
                .because(thumb + "has its minimum where it is found here", {second, second}));
  out.state(atMost("rmse with the printed 128 bands above the best", "optimal", 0, 100 * loses, " %")
                .because(thumb + "has " + significant(100 * renyiLoses) +
                             " %, from which this differs by no more than what is the same",
                         {100 * renyiLoses - words::kSame.bound, 100 * renyiLoses + words::kSame.bound}));
  const double noisier =
      renyiNoise(8 * 128.0 / static_cast<double>(n), n / 128, 8, kDelta) / poissonNoise(n, 8, 128, 8, kDelta);
  out.notes.push_back(
      "Second method for 8 epochs: by Renyi accounting (orders 2 to 64, the classical conversion), whose noise for 128 "
      "bands is " +
      significant(100 * (noisier - 1), 2) + " % larger, the best power of two is " + std::to_string(renyi.bands) +
      ". Of multiples of 16 the best is " + std::to_string(all.bands) + ", with an rmse " +
      significant(100 * (1 - all.rmse / at128), 3) + " % below that of 128 bands. The best for 16 epochs is " +
      std::to_string(curves.best(16).bands) + ".");
  return out;
}

}  // namespace noiseloom
