#include "core/mechanism/dense/lbfgs_pairs.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/linalg/parallel.h"

namespace noiseloom {
namespace {

using Vector = std::vector<double>;

constexpr Index kChunk = Index{1} << 15;

template <class Part>
void forChunks(std::size_t size, const Part& part) {
  const auto n = static_cast<Index>(size);
  parallelFor((n + kChunk - 1) / kChunk, {},
              [&](Index chunk) {
                part(static_cast<std::size_t>(chunk), static_cast<std::size_t>(chunk * kChunk),
                     static_cast<std::size_t>(std::min(n, (chunk + 1) * kChunk)));
              },
              n);
}

}  // namespace

double dot(const Vector& a, const Vector& b) {
  Vector parts(a.size() / static_cast<std::size_t>(kChunk) + 1, 0.0);
  forChunks(a.size(), [&](std::size_t chunk, std::size_t first, std::size_t last) {
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::size_t i = first; i < last; ++i) sum += a[i] * b[i];
    parts[chunk] = sum;
  });
  return std::accumulate(parts.begin(), parts.end(), 0.0);
}

// out = a + scale b; out may be a.
void combine(const Vector& a, double scale, const Vector& b, Vector& out) {
  forChunks(a.size(), [&](std::size_t, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) out[i] = a[i] + scale * b[i];
  });
}

void LbfgsPairs::add(const Vector& point, const Vector& gradient, const Vector& nextPoint, const Vector& nextGradient) {
  if (m_pairs.size() == m_history) {
    m_pairs.push_back(std::move(m_pairs.front()));
    m_pairs.pop_front();
  } else {
    m_pairs.push_back({Vector(point.size()), Vector(point.size()), 0});
  }
  Pair& pair = m_pairs.back();
  combine(nextPoint, -1, point, pair.step);
  combine(nextGradient, -1, gradient, pair.change);
  const double curvature = dot(pair.step, pair.change);
  if (curvature > 0)
    pair.reciprocal = 1 / curvature;
  else
    m_pairs.pop_back();  // due to rounding: the problem is convex
}

bool LbfgsPairs::apply(Vector& out, const std::function<bool(Vector&)>& metric,
                       const std::function<bool()>& stopped) const {
  std::vector<double> taken(m_pairs.size());
  for (std::size_t i = m_pairs.size(); i-- > 0;) {
    if (stopped()) return false;
    taken[i] = m_pairs[i].reciprocal * dot(m_pairs[i].step, out);
    combine(out, -taken[i], m_pairs[i].change, out);
  }
  if (!metric(out)) return false;
  for (std::size_t i = 0; i < m_pairs.size(); ++i) {
    if (stopped()) return false;
    const double back = m_pairs[i].reciprocal * dot(m_pairs[i].change, out);
    combine(out, taken[i] - back, m_pairs[i].step, out);
  }
  return true;
}

}  // namespace noiseloom
