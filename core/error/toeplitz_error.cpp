#include "core/error/toeplitz_error.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/error/covariance_recursion.h"
#include "core/error/toeplitz_kernels.h"

namespace noiseloom {
namespace {

constexpr double kSettled = 1e-13;            // agreement with the limit, relative
constexpr Index kMostTerms = Index{1} << 24;  // 128 MiB of w: a decoder that has not settled by then is not usable
constexpr double kDiverged = 1e100;

double largestDeviation(const double* w, Index begin, Index end, double limit) {
  double most = 0;
  for (Index j = begin; j < end; ++j) most = std::max(most, std::abs(w[j] - limit));
  return most;
}

}  // namespace

double toeplitzTailWeight(Index terms, Index iterations, ErrorObjective objective) {
  const double rest = static_cast<double>(iterations - terms);
  return objective == ErrorObjective::Mean ? rest * (rest + 1) / 2 : rest;
}

double weightedSquares(const ToeplitzDecoder& decoder, Index iterations, ErrorObjective objective) {
  const Index terms = std::min<Index>(static_cast<Index>(decoder.w.size()), iterations);
  double sum = 0;
  for (Index j = terms - 1; j >= 0; --j) {
    const double w = decoder.w[static_cast<std::size_t>(j)];
    sum += (objective == ErrorObjective::Mean ? static_cast<double>(iterations - j) : 1.0) * w * w;
  }
  return sum + toeplitzTailWeight(terms, iterations, objective) * decoder.limit * decoder.limit;
}

namespace {

// sum_j |w_j - x| beyond the cut, relative to what it can do to either error: 4 / (n x) per unit (math: section 4).
double errorBound(const ToeplitzDecoder& decoder, double variance) {
  if (!decoder.settled || variance <= 0) return 0;
  const double scale = std::max(std::abs(decoder.limit), largestDeviation(decoder.w.data(), 0, 1, 0) * kSettled);
  return 4 * decoder.deviation * scale / variance;
}

}  // namespace

ToeplitzDecoder toeplitzDecoder(std::span<const double> theta, const Workload& workload, Index iterations,
                                const RunControl& control) {
  checkInteger("iterations", iterations, 1, kNoLimit);
  const auto bands = static_cast<Index>(theta.size());
  checkInteger("bands", bands, 1, iterations, "the iterations");
  ToeplitzDecoder decoder;
  double sum = 0;
  for (const double c : theta) sum += c;
  if (!(theta[0] > 0) || !std::isfinite(sum)) return decoder;
  const double limitOfWorkload = workload.coefficientLimit();
  decoder.limit = limitOfWorkload / sum;

  const auto taps = static_cast<std::size_t>(bands - 1);
  const std::vector<double> reversed(theta.rbegin(), theta.rend() - 1);
  // `taps` zeros stand before w so that the recurrence has no special first rows.
  std::vector<double> padded(taps, 0.0);
  std::vector<double> lambda;
  Index done = 0;
  const Index chunkLeast = std::max<Index>(256, bands);
  while (done < iterations) {
    if (control.stopRequested() || done >= kMostTerms) return decoder;
    // Chunks grow with what is there, but stay small enough to look at the stop token in between.
    const Index chunk =
        std::min({iterations - done, std::max(chunkLeast, done / 8), std::max<Index>(chunkLeast, 20'000'000 / bands)});
    lambda.resize(static_cast<std::size_t>(done + chunk));
    for (Index i = done; i < done + chunk; ++i) lambda[static_cast<std::size_t>(i)] = workload.coefficient(i);
    padded.resize(taps + static_cast<std::size_t>(done + chunk));
    recurrence(lambda.data(), reversed.data(), taps, 1 / theta[0], padded.data() + taps, static_cast<std::size_t>(done),
               static_cast<std::size_t>(done + chunk));
    done += chunk;
    const double* w = padded.data() + taps;
    if (!(std::abs(w[done - 1]) < kDiverged)) return decoder;
    const Index span = std::max<Index>(bands, 8);
    if (done == iterations || done < 2 * span || !std::isfinite(decoder.limit)) continue;
    const double scale = limitOfWorkload != 0 ? std::abs(decoder.limit) : std::abs(w[0]);
    const double last = largestDeviation(w, done - span, done, decoder.limit);
    const double lambdaLeft = std::abs(workload.coefficient(done) - limitOfWorkload);
    if (last > kSettled * scale || lambdaLeft > kSettled * std::max(limitOfWorkload, 1.0)) continue;
    const double before = largestDeviation(w, done - 2 * span, done - span, decoder.limit);
    // Geometric from one window of values to the next; at the floor of rounding no decay is left to see.
    const double decay = before > 0 ? std::min(last / before, 0.5) : 0;
    decoder.deviation = static_cast<double>(span) * last / (1 - decay);
    decoder.settled = true;
    break;
  }
  padded.erase(padded.begin(), padded.begin() + static_cast<std::ptrdiff_t>(taps));
  decoder.w = std::move(padded);
  decoder.valid = std::isfinite(weightedSquares(decoder, iterations, ErrorObjective::Mean));
  return decoder;
}

ErrorSummary toeplitzError(const ToeplitzDecoder& decoder, Index iterations) {
  ErrorSummary error;
  if (!decoder.valid) return error;
  error.meanVariance = weightedSquares(decoder, iterations, ErrorObjective::Mean) / static_cast<double>(iterations);
  error.maxVariance = weightedSquares(decoder, iterations, ErrorObjective::Max);
  error.relativeErrorBound = errorBound(decoder, error.meanVariance);
  error.valid = std::isfinite(error.maxVariance) && error.meanVariance > 0;
  return error;
}

ErrorSummary columnNormalizedToeplitzError(const ToeplitzStrategy& strategy, const Workload& workload,
                                           const ToeplitzDecoder& decoder, const RunControl& control) {
  const Index n = strategy.iterations();
  if (!decoder.valid) return {};
  // Rows before `first` are those of the unscaled matrix; of them only a window is needed. A Toeplitz workload lets the
  // recursion count its rows from there, so that it never holds n values.
  const Index first = n - strategy.bands() + 1;
  const Index window = strategy.bands() + workload.inverseBands() - 2;
  const Index skipped = std::max<Index>(first - window, 0);
  CovarianceRecursion recursion(workload, n - skipped, strategy.bands());
  const auto readRow = [&](Index recursionRow, std::span<double> out) {
    const Index row = recursionRow + skipped;
    for (Index p = 0, column = row - strategy.bands() + 1; column <= row; ++p, ++column) {
      out[static_cast<std::size_t>(p)] = column >= 0 ? strategy.entry(row, column) : 0;
    }
  };
  double sum = 0;
  double most = 0;
  bool finished = false;
  if (first <= window) {
    finished = recursion.forward(readRow, false, control);
    for (const double v : recursion.variances()) sum += v, most = std::max(most, v);
  } else {
    const auto terms = static_cast<Index>(decoder.w.size());
    const auto w = [&](Index j) { return j < terms ? decoder.w[static_cast<std::size_t>(j)] : decoder.limit; };
    // Cov(u_{j+d}, u_j) = sum_{t <= j} w_{t+d} w_t, first at j = first - W, then one term more for each later j.
    std::vector<double> covariance(static_cast<std::size_t>(window * window));
    const Index start = first - window;
    for (Index d = 0; d < window; ++d) {
      const Index explicitTerms = std::min(start + 1, terms);
      double total = static_cast<double>(start + 1 - explicitTerms) * decoder.limit * decoder.limit;
      for (Index t = explicitTerms - 1; t >= 0; --t) total += w(t + d) * w(t);
      for (Index p = 0; p + d < window; ++p) {
        if (p > 0) total += w(start + p + d) * w(start + p);
        covariance[static_cast<std::size_t>(p * window + p + d)] =
            covariance[static_cast<std::size_t>((p + d) * window + p)] = total;
      }
    }
    sum = weightedSquares(decoder, first, ErrorObjective::Mean);
    most = weightedSquares(decoder, first, ErrorObjective::Max);
    finished = recursion.forwardFrom(first - skipped, covariance, readRow, control);
    for (Index i = first; i < n; ++i) {
      const double v = recursion.variances()[static_cast<std::size_t>(i - skipped)];
      sum += v;
      most = std::max(most, v);
    }
  }
  ErrorSummary error;
  error.meanVariance = sum / static_cast<double>(n);
  error.maxVariance = most;
  error.relativeErrorBound = errorBound(decoder, error.meanVariance);
  error.valid = finished && std::isfinite(sum) && sum > 0;
  return error;
}

}  // namespace noiseloom
