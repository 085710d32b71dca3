#include "core/error/covariance_recursion.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/check.h"
#include "core/error/covariance_kernels.h"

namespace noiseloom {
namespace {

// Rows between two polls of the stop token: well below 50 ms at any window.
Index rowsPerPoll(std::size_t stride) {
  return std::max<Index>(1, 4'000'000 / std::max<Index>(1, stride * stride));
}

}  // namespace

CovarianceRecursion::CovarianceRecursion(Workload workload, Index iterations, Index bands)
    : m_workload(std::move(workload)),
      m_iterations(iterations),
      m_bands(bands),
      m_inverseBands(m_workload.inverseBands()),
      m_window(bands + m_inverseBands - 2) {
  checkInteger("iterations", iterations, 1, kNoLimit);
  checkInteger("bands", bands, 1, iterations, Core::tr("the iterations"));
  if (m_workload.fixedIterations() != 0) checkSize("learning_rates", m_workload.fixedIterations(), iterations);
  const std::size_t window = m_window;
  m_stride = (window + kVectorDoubles - 1) / kVectorDoubles * kVectorDoubles;
  // Away from the first rows, all rows of a Toeplitz workload are equal; entries left of column 0 are never used.
  const bool constant = m_workload.isToeplitz();
  for (auto& diagonal : m_inverse)
    diagonal.assign(constant ? 1 : window + static_cast<std::size_t>(iterations) + 3, 0.0);
  std::vector<double> row(m_inverseBands);
  for (Index i = 0; i < (constant ? 1 : iterations); ++i) {
    m_workload.inverseRow(constant ? m_inverseBands : i, row);
    for (std::size_t e = 0; e < row.size(); ++e)
      m_inverse[e][constant ? 0 : window + static_cast<std::size_t>(i)] = row[e];
  }
  m_strategyRow.resize(window + 4);
  m_decoderRow.resize(window + 1);
  m_ratio = AlignedBuffer(m_stride);
  m_product = AlignedBuffer(m_stride);
  m_placed = AlignedBuffer(m_stride);
  m_covariance = AlignedBuffer(m_stride * m_stride);
  m_variances.resize(iterations);
}

// The diagonals of A^-1 from column row - W on.
InverseDiagonals CovarianceRecursion::inverseOf(Index row) const {
  const bool constant = m_workload.isToeplitz();
  const Index from = constant ? 0 : row;
  const double* fourth = m_inverseBands == kMostInverseBands ? m_inverse[3].data() + from : nullptr;
  return {{m_inverse[0].data() + from, m_inverse[1].data() + from, m_inverse[2].data() + from, fourth},
          constant ? 0u : 1u};
}

// Reads row i of C and forms M[i, i - W .. i] and the ratios M_il / M_ii in slot order.
void CovarianceRecursion::loadRow(Index row, std::size_t slot, const RowReader& readRow) {
  const std::size_t window = m_window;
  const std::size_t bands = m_bands;
  readRow(row, std::span(m_strategyRow).subspan(window + 1 - bands, bands));
  decoderRow(m_strategyRow.data(), inverseOf(row), window, slot, m_decoderRow.data(), m_ratio.data());
  if (row >= m_window) return;
  // Columns left of 0 do not exist: their u counts as 0.
  for (Index s = row; s < m_window; ++s) m_ratio[s] = 0;
}

bool CovarianceRecursion::forward(const RowReader& readRow, bool keepHistory, const RunControl& control) {
  const std::size_t needed = static_cast<std::size_t>(m_iterations) * m_stride;
  if (keepHistory && m_history.size() != needed) m_history = AlignedBuffer(needed);
  m_covariance.clear();
  const std::size_t window = m_window;
  const Index poll = rowsPerPoll(m_stride);
  std::size_t slot = 0;
  for (Index i = 0; i < m_iterations; ++i) {
    if (i % poll == 0 && control.stopRequested()) return false;
    loadRow(i, slot, readRow);
    double* product = keepHistory ? m_history.data() + static_cast<std::size_t>(i) * m_stride : m_product.data();
    const double scale = 1 / m_decoderRow[window];
    const double variance =
        scale * scale + symmetricProduct(m_covariance.data(), window, m_stride, m_ratio.data(), product);
    if (!std::isfinite(variance)) return false;
    m_variances[i] = variance;

    // Row i replaces row i - W.
    for (std::size_t l = 0; l < m_stride; ++l) m_placed[l] = -product[l];
    m_placed[slot] = variance;
    placeRow(m_covariance.data(), window, m_stride, slot, m_placed.data());
    if (++slot == window) slot = 0;
  }
  return true;
}

// Going backwards, row - W returns to the slot that row leaves; its covariances with later rows are in their histories.
void CovarianceRecursion::placeOldest(Index row, std::size_t slot) {
  const std::size_t window = m_window;
  const Index oldest = row - m_window;
  for (std::size_t s = 0; s < window; ++s) {
    // Slots after `slot` hold oldest + 1, oldest + 2, ..., and those from slot 0 on the younger rows.
    const std::size_t age = s >= slot ? s - slot : s + window - slot;
    const Index l = oldest + static_cast<Index>(age);
    m_placed[s] = l >= 0 ? -m_history[static_cast<std::size_t>(l) * m_stride + slot] : 0;
  }
  m_placed[slot] = oldest >= 0 ? m_variances[oldest] : 0;
  placeRow(m_covariance.data(), window, m_stride, slot, m_placed.data());
}

bool CovarianceRecursion::reverse(const RowReader& readRow, std::span<const double> seeds, const RowWriter& writeRow,
                                  const RunControl& control) {
  AlignedBuffer adjoint(m_stride * m_stride);
  if (m_continuation) std::copy_n(m_continuation->m_adjoint.data(), m_stride * m_stride, adjoint.data());
  return retreat(0, readRow, seeds, adjoint, writeRow, control);
}

std::optional<CovarianceRecursion::Continuation> CovarianceRecursion::continuationAt(Index row,
                                                                                     const RowReader& readRow,
                                                                                     std::span<const double> seeds,
                                                                                     const RunControl& control) {
  checkInteger("row", row, m_window, m_iterations - 1);
  Continuation continuation;
  continuation.m_adjoint = AlignedBuffer(m_stride * m_stride);
  if (!retreat(row, readRow, seeds, continuation.m_adjoint, {}, control)) return std::nullopt;
  return continuation;
}

double CovarianceRecursion::continuedLoss() const {
  if (!m_continuation) return 0;
  // Both halves of the adjoints are stored, with their diagonal doubled.
  double sum = 0;
  for (std::size_t k = 0; k < m_stride * m_stride; ++k) sum += m_continuation->m_adjoint[k] * m_covariance[k];
  return sum / 2;
}

// Runs rows n - 1 down to firstRow. adjoint: of the covariances in the window, both halves stored, the diagonal
// doubled; on return, of those of the W rows before firstRow.
bool CovarianceRecursion::retreat(Index firstRow, const RowReader& readRow, std::span<const double> seeds,
                                  AlignedBuffer& adjoint, const RowWriter& writeRow, const RunControl& control) {
  checkSize("seeds", std::ssize(seeds), m_iterations);
  checkSize("history", std::ssize(m_history), m_iterations * static_cast<Index>(m_stride));
  const std::size_t window = m_window;
  const std::size_t bands = m_bands;
  const Index poll = rowsPerPoll(m_stride);
  AlignedBuffer h(m_stride);
  const AlignedBuffer zeros(m_stride);
  std::vector<double> decoderGradient(window + 4);  // three zeros before M-bar[i, i - W .. i]
  std::vector<double> strategyGradient(window + 1);

  std::size_t slot = (m_iterations - 1) % m_window;
  for (Index i = m_iterations - 1; i >= firstRow; --i) {
    if (i % poll == 0 && control.stopRequested()) return false;
    placeOldest(i, slot);
    loadRow(i, slot, readRow);
    const double* product = m_history.data() + static_cast<std::size_t>(i) * m_stride;
    double* own = adjoint.data() + slot * m_stride;
    const double q = own[slot] / 2 + seeds[i];
    own[slot] = 0;  // no later row reads P[i, i - W], whose slot is row i's own
    double ratioProduct = 0;
    const double hProduct = adjointDirection(own, m_ratio.data(), product, q, window, h.data(), ratioProduct);
    placeRow(adjoint.data(), window, m_stride, slot, zeros.data());
    symmetricProductAndUpdate(m_covariance.data(), adjoint.data(), window, m_stride, m_ratio.data(), h.data(),
                              m_product.data());

    const double scale = 1 / m_decoderRow[window];
    double* gradient = decoderGradient.data() + 3;
    decoderGradientRow(product, m_product.data(), q, scale, window, slot, gradient);
    gradient[window] = scale * (hProduct - q * (2 * scale * scale + ratioProduct));
    if (i < m_window) std::fill_n(gradient, m_window - i, 0.0);
    strategyGradientRow(gradient, inverseOf(i), window, strategyGradient.data());
    std::span<double> row = std::span(strategyGradient).last(bands);
    if (i < m_bands - 1) std::fill_n(row.begin(), m_bands - 1 - i, 0.0);
    if (writeRow) writeRow(i, row);
    slot = slot == 0 ? window - 1 : slot - 1;
  }
  return true;
}

}  // namespace noiseloom
