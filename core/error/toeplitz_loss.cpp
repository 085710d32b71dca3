#include "core/error/toeplitz_loss.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/check.h"
#include "core/error/component_sum.h"
#include "core/error/toeplitz_error.h"
#include "core/error/toeplitz_kernels.h"
#include "core/error/transient_energy.h"
#include "core/linalg/power_series.h"

namespace noiseloom {
namespace {

// The closed form takes about 40 b^2 operations, the recurrence about 4 n b: it is tried from these sizes on.
constexpr Index kLeastIterations = 1024;
constexpr Index kIterationsPerBand = 16;
// A decoder that has not settled after this many terms is outside the domain.
constexpr Index kMostRecurrence = 100'000;
// Transients count as settled when they are below e^-40 of their size at step n.
constexpr double kSettledExponent = 40;

// Two poles of the workload close to 1, but not at it, cost the closed form half its digits; it has poles alone.
bool closedFormIsAccurate(const Workload& workload) {
  constexpr double kClose = 0.99;
  if (!workload.isRational()) return false;
  if (workload.alpha() == 1) return std::min(workload.beta(), workload.averaging()) <= kClose;
  return workload.alpha() <= kClose && workload.averaging() <= kClose;
}

// phi = theta times the poles of the workload other than 1: phi_l = theta_l - pole theta_{l-1}, pole by pole.
std::vector<double> withPole(std::vector<double> polynomial, double pole) {
  polynomial.push_back(0);
  for (std::size_t l = polynomial.size() - 1; l > 0; --l) polynomial[l] -= pole * polynomial[l - 1];
  return polynomial;
}

// The adjoint of withPole.
std::vector<double> withoutPole(const std::vector<double>& gradient, double pole) {
  std::vector<double> out(gradient.begin(), gradient.end() - 1);
  for (std::size_t l = 0; l < out.size(); ++l) out[l] -= pole * gradient[l + 1];
  return out;
}

// sum_j g_j w_j^2 for w = 1 / ((1 - x) phi), g_j = n - j or 1, with its gradient in phi. With x = 1 / phi(1), tau_k the
// tail sums of phi and d = x tau / phi: w = x + d, sum d = x^2 m1, sum j d = x^2 m2 - x^3 m1^2, where m1 = sum l phi_l
// and m2 = sum l (l - 1) / 2 phi_l.
double persistentSquares(const std::vector<double>& phi, double n, ErrorObjective objective,
                         std::vector<double>& gradient) {
  std::vector<double> tau(phi.size(), 0.0);
  double m1 = 0;
  double m2 = 0;
  for (std::size_t k = phi.size() - 1; k > 0; --k) {
    tau[k - 1] = tau[k] + phi[k];
    const double order = static_cast<double>(k);
    m1 += order * phi[k];
    m2 += order * (order - 1) / 2 * phi[k];
  }
  const double sum = tau[0] + phi[0];
  if (!(sum > 0)) return std::numeric_limits<double>::quiet_NaN();
  const double x = 1 / sum;
  const TransientEnergy transient = transientEnergy(phi, tau);
  if (!transient.stable) return std::numeric_limits<double>::quiet_NaN();

  const bool mean = objective == ErrorObjective::Mean;
  const double bracket =
      mean ? n * (n + 1) / 2 + 2 * x * (n * m1 - m2 + x * m1 * m1) + n * transient.energy - transient.delay
           : n + 2 * x * m1 + transient.energy;
  const double byM1 = mean ? 2 * x * (n + 2 * x * m1) : 2 * x;
  const double byM2 = mean ? -2 * x : 0;
  const double byX = mean ? 2 * (n * m1 - m2) + 4 * x * m1 * m1 : 2 * m1;
  const double energyWeight = mean ? n : 1;
  const double delayWeight = mean ? -1 : 0;
  gradient.assign(phi.size(), 0.0);
  double tails = 0;  // derivatives with respect to tau_0 .. tau_{l-1}, all of which contain phi_l
  for (std::size_t l = 0; l < phi.size(); ++l) {
    const double order = static_cast<double>(l);
    const double own = energyWeight * transient.energyByDenominator[l] + delayWeight * transient.delayByDenominator[l];
    gradient[l] =
        x * x * (byM1 * order + byM2 * order * (order - 1) / 2 + own + tails) - x * x * (2 * x * bracket + x * x * byX);
    tails += energyWeight * transient.energyByNumerator[l] + delayWeight * transient.delayByNumerator[l];
  }
  return x * x * bracket;
}

// persistentSquares() for w = 1 / phi, which decays to 0.
double vanishingSquares(const std::vector<double>& phi, double n, ErrorObjective objective,
                        std::vector<double>& gradient) {
  std::vector<double> one(phi.size(), 0.0);
  one[0] = 1;
  const TransientEnergy transient = transientEnergy(phi, one);
  if (!transient.stable) return std::numeric_limits<double>::quiet_NaN();
  const bool mean = objective == ErrorObjective::Mean;
  gradient.resize(phi.size());
  for (std::size_t l = 0; l < phi.size(); ++l) {
    gradient[l] = mean ? n * transient.energyByDenominator[l] - transient.delayByDenominator[l]
                       : transient.energyByDenominator[l];
  }
  return mean ? n * transient.energy - transient.delay : transient.energy;
}

// sum_j r_(j+l) w_j for l < b, where r solves T(theta)^T r = 2 g .* w over the explicit terms of w. In reversed order
// that is the decoder's own recurrence.
std::vector<double> adjointCorrelation(std::span<const double> theta, const ToeplitzDecoder& decoder, Index iterations,
                                       ErrorObjective objective) {
  const std::size_t terms = decoder.w.size();
  const std::size_t taps = theta.size() - 1;
  std::vector<double> right(terms);
  for (std::size_t k = 0; k < terms; ++k) {
    const std::size_t j = terms - 1 - k;
    const double weight =
        objective == ErrorObjective::Mean ? static_cast<double>(iterations - static_cast<Index>(j)) : 1.0;
    right[k] = 2 * weight * decoder.w[j];
  }
  std::vector<double> r;
  if (!decoder.inverse.empty()) {
    r = seriesProduct(decoder.inverse, right, static_cast<Index>(terms));
    std::reverse(r.begin(), r.end());
    return seriesCorrelation(r, decoder.w, std::ssize(theta));
  }
  const std::vector<double> reversed(theta.rbegin(), theta.rend() - 1);
  std::vector<double> padded(taps + terms, 0.0);
  recurrence(right.data(), reversed.data(), taps, 1 / theta[0], padded.data() + taps, 0, terms);
  r.assign(padded.rbegin(), padded.rend() - static_cast<std::ptrdiff_t>(taps));
  std::vector<double> inner(theta.size(), 0.0);
  for (std::size_t l = 0; l < std::min(theta.size(), terms); ++l)
    inner[l] = dotProduct(r.data() + l, decoder.w.data(), terms - l);
  return inner;
}

}  // namespace

double toeplitzLossClosed(std::span<const double> theta, const Workload& workload, Index iterations,
                          ErrorObjective objective, std::span<double> gradient) {
  checkSize("gradient", std::ssize(gradient), std::ssize(theta));
  std::fill(gradient.begin(), gradient.end(), 0.0);
  constexpr double kNotApplicable = std::numeric_limits<double>::quiet_NaN();
  if (!(theta[0] > 0) || !workload.isRational()) return kNotApplicable;
  const double n = static_cast<double>(iterations);
  const bool persistent = workload.alpha() == 1;
  std::vector<double> phi(theta.begin(), theta.end());
  if (workload.beta() != 0) phi = withPole(std::move(phi), workload.beta());
  if (workload.averaging() != 0) phi = withPole(std::move(phi), workload.averaging());
  if (!persistent) phi = withPole(std::move(phi), workload.alpha());
  if (!isStable(phi, std::exp(kSettledExponent / n))) return kNotApplicable;
  std::vector<double> byPhi;
  const double squares =
      persistent ? persistentSquares(phi, n, objective, byPhi) : vanishingSquares(phi, n, objective, byPhi);
  if (!std::isfinite(squares)) return kNotApplicable;
  if (!persistent) byPhi = withoutPole(byPhi, workload.alpha());
  if (workload.averaging() != 0) byPhi = withoutPole(byPhi, workload.averaging());
  if (workload.beta() != 0) byPhi = withoutPole(byPhi, workload.beta());

  double norm = 0;
  for (const double c : theta) norm += c * c;
  const double share = 1 - workload.averaging();
  const double scale = share * share * (objective == ErrorObjective::Mean ? 1 / n : 1);
  for (std::size_t l = 0; l < theta.size(); ++l) gradient[l] = scale * (2 * theta[l] * squares + norm * byPhi[l]);
  return scale * norm * squares;
}

double toeplitzLoss(std::span<const double> theta, const Workload& workload, Index iterations, ErrorObjective objective,
                    std::span<double> gradient, const RunControl& control) {
  if (ofCurvatures(objective)) {
    return overComponents(workload, gradient, [&](const Workload& part, std::span<double> own) {
      return toeplitzLoss(theta, part, iterations, ofComponent(objective), own, control);
    });
  }
  const auto bands = std::ssize(theta);
  if (iterations >= std::max(kLeastIterations, kIterationsPerBand * bands) && bands <= kMostClosedBands &&
      closedFormIsAccurate(workload)) {
    const double loss = toeplitzLossClosed(theta, workload, iterations, objective, gradient);
    if (std::isfinite(loss)) return loss;
    // At this n only the workload's own poles, or theta close to the edge of its domain, can keep w from settling. The
    // optimum is never there: its distance from the edge falls like n^(-1/3).
    const bool workloadSettles =
        static_cast<double>(iterations) *
            -std::log(std::max({workload.beta(), workload.averaging(), workload.alpha() == 1 ? 0 : workload.alpha()})) >
        kSettledExponent;
    if (iterations > kMostRecurrence && workloadSettles) {
      std::fill(gradient.begin(), gradient.end(), 0.0);
      return std::numeric_limits<double>::infinity();
    }
  }
  return toeplitzLossByRecurrence(theta, workload, iterations, objective, gradient, control);
}

double toeplitzLossByRecurrence(std::span<const double> theta, const Workload& workload, Index iterations,
                                ErrorObjective objective, std::span<double> gradient, const RunControl& control) {
  if (ofCurvatures(objective)) {
    return overComponents(workload, gradient, [&](const Workload& part, std::span<double> own) {
      return toeplitzLossByRecurrence(theta, part, iterations, ofComponent(objective), own, control);
    });
  }
  checkSize("gradient", std::ssize(gradient), std::ssize(theta));
  std::fill(gradient.begin(), gradient.end(), 0.0);
  const ToeplitzDecoder decoder = toeplitzDecoder(theta, workload, iterations, control);
  if (!decoder.valid) return std::numeric_limits<double>::infinity();
  const double scale = objective == ErrorObjective::Mean ? 1 / static_cast<double>(iterations) : 1;
  const double variance = weightedSquares(decoder, iterations, objective) * scale;
  double norm = 0;
  double sum = 0;
  for (const double c : theta) norm += c * c, sum += c;

  // Adjoint: C^T r = 2 g .* w over the explicit terms; the gradient then has the correlations of r with w.
  const std::vector<double> inner = adjointCorrelation(theta, decoder, iterations, objective);

  // The closed tail G x^2 with x = lambda_inf / sum(theta): d/dtheta_l = -2 G x^2 / sum(theta), the same for every l.
  const double tail = -2 * scale * toeplitzTailWeight(std::ssize(decoder.w), iterations, objective) * decoder.limit *
                      decoder.limit / sum;
  for (std::size_t l = 0; l < theta.size(); ++l)
    gradient[l] = 2 * theta[l] * variance + norm * (tail - scale * inner[l]);
  return norm * variance;
}

}  // namespace noiseloom
