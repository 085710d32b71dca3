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

// Scaling of the optimiser's variables. The curvature along column j, which touches the errors of n - j rows, grows
// like n - j for most directions and hardly at all for the flattest; whole rows that grow and shrink in turn are the
// flattest. Steps that are longer there by these measured amounts save 45 % of the evaluations (n = 1024 to 16 384, b =
// 8 to 32).
constexpr double kColumnPower = 0.3;
constexpr double kRowMeanGain = 1.7;
// A solve that ends in a failed line search is taken up again, unless its relative gradient is this small already.
constexpr int kMostAttempts = 4;
constexpr double kNearEnough = 1e-4;
// The loss does not change when a column is scaled. At this norm of the whole Theta the optimiser's first step is a
// modest one.
constexpr double kWorkingNorm = 30;

// Optimiser with 4 pairs: 2 * 4 + 7 copies of Theta; covariance history: one more, rounded up to whole vectors.
constexpr Index kBytesPerEntry = 8 * (2 * 4 + 7);
constexpr Index kMostBytes = Index{16} << 30;

enum class Stretch { Apply, Undo };

// out = rows with the mean of each made 1 + kRowMeanGain times as large, over the entries right of column 0, or that
// undone. out may be rows. The map is symmetric: it takes gradients back too.
void stretchRowMeans(Stretch stretch, std::span<const double> rows, Index bands, std::span<double> out) {
  const Index n = static_cast<Index>(rows.size()) / bands;
  for (Index i = 0; i < n; ++i) {
    const Index size = std::min(bands, i + 1);
    const double* row = rows.data() + (i + 1) * bands - size;
    double* target = out.data() + (i + 1) * bands - size;
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (Index p = 0; p < size; ++p) sum += row[p];
    // Less and less in the last rows: their columns are short, and moving all of a column would only change its norm.
    const double gain = kRowMeanGain * std::min(1.0, static_cast<double>(n - 1 - i) / static_cast<double>(bands));
    sum *= (stretch == Stretch::Apply ? gain : -gain / (1 + gain)) / static_cast<double>(size);
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

// Scales column j of Theta to a norm in proportion to (||A e_j||^2)^kColumnPower, about ((n - j) eta_j^2)^kColumnPower.
// The loss does not see these norms, but they even out its curvature over the columns.
void setColumnNorms(std::vector<double>& theta, const Workload& workload, Index n, Index b) {
  std::vector<double> scale;
  inverseColumnNorms(theta, n, b, scale);
  std::vector<double> norms(scale.size());
  double squares = 0;
  for (std::size_t j = 0; j < norms.size(); ++j) {
    const double eta = workload.eta().empty() ? 1 : workload.eta()[j];
    norms[j] = std::pow(static_cast<double>(norms.size() - j) * eta * eta, kColumnPower);
    squares += norms[j] * norms[j];
  }
  for (std::size_t j = 0; j < norms.size(); ++j) scale[j] *= kWorkingNorm * norms[j] / std::sqrt(squares);
  for (Index i = 0; i < n; ++i) {
    for (Index p = std::max<Index>(0, b - 1 - i); p < b; ++p) {
      theta[static_cast<std::size_t>(i * b + p)] *= scale[static_cast<std::size_t>(i - b + 1 + p)];
    }
  }
}

// The Toeplitz matrix of `coefficients` by rows.
std::vector<double> toeplitzRows(std::span<const double> coefficients, Index n) {
  const auto b = static_cast<Index>(coefficients.size());
  std::vector<double> theta(static_cast<std::size_t>(n * b), 0.0);
  for (Index i = 0; i < n; ++i) {
    for (Index lag = 0; lag <= std::min(i, b - 1); ++lag)
      theta[static_cast<std::size_t>(i * b + b - 1 - lag)] = coefficients[static_cast<std::size_t>(lag)];
  }
  return theta;
}

}  // namespace

struct BandedLoss::Work {
  Work(Workload workload, Index n, Index b, ErrorObjective error)
      : recursion(std::move(workload), n, b), objective(error, n, true), iterations(n), bands(b) {}
  CovarianceRecursion recursion;
  VarianceObjective objective;
  Index iterations;
  Index bands;
  std::vector<double> scale;   // 1 / column norm
  std::vector<double> inward;  // C[:, j] . Cbar[:, j]
  double relativeGradient = 0;
};

BandedLoss::BandedLoss(Workload workload, Index iterations, Index bands, ErrorObjective objective)
    : m_work(std::make_unique<Work>(std::move(workload), iterations, bands, objective)) {}
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
  std::vector<double> seeds(gradient.empty() ? 0 : static_cast<std::size_t>(n));
  const double loss = m_work->objective.value(m_work->recursion.variances(), seeds);
  if (gradient.empty()) return loss;

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
  m_work->relativeGradient = std::sqrt(squares * static_cast<double>(n)) / loss;
  return loss;
}

std::span<const double> BandedLoss::variances() const {
  return m_work->recursion.variances();
}

VarianceObjective& BandedLoss::objective() {
  return m_work->objective;
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
                             ErrorObjective error, double gradientTolerance, const RunControl& control) {
  checkInteger("iterations", iterations, 1, kNoLimit);
  checkInteger("bands", bands, 1, std::min(iterations, mostBandedBands(iterations)), "memory at these iterations");
  checkAllFinite("start", start);
  std::vector<double> coefficients = squareRootCoefficients(workload, bands);
  if (!start.empty()) {
    checkSize("start", static_cast<Index>(start.size()), bands);
    coefficients.assign(start.begin(), start.end());
  }
  std::vector<double> theta = toeplitzRows(coefficients, iterations);
  OptimizerSummary summary;
  double reached = 0;  // where the loss minimised is not the error itself
  {
    BandedLoss loss(workload, iterations, bands, error);
    LbfgsOptions options;
    options.gradientTolerance = gradientTolerance;
    options.relativeGradient = [&loss] { return loss.relativeGradient(); };
    // For the mean more pairs save few evaluations, and the optimiser's own passes over memory cost as much as one.
    options.history = error == ErrorObjective::Mean ? 3 : 20;
    options.maxIterations = 5000;
    options.maxEvaluations = 5000;
    // The optimiser moves U, where Theta is U with longer row means.
    std::vector<double> u(theta.size());
    const Objective objective = [&](std::span<const double> x, std::span<double> gradient) {
      stretchRowMeans(Stretch::Apply, x, bands, theta);
      const double value = loss(theta, gradient, control);
      stretchRowMeans(Stretch::Apply, gradient, bands, gradient);
      return value;
    };
    for (int retries = 0;;) {
      setColumnNorms(theta, workload, iterations, bands);
      stretchRowMeans(Stretch::Undo, theta, bands, u);
      append(summary, minimizeLbfgs(objective, u, options, control));
      stretchRowMeans(Stretch::Apply, u, bands, theta);
      if (summary.termination == Termination::Stopped) break;
      // From a poor start a column may shrink so far that no step is short enough for it: scale the columns anew.
      const bool failed =
          summary.termination == Termination::LineSearchFailed && summary.relativeGradient >= kNearEnough;
      if (failed && ++retries < kMostAttempts) continue;
      if (error == ErrorObjective::Mean) break;
      loss(theta, {}, control);
      reached = loss.objective().exact(loss.variances());
      if (!loss.objective().refine(loss.variances())) break;
    }
  }
  summary.initialObjective = std::sqrt(summary.initialObjective);
  for (TracePoint& point : summary.trace) point.objective = std::sqrt(point.objective);
  summary.objective = std::sqrt(reached > 0 ? reached : summary.objective);
  return {columnNormalized(iterations, bands, std::move(theta)), std::move(summary)};
}

}  // namespace noiseloom
