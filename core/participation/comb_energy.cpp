#include "core/participation/comb_energy.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include "core/base/check.h"
#include "core/linalg/real_fft.h"

namespace noiseloom {
namespace {

// Relative to the largest autocorrelation; within it, rounding may order two others wrongly.
constexpr double kRounding = 1e-14;
// Limit on the work for a sharper bound, autocorrelations times terms: about a second.
constexpr double kMostWork = 1 << 25;

// The strided sums of one offset r, over epochs e: c extends over `reach` of them, the matrix over `epochs`, both >= 1.
class OffsetSums {
 public:
  // t_e rises to U_(reach-1) while c enters (head), stays there until the first hit has left (steady), and falls again
  // (tail). With few hits, the head overlaps the other two.
  void set(std::span<const double> c, std::size_t offset, std::size_t separation, Index hits, Index epochs) {
    m_sums.clear();
    double sum = 0;
    for (std::size_t i = offset; i < c.size(); i += separation) m_sums.push_back(sum += c[i]);
    m_reach = std::ssize(m_sums);
    m_hits = hits;
    m_epochs = epochs;
    m_steadyEnd = std::max(m_reach - 1, std::min(hits, epochs));
    m_before.assign(1, 0.0);
    m_energy = 0;
    for (Index e = 0; e < m_reach - 1; ++e) add(e);
    m_head = m_before.back();
    const double steady = m_sums.back();
    const double steadyCount = static_cast<double>(m_steadyEnd - (m_reach - 1));
    m_energy += steadyCount * steady * steady;
    m_before.push_back(m_head + steadyCount * steady);
    for (Index e = m_steadyEnd; e < std::min(epochs, hits + m_reach - 1); ++e) add(e);
  }
  double energy() const { return m_energy; }
  Index reach() const { return m_reach; }
  // Derivative of the energy in c_(r + j s), which contributes to t_j .. t_(j + hits - 1).
  double derivative(Index j) const { return 2 * (before(std::min(j + m_hits, m_epochs)) - before(j)); }

 private:
  void add(Index e) {
    const Index all = std::min(e, m_reach - 1);
    double t = m_sums[all];
    if (e >= m_hits) t -= m_sums[e - m_hits];
    m_energy += t * t;
    m_before.push_back(m_before.back() + t);
  }
  // Sum of t over epochs below e.
  double before(Index e) const {
    if (e < m_reach) return m_before[e];
    if (e <= m_steadyEnd) return m_head + static_cast<double>(e - (m_reach - 1)) * m_sums.back();
    return m_before[m_reach + e - m_steadyEnd];
  }

  Index m_reach = 0;
  Index m_hits = 0;
  Index m_epochs = 0;
  Index m_steadyEnd = 0;
  double m_head = 0;
  double m_energy = 0;
  std::vector<double> m_sums;    // U_e = c_r + c_(r+s) + .. of e + 1 terms
  std::vector<double> m_before;  // running sums of t: of the head, after the steady part, and of the tail
};

// sum_(r < rows) c_r c_(r + d) for d < m.
std::vector<double> autocorrelation(std::span<const double> c, Index rows) {
  RealFft fft(RealFft::goodSize(2 * std::ssize(c)));
  const auto values = fft.values();
  const auto transform = [&](std::size_t size) {
    std::fill(values.begin(), values.end(), 0.0);
    std::copy_n(c.begin(), size, values.begin());
    fft.forward();
  };
  transform(std::min(c.size(), static_cast<std::size_t>(rows)));
  const std::vector<std::complex<double>> head(fft.spectrum().begin(), fft.spectrum().end());
  transform(c.size());
  const auto spectrum = fft.spectrum();
  for (std::size_t k = 0; k < spectrum.size(); ++k) spectrum[k] *= std::conj(head[k]);
  fft.inverse();
  std::vector<double> out(values.begin(), values.begin() + std::ssize(c));
  for (double& value : out) value /= static_cast<double>(fft.size());
  return out;
}

// A bound on the excess of the energy of any pattern of c >= 0 over that of the comb. Hits at p_a < p_b, the a-th and
// b-th, overlap by R_d(n - p_b), the autocorrelation at d = p_b - p_a >= e s, e = b - a, over the remaining rows; as c
// >= 0 this is at most R_d(n - b s), where the comb has R_(e s)(n - b s).
double excessOverComb(std::span<const double> c, Index iterations, Index hits, Index separation,
                      const RunControl& control) {
  if (std::is_sorted(c.rbegin(), c.rend())) return 0;
  constexpr double kUnknown = std::numeric_limits<double>::infinity();
  const auto m = std::ssize(c);
  const Index different = std::min(hits - 1, m / separation + 1);
  if (static_cast<double>(different) * static_cast<double>(m) > kMostWork) return kUnknown;
  double excess = 0;
  for (Index b = hits - 1; b >= 1; --b) {
    if (control.stopRequested()) return kUnknown;
    const Index rows = iterations - b * separation;
    const std::vector<double> r = autocorrelation(c, std::min(rows, m));
    double later = 0;  // the largest from here on
    for (Index d = m - 1; d >= separation; --d) {
      const double here = r[d];
      later = std::max(later, here);
      const Index e = d / separation;
      if (d % separation != 0 || e > b || later <= here + kRounding * r[0]) continue;
      // If all rows of c remain, the excess is the same for b, b - 1, .. e.
      const double times = rows >= m ? static_cast<double>(b - e + 1) : 1;
      excess += 2 * times * (later - here);
    }
    if (rows >= m) break;
  }
  return excess;
}

}  // namespace

double combEnergy(std::span<const double> c, Index iterations, Index participations, Index separation,
                  std::span<double> gradient) {
  checkInteger("iterations", iterations, 1, kNoLimit);
  checkInteger("size of c", std::ssize(c), 1, iterations);
  checkInteger("participations", participations, 1, kNoLimit);
  checkInteger("separation", separation, 1, kNoLimit);
  if (!gradient.empty()) checkSize("gradient", std::ssize(gradient), std::ssize(c));
  const Index s = std::min(separation, iterations);
  const Index hits = std::min(participations, (iterations + s - 1) / s);
  const std::size_t step = s;
  double energy = 0;
  if (std::ssize(c) <= s) {
    // Every row meets one hit at most.
    for (std::size_t r = 0; r < c.size(); ++r) {
      const double rows = static_cast<double>(std::min(hits, (iterations - 1 - static_cast<Index>(r)) / s + 1));
      energy += rows * c[r] * c[r];
      if (!gradient.empty()) gradient[r] = 2 * rows * c[r];
    }
    return energy;
  }
  OffsetSums sums;
  for (std::size_t offset = 0; offset < std::min(step, c.size()); ++offset) {
    sums.set(c, offset, step, hits, (iterations - 1 - static_cast<Index>(offset)) / s + 1);
    energy += sums.energy();
    if (gradient.empty()) continue;
    for (Index j = 0; j < sums.reach(); ++j) gradient[offset + static_cast<std::size_t>(j) * step] = sums.derivative(j);
  }
  return energy;
}

Sensitivity combSensitivity(std::span<const double> c, Index iterations, const Participation& participation,
                            const RunControl& control) {
  checkAllFinite("c", c);
  checkInteger("participations", participation.participations, 1, kNoLimit);
  checkInteger("separation", participation.separation, 1, kNoLimit);
  const bool single = participation.schema == Participation::Schema::Single;
  const Index s = single ? iterations : std::min(participation.separation, iterations);
  const Index hits = single ? 1 : std::min(participation.participations, (iterations + s - 1) / s);
  std::vector<double> magnitudes(c.begin(), c.end());
  for (double& value : magnitudes) value = std::abs(value);
  const bool orthogonal = hits == 1 || std::ssize(c) <= s;
  const bool nonNegative = std::all_of(c.begin(), c.end(), [](double value) { return value >= 0; });
  const bool anyOrder = participation.schema == Participation::Schema::MinSeparation;
  const double excess = orthogonal || !anyOrder ? 0 : excessOverComb(magnitudes, iterations, hits, s, control);
  double energy = combEnergy(magnitudes, iterations, hits, s) + excess;
  if (excess > 0) {
    for (std::size_t j = magnitudes.size() - 1; j > 0; --j)
      magnitudes[j - 1] = std::max(magnitudes[j - 1], magnitudes[j]);
    energy = std::min(energy, combEnergy(magnitudes, iterations, hits, s));
  }
  const bool exact = excess == 0 && (orthogonal || nonNegative);
  return {std::sqrt(energy), exact ? BoundKind::Exact : BoundKind::UpperBound};
}

}  // namespace noiseloom
