#include "core/mechanism/banded.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/check.h"
#include "core/error/covariance_recursion.h"
#include "core/mechanism/square_root.h"

namespace noiseloom {
namespace {

// The loss does not change when a column is scaled. At this norm of the whole Theta the optimiser's first step is a
// modest one.
constexpr double kWorkingNorm = 10;

// Optimiser with 4 pairs: 2 * 4 + 7 copies of Theta; covariance history: one more, rounded up to whole vectors.
constexpr Index kBytesPerEntry = 8 * (2 * 4 + 7);
constexpr Index kMostBytes = Index{16} << 30;

// The column-normalised Toeplitz matrix of `coefficients` with the norm of column j in proportion to sqrt(n - j). The
// loss does not see these norms, but its curvature along column j, which touches the errors of n - j rows, then is even
// over the columns.
std::vector<double> startingPoint(std::span<const double> coefficients, Index n) {
  const auto b = static_cast<Index>(coefficients.size());
  std::vector<double> norms(coefficients.size());  // of the first 1, 2, ... coefficients
  double squares = 0;
  for (std::size_t l = 0; l < norms.size(); ++l) norms[l] = std::sqrt(squares += coefficients[l] * coefficients[l]);
  const double total = std::sqrt(static_cast<double>(n) * (static_cast<double>(n) + 1) / 2);
  std::vector<double> theta(static_cast<std::size_t>(n * b), 0.0);
  for (Index j = 0; j < n; ++j) {
    const Index size = std::min(b, n - j);
    const double scale =
        kWorkingNorm * std::sqrt(static_cast<double>(n - j)) / (total * norms[static_cast<std::size_t>(size - 1)]);
    for (Index l = 0; l < size; ++l)
      theta[static_cast<std::size_t>((j + l) * b + b - 1 - l)] = coefficients[static_cast<std::size_t>(l)] * scale;
  }
  return theta;
}

// out = rows with factor times its mean added to every row, over the entries right of column 0 (out may be rows). The
// loss is flattest when whole rows grow and shrink in turn; letting the optimiser take twice the step there saves 40 %
// of its evaluations (measured at n = 1024 to 16 384, b = 8 to 32). Factor 1 doubles the means, -1/2 undoes that.
void shiftRowMeans(std::span<const double> rows, Index bands, double factor, std::span<double> out) {
  const Index n = static_cast<Index>(rows.size()) / bands;
  for (Index i = 0; i < n; ++i) {
    const Index size = std::min(bands, i + 1);
    const double* row = rows.data() + (i + 1) * bands - size;
    double* target = out.data() + (i + 1) * bands - size;
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (Index p = 0; p < size; ++p) sum += row[p];
    sum *= factor / static_cast<double>(size);
    for (Index p = 0; p < size; ++p) target[p] = row[p] + sum;
  }
}

// 1 / ||Theta[:, j]|| for every column.
void inverseColumnNorms(std::span<const double> theta, Index iterations, Index bands, std::vector<double>& out) {
  out.assign(static_cast<std::size_t>(iterations), 0.0);
  for (Index i = 0; i < iterations; ++i) {
    const double* row = theta.data() + i * bands;
    const Index first = i - bands + 1;
    for (Index p = std::max<Index>(0, -first); p < bands; ++p)
      out[static_cast<std::size_t>(first + p)] += row[p] * row[p];
  }
  for (double& value : out) value = 1 / std::sqrt(value);
}

}  // namespace

struct BandedLoss::Work {
  Work(Workload workload, Index n, Index b) : recursion(std::move(workload), n, b), iterations(n), bands(b) {}
  CovarianceRecursion recursion;
  Index iterations;
  Index bands;
  std::vector<double> scale;   // 1 / column norm
  std::vector<double> inward;  // C[:, j] . Cbar[:, j]
  double relativeGradient = 0;
};

BandedLoss::BandedLoss(Workload workload, Index iterations, Index bands)
    : m_work(std::make_unique<Work>(std::move(workload), iterations, bands)) {}
BandedLoss::~BandedLoss() = default;

double BandedLoss::operator()(std::span<const double> theta, std::span<double> gradient, const RunControl& control) {
  const Index n = m_work->iterations;
  const Index b = m_work->bands;
  checkSize("theta", static_cast<Index>(theta.size()), n * b);
  if (!gradient.empty()) checkSize("gradient", static_cast<Index>(gradient.size()), n * b);
  constexpr double kOutside = std::numeric_limits<double>::infinity();
  for (Index i = 0; i < n; ++i) {
    if (!(theta[static_cast<std::size_t>(i * b + b - 1)] > 0)) return kOutside;
  }
  std::vector<double>& scale = m_work->scale;
  inverseColumnNorms(theta, n, b, scale);

  const auto readRow = [&](Index row, std::span<double> out) {
    const double* values = theta.data() + row * b;
    const Index first = row - b + 1;
    const Index missing = std::max<Index>(0, -first);
    std::fill_n(out.begin(), missing, 0.0);
    for (Index p = missing; p < b; ++p)
      out[static_cast<std::size_t>(p)] = values[p] * scale[static_cast<std::size_t>(first + p)];
  };
  if (!m_work->recursion.forward(readRow, !gradient.empty(), control)) return kOutside;
  double mean = 0;
  for (const double v : m_work->recursion.variances()) mean += v;
  mean /= static_cast<double>(n);
  if (gradient.empty()) return mean;

  // Through the normalisation: Theta-bar = (C-bar - C (C . C-bar)) / ||Theta||, column by column.
  std::vector<double>& inward = m_work->inward;
  inward.assign(static_cast<std::size_t>(n), 0.0);
  const auto writeRow = [&](Index row, std::span<const double> strategyGradient) {
    double* values = gradient.data() + row * b;
    const double* thetaRow = theta.data() + row * b;
    const Index first = row - b + 1;
    std::copy(strategyGradient.begin(), strategyGradient.end(), values);
    for (Index p = std::max<Index>(0, -first); p < b; ++p) {
      const auto column = static_cast<std::size_t>(first + p);
      inward[column] += thetaRow[p] * scale[column] * values[p];
    }
  };
  const std::vector<double> seeds(static_cast<std::size_t>(n), 1 / static_cast<double>(n));
  if (!m_work->recursion.reverse(readRow, seeds, writeRow, control)) return kOutside;
  double squares = 0;
  for (Index i = 0; i < n; ++i) {
    const Index first = i - b + 1;
    for (Index p = std::max<Index>(0, -first); p < b; ++p) {
      const auto column = static_cast<std::size_t>(first + p);
      const auto at = static_cast<std::size_t>(i * b + p);
      const double projected = gradient[at] - theta[at] * scale[column] * inward[column];
      squares += projected * projected;
      gradient[at] = scale[column] * projected;
    }
  }
  m_work->relativeGradient = std::sqrt(squares * static_cast<double>(n)) / mean;
  return mean;
}

double BandedLoss::relativeGradient() const {
  return m_work->relativeGradient;
}

BandedStrategy columnNormalized(Index iterations, Index bands, std::vector<double> theta) {
  checkSize("theta", static_cast<Index>(theta.size()), iterations * bands);
  std::vector<double> scale;
  inverseColumnNorms(theta, iterations, bands, scale);
  for (Index i = 0; i < iterations; ++i) {
    const Index first = i - bands + 1;
    for (Index p = 0; p < bands; ++p) {
      double& value = theta[static_cast<std::size_t>(i * bands + p)];
      value = first + p < 0 ? 0 : value * scale[static_cast<std::size_t>(first + p)];
    }
  }
  return {iterations, bands, std::move(theta)};
}

Index mostBandedBands(Index iterations) {
  // The history holds W = b (prefix) or b + 1 values a row, in whole vectors; then variances, scales and seeds.
  const Index perRow = std::min(kMostBytes, 8 * Index{std::numeric_limits<int>::max()} * kBytesPerEntry) /
                           std::max<Index>(iterations, 1) -
                       8 * 13;
  return std::clamp<Index>(
      std::min(perRow / (kBytesPerEntry + 8), std::numeric_limits<int>::max() / std::max<Index>(iterations, 1)), 0,
      iterations);
}

Index mostBandedIterations() {
  return kMostBytes / (kBytesPerEntry + 8 * 14);
}

BandedOptimum optimizeBanded(const Workload& workload, Index iterations, Index bands, std::span<const double> start,
                             double gradientTolerance, const RunControl& control) {
  checkInteger("iterations", iterations, 1, kNoLimit);
  checkInteger("bands", bands, 1, std::min(iterations, mostBandedBands(iterations)), "memory at these iterations");
  checkAllFinite("start", start);
  std::vector<double> coefficients = squareRootCoefficients(workload, bands);
  if (!start.empty()) {
    checkSize("start", static_cast<Index>(start.size()), bands);
    coefficients.assign(start.begin(), start.end());
  }
  std::vector<double> theta = startingPoint(coefficients, iterations);
  OptimizerSummary summary;
  {
    // The optimiser moves U, Theta = U with every row's mean doubled (see shiftRowMeans).
    BandedLoss loss(workload, iterations, bands);
    std::vector<double> u = theta;
    shiftRowMeans(u, bands, -0.5, u);
    const Objective objective = [&](std::span<const double> x, std::span<double> gradient) {
      shiftRowMeans(x, bands, 1, theta);
      const double value = loss(theta, gradient, control);
      shiftRowMeans(gradient, bands, 1, gradient);
      return value;
    };
    LbfgsOptions options;
    options.gradientTolerance = gradientTolerance;
    options.relativeGradient = [&loss] { return loss.relativeGradient(); };
    options.history = 4;  // more save few evaluations, and the optimiser's own passes over memory cost as much as one
    options.maxIterations = 5000;
    options.maxEvaluations = 5000;
    summary = minimizeLbfgs(objective, u, options, control);
    theta.swap(u);
  }
  shiftRowMeans(theta, bands, 1, theta);
  summary.initialObjective = std::sqrt(summary.initialObjective);
  summary.objective = std::sqrt(summary.objective);
  for (TracePoint& point : summary.trace) point.objective = std::sqrt(point.objective);
  return {columnNormalized(iterations, bands, std::move(theta)), std::move(summary)};
}

}  // namespace noiseloom
