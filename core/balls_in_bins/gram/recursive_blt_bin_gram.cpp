#include <cblas.h>

#include <algorithm>

#include "core/balls_in_bins/gram/bin_gram_kinds.h"
#include "core/linalg/blas.h"

namespace noiseloom {
namespace {

constexpr Index kBltRowsAtOnce = 128;

// The recursion as RecursiveBltStrategy::multiply() runs it, with a value for each bin in place of one.
class BinnedRows {
 public:
  BinnedRows(const RecursiveBltStrategy& strategy, Index bins)
      : m_strategy(strategy),
        m_bins(bins),
        m_buffers(static_cast<std::size_t>(strategy.levels() * strategy.buffers()) * m_bins, 0.0),
        m_sums(static_cast<std::size_t>(strategy.levels()) * m_bins, 0.0) {}

  // The rows of the step, at most two, `bins` values each; returns how many.
  Index next(Index step, double* out) {
    Index rows = 0;
    if (const Index ended = m_strategy.levelEndingBefore(step); ended > 0) {
      pass(ended, sums(ended), out);
      const auto begins = static_cast<std::size_t>(ended * m_strategy.buffers()) * m_bins;
      std::fill_n(m_buffers.begin(), begins, 0.0);
      std::fill_n(m_sums.begin(), static_cast<std::size_t>(ended + 1) * m_bins, 0.0);
      ++rows;
    }
    const std::size_t bin = static_cast<std::size_t>(step) % m_bins;
    for (Index l = 0; l < m_strategy.levels(); ++l) sums(l)[bin] += 1;
    m_own.assign(m_bins, 0.0);
    m_own[bin] = 1;
    pass(0, m_own.data(), out + static_cast<std::size_t>(rows) * m_bins);
    return rows + 1;
  }

 private:
  double* sums(Index level) { return m_sums.data() + static_cast<std::size_t>(level) * m_bins; }

  void pass(Index level, const double* in, double* out) {
    const BltParameters& parameters = m_strategy.blt(level).parameters();
    const double weight = m_strategy.weight(level);
    std::copy_n(in, m_bins, out);
    for (std::size_t i = 0; i < parameters.theta.size(); ++i) {
      double* const buffer = m_buffers.data() + (static_cast<std::size_t>(level * m_strategy.buffers()) + i) * m_bins;
      for (std::size_t j = 0; j < m_bins; ++j) {
        out[j] += parameters.omega[i] * buffer[j];
        buffer[j] = parameters.theta[i] * buffer[j] + in[j];
      }
    }
    for (std::size_t j = 0; j < m_bins; ++j) out[j] *= weight;
  }

  const RecursiveBltStrategy& m_strategy;
  std::size_t m_bins;
  std::vector<double> m_buffers, m_sums, m_own;
};

}  // namespace

bool addRecursiveBltBins(const RecursiveBltStrategy& strategy, Index bins, std::span<double> lower,
                         const RunControl& control) {
  for (Index l = 0; l < strategy.levels(); ++l) {
    const auto c = strategy.coefficients(l);
    const auto negative = std::ranges::find_if(c, [](double value) { return value < 0; });
    if (negative == c.end()) continue;
    const Index block = negative - c.begin();
    const Index row = l == 0 ? strategy.ownRow(block) : strategy.firstRow((block + 1) * strategy.blockSteps(l));
    refuseNegativeEntry(row, 0, *negative);
  }
  BinnedRows rows(strategy, bins);
  std::vector<double> folded((kBltRowsAtOnce + 1) * bins);
  const Index n = strategy.iterations();
  Index kept = 0;
  for (Index step = 0; step < n; ++step) {
    kept += rows.next(step, folded.data() + kept * bins);
    if (kept < kBltRowsAtOnce && step + 1 < n) continue;
    if (control.stopRequested()) return false;
    {
      const auto turn = blasTurn();
      cblas_dsyrk(CblasRowMajor, CblasLower, CblasTrans, static_cast<int>(bins), static_cast<int>(kept), 1,
                  folded.data(), static_cast<int>(bins), 1, lower.data(), static_cast<int>(bins));
    }
    kept = 0;
    control.report(static_cast<double>(step) / static_cast<double>(n), Core::tr("means of the bins"));
  }
  return true;
}

}  // namespace noiseloom
