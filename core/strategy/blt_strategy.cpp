#include "core/strategy/blt_strategy.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/linalg/cascade_energy.h"
#include "core/strategy/strategy_body.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

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

// Sums of |omega| above this lose more than ten of the sixteen digits of a coefficient.
constexpr double kMostOutputScale = 1e3;

void checkScales(std::string_view argument, const std::vector<double>& scales) {
  checkAllFinite(argument, scales);
  double sum = 0;
  for (const double scale : scales) sum += std::abs(scale);
  if (sum > kMostOutputScale)
    throw InvalidArgument("buf_decay", std::string(argument) + "s that add up to " + shortest(sum),
                          Core::tr("decays that are further apart"));
}

std::vector<double> gapsOf(const std::vector<double>& decays) {
  std::vector<double> gaps(decays.size());
  std::ranges::transform(decays, gaps.begin(), [](double decay) { return 1 - decay; });
  return gaps;
}

}  // namespace

std::vector<double> bltOutputScales(std::span<const double> own, std::span<const double> other) {
  std::vector<double> scales(own.size(), 1.0);
  for (std::size_t i = 0; i < own.size(); ++i) {
    for (std::size_t j = 0; j < own.size(); ++j) {
      scales[i] *= own[i] - other[j];
      if (j != i) scales[i] /= own[i] - own[j];
    }
  }
  return scales;
}

BltParameters bltParameters(std::vector<double> theta, std::vector<double> inverseTheta) {
  checkInteger("buffers", std::ssize(theta), 1, kNoLimit);
  checkSize("inverse_theta", std::ssize(inverseTheta), std::ssize(theta));
  std::vector<double> all = theta;
  all.insert(all.end(), inverseTheta.begin(), inverseTheta.end());
  for (const double decay : all) {
    if (!(decay > 0 && decay <= 1)) throw InvalidArgument("buf_decay", decay, Core::tr("a number above 0, at most 1"));
  }
  std::sort(all.begin(), all.end());
  const auto twice = std::adjacent_find(all.begin(), all.end());
  if (twice != all.end())
    throw InvalidArgument("buf_decay", {Core::tr("%1 twice"), *twice}, Core::tr("distinct decays"));
  BltParameters parameters;
  parameters.omega = bltOutputScales(theta, inverseTheta);
  parameters.inverseOmega = bltOutputScales(inverseTheta, theta);
  parameters.theta = std::move(theta);
  parameters.inverseTheta = std::move(inverseTheta);
  checkScales("output_scale", parameters.omega);
  checkScales("inverse output_scale", parameters.inverseOmega);
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

std::vector<double> BltStrategy::gaps() const {
  return gapsOf(m_parameters->theta);
}

std::vector<double> BltStrategy::inverseGaps() const {
  return gapsOf(m_parameters->inverseTheta);
}

double BltStrategy::columnNormSquared(Index column) const {
  return cascadeEnergy(inverseGaps(), gaps(), m_iterations - column, EnergyKind::Total);
}

void BltStrategy::multiply(std::span<const double> x, std::span<double> out) const {
  runBuffers(m_parameters->theta, m_parameters->omega, x, out);
}

void BltStrategy::solve(std::span<const double> z, std::span<double> out) const {
  runBuffers(m_parameters->inverseTheta, m_parameters->inverseOmega, z, out);
}

BltStrategy BltStrategy::withIterations(Index iterations) const {
  return BltStrategy(iterations, m_parameters->theta, m_parameters->inverseTheta);
}

template Strategy::Strategy(BltStrategy);

constinit const StrategyKind BltStrategy::kind{
    .id = "blt",
    .series = true,
    .buffers = {.least = 1, .most = kMostBltBuffers},
    .shapes =
        [](const StrategySizes& sizes) {
          std::vector<NamedShape> shapes;
          for (const char* name : {"buf_decay", "output_scale", "inverse_buf_decay", "inverse_output_scale"})
            shapes.push_back({name, {sizes.buffers}});
          return shapes;
        },
    .arrays =
        [](const Strategy& strategy) {
          const BltParameters& parameters = valueOf<BltStrategy>(strategy).parameters();
          const char* const decays = "buf_decay and inverse_buf_decay";
          return std::vector{vectorOf("buf_decay", parameters.theta),
                             vectorOf("output_scale", parameters.omega, decays),
                             vectorOf("inverse_buf_decay", parameters.inverseTheta),
                             vectorOf("inverse_output_scale", parameters.inverseOmega, decays)};
        },
    .addSizes = [](const Strategy& strategy,
                   StrategySizes& sizes) { sizes.buffers = valueOf<BltStrategy>(strategy).buffers(); },
    .make = [](const StrategySizes& sizes, const TakeArray& take) -> Strategy {
      std::vector<double> theta = take("buf_decay");
      return BltStrategy(sizes.iterations, std::move(theta), take("inverse_buf_decay"));
    },
    .leastIterations = [](const Strategy&) { return Index{1}; },
    .numbers =
        [](const Strategy& strategy) {
          const auto& blt = valueOf<BltStrategy>(strategy);
          const BltParameters& parameters = blt.parameters();
          return std::vector{wholeNumber("buffers", blt.buffers()), listOf("buf_decay", parameters.theta),
                             listOf("output_scale", parameters.omega),
                             listOf("inverse_buf_decay", parameters.inverseTheta),
                             listOf("inverse_output_scale", parameters.inverseOmega)};
        },
    .form = NoiseForm::Buffers,
    .recurrence =
        [](const Strategy& strategy, Index) {
          const BltParameters& parameters = valueOf<BltStrategy>(strategy).parameters();
          return std::vector{listOf("inverse_output_scale", parameters.inverseOmega),
                             listOf("inverse_buf_decay", parameters.inverseTheta)};
        },
};

}  // namespace noiseloom
