#include "core/linalg/cascade_energy.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "core/base/check.h"

namespace noiseloom {
namespace {

// Row-major square matrix of a few rows. In the functions below, "lower" marks a matrix whose upper half is zero and
// never read; all sizes agree.
class SmallMatrix {
 public:
  explicit SmallMatrix(std::size_t rows, double value = 0) : m_rows(rows), m_values(rows * rows, value) {}
  double* operator[](std::size_t row) { return m_values.data() + row * m_rows; }
  const double* operator[](std::size_t row) const { return m_values.data() + row * m_rows; }
  std::size_t rows() const { return m_rows; }

 private:
  std::size_t m_rows;
  std::vector<double> m_values;
};

// lower * full
inline SmallMatrix leftProduct(const SmallMatrix& lower, const SmallMatrix& full) {
  const std::size_t size = lower.rows();
  SmallMatrix out(size);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t l = 0; l <= i; ++l) {
      const double factor = lower[i][l];
      for (std::size_t j = 0; j < size; ++j) out[i][j] += factor * full[l][j];
    }
  }
  return out;
}

// out += lower^T * full
inline void addTransposedProduct(const SmallMatrix& lower, const SmallMatrix& full, SmallMatrix& out) {
  const std::size_t size = lower.rows();
  for (std::size_t l = 0; l < size; ++l) {
    for (std::size_t i = 0; i <= l; ++i) {
      const double factor = lower[l][i];
      for (std::size_t j = 0; j < size; ++j) out[i][j] += factor * full[l][j];
    }
  }
}

// out += full * lower^T
inline void addProductWithTransposed(const SmallMatrix& full, const SmallMatrix& lower, SmallMatrix& out) {
  const std::size_t size = lower.rows();
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      double sum = 0;
      for (std::size_t l = 0; l <= j; ++l) sum += full[i][l] * lower[j][l];
      out[i][j] += sum;
    }
  }
}

// out += scale * other
inline void addScaled(const SmallMatrix& other, double scale, SmallMatrix& out) {
  const std::size_t size = out.rows();
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) out[i][j] += scale * other[i][j];
  }
}

// out += scale * x x^T
inline void addSquare(const std::vector<double>& x, double scale, SmallMatrix& out) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < x.size(); ++j) out[i][j] += scale * x[i] * x[j];
  }
}

inline std::vector<double> times(const SmallMatrix& matrix, const std::vector<double>& x) {
  std::vector<double> out(x.size(), 0.0);
  for (std::size_t i = 0; i < x.size(); ++i) out[i] = std::inner_product(x.begin(), x.end(), matrix[i], 0.0);
  return out;
}

inline std::vector<double> transposedTimes(const SmallMatrix& lower, const std::vector<double>& x) {
  std::vector<double> out(x.size(), 0.0);
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) out[j] += lower[i][j] * x[i];
  }
  return out;
}

// The chain of filters over 2^k steps: F = step^(2^k), lower; W = sum_{t<2^k} step^t 1 1^T step^tT; V = the sum of the
// W of 1 .. 2^k steps (only for the accumulated energy).
struct Level {
  SmallMatrix step, gram, sums;
  SmallMatrix stepGram, stepSums;  // F W and F V, kept for the backward pass
  std::vector<double> output;      // the output row at the beginning of this block of steps
  double later = 0;                // steps after this block
};

class Cascade {
 public:
  Cascade(std::vector<double> slopes, std::vector<double> poleGaps, Index steps, EnergyKind kind)
      : m_size(slopes.size()), m_steps(steps), m_accumulated(kind == EnergyKind::Accumulated) {
    run(std::move(slopes), std::move(poleGaps));
  }

  double energy() const { return m_energy; }

  // Derivatives in the slopes with the poles fixed, and in the poles with the slopes fixed.
  void reverse(std::vector<double>& slopeBar, std::vector<double>& poleBar) const {
    SmallMatrix stepBar(m_size), gramBar(m_size), sumsBar(m_size);
    std::vector<double> outputBar(m_size, 0.0);
    for (std::size_t k = m_levels.size(); k-- > 0;) {
      const Level& level = m_levels[k];
      if (k + 1 < m_levels.size()) undouble(level, static_cast<double>(Index{1} << k), stepBar, gramBar, sumsBar);
      if (!uses(k)) continue;
      for (std::size_t i = 0; i < m_size; ++i) {  // output' = F^T output; F is stored as its lower half
        for (std::size_t j = 0; j <= i; ++j) stepBar[i][j] += level.output[i] * outputBar[j];
      }
      outputBar = times(level.step, outputBar);
      const std::vector<double> through = weighted(level);
      for (std::size_t i = 0; i < m_size; ++i) outputBar[i] += 2 * through[i];
      addSquare(level.output, m_accumulated ? level.later : 1, gramBar);
      if (m_accumulated) addSquare(level.output, 1, sumsBar);
    }
    slopeBar = outputBar;
    poleBar.assign(m_size, 0.0);
    for (std::size_t l = 0; l < m_size; ++l) {
      poleBar[l] = stepBar[l][l];
      for (std::size_t i = l + 1; i < m_size; ++i) slopeBar[l] += stepBar[i][l];
    }
  }

 private:
  bool uses(std::size_t bit) const { return (m_steps >> bit & 1) != 0; }

  // The matrix whose quadratic form in the output row is the energy of a block, times that row.
  std::vector<double> weighted(const Level& level) const {
    std::vector<double> out = times(level.gram, level.output);
    if (!m_accumulated) return out;
    const std::vector<double> sums = times(level.sums, level.output);
    for (std::size_t i = 0; i < m_size; ++i) out[i] = out[i] * level.later + sums[i];
    return out;
  }

  void run(std::vector<double> slopes, std::vector<double> gaps) {
    const std::size_t bits = std::bit_width(static_cast<std::uint64_t>(m_steps));
    m_levels.reserve(bits);
    SmallMatrix step(m_size);
    for (std::size_t i = 0; i < m_size; ++i) {
      for (std::size_t l = 0; l < i; ++l) step[i][l] = slopes[l];
      step[i][i] = 1 - gaps[i];
    }
    // 1 1^T: an impulse reaches every filter at once.
    SmallMatrix gram(m_size, 1);
    SmallMatrix sums = gram;
    Index done = 0;
    for (std::size_t k = 0; k < bits; ++k) {
      const Index length = Index{1} << k;
      const auto taken = [](SmallMatrix& from) { return std::exchange(from, SmallMatrix(0)); };
      Level level{taken(step), taken(gram), taken(sums), SmallMatrix(0), SmallMatrix(0), {}, 0};
      if (uses(k)) {
        done += length;
        level.output = slopes;
        level.later = static_cast<double>(m_steps - done);
        const std::vector<double> through = weighted(level);
        m_energy += std::inner_product(slopes.begin(), slopes.end(), through.begin(), 0.0);
        slopes = transposedTimes(level.step, slopes);
      }
      if (k + 1 < bits) {
        step = squared(level.step, gaps);
        level.stepGram = leftProduct(level.step, level.gram);
        gram = level.gram;
        addProductWithTransposed(level.stepGram, level.step, gram);
        if (m_accumulated) {
          level.stepSums = leftProduct(level.step, level.sums);
          sums = level.sums;
          addScaled(level.gram, static_cast<double>(length), sums);
          addProductWithTransposed(level.stepSums, level.step, sums);
        }
      }
      m_levels.push_back(std::move(level));
    }
  }

  // F^2. Its diagonal comes from the gaps, 1 - (1 - g)^2 = g (2 - g): squaring a rounded 1 - g repeatedly would double
  // the error each time.
  static SmallMatrix squared(const SmallMatrix& step, std::vector<double>& gaps) {
    const std::size_t size = step.rows();
    SmallMatrix out(size);
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t l = 0; l <= i; ++l) {
        for (std::size_t j = 0; j <= l; ++j) out[i][j] += step[i][l] * step[l][j];
      }
      gaps[i] *= 2 - gaps[i];
      out[i][i] = 1 - gaps[i];
    }
    return out;
  }

  // Turns the adjoints of level k + 1 into those of level k, in place.
  void undouble(const Level& level, double length, SmallMatrix& stepBar, SmallMatrix& gramBar,
                SmallMatrix& sumsBar) const {
    SmallMatrix below(m_size);
    addProductWithTransposed(stepBar, level.step, below);  // F2 = F F
    addTransposedProduct(level.step, stepBar, below);
    const auto congruence = [&](SmallMatrix& bar, const SmallMatrix& product) {  // X2 = X + F X F^T, bar symmetric
      SmallMatrix half(m_size);
      addTransposedProduct(level.step, bar, half);  // F^T bar; its transpose is bar F
      for (std::size_t i = 0; i < m_size; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
          double sum = 0;
          for (std::size_t l = 0; l < m_size; ++l) sum += bar[i][l] * product[l][j];
          below[i][j] += 2 * sum;
        }
      }
      for (std::size_t i = 0; i < m_size; ++i) {
        for (std::size_t j = 0; j < m_size; ++j) {
          double sum = 0;
          for (std::size_t l = j; l < m_size; ++l) sum += half[i][l] * level.step[l][j];
          bar[i][j] += sum;
        }
      }
    };
    congruence(gramBar, level.stepGram);
    if (m_accumulated) {
      addScaled(sumsBar, length, gramBar);
      congruence(sumsBar, level.stepSums);
    }
    // F is stored as its lower half.
    for (std::size_t i = 0; i < m_size; ++i) {
      for (std::size_t j = 0; j < m_size; ++j) stepBar[i][j] = j <= i ? below[i][j] : 0;
    }
  }

  std::size_t m_size;
  Index m_steps;
  bool m_accumulated;
  double m_energy = 0;
  std::vector<Level> m_levels;
};

// Indices of the gaps in increasing order: the roots from the largest down.
std::vector<std::size_t> increasing(std::span<const double> gaps) {
  std::vector<std::size_t> order(gaps.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return gaps[a] < gaps[b]; });
  return order;
}

}  // namespace

FilterChain::FilterChain(std::span<const double> zeroGaps, std::span<const double> poleGaps)
    : m_zeroOrder(increasing(zeroGaps)), m_poleOrder(increasing(poleGaps)) {
  checkInteger("zeros", std::ssize(zeroGaps), 0, std::ssize(poleGaps));
  for (const double gap : zeroGaps) checkClosedInterval("gap of a zero", gap, 0, 1);
  for (const double gap : poleGaps) checkClosedInterval("gap of a pole", gap, 0, 1);
  for (std::size_t k = 0; k < poleGaps.size(); ++k) {
    gaps.push_back(poleGaps[m_poleOrder[k]]);
    slopes.push_back((k < zeroGaps.size() ? zeroGaps[m_zeroOrder[k]] : 1) - gaps[k]);
  }
}

void FilterChain::scatter(std::span<const double> slopeBar, std::span<const double> poleBar,
                          std::span<double> zeroGradient, std::span<double> poleGradient) const {
  for (std::size_t k = 0; k < slopes.size(); ++k) {
    if (m_poleOrder[k] < poleGradient.size()) poleGradient[m_poleOrder[k]] = -slopeBar[k] - poleBar[k];
    if (k < m_zeroOrder.size() && m_zeroOrder[k] < zeroGradient.size()) zeroGradient[m_zeroOrder[k]] = slopeBar[k];
  }
}

double cascadeEnergy(std::span<const double> zeroGaps, std::span<const double> poleGaps, Index terms, EnergyKind kind,
                     std::span<double> zeroGradient, std::span<double> poleGradient) {
  checkInteger("terms", terms, 1, kNoLimit);
  const FilterChain chain(zeroGaps, poleGaps);
  // f_0 = 1; f_t = slopes^T step^(t-1) 1.
  const Cascade cascade(chain.slopes, chain.gaps, terms - 1, kind);
  if (!zeroGradient.empty() || !poleGradient.empty()) {
    std::vector<double> slopeBar, poleBar;
    cascade.reverse(slopeBar, poleBar);
    chain.scatter(slopeBar, poleBar, zeroGradient, poleGradient);
  }
  return cascade.energy() + (kind == EnergyKind::Accumulated ? static_cast<double>(terms) : 1);
}

}  // namespace noiseloom
