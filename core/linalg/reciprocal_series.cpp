#include "core/linalg/reciprocal_series.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <map>
#include <memory>

#include "core/base/check.h"
#include "core/base/multiversion.h"
#include "core/linalg/real_fft.h"

namespace noiseloom {
namespace {

constexpr Index kMostDirectTaps = 512;
constexpr Index kBlock = 1024;
constexpr Index kWorkBetweenPolls = Index{1} << 24;

// c[i] = (c[i] - sum_l g_l c[i-l]) * scale for i in [begin, end), the sum over l <= taps that do not reach below
// `oldest`; reversed[taps - l] = g_l.
NOISELOOM_MULTIVERSION
void solveRows(const double* reversed, Index taps, double scale, double* c, Index begin, Index end, Index oldest) {
  for (Index i = begin; i < end; ++i) {
    const Index known = std::min(taps, i - oldest);
    const double* g = reversed + (taps - known);
    const double* past = c + (i - known);
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (Index k = 0; k < known; ++k) sum += g[k] * past[k];
    c[i] = (c[i] - sum) * scale;
  }
}

// Solves T(g) c = e_0 block by block.
class Reciprocal {
 public:
  Reciprocal(std::span<const double> g, Index count, const RunControl& control)
      : m_count(count), m_control(control), m_taps(std::ssize(g) - 1), m_scale(1 / g[0]) {
    m_reversed.assign(g.rbegin(), g.rend() - 1);
  }

  // Computes the first `end` terms; end is `count` or doubles from call to call, starting at kBlock.
  void extend(Index end) {
    const auto begin = std::ssize(m_terms);
    m_terms.resize(std::min(end, m_count), 0.0);
    if (begin == 0) m_terms[0] = 1;
    if (m_taps <= kMostDirectTaps) {
      const auto size = std::ssize(m_terms);
      const Index rows = kWorkBetweenPolls / (m_taps + 16);
      for (Index i = begin; i < size && !m_control.stopRequested(); i += rows)
        solveRows(m_reversed.data(), m_taps, m_scale, m_terms.data(), i, std::min(i + rows, size), 0);
    } else if (begin == 0) {
      solve(0, end);
    } else {
      passOn(0, end);
      solve(begin, end);
    }
  }
  std::vector<double>& terms() { return m_terms; }

 private:
  struct Level {
    explicit Level(Index size) : fft(size) {}
    RealFft fft;
    std::vector<std::complex<double>> g;  // spectrum of the first coefficients
  };

  // Computes the terms of [begin, end), from which the sums over all earlier terms are already subtracted; end - begin
  // is kBlock times a power of two.
  void solve(Index begin, Index end) {
    const auto size = std::ssize(m_terms);
    if (begin >= size || m_control.stopRequested()) return;
    if (end - begin <= kBlock) {
      solveRows(m_reversed.data(), m_taps, m_scale, m_terms.data(), begin, std::min(end, size), begin);
      return;
    }
    const Index middle = begin + (end - begin) / 2;
    solve(begin, middle);
    passOn(begin, end);
    solve(middle, end);
  }

  // Subtracts the sums over the first half of [begin, end) from its second half, by FFT, over the terms within reach of
  // the taps, so that rounding errors stay as small as those are. Wrapped terms fall on the first half.
  void passOn(Index begin, Index end) {
    const Index middle = begin + (end - begin) / 2;
    Index reach = middle - begin;
    while (reach / 2 >= m_taps) reach /= 2;
    const Index length = 2 * reach;
    const Index first = middle - reach;
    const Index last = std::min(middle + reach, std::ssize(m_terms));
    if (middle >= last) return;
    std::unique_ptr<Level>& level = m_levels[length];
    if (!level) {
      level = std::make_unique<Level>(RealFft::goodSize(length));
      const auto values = level->fft.values();
      std::fill(values.begin(), values.end(), 0.0);
      for (Index l = 1; l <= std::min(m_taps, length - 1); ++l) values[l] = m_reversed[m_taps - l];
      level->fft.forward();
      level->g.assign(level->fft.spectrum().begin(), level->fft.spectrum().end());
    }
    const auto values = level->fft.values();
    std::copy(m_terms.begin() + first, m_terms.begin() + middle, values.begin());
    std::fill(values.begin() + reach, values.end(), 0.0);
    level->fft.forward();
    const auto spectrum = level->fft.spectrum();
    for (std::size_t k = 0; k < spectrum.size(); ++k) spectrum[k] *= level->g[k];
    level->fft.inverse();
    const double scale = 1 / static_cast<double>(level->fft.size());
    for (Index i = middle; i < last; ++i) m_terms[i] -= scale * values[i - first];
  }

  Index m_count;
  const RunControl& m_control;
  Index m_taps;
  double m_scale;
  std::vector<double> m_reversed;
  std::vector<double> m_terms;
  std::map<Index, std::unique_ptr<Level>> m_levels;
};

// Finds where c has decayed. Let c be cut after m terms, with the rest x^m r and e = g r: e has taps terms, which
// depend on the last taps kept terms, so |e| <= |g| |those| in sums of magnitudes; and r = c e = (kept + x^m r) e gives
// |r| <= |kept| |e| / (1 - |e|), without any assumption about the later terms of c.
class Decay {
 public:
  explicit Decay(std::span<const double> g) : m_window(std::max<Index>(std::ssize(g), 8)) {
    for (const double value : g) m_norm += std::abs(value);
  }

  // Reads the new terms; returns how many to keep once c has decayed, else 0.
  Index decayedAt(const std::vector<double>& terms) {
    for (; m_read < std::ssize(terms); ++m_read) {
      m_recent += std::abs(terms[m_read]);
      m_finite = m_finite && std::isfinite(m_recent);
      if ((m_read + 1) % m_window != 0) continue;
      if (m_norm * m_recent < 0.5e-18) return m_read + 1;
      m_recent = 0;
    }
    return 0;
  }
  bool finite() const { return m_finite; }

 private:
  Index m_window;
  double m_norm = 0;  // sum of |g|
  Index m_read = 0;
  double m_recent = 0;  // sum of |c| in the window so far
  bool m_finite = true;
};

}  // namespace

ReciprocalSeries reciprocalSeries(std::span<const double> g, Index count, Index most, const RunControl& control) {
  checkInteger("size of g", std::ssize(g), 1, kNoLimit);
  checkAllFinite("g", g);
  checkPositive("g[0]", g[0]);
  checkInteger("count", count, 1, kNoLimit);
  checkInteger("most", most, 1, kNoLimit / 4);
  Reciprocal reciprocal(g, std::min(count, most), control);
  Decay decay(g);
  ReciprocalSeries series;
  for (Index end = kBlock;; end *= 2) {
    reciprocal.extend(end);
    const Index decayed = decay.decayedAt(reciprocal.terms());
    if (!decay.finite() || control.stopRequested()) return series;
    const bool ended = std::ssize(reciprocal.terms()) == count;
    if (decayed == 0 && !ended) {
      if (end >= most) return series;
      continue;
    }
    series.terms = std::move(reciprocal.terms());
    if (decayed > 0) series.terms.resize(decayed);
    while (series.terms.size() > 1 && series.terms.back() == 0) series.terms.pop_back();
    series.valid = true;
    return series;
  }
}

}  // namespace noiseloom
