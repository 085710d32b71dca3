#include <algorithm>
#include <cmath>

#include "core/linalg/parallel.h"
#include "core/mechanism/amplified/noise.h"

namespace noiseloom {

// d log(sigma) / dc at the point of the last solve(): derivatives in y, the shift, g and G of each sample, then in the
// comb sums, then in c.
bool BinnedNoise::differentiate(const Side& side, const BinnedComb& comb, double slope, std::span<double> gradient,
                                const RunControl& control) {
  const std::size_t b = m_bins;
  const double sigma = std::exp(side.logSigma);
  const double scale = 1 / (sigma * sigma);
  std::vector<double> byGram(b * b, 0.0);
  std::vector<double> total(b, 0.0);  // derivatives in y, summed over the samples
  for (Index s = 0; s < m_samples; ++s) {
    const std::size_t at = s;
    const double factor = m_logWeight[at] * m_weightSlope[at] * scale;
    const std::span<double> byLoss = row(m_shares, s);
    for (std::size_t j = 0; j < b; ++j) total[j] += byLoss[j] *= factor;
  }
  if (side.remove) {
    // Each task has rows of its own.
    const std::size_t tasks = std::min<std::size_t>(b, 16);
    const bool done = parallelFor(
        static_cast<Index>(tasks), control,
        [&](Index task) {
          const std::size_t begin = static_cast<std::size_t>(task) * b / tasks;
          const std::size_t end = static_cast<std::size_t>(task + 1) * b / tasks;
          for (Index s = 0; s < m_samples; ++s) {
            const std::size_t at = s;
            if (m_logWeight[at] == 0) continue;
            const double* byLoss = m_shares.data() + at * b;
            const double byPairs = m_logWeight[at] * scale / 2;
            for (std::size_t e = side.starts[at]; e < side.starts[at + 1]; ++e) {
              const std::size_t i = side.tupleBins[e];
              if (i < begin || i >= end) continue;
              const double count = side.tupleCounts[e];
              double* out = byGram.data() + i * b;
              for (std::size_t j = 0; j < b; ++j) out[j] += count * byLoss[j];
              for (std::size_t other = side.starts[at]; other < side.starts[at + 1]; ++other)
                out[side.tupleBins[other]] += byPairs * count * side.tupleCounts[other];
              out[i] -= byPairs * count;
            }
          }
        },
        m_samples * m_bins * 8);
    if (!done) return false;
  } else {
    const double share = 1 / static_cast<double>(b);
    const double byMean = -side.tilt * side.tilt * scale * share * share / 2;
    for (std::size_t i = 0; i < b; ++i) {
      for (std::size_t j = 0; j < b; ++j) byGram[i * b + j] += byMean - side.tilt * share * total[i];
    }
  }
  for (std::size_t j = 0; j < b; ++j) byGram[j * b + j] -= total[j] / 2;

  // Derivatives in g.
  for (Index s = 0; s < m_samples; ++s) {
    const double byLinear = side.remove ? 0 : m_logWeight[s] * side.tilt / (sigma * static_cast<double>(b));
    for (double& value : row(m_shares, s)) value = value * sigma + byLinear;
  }
  std::vector<double> bySums(comb.sums().size(), 0.0);
  comb.addGramGradient(byGram, bySums);
  if (!m_projection.addGradient(m_shares, bySums, control)) return false;
  comb.coefficientGradient(bySums, gradient);
  for (double& value : gradient) value /= -slope;
  return true;
}

}  // namespace noiseloom
