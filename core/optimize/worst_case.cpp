#include "core/optimize/worst_case.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/check.h"

namespace noiseloom {
namespace {

constexpr double kLeastWeight = 1e-9;

}  // namespace

WorstCase::WorstCase(std::size_t size, double softness) : m_softness(softness) {
  checkInteger("size", static_cast<Index>(size), 1, kNoLimit);
  checkPositive("softness", softness);
  m_weights.assign(size, 1 / static_cast<double>(size));
}

double WorstCase::value(std::span<const double> v, std::span<double> seeds) {
  checkSize("v", std::ssize(v), std::ssize(m_weights));
  if (!std::ranges::all_of(v, [](double each) { return std::isfinite(each); })) {
    std::ranges::fill(seeds, 0.0);
    return std::numeric_limits<double>::infinity();
  }
  const double top = *std::max_element(v.begin(), v.end());
  if (m_scale == 0) m_scale = m_softness * top;
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const double share = m_weights[i] * std::exp((v[i] - top) / m_scale);
    sum += share;
    if (!seeds.empty()) seeds[i] = share;
  }
  for (double& seed : seeds) seed /= sum;
  return top + m_scale * std::log(sum);
}

void WorstCase::update(std::span<const double> v) {
  checkSize("v", std::ssize(v), std::ssize(m_weights));
  std::vector<double> next(v.size());
  value(v, next);
  // A weight of zero could never grow again.
  for (double& weight : next) weight = std::max(weight, kLeastWeight / static_cast<double>(next.size()));
  m_weights = std::move(next);
}

double WorstCase::gap(std::span<const double> v) const {
  const double top = *std::max_element(v.begin(), v.end());
  double mean = 0;
  for (std::size_t i = 0; i < v.size(); ++i) mean += m_weights[i] * v[i];
  return (top - mean) / top;
}

}  // namespace noiseloom
