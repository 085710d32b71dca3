#include "core/strategy/blt_strategy.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {
namespace {

std::vector<double> outputScales(const std::vector<double>& own, const std::vector<double>& other) {
  std::vector<double> scales(own.size());
  for (std::size_t i = 0; i < own.size(); ++i) {
    double scale = own[i];
    for (std::size_t j = 0; j < own.size(); ++j) {
      scale *= (own[i] - other[j]) / own[i];
      if (j != i) scale *= own[i] / (own[i] - own[j]);
    }
    scales[i] = scale;
  }
  return scales;
}

double seriesCoefficient(const std::vector<double>& decay, const std::vector<double>& scale, Index lag) {
  if (lag == 0) return 1;
  double sum = 0;
  for (std::size_t i = 0; i < decay.size(); ++i) sum += scale[i] * std::pow(decay[i], static_cast<double>(lag - 1));
  return sum;
}

// out_t = x_t + sum_i scale_i S_i, S_i <- decay_i S_i + x_t.
void runBuffers(const std::vector<double>& decay, const std::vector<double>& scale, std::span<const double> x,
                std::span<double> out) {
  std::vector<double> buffers(decay.size(), 0.0);
  for (std::size_t t = 0; t < x.size(); ++t) {
    const double value = x[t];
    double sum = value;
    for (std::size_t i = 0; i < decay.size(); ++i) {
      sum += scale[i] * buffers[i];
      buffers[i] = decay[i] * buffers[i] + value;
    }
    out[t] = sum;
  }
}

// (1 - r^count) / (1 - r), r in (0, 1], also near 1.
double geometricSum(double ratio, Index count) {
  if (ratio == 1) return static_cast<double>(count);
  const double power = static_cast<double>(count) * std::log(ratio);
  return std::expm1(power) / (ratio - 1);
}

}  // namespace

BltParameters bltParameters(std::vector<double> theta, std::vector<double> inverseTheta) {
  checkInteger("buffers", static_cast<Index>(theta.size()), 1, kNoLimit);
  checkSize("inverse_theta", static_cast<Index>(inverseTheta.size()), static_cast<Index>(theta.size()));
  std::vector<double> all = theta;
  all.insert(all.end(), inverseTheta.begin(), inverseTheta.end());
  for (const double decay : all) {
    if (!(decay > 0 && decay <= 1)) throw InvalidArgument("buf_decay", shortest(decay), "a number above 0, at most 1");
  }
  std::sort(all.begin(), all.end());
  const auto twice = std::adjacent_find(all.begin(), all.end());
  if (twice != all.end()) throw InvalidArgument("buf_decay", shortest(*twice) + " twice", "distinct decays");
  BltParameters parameters;
  parameters.omega = outputScales(theta, inverseTheta);
  parameters.inverseOmega = outputScales(inverseTheta, theta);
  parameters.theta = std::move(theta);
  parameters.inverseTheta = std::move(inverseTheta);
  checkAllFinite("output_scale", parameters.omega);
  checkAllFinite("inverse output_scale", parameters.inverseOmega);
  return parameters;
}

BltStrategy::BltStrategy(Index iterations, std::vector<double> theta, std::vector<double> inverseTheta)
    : m_iterations(iterations) {
  checkInteger("iterations", iterations, 1, kNoLimit);
  m_parameters = std::make_shared<const BltParameters>(bltParameters(std::move(theta), std::move(inverseTheta)));
}

double BltStrategy::coefficient(Index lag) const {
  return seriesCoefficient(m_parameters->theta, m_parameters->omega, lag);
}

double BltStrategy::inverseCoefficient(Index lag) const {
  return seriesCoefficient(m_parameters->inverseTheta, m_parameters->inverseOmega, lag);
}

double BltStrategy::columnNormSquared(Index column) const {
  const auto& theta = m_parameters->theta;
  const auto& omega = m_parameters->omega;
  const Index below = m_iterations - column - 1;
  double sum = 1;
  for (std::size_t i = 0; i < theta.size(); ++i) {
    for (std::size_t j = 0; j < theta.size(); ++j)
      sum += omega[i] * omega[j] * geometricSum(theta[i] * theta[j], below);
  }
  return sum;
}

void BltStrategy::multiply(std::span<const double> x, std::span<double> out) const {
  checkSize("x", static_cast<Index>(x.size()), m_iterations);
  checkSize("out", static_cast<Index>(out.size()), m_iterations);
  runBuffers(m_parameters->theta, m_parameters->omega, x, out);
}

void BltStrategy::solve(std::span<const double> z, std::span<double> out) const {
  checkSize("z", static_cast<Index>(z.size()), m_iterations);
  checkSize("out", static_cast<Index>(out.size()), m_iterations);
  runBuffers(m_parameters->inverseTheta, m_parameters->inverseOmega, z, out);
}

}  // namespace noiseloom
