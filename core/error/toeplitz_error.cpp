#include "core/error/toeplitz_error.h"

#include <algorithm>
#include <cmath>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/error/covariance_recursion.h"
#include "core/error/toeplitz_kernels.h"
#include "core/linalg/power_series.h"

namespace noiseloom {
namespace {

// Tolerance, relative, for agreement with the limit: 1e-13, or a change of the error below 1e-14 at large n, where w
// takes about n^(1/3) steps to settle and its own rounding grows with them.
double settledTolerance(Index iterations) {
  return std::max(1e-13, 1e-15 * std::pow(static_cast<double>(iterations), 2.0 / 3));
}

constexpr Index kMostTerms = Index{1} << 24;  // 128 MiB of w: a decoder that has not settled by then is rejected
constexpr double kDiverged = 1e100;
// From this many bands on, transforms are faster than the recurrence.
constexpr Index kLeastTransformedBands = 256;

double largestDeviation(const double* w, Index begin, Index end, double limit) {
  double most = 0;
  for (Index j = begin; j < end; ++j) most = std::max(most, std::abs(w[j] - limit));
  return most;
}

// True if the last values of w, at `done` terms, agree with the limit; then sets the remainder beyond them.
bool settles(const double* w, Index done, Index bands, Index iterations, const Workload& workload,
             ToeplitzDecoder& decoder) {
  const Index span = std::max<Index>(bands, 8);
  if (done < 2 * span || done < workload.ownLags() || !std::isfinite(decoder.limit)) return false;
  const double tolerance = settledTolerance(iterations);
  const double limitOfWorkload = workload.coefficientLimit();
  const double scale = limitOfWorkload != 0 ? std::abs(decoder.limit) : std::abs(w[0]);
  const double last = largestDeviation(w, done - span, done, decoder.limit);
  const double lambdaLeft = std::abs(workload.coefficient(done) - limitOfWorkload);
  if (last > tolerance * scale || lambdaLeft > tolerance * std::max(limitOfWorkload, 1.0)) return false;
  const double before = largestDeviation(w, done - 2 * span, done - span, decoder.limit);
  // Assumes geometric decay from one window of values to the next; at the level of rounding no decay is visible.
  const double decay = before > 0 ? std::min(last / before, 0.5) : 0;
  decoder.deviation = static_cast<double>(span) * last / (1 - decay);
  return true;
}

// w by the recurrence, O(terms b).
void runRecurrence(std::span<const double> theta, const Workload& workload, Index iterations, const RunControl& control,
                   ToeplitzDecoder& decoder) {
  const auto bands = std::ssize(theta);
  const std::size_t taps = bands - 1;
  const std::vector<double> reversed(theta.rbegin(), theta.rend() - 1);
  // `taps` zeros before w spare the recurrence special first rows.
  std::vector<double> padded(taps, 0.0);
  std::vector<double> lambda;
  const Index chunkLeast = std::max<Index>(256, bands);
  for (Index done = 0; done < iterations && !decoder.settled;) {
    if (control.stopRequested() || done >= kMostTerms) return;
    // Chunks grow with the number of terms, but stay small enough to poll the stop token in between.
    const Index chunk =
        std::min({iterations - done, std::max(chunkLeast, done / 8), std::max<Index>(chunkLeast, 20'000'000 / bands)});
    lambda.resize(done + chunk);
    workload.coefficients(done, std::span(lambda).subspan(static_cast<std::size_t>(done)));
    padded.resize(taps + static_cast<std::size_t>(done + chunk));
    recurrence(lambda.data(), reversed.data(), taps, 1 / theta[0], padded.data() + taps, static_cast<std::size_t>(done),
               static_cast<std::size_t>(done + chunk));
    done += chunk;
    const double* w = padded.data() + taps;
    if (!(std::abs(w[done - 1]) < kDiverged)) return;
    decoder.settled = done < iterations && settles(w, done, bands, iterations, workload, decoder);
  }
  padded.erase(padded.begin(), padded.begin() + static_cast<std::ptrdiff_t>(taps));
  decoder.w = std::move(padded);
}

// w through the inverse power series, O(terms log terms): g = 1/theta, then w = A g.
void invertSeries(std::span<const double> theta, const Workload& workload, Index iterations, const RunControl& control,
                  ToeplitzDecoder& decoder) {
  const auto bands = std::ssize(theta);
  // Products with A where its inverse has no few diagonals, or ones that lose digits.
  const bool multiplied = workload.averaging() != 0 || !workload.isRational();
  std::vector<double> row(multiplied ? 0 : workload.inverseBands());
  if (!multiplied) workload.inverseRow(workload.inverseBands() - 1, row);
  std::vector<double> inverse;
  for (Index terms = std::min(iterations, 4 * bands);; terms = std::min(iterations, 2 * terms)) {
    if (terms > kMostTerms) return;
    inverse = seriesInverse(theta, terms, control, std::move(inverse));
    if (inverse.empty()) return;
    std::vector<double> w = inverse;
    if (multiplied) workload.multiply(w, w);
    for (std::size_t i = 0; !multiplied && i < w.size(); ++i) {
      for (std::size_t lag = 1; lag < row.size() && lag <= i; ++lag) w[i] -= row[lag] * w[i - lag];
    }
    if (!(std::abs(w.back()) < kDiverged)) return;
    decoder.settled = terms < iterations && settles(w.data(), terms, bands, iterations, workload, decoder);
    if (decoder.settled || terms == iterations) {
      decoder.w = std::move(w);
      decoder.inverse = std::move(inverse);
      return;
    }
  }
}

}  // namespace

bool prefersTransforms(Index bands, Index terms) {
  return bands >= kLeastTransformedBands && terms >= bands;
}

double toeplitzTailWeight(Index terms, Index iterations, ErrorObjective objective) {
  const double rest = static_cast<double>(iterations - terms);
  return objective == ErrorObjective::Mean ? rest * (rest + 1) / 2 : rest;
}

double weightedSquares(const ToeplitzDecoder& decoder, Index iterations, ErrorObjective objective) {
  const Index terms = std::min<Index>(std::ssize(decoder.w), iterations);
  double sum = 0;
  for (Index j = terms - 1; j >= 0; --j) {
    const double w = decoder.w[j];
    sum += (objective == ErrorObjective::Mean ? static_cast<double>(iterations - j) : 1.0) * w * w;
  }
  return sum + toeplitzTailWeight(terms, iterations, objective) * decoder.limit * decoder.limit;
}

double closedTailErrorBound(const ToeplitzDecoder& decoder, double variance) {
  if (!decoder.settled || variance <= 0) return 0;
  const double scale = std::max(std::abs(decoder.limit), std::abs(decoder.w[0]) * 1e-13);
  return 4 * decoder.deviation * scale / variance;
}

ToeplitzDecoder toeplitzDecoder(std::span<const double> theta, const Workload& workload, Index iterations,
                                const RunControl& control) {
  checkInteger("iterations", iterations, 1, kNoLimit);
  const auto bands = std::ssize(theta);
  checkInteger("bands", bands, 1, iterations, Core::tr("the iterations"));
  ToeplitzDecoder decoder;
  double sum = 0;
  for (const double c : theta) sum += c;
  if (!(theta[0] > 0) || !std::isfinite(sum)) return decoder;
  decoder.limit = workload.coefficientLimit() / sum;
  if (prefersTransforms(bands, iterations)) {
    invertSeries(theta, workload, iterations, control, decoder);
  } else {
    runRecurrence(theta, workload, iterations, control, decoder);
  }
  decoder.valid = !decoder.w.empty() && std::isfinite(weightedSquares(decoder, iterations, ErrorObjective::Mean));
  return decoder;
}

ErrorSummary toeplitzError(const ToeplitzDecoder& decoder, Index iterations) {
  ErrorSummary error;
  if (!decoder.valid) return error;
  error.variance.mean = weightedSquares(decoder, iterations, ErrorObjective::Mean) / static_cast<double>(iterations);
  error.variance.max = weightedSquares(decoder, iterations, ErrorObjective::Max);
  error.variance.last = error.variance.max;  // later rows of D are longer
  error.relativeErrorBound = closedTailErrorBound(decoder, error.variance.mean);
  error.valid = std::isfinite(error.variance.max) && error.variance.mean > 0;
  return error;
}

}  // namespace noiseloom
