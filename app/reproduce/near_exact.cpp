// Figures 2, 3, 5 to 24, 28 and 29 of near-exact-amplification: balls-in-bins batching beside Poisson sampling.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "app/reproduce/list.h"
#include "app/reproduce/setting.h"
#include "core/accounting/losses/analytic_gaussian.h"
#include "core/balls_in_bins/bin_gram.h"
#include "core/balls_in_bins/certificate.h"
#include "core/batching/list.h"
#include "core/error/error_summary.h"
#include "core/mechanism/amplified_samples.h"
#include "core/mechanism/list.h"
#include "core/scenario/scenario.h"

namespace noiseloom {
namespace {

constexpr double kDelta = 1e-5;
// "We use delta = 8e-6, tau = 1.25": the noise is chosen where the estimate is 8e-6, so that 1e-5 is certified.
constexpr double kSoughtDelta = 8e-6;
constexpr char kSetting[] =
    "delta = 1e-5, prefix sums. Banded: optimal column-normalised banded Toeplitz without amplification in view, "
    "powers of two of bands. Noise of balls-in-bins is that of 8e-6, which the paper certifies 1e-5 by (tau = 1.25), "
    "not certified here, to about a percent; that of Poisson sampling to 1e-6.";

// A job with its banded strategies, each solved once.
class Job {
 public:
  Job(Index steps, Index epochs, const RunControl& control)
      : n(steps), k(epochs), bins(steps / epochs), m_errors(steps, control) {}

  double poisson(Index bands, double eps) { return poissonNoise(n, k, bands, eps, kDelta) * m_errors.at(bands); }
  const ToeplitzStrategy& strategy(Index bands) { return m_errors.strategy(bands); }
  BestBanded bestPoissonBelow(Index most, double eps) { return bestPoisson(m_errors, k, eps, kDelta, doublings(most)); }
  double unamplified(Index bands, double eps) {
    return std::sqrt(static_cast<double>(k)) * gaussianNoiseMultiplier(eps, kDelta) * m_errors.at(bands);
  }
  // sigma over the largest norm of a bin, as in Figure 28.
  double binnedSigma(Index bands, double eps, double delta = kSoughtDelta) {
    const BinGram& gram = known(bands).gram;
    return approximateNoise(gram, eps, delta) / gram.greatestNorm();
  }
  double binned(Index bands, double eps) {
    const Known& own = known(bands);
    return binnedSigma(bands, eps) * own.gram.greatestNorm() * own.error;
  }
  BestBanded bestBinned(double eps) { return bestBinned(eps, bins); }
  BestBanded bestBinned(double eps, Index most) {
    BestBanded best;
    for (const Index bands : doublings(most)) {
      const double rmse = binned(bands, eps);
      if (best.rmse == 0 || rmse < best.rmse) best = {bands, rmse};
    }
    return best;
  }
  const BinGram& gram(Index bands) { return known(bands).gram; }

  Index n, k, bins;

 private:
  struct Known {
    BinGram gram;
    double error;  // sqrt(mean_i v_i)
  };
  const Known& known(Index bands) {
    const auto found = m_known.find(bands);
    if (found != m_known.end()) return found->second;
    const ToeplitzStrategy& own = m_errors.strategy(bands);
    return m_known.emplace(bands, Known{binGram(own, k), m_errors.at(bands) / std::sqrt(own.columnNormSquared(0))})
        .first->second;
  }

  BandedErrors m_errors;
  std::map<Index, Known> m_known;
};

// The rmse of a strategy that is optimised with its noise, as judged by the optimiser.
struct Optimised {
  double rmse = 0;
  double sigma = 0;  // over the largest norm of a bin
  Index evaluations = 0;
  std::vector<double> coefficients = {};
};

Optimised optimised(Index n, Index k, double eps, const Mechanism& mechanism, const RunControl& control) {
  Scenario scenario({.iterations = n,
                     .epochs = static_cast<double>(k),
                     .epsilon = eps,
                     .delta = kDelta,
                     .mechanism = &mechanism,
                     .batching = &batchings::ballsInBins});
  if (&mechanism == &mechanisms::blt) scenario.buffers = 3;
  const RunControl quiet = control.quiet();
  const Solution solution = solveMechanism(scenario, scenario.mostBands(), {}, quiet);
  if (control.stopRequested()) return {};
  const BinGram gram = binGram(solution.strategy, k);
  const double sigma = approximateNoise(gram, eps, kSoughtDelta);
  return {sigma * std::sqrt(errorOf(solution.strategy, Workload::prefix()).variance.mean), sigma / gram.greatestNorm(),
          solution.summary.evaluations, solution.coefficients};
}

double percentBelow(double value, double baseline) {
  return 100 * (1 - value / baseline);
}

// The improvements by amplification at eps = 0.5, 1, 2, .., 16, and by optimised strategies at eps = 1 and 8.
struct Improvements {
  Index steps, epochs;
  Curve binned, poisson, toeplitz;
  double sampledAt16 = 0;  // rmse of the best Poisson-sampled strategy at eps = 16
  double bltOver = 0;      // rmse of BLT over that of Toeplitz strategies, the most
};

// Incomplete when stopped.
Improvements improvements(Index k, Index bins, const RunControl& control) {
  Job job(k * bins, k, control);
  const std::string name = std::to_string(k) + " x " + std::to_string(bins);
  Improvements out{job.n, k, {name + ", balls-in-bins"}, {name + ", Poisson"}, {name + ", optimised", {}, {}, false}};
  for (const double eps : powersOfTwo(-1, 4)) {
    if (control.stopRequested()) return out;
    const double base = job.unamplified(bins, eps), sampled = job.bestPoissonBelow(bins / 2, eps).rmse;
    out.binned.add(eps, percentBelow(job.bestBinned(eps).rmse, base));
    out.poisson.add(eps, percentBelow(sampled, base));
    out.sampledAt16 = sampled;
    if (eps != 1 && eps != 8) continue;
    const Optimised toeplitz = optimised(job.n, k, eps, mechanisms::bandedToeplitz, control);
    const Optimised blt = optimised(job.n, k, eps, mechanisms::blt, control);
    out.toeplitz.add(eps, percentBelow(toeplitz.rmse, sampled));
    out.bltOver = std::max(out.bltOver, blt.rmse / toeplitz.rmse);
  }
  return out;
}

// The noise of blends of `best` with banded strategies whose rmse counts as the same: from least to most.
Interval noiseOfAlike(Job& job, const Optimised& best, double eps, const RunControl& control) {
  Interval alike{best.sigma, best.sigma};
  for (const Index bands : {1, 4, 16, 64, 256}) {
    const auto own = job.strategy(bands).coefficients();
    std::vector<double> other(std::max(own.size(), best.coefficients.size()));
    std::ranges::copy(own, other.begin());
    for (const double part : {0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0}) {
      if (control.stopRequested()) return alike;
      std::vector<double> blend = other;
      for (std::size_t i = 0; i < blend.size(); ++i)
        blend[i] = part * other[i] + (i < best.coefficients.size() ? (1 - part) * best.coefficients[i] : 0);
      const ToeplitzStrategy strategy(job.n, std::move(blend), ColumnScaling::Normalized);
      const BinGram gram = binGram(strategy, job.k);
      const double sigma = approximateNoise(gram, eps, kSoughtDelta);
      const double rmse = sigma * std::sqrt(errorOf(strategy, Workload::prefix()).variance.mean);
      if (rmse > best.rmse * (1 + words::kSame.bound / 100)) break;
      const double noise = sigma / gram.greatestNorm();
      alike = {std::min(alike.least, noise), std::max(alike.most, noise)};
    }
  }
  return alike;
}

// The printed bands of Figure 29, at eps = 0.5, 1, .., 8, which Figure 28 has as well.
constexpr std::array<Index, 5> kPoissonBands{2, 4, 8, 16, 32}, kBinnedBands{16, 32, 64, 64, 64};

}  // namespace

Reproduced reproductions::nearExact2(Extent, const RunControl& control) {
  Job job(2048, 16, control);
  const Index wide = job.bins / 2;
  Reproduced out{{"n = " + std::to_string(job.n) +
                      ", 16 epochs. Improvement in rmse over the same strategy without "
                      "amplification: of C = I (Figure 2a) and of " +
                      std::to_string(wide) + " bands (Figure 2b).",
                  kSetting},
                 {"Improvement by amplification, fixed strategies", {"eps", true}, {"improvement (%)"}}};
  Curve binnedOne{"DP-SGD, balls-in-bins"}, poissonOne{"DP-SGD, Poisson"}, binnedWide{"banded, balls-in-bins"},
      poissonWide{"banded, Poisson"};
  double least = 1e9;
  for (const double eps : powersOfTwo(-1, 4)) {
    if (control.stopRequested()) return out;
    binnedOne.add(eps, percentBelow(job.binned(1, eps), job.unamplified(1, eps)));
    poissonOne.add(eps, percentBelow(job.poisson(1, eps), job.unamplified(1, eps)));
    binnedWide.add(eps, percentBelow(job.binned(wide, eps), job.unamplified(wide, eps)));
    poissonWide.add(eps, percentBelow(job.poisson(wide, eps), job.unamplified(wide, eps)));
    if (eps < 16) least = std::min(least, binnedWide.y.back() - poissonWide.y.back());
  }
  out.chart.curves = {binnedOne, poissonOne, binnedWide, poissonWide};
  out.state(printedRange("DP-SGD: Poisson less balls-in-bins, eps = 0.5", "similar for smaller eps",
                         {-words::kNearly.bound, words::kNearly.bound}, poissonOne.y.front() - binnedOne.y.front(),
                         " points")
                .meaning(words::kNearly)
                .unexplained());
  out.state(atLeast("DP-SGD: Poisson less balls-in-bins, eps = 16", "substantially better for larger eps",
                    words::kSubstantially.bound, poissonOne.y.back() - binnedOne.y.back(), " points")
                .meaning(words::kSubstantially));
  out.state(atLeast("banded: balls-in-bins less Poisson, the least for eps to 8",
                    "consistently outperforms until eps = 16", 0, least, " points"));
  return out;
}

Reproduced reproductions::nearExact3(Extent extent, const RunControl& control) {
  const bool full = extent == Extent::Full;
  Job job(full ? 2048 : 256, full ? 16 : 8, control);
  Reproduced out{
      {"n = " + std::to_string(job.n) + ", " + std::to_string(job.k) +
           " epochs. Figure 3a: improvement of the best banded strategy over the unamplified one with " +
           std::to_string(job.bins) +
           " bands (the paper has 256 there, which is as good). Figure 3b: improvement of strategies optimised with "
           "balls-in-bins in view over the best banded one with Poisson sampling, at most half an epoch of bands.",
       kSetting},
      {"Improvement, variable strategies", {"eps", true}, {"improvement (%)"}}};
  Curve binned{"3a: balls-in-bins"}, poisson{"3a: Poisson"}, toeplitz{"3b: optimised Toeplitz"},
      blt{"3b: optimised BLT"};
  double leastLead = 1e9, mostLead = -1e9, bltWins = -1e9, gains = 0, binnedBelow = 0;
  const std::vector<double> all = full ? powersOfTwo(-1, 4) : std::vector<double>{1, 16};
  for (const double eps : all) {
    const double base = job.unamplified(job.bins, eps), sampled = job.bestPoissonBelow(job.bins / 2, eps).rmse,
                 own = job.bestBinned(eps).rmse;
    binned.add(eps, percentBelow(own, base));
    poisson.add(eps, percentBelow(sampled, base));
    binnedBelow = percentBelow(own, sampled);
    if (eps <= 4) {
      leastLead = std::min(leastLead, 100 * (own / sampled - 1));
      mostLead = std::max(mostLead, 100 * (own / sampled - 1));
    }
    const Optimised t = optimised(job.n, job.k, eps, mechanisms::bandedToeplitz, control);
    const Optimised b = optimised(job.n, job.k, eps, mechanisms::blt, control);
    if (control.stopRequested()) return out;
    toeplitz.add(eps, percentBelow(t.rmse, sampled));
    gains += toeplitz.y.back() > 0 ? 1 : 0;
    blt.add(eps, percentBelow(b.rmse, sampled));
    bltWins = std::max(bltWins, percentBelow(b.rmse, t.rmse));
    control.report(static_cast<double>(binned.x.size()) / static_cast<double>(all.size()), {});
  }
  out.chart.curves = {binned, poisson, toeplitz, blt};
  out.state(atLeast("balls-in-bins, improvement over unamplified, the least", "always strictly improves", 1e-9,
                    *std::ranges::min_element(binned.y), " %"));
  out.state(atMost("Poisson, improvement over unamplified, eps = 16", "better to forgo amplification", 0,
                   poisson.y.back(), " %"));
  if (!full) return out;
  const Interval withinNoise{0, words::kSame.bound};
  out.state(atLeast("balls-in-bins above Poisson, the least for eps to 4", "slightly outperforms for eps to 4", 0,
                    leastLead, " %"));
  out.state(atMost("balls-in-bins above Poisson, the most for eps to 4", "slightly outperforms for eps to 4",
                   words::kSlightly.bound, mostLead, " %")
                .meaning(words::kSlightly)
                .unexplained());
  out.state(atLeast("balls-in-bins less Poisson, eps = 8", "Poisson deteriorates from eps = 8", 0,
                    binned.y[4] - poisson.y[4], " points"));
  out.state(atLeast("eps at which optimised Toeplitz is below the best Poisson, of " +
                        significant(static_cast<double>(all.size())),
                    "a reduction for most eps", words::kMost.bound * static_cast<double>(all.size()) + 1e-9, gains)
                .meaning(words::kMost));
  out.state(printedAbout("optimised Toeplitz below the best Poisson, the mean for eps 2 to 8", "around 10 %", 10,
                         (toeplitz.y[2] + toeplitz.y[3] + toeplitz.y[4]) / 3, " %")
                .assuming("the abstract's figure for most eps"));
  out.state(atMost("optimised Toeplitz below the best Poisson, eps = 0.5", "banded still outperforms at the extremes",
                   0, toeplitz.y.front(), " %")
                .because("the optimised strategies found here reach the banded ones, within what the noise is known to",
                         withinNoise));
  out.state(
      atMost("the same, eps = 16", "banded still outperforms at the extremes", 0, toeplitz.y.back(), " %")
          .because("the best banded strategy under balls-in-bins, which is a Toeplitz strategy, is " +
                       significant(binnedBelow) +
                       " % below the best with Poisson sampling there, as Figure 3a has it; an optimum is no worse",
                   {binnedBelow - words::kSame.bound, std::numeric_limits<double>::infinity()}));
  out.state(
      atLeast("optimised BLT below optimised Toeplitz, the most", "sometimes outperform", words::kSame.bound, bltWins,
              " %")
          .meaning(words::kSame)
          .because("the paper gives the difficulty of its larger search as the cause; an optimiser without it finds no "
                   "BLT, which is a Toeplitz strategy, that is better by more than what the noise is known to",
                   {-std::numeric_limits<double>::infinity(), words::kSame.bound}));
  return out;
}

Reproduced reproductions::nearExact5(Extent extent, const RunControl& control) {
  const Index n = extent == Extent::Full ? 128 : 64;
  Reproduced out{{"n = " + std::to_string(n) +
                      ", eps = 1: rmse of the best banded strategy, over the sampling probability of an "
                      "example, k / n. The paper prints no numbers of its picture.",
                  kSetting},
                 {"Improvement over unamplified, eps = 1", {"sampling probability", true}, {"improvement (%)"}}};
  Curve binned{"balls-in-bins"}, poisson{"Poisson"};
  for (Index k = 1; k <= n / 2; k *= 2) {
    if (control.stopRequested()) return out;
    Job job(n, k, control);
    const double base = job.unamplified(job.bins, 1), p = static_cast<double>(k) / static_cast<double>(n);
    binned.add(p, percentBelow(job.bestBinned(1).rmse, base));
    poisson.add(p, percentBelow(job.bestPoissonBelow(job.bins, 1).rmse, base));
  }
  out.chart.curves = {binned, poisson};
  // Without amplification, noise chosen at 8e-6 exceeds that of a Gaussian at 1e-5 by this much.
  const double sought = 100 * (gaussianNoiseMultiplier(1, kSoughtDelta) / gaussianNoiseMultiplier(1, kDelta) - 1);
  out.state(
      atLeast("improvement by balls-in-bins, the least", "strictly improves on no amplification (section 5.1)", 1e-9,
              *std::ranges::min_element(binned.y), " %")
          .because("with few batches an epoch there is little to amplify, and noise that is sought at 8e-6 is up to " +
                       significant(sought, 2) + " % more than at 1e-5",
                   {-sought - words::kSame.bound, 0}));
  out.notes.push_back(
      "That Poisson sampling improves needs no statement: the unamplified strategy is among those that are tried.");
  return out;
}

Reproduced reproductions::nearExact6(Extent extent, const RunControl& control) {
  const bool full = extent == Extent::Full;
  Reproduced out{
      {"8, 16 and 32 epochs of 32, 64 and 128 steps. Even figures from 6 to 22, improvement by amplification: the "
       "best banded strategy over the unamplified one with an epoch of bands. Odd ones from 7 to 23, improvement "
       "by optimised Toeplitz and 3-buffer BLT strategies over the best banded one with Poisson sampling, here "
       "at eps = 1 and 8. The picture has those of 32 and 128 steps an epoch.",
       kSetting},
      {"Improvement, all settings", {"eps", true}, {"improvement (%)"}}};
  std::vector<Improvements> settings;
  for (const Index k : full ? std::vector<Index>{8, 16, 32} : std::vector<Index>{8}) {
    for (const Index bins : full ? std::vector<Index>{32, 64, 128} : std::vector<Index>{32}) {
      const Improvements& own = settings.emplace_back(improvements(k, bins, control));
      if (control.stopRequested()) return out;
      if (bins != 64 && k != 16) {
        out.chart.curves.push_back(own.binned);
        out.chart.curves.push_back(own.poisson);
        if (bins == 128 && k == 32) out.chart.curves.push_back(own.toeplitz);
      }
      control.report(static_cast<double>(settings.size()) / 9, {});
    }
  }
  double leastBinned = 1e9, mostAhead = -1e9, leastAhead = 1e9, gainAt8 = 1e9, gains = 0, gainsAt1 = 0, bltOver = 0;
  const Improvements* highest = &settings.front();  // of Poisson sampling at eps = 16
  for (const Improvements& own : settings) {
    leastBinned = std::min(leastBinned, std::ranges::min(own.binned.y));
    const double ahead = own.binned.y.front() - own.poisson.y.front();
    mostAhead = std::max(mostAhead, ahead);
    leastAhead = std::min(leastAhead, ahead);
    if (own.poisson.y.back() > highest->poisson.y.back()) highest = &own;
    bltOver = std::max(bltOver, own.bltOver);
    gainsAt1 += own.toeplitz.y.front();
    gainAt8 = std::min(gainAt8, own.toeplitz.y.back());
    gains += own.toeplitz.y.back();
  }
  out.state(atLeast("balls-in-bins, improvement over unamplified, the least of all settings",
                    "the same conclusions in all settings: always strictly improves", words::kSame.bound, leastBinned,
                    " %")
                .meaning(words::kSame));
  const double at16 = highest->poisson.y.back();
  double overDense = at16;
  if (full) {
    const double dense = gaussianNoiseMultiplier(16, kDelta) *
                         fixedEpochError(mechanisms::dense, highest->steps, highest->epochs, 0, control);
    if (control.stopRequested()) return out;
    overDense = percentBelow(highest->sampledAt16, dense);
  }
  out.state(
      atMost("Poisson, improvement over unamplified at eps = 16, the most",
             "the same conclusions: better to forgo amplification", 0, at16, " %")
          .because("the paper's unamplified strategy has more bands than an epoch has steps (256 and 128, section "
                   "5.1); over the best of all matrices, unamplified, Poisson sampling improves by " +
                       significant(overDense) + " %",
                   whereOthersEnclose(0, at16, overDense, at16)));
  out.state(atMost("balls-in-bins less Poisson at eps = 0.5, the most", "Poisson slightly better at small eps", 0,
                   mostAhead, " points"));
  out.state(atLeast("balls-in-bins less Poisson at eps = 0.5, the least", "Poisson slightly better at small eps",
                    -words::kSlightly.bound, leastAhead, " points")
                .meaning(words::kSlightly)
                .unexplained());
  out.state(atLeast("optimised Toeplitz below the best Poisson at eps = 8, the least", "a reduction for most eps",
                    words::kSame.bound, gainAt8, " %")
                .meaning(words::kSame));
  if (full) {
    const auto count = static_cast<double>(settings.size());
    const double mean = gains / count, meanAt1 = gainsAt1 / count;
    out.state(
        printedAbout("the same, the mean of all settings", "around 10 %", 10, mean, " %")
            .because("the paper's figure is for most eps, and at eps = 1 the mean is " + significant(meanAt1) + " %",
                     whereOthersEnclose(10, mean, meanAt1, mean)));
  }
  out.notes.push_back("3-buffer BLT strategies are at most " + significant(100 * (bltOver - 1), 2) +
                      " % above Toeplitz ones; the paper says nothing of that.");
  return out;
}

Reproduced reproductions::nearExact24(Extent extent, const RunControl& control) {
  const bool full = extent == Extent::Full;
  Reproduced out{
      {"eps = 1, delta = 1e-5, optimised Toeplitz strategies. The figure is a table of seconds on its machine for 300 "
       "steps of gradient descent, which no other machine repeats, so no time stands here: what is shown is how "
       "many evaluations the optimiser takes here, whose cost does not depend on the epochs."},
      {"Evaluations of an optimisation", {"epochs", true}, {"evaluations"}}};
  double done = 0, ratio = 0;
  for (const Index bins : full ? std::vector<Index>{32, 64, 128} : std::vector<Index>{32}) {
    Curve curve{std::to_string(bins) + " steps an epoch"};
    for (const Index k : full ? std::vector<Index>{16, 32, 64} : std::vector<Index>{16, 64}) {
      const Optimised found = optimised(k * bins, k, 1, mechanisms::bandedToeplitz, control);
      if (control.stopRequested()) return out;
      curve.add(static_cast<double>(k), static_cast<double>(found.evaluations));
      done += std::isfinite(found.rmse) && found.rmse > 0 ? 1 : 0;
    }
    ratio = std::max(ratio, curve.y.back() / curve.y.front());
    out.chart.curves.push_back(curve);
  }
  out.state(atMost("evaluations with 64 epochs over those with 16, the most", "sublinear in the epochs", 4, ratio));
  if (full) out.state(atLeast("settings that were optimised", "8 of 9, the largest ran out of memory", 8, done));
  return out;
}

Reproduced reproductions::nearExact25(Extent extent, const RunControl& control) {
  const bool full = extent == Extent::Full;
  Scenario scenario({.iterations = full ? 512 : 128,
                     .epochs = full ? 16.0 : 4.0,
                     .delta = kDelta,
                     .mechanism = &mechanisms::bandedToeplitz,
                     .batching = &batchings::ballsInBins});
  const Index most = full ? 4096 : 1024;
  Reproduced out{
      {"n = " + std::to_string(scenario.iterations) + ", " + std::to_string(scenario.effectiveParticipations()) +
       " epochs, optimised Toeplitz strategies, their noise judged by many samples afterwards. The paper "
       "draws plain samples, up to 2^20; here they are importance samples, in three stages of which the "
       "first draws as many as the axis says, and " +
       std::to_string(most) + " stand for 2^20. Its n is not printed."},
      {"Increase of rmse by few samples", {"samples", true}, {"increase (%)"}}};
  double similar = 0, at4 = 0;
  for (const double eps : full ? powersOfTwo(-1, 2) : std::vector<double>{1}) {
    scenario.epsilon = eps;
    const auto rmseWith = [&](Index samples) {
      const Solution solution = optimizeBinnedWithSamples(scenario, samples, control.quiet());
      if (control.stopRequested()) return 1.0;
      return approximateNoise(gramOfBins(solution.strategy, scenario.stepsPerEpoch()), eps, kDelta) *
             std::sqrt(errorOf(solution.strategy, Workload::prefix()).variance.mean);
    };
    const double best = rmseWith(most);
    Curve curve{"eps = " + significant(eps)};
    for (Index samples = 32; samples < most; samples *= full ? 4 : 16) {
      if (control.stopRequested()) return out;
      curve.add(static_cast<double>(samples), 100 * (rmseWith(samples) / best - 1));
      if (samples != 512) continue;
      (eps <= 2 ? similar : at4) = std::max(eps <= 2 ? similar : at4, curve.y.back());
    }
    out.chart.curves.push_back(std::move(curve));
  }
  out.state(atMost("increase with 512 samples, the most for eps to 2", "similar rmse with about 2^9 samples",
                   words::kNearly.bound, similar, " %")
                .meaning(words::kNearly));
  if (full) {
    out.state(printedAbout("increase with 512 samples, eps = 4", "about 10 %", 10, at4, " %")
                  .because("importance samples need fewer than plain ones, so that less is lost", {0, 10}));
  }
  return out;
}

Reproduced reproductions::nearExact28(Extent extent, const RunControl& control) {
  Job job(2000, 20, control);
  constexpr std::array<double, 5> kPoisson{1.018, 0.778, 0.606, 0.481, 0.388},
      kBinned{2.829, 2.071, 1.455, 0.802, 0.470}, kBlt{2.609, 1.598, 1.079, 0.694, 0.448},
      kToeplitz{2.003, 1.182, 0.864, 0.639, 0.445};
  Reproduced out{
      {"n = 2000, 20 epochs. sigma over the largest norm of a bin, with the bands of Figure 29. Strategies are "
       "optimal for prefix sums.",
       kSetting},
      {"Noise multipliers, found (lines) and printed (markers)", {"eps", true}, {"sigma", true}}};
  Curve poisson{"banded, Poisson"}, binned{"banded, balls-in-bins"}, toeplitz{"optimised Toeplitz"},
      blt{"optimised BLT"}, printed{"printed", {}, {}, false};
  double widest = 0;
  std::string certified;
  for (std::size_t i = 0; i < 5; ++i) {
    if (control.stopRequested()) return {};
    const double eps = std::ldexp(1.0, static_cast<int>(i) - 1);
    const std::string at = ", eps = " + significant(eps);
    poisson.add(eps, poissonNoise(job.n, job.k, kPoissonBands[i], eps, kDelta) / std::sqrt(20.0));
    out.state(printedNumber("banded, Poisson" + at, kPoisson[i], 0.00051, poisson.y.back()));
    binned.add(eps, job.binnedSigma(kBinnedBands[i], eps));
    out.state(printedNumber("banded, balls-in-bins" + at, kBinned[i], 0.01 * kBinned[i], binned.y.back())
                  .assuming("to 1 %, as both are sampled"));
    const double at1e5 = job.binnedSigma(kBinnedBands[i], eps, kDelta);
    widest = std::max(widest, 100 * (1 - at1e5 / kBinned[i]));
    const BinGram& gram = job.gram(kBinnedBands[i]);
    const SampledCertificate tight = certifiedNoise(gram, eps, kDelta, {1.25, 1e-8, 0}, control.quiet());
    certified += (certified.empty() ? "" : ", ") + significant(tight.value / gram.greatestNorm(), 4);
    printed.add(eps, kPoisson[i]);
    printed.add(eps, kBinned[i]);
  }
  for (std::size_t i = 0; extent == Extent::Full && i < 5; i += 2) {
    const double eps = std::ldexp(1.0, static_cast<int>(i) - 1);
    const std::string at = ", eps = " + significant(eps);
    const Optimised t = optimised(job.n, job.k, eps, mechanisms::bandedToeplitz, control);
    const Optimised b = optimised(job.n, job.k, eps, mechanisms::blt, control);
    if (control.stopRequested()) return {};
    toeplitz.add(eps, t.sigma);
    blt.add(eps, b.sigma);
    printed.add(eps, kToeplitz[i]);
    printed.add(eps, kBlt[i]);
    // Blends of the optimised coefficients with those of banded strategies, of equally good rmse: the spread of their
    // noise shows how weakly the optimum determines it. It does not cover all printed values.
    const Interval flat = noiseOfAlike(job, t, eps, control);
    const std::string why =
        "another strategy: the optimum is flat, and blends of the optimised one with banded ones whose "
        "rmse is within 1 % of it have noise from " +
        significant(flat.least) + " to " + significant(flat.most);
    out.state(printedNumber("optimised Toeplitz" + at, kToeplitz[i], 0.03 * kToeplitz[i], t.sigma)
                  .assuming("to 3 %")
                  .because(why, whereOthersEnclose(kToeplitz[i], t.sigma, flat.least, flat.most))
                  .unexplained());
    out.state(printedNumber("optimised BLT" + at, kBlt[i], 0.03 * kBlt[i], b.sigma)
                  .assuming("to 3 %")
                  .because(why, whereOthersEnclose(kBlt[i], b.sigma, std::min(flat.least, b.sigma),
                                                   std::max(flat.most, b.sigma))));
    control.report(0.2 + 0.2 * static_cast<double>(i), {});
  }
  out.chart.curves = {poisson, binned, toeplitz, blt, printed};
  out.notes.push_back(
      "Noise that is sought where delta is 1e-5 comes out up to " + significant(widest, 2) +
      " % below the printed one: the paper seeks it where its estimate is 8e-6, and certifies 1e-5 by tau = 1.25 (its "
      "appendix E). Sought there, the rows agree. Second method: certificates by independent draws at tau = 1.25 for "
      "1e-5 give " +
      certified + ".");
  return out;
}

Reproduced reproductions::nearExact29(Extent, const RunControl& control) {
  Job job(2000, 20, control);
  Reproduced out{
      {"n = 2000, 20 epochs: the power of two of bands with the least rmse, for Poisson sampling below 100, for "
       "balls-in-bins to 64.",
       kSetting},
      {"Bands, found (lines) and printed (markers)", {"eps", true}, {"bands", true}}};
  Curve poisson{"Poisson"}, binned{"balls-in-bins"}, printedPoisson{"Poisson, printed", {}, {}, false},
      printedBinned{"balls-in-bins, printed", {}, {}, false};
  for (std::size_t i = 0; i < 5; ++i) {
    if (control.stopRequested()) return {};
    const double eps = std::ldexp(1.0, static_cast<int>(i) - 1);
    const std::string at = ", eps = " + significant(eps);
    const BestBanded sampled = job.bestPoissonBelow(64, eps);
    const BestBanded own = job.bestBinned(eps, 64);
    poisson.add(eps, static_cast<double>(sampled.bands));
    binned.add(eps, static_cast<double>(own.bands));
    printedPoisson.add(eps, static_cast<double>(kPoissonBands[i]));
    printedBinned.add(eps, static_cast<double>(kBinnedBands[i]));
    out.state(printedNumber("bands, Poisson" + at, static_cast<double>(kPoissonBands[i]), 0, poisson.y.back()));
    const auto wanted = static_cast<double>(kBinnedBands[i]), loses = job.binned(kBinnedBands[i], eps) / own.rmse - 1;
    Interval alike{binned.y.back(), binned.y.back()};  // bands whose rmse is the same
    for (const Index bands : doublings(64)) {
      if (job.binned(bands, eps) > own.rmse * (1 + words::kSame.bound / 100)) continue;
      alike = {std::min(alike.least, static_cast<double>(bands)), std::max(alike.most, static_cast<double>(bands))};
    }
    out.state(printedNumber("bands, balls-in-bins" + at, wanted, 0, binned.y.back())
                  .because("the rmse with the printed bands is only " + significant(100 * loses, 2) +
                               " % above the best, less than what the noise is known to",
                           whereOthersEnclose(wanted, binned.y.back(), alike.least, alike.most)));
  }
  out.chart.curves = {poisson, binned, printedPoisson, printedBinned};
  return out;
}

}  // namespace noiseloom
