#include "core/error/covariance_recursion.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/check.h"
#include "core/error/covariance_kernels.h"

namespace noiseloom {
namespace {

// Rows between two looks at the stop token: well below 50 ms at any window.
Index rowsPerPoll(std::size_t stride) {
  return std::max<Index>(1, Index{4'000'000} / static_cast<Index>(stride * stride));
}

}  // namespace

CovarianceRecursion::CovarianceRecursion(Workload workload, Index iterations, Index bands)
    : m_workload(std::move(workload)),
      m_iterations(iterations),
      m_bands(bands),
      m_inverseBands(m_workload.inverseBands()),
      m_window(bands + m_inverseBands - 2) {
  checkInteger("iterations", iterations, 1, kNoLimit);
  checkInteger("bands", bands, 1, iterations, "the iterations");
  if (m_workload.fixedIterations() != 0) checkSize("learning_rates", m_workload.fixedIterations(), iterations);
  const auto window = static_cast<std::size_t>(m_window);
  m_stride = (window + kVectorDoubles - 1) / kVectorDoubles * kVectorDoubles;
  // Away from the first rows a Toeplitz workload has one row for all; entries left of column 0 are never read.
  const Index rows = m_workload.isToeplitz() ? 1 : iterations;
  m_inverse.resize(static_cast<std::size_t>(rows * m_inverseBands));
  for (Index i = 0; i < rows; ++i) {
    m_workload.inverseRow(rows == 1 ? m_inverseBands : i,
                          std::span(m_inverse).subspan(static_cast<std::size_t>(i * m_inverseBands),
                                                       static_cast<std::size_t>(m_inverseBands)));
  }
  m_strategyRow.resize(static_cast<std::size_t>(bands));
  m_decoderRow.resize(window + 1);
  m_ratio = AlignedBuffer(m_stride);
  m_product = AlignedBuffer(m_stride);
  m_covariance = AlignedBuffer(m_stride * m_stride);
  m_variances.resize(static_cast<std::size_t>(iterations));
}

const double* CovarianceRecursion::inverseRow(Index row) const {
  return m_inverse.data() + (m_workload.isToeplitz() ? 0 : row * m_inverseBands);
}

// Reads row i of C and forms M[i, i - lag] = sum_t C[i, i - t] A^-1[i - t, i - lag] and the ratios M_il / M_ii in slot
// order.
void CovarianceRecursion::loadRow(Index row, const RowReader& readRow) {
  readRow(row, m_strategyRow);
  std::fill(m_decoderRow.begin(), m_decoderRow.end(), 0.0);
  const Index lags = std::min(row, m_bands - 1);
  for (Index t = 0; t <= lags; ++t) {
    const double* inverse = inverseRow(row - t);
    const double c = m_strategyRow[static_cast<std::size_t>(t)];
    for (Index e = 0; e < std::min(m_inverseBands, row - t + 1); ++e)
      m_decoderRow[static_cast<std::size_t>(t + e)] += c * inverse[e];
  }
  const double scale = 1 / m_decoderRow[0];
  Index slot = row % m_window;
  for (Index lag = 1; lag <= m_window; ++lag) {
    slot = slot == 0 ? m_window - 1 : slot - 1;
    m_ratio[static_cast<std::size_t>(slot)] = m_decoderRow[static_cast<std::size_t>(lag)] * scale;
  }
}

bool CovarianceRecursion::advance(Index firstRow, const RowReader& readRow, bool keepHistory,
                                  const RunControl& control) {
  const auto window = static_cast<std::size_t>(m_window);
  const Index poll = rowsPerPoll(m_stride);
  for (Index i = firstRow; i < m_iterations; ++i) {
    if (i % poll == 0 && control.stopRequested()) return false;
    loadRow(i, readRow);
    double* product = keepHistory ? m_history.data() + static_cast<std::size_t>(i) * m_stride : m_product.data();
    symmetricProduct(m_covariance.data(), window, m_stride, m_ratio.data(), product);
    const double scale = 1 / m_decoderRow[0];
    double variance = scale * scale;
    for (std::size_t l = 0; l < window; ++l) variance += m_ratio[l] * product[l];
    if (!std::isfinite(variance)) return false;
    m_variances[static_cast<std::size_t>(i)] = variance;

    // Row i takes the place of row i - W.
    const auto slot = static_cast<std::size_t>(i % m_window);
    double* own = m_covariance.data() + slot * m_stride;
    for (std::size_t l = 0; l < window; ++l) own[l] = m_covariance[l * m_stride + slot] = -product[l];
    own[slot] = variance;
  }
  return true;
}

bool CovarianceRecursion::forward(const RowReader& readRow, bool keepHistory, const RunControl& control) {
  const std::size_t needed = static_cast<std::size_t>(m_iterations) * m_stride;
  if (keepHistory && m_history.size() != needed) m_history = AlignedBuffer(needed);
  m_covariance.clear();
  return advance(0, readRow, keepHistory, control);
}

bool CovarianceRecursion::forwardFrom(Index firstRow, std::span<const double> window, const RowReader& readRow,
                                      const RunControl& control) {
  checkInteger("first_row", firstRow, m_window, m_iterations);
  checkSize("window", static_cast<Index>(window.size()), m_window * m_window);
  const auto slotOf = [&](Index p) { return static_cast<std::size_t>((firstRow - m_window + p) % m_window); };
  for (Index p = 0; p < m_window; ++p) {
    for (Index q = 0; q < m_window; ++q) {
      m_covariance[slotOf(p) * m_stride + slotOf(q)] = window[static_cast<std::size_t>(p * m_window + q)];
    }
  }
  return advance(firstRow, readRow, false, control);
}

// Going backwards: row - W returns to the slot that row leaves.
void CovarianceRecursion::placeOldest(Index row) {
  const auto slot = static_cast<std::size_t>(row % m_window);
  double* own = m_covariance.data() + slot * m_stride;
  std::fill_n(own, m_stride, 0.0);
  for (Index l = std::max<Index>(0, row - m_window + 1); l < row; ++l) {
    own[l % m_window] = -m_history[static_cast<std::size_t>(l) * m_stride + slot];
  }
  own[slot] = row >= m_window ? m_variances[static_cast<std::size_t>(row - m_window)] : 0;
  for (std::size_t l = 0; l < static_cast<std::size_t>(m_window); ++l) m_covariance[l * m_stride + slot] = own[l];
}

bool CovarianceRecursion::reverse(const RowReader& readRow, std::span<const double> seeds, const RowWriter& writeRow,
                                  const RunControl& control) {
  checkSize("seeds", static_cast<Index>(seeds.size()), m_iterations);
  checkSize("history", static_cast<Index>(m_history.size()), m_iterations * static_cast<Index>(m_stride));
  const auto window = static_cast<std::size_t>(m_window);
  const Index poll = rowsPerPoll(m_stride);
  // Adjoints of the covariances in the window, both halves stored, the diagonal doubled.
  AlignedBuffer adjoint(m_stride * m_stride);
  AlignedBuffer h(m_stride);
  std::vector<double> decoderGradient(window + 1);
  std::vector<double> strategyGradient(static_cast<std::size_t>(m_bands));

  for (Index i = m_iterations - 1; i >= 0; --i) {
    if (i % poll == 0 && control.stopRequested()) return false;
    placeOldest(i);
    loadRow(i, readRow);
    const auto slot = static_cast<std::size_t>(i % m_window);
    const double* product = m_history.data() + static_cast<std::size_t>(i) * m_stride;
    double* own = adjoint.data() + slot * m_stride;
    const double q = own[slot] / 2 + seeds[static_cast<std::size_t>(i)];
    // Nothing later reads P[i, i - W], whose slot is the row's own.
    own[slot] = 0;
    double ratioProduct = 0;
    double hProduct = 0;
    for (std::size_t l = 0; l < window; ++l) {
      h[l] = own[l] - m_ratio[l] * q;
      ratioProduct += m_ratio[l] * product[l];
      hProduct += h[l] * product[l];
    }
    for (std::size_t l = 0; l < window; ++l) own[l] = adjoint[l * m_stride + slot] = 0;
    symmetricProductAndUpdate(m_covariance.data(), adjoint.data(), window, m_stride, m_ratio.data(), h.data(),
                              m_product.data());

    const double scale = 1 / m_decoderRow[0];
    decoderGradient[0] = scale * (hProduct - q * (2 * scale * scale + ratioProduct));
    std::size_t s = slot;
    for (std::size_t lag = 1; lag <= window; ++lag) {
      s = s == 0 ? window - 1 : s - 1;
      decoderGradient[lag] = scale * (q * product[s] - m_product[s]);
    }
    const Index lags = std::min(i, m_bands - 1);
    std::fill(strategyGradient.begin(), strategyGradient.end(), 0.0);
    for (Index t = 0; t <= lags; ++t) {
      const double* inverse = inverseRow(i - t);
      double sum = 0;
      for (Index e = 0; e < std::min(m_inverseBands, i - t + 1); ++e)
        sum += decoderGradient[static_cast<std::size_t>(t + e)] * inverse[e];
      strategyGradient[static_cast<std::size_t>(t)] = sum;
    }
    writeRow(i, strategyGradient);
  }
  return true;
}

}  // namespace noiseloom
