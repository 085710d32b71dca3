#include "core/mechanism/banded/loss.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/check.h"
#include "core/error/component_recursion.h"

namespace noiseloom {

void inverseColumnNorms(std::span<const double> theta, Index iterations, Index bands, std::vector<double>& out) {
  out.assign(iterations, 0.0);
  for (Index i = 0; i < iterations; ++i) {
    const double* row = theta.data() + i * bands;
    const Index first = i - bands + 1;
    for (Index p = std::max<Index>(0, -first); p < bands; ++p) out[first + p] += row[p] * row[p];
  }
  for (double& value : out) value = 1 / std::sqrt(value);
}

struct BandedLoss::Work {
  Work(Workload of, Index n, Index b, ErrorObjective error)
      : workload(std::move(of)), recursion(workload, n, b, error), objective(error, n, true), iterations(n), bands(b) {}
  Workload workload;
  ComponentRecursion recursion;
  VarianceObjective objective;
  Index iterations;
  Index bands;
  Index freeColumns = iterations;  // later columns are fixed
  std::vector<double> held;        // the entries of the last b - 1 rows
  double share = 1;                // of these rows in the mean
  double rest = 0;                 // the part that does not depend on these rows
  std::vector<double> scale;       // 1 / column norm
  std::vector<double> inward;      // C[:, j] . Cbar[:, j]
  double relativeGradient = 0;

  CovarianceRecursion::RowReader reader(std::span<const double> theta) const {
    return [this, theta](Index row, std::span<double> out) {
      const double* values = theta.data() + row * bands;
      const Index first = row - bands + 1;
      const Index missing = std::max<Index>(0, -first);
      std::fill_n(out.begin(), missing, 0.0);
      const Index free = std::clamp(freeColumns - first, missing, bands);
      for (Index p = missing; p < free; ++p) out[p] = values[p] * scale[first + p];
      for (Index p = free; p < bands; ++p) out[p] = held[(row - freeColumns) * bands + p];
    };
  }
};

BandedLoss::BandedLoss(Workload workload, Index iterations, Index bands, ErrorObjective objective)
    : m_work(std::make_unique<Work>(std::move(workload), iterations, bands, objective)) {}
BandedLoss::~BandedLoss() = default;

double BandedLoss::operator()(std::span<const double> theta, std::span<double> gradient, const RunControl& control) {
  const Index n = m_work->iterations;
  const Index b = m_work->bands;
  checkSize("theta", std::ssize(theta), n * b);
  if (!gradient.empty()) checkSize("gradient", std::ssize(gradient), n * b);
  constexpr double kOutside = std::numeric_limits<double>::infinity();
  for (Index i = 0; i < n; ++i) {
    if (!(theta[i * b + b - 1] > 0)) return kOutside;
  }
  std::vector<double>& scale = m_work->scale;
  inverseColumnNorms(theta, n, b, scale);

  const auto readRow = m_work->reader(theta);
  if (!m_work->recursion.forward(readRow, !gradient.empty(), control)) return kOutside;
  std::vector<double> seeds(gradient.empty() ? 0 : static_cast<std::size_t>(n));
  const double loss = m_work->share * m_work->objective.value(m_work->recursion.variances(), seeds) +
                      m_work->recursion.single().continuedLoss() + m_work->rest;
  for (double& seed : seeds) seed *= m_work->share;
  if (gradient.empty()) return loss;

  // Through the normalisation: Theta-bar = (C-bar - C (C . C-bar)) / ||Theta||, column by column.
  std::vector<double>& inward = m_work->inward;
  inward.assign(n, 0.0);
  const auto writeRow = [&](Index row, std::span<const double> strategyGradient) {
    double* values = gradient.data() + row * b;
    const double* thetaRow = theta.data() + row * b;
    const Index first = row - b + 1;
    for (Index p = 0; p < b; ++p) values[p] += strategyGradient[p];
    for (Index p = std::max<Index>(0, -first); p < b; ++p) {
      const std::size_t column = first + p;
      inward[column] += thetaRow[p] * scale[column] * strategyGradient[p];
    }
  };
  std::fill(gradient.begin(), gradient.end(), 0.0);
  if (!m_work->recursion.reverse(readRow, seeds, writeRow, control)) return kOutside;
  double squares = 0;
  for (Index i = 0; i < n; ++i) {
    const Index first = i - b + 1;
    for (Index p = std::max<Index>(0, -first); p < b; ++p) {
      const std::size_t column = first + p;
      const std::size_t at = i * b + p;
      const bool free = first + p < m_work->freeColumns;
      const double projected = free ? gradient[at] - theta[at] * scale[column] * inward[column] : 0;
      squares += projected * projected;
      gradient[at] = scale[column] * projected;
    }
  }
  m_work->relativeGradient = std::sqrt(squares * static_cast<double>(n) / m_work->share) / loss;
  return loss;
}

std::span<const double> BandedLoss::variances() const {
  return m_work->recursion.variances();
}

VarianceObjective& BandedLoss::objective() {
  return m_work->objective;
}

std::unique_ptr<BandedLoss> BandedLoss::head(Index rows, std::span<const double> theta, const RunControl& control) {
  const Index n = m_work->iterations;
  const Index b = m_work->bands;
  checkInteger("rows", rows, b + 1, n - 1, Core::tr("above the bands, below the iterations"));
  checkSize("theta", std::ssize(theta), n * b);
  m_work->scale.assign(n, 1.0);
  const auto readRow = m_work->reader(theta);
  if (!m_work->recursion.forward(readRow, true, control)) return nullptr;
  const double whole = m_work->objective.exact(m_work->recursion.variances());
  const std::vector<double> seeds(n, 1 / static_cast<double>(n));
  auto continuation = m_work->recursion.single().continuationAt(rows, readRow, seeds, control);
  if (!continuation) return nullptr;
  auto part = std::make_unique<BandedLoss>(m_work->workload, rows, b);
  part->m_work->recursion.single().continueWith(std::move(*continuation));
  const Index free = rows - b + 1;
  part->m_work->freeColumns = free;
  part->m_work->held.assign(theta.begin() + free * b, theta.begin() + rows * b);
  part->m_work->share = static_cast<double>(rows) / static_cast<double>(n);
  part->m_work->rest = whole - (*part)(theta.first(rows * b), {}, control);
  return part;
}

double BandedLoss::relativeGradient() const {
  return m_work->relativeGradient;
}

BandedStrategy columnNormalized(Index iterations, Index bands, std::vector<double> theta) {
  checkSize("theta", std::ssize(theta), iterations * bands);
  std::vector<double> scale;
  inverseColumnNorms(theta, iterations, bands, scale);
  for (Index i = 0; i < iterations; ++i) {
    const Index first = i - bands + 1;
    for (Index p = 0; p < bands; ++p) {
      double& value = theta[i * bands + p];
      value = first + p < 0 ? 0 : value * scale[first + p];
    }
  }
  return {iterations, bands, std::move(theta)};
}

}  // namespace noiseloom
