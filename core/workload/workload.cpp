#include "core/workload/workload.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {

struct Workload::Parts {
  Spectrum spectrum;
  std::vector<WorkloadComponent> components;
};

Workload::Workload(const Workload&) = default;
Workload::Workload(Workload&&) noexcept = default;
Workload& Workload::operator=(const Workload&) = default;
Workload& Workload::operator=(Workload&&) noexcept = default;
Workload::~Workload() = default;

Workload Workload::sharing(std::shared_ptr<const Parts> parts) const {
  Workload workload = *this;
  workload.m_parts = std::move(parts);
  return workload;
}

Workload Workload::withSpectrum(const Spectrum& spectrum) const {
  if (spectrum.empty()) return sharing(nullptr);
  Parts parts{spectrum, {}};
  const double sum = spectrum.weight();
  for (const Curvature& curvature : spectrum.curvatures()) {
    // 1 - eta lambda, rounded, may be 0 or 1.
    const double alpha = 1 - curvature.step;
    parts.components.push_back({curvature.weight / sum, alpha > 0 ? sgd(alpha, 0) : identity()});
  }
  return sharing(std::make_shared<const Parts>(std::move(parts)));
}

const Spectrum& Workload::spectrum() const {
  static const Spectrum none;
  return m_parts ? m_parts->spectrum : none;
}

std::span<const WorkloadComponent> Workload::components() const {
  if (!m_parts || name() != "prefix") return {};
  return m_parts->components;
}

Workload Workload::prefix() {
  return {};
}

Workload Workload::identity() {
  Workload workload;
  workload.m_alpha = 0;
  return workload;
}

Workload Workload::sgd(double alpha, double beta) {
  checkClosedInterval("weight_decay", alpha, 0, 1);
  checkPositive("weight_decay", alpha);
  checkClosedInterval("momentum", beta, 0, 1);
  if (beta >= alpha) {
    throw InvalidArgument("momentum", beta, {Core::tr("a number from 0 to below the weight decay factor %1"), alpha});
  }
  Workload workload;
  workload.m_alpha = alpha;
  workload.m_beta = beta;
  return workload;
}

Workload Workload::learningRates(std::vector<double> eta, double beta, double alpha) {
  checkInteger("size of learning_rates", std::ssize(eta), 1, kNoLimit);
  for (std::size_t i = 0; i < eta.size(); ++i) {
    // Building a name for each of a million valid rates would take most of the time.
    if (eta[i] > 0 && std::isfinite(eta[i])) continue;
    checkPositive("learning_rates[" + std::to_string(i) + "]", eta[i]);
  }
  Workload workload = sgd(alpha, beta);
  workload.m_eta = std::make_shared<const std::vector<double>>(std::move(eta));
  return workload;
}

Workload Workload::withPoles(double alpha, double beta) const {
  Workload workload = sgd(alpha, beta);
  workload.m_averaging = m_averaging;
  workload.m_eta = m_eta;
  return workload.sharing(m_parts);
}

Workload Workload::withMomentum(double beta) const {
  if (m_alpha == 0) throw InvalidArgument("momentum", beta, Core::tr("none: the identity has no momentum"));
  return withPoles(m_alpha, beta);
}

Workload Workload::withWeightDecay(double alpha) const {
  if (m_alpha == 0) throw InvalidArgument("weight_decay", alpha, Core::tr("none: the identity has no weight decay"));
  return withPoles(alpha, m_beta);
}

Workload Workload::withAveraging(double gamma) const {
  if (m_alpha == 0) throw InvalidArgument("averaging", gamma, Core::tr("none: the identity has no iterates"));
  checkFinite("averaging", gamma);
  if (gamma < 0 || gamma >= 1)
    throw InvalidArgument("averaging", gamma, Core::tr("a number from 0 (the last iterate) to below 1"));
  Workload workload = *this;
  workload.m_averaging = gamma;
  return workload;
}

Workload Workload::withRates(std::vector<double> eta) const {
  Workload workload = learningRates(std::move(eta), m_beta, m_alpha);
  workload.m_averaging = m_averaging;
  return workload.sharing(m_parts);
}

Workload Workload::withoutRates() const {
  Workload workload = *this;
  workload.m_eta.reset();
  return workload;
}

std::string_view Workload::name() const {
  if (m_alpha == 0) return "identity";
  return m_alpha == 1 && m_beta == 0 && m_averaging == 0 && !m_eta ? "prefix" : "sgd";
}

std::span<const double> Workload::eta() const {
  return m_eta ? std::span<const double>(*m_eta) : std::span<const double>();
}

bool Workload::operator==(const Workload& other) const {
  return m_alpha == other.m_alpha && m_beta == other.m_beta && m_averaging == other.m_averaging &&
         (m_eta == other.m_eta || std::ranges::equal(eta(), other.eta())) &&
         (m_parts == other.m_parts || spectrum() == other.spectrum());
}

Index Workload::fixedIterations() const {
  return m_eta ? static_cast<Index>(m_eta->size()) : 0;
}

double Workload::coefficient(Index lag) const {
  if (m_eta)
    throw InvalidArgument("workload", Core::tr("a learning-rate schedule"), Core::tr("a Toeplitz workload here"));
  if (lag < 0) return 0;
  if (m_averaging != 0) {
    const WorkloadTransition after = transition(lag);
    return after.am + after.au + (1 - m_averaging) * after.aa;
  }
  if (m_beta == 0) return m_alpha == 1 ? 1 : std::pow(m_alpha, static_cast<double>(lag));
  const double order = static_cast<double>(lag + 1);
  return (std::pow(m_alpha, order) - std::pow(m_beta, order)) / (m_alpha - m_beta);
}

double Workload::coefficientLimit() const {
  if (m_eta)
    throw InvalidArgument("workload", Core::tr("a learning-rate schedule"), Core::tr("a Toeplitz workload here"));
  return m_alpha == 1 ? 1 / (1 - m_beta) : 0;
}

// Nothing is negative, so nothing cancels.
WorkloadTransition Workload::transition(Index steps) const {
  const double share = 1 - m_averaging;
  WorkloadTransition power{m_beta, m_beta, m_alpha, share * m_beta, share * m_alpha, m_averaging};
  WorkloadTransition whole;
  const auto product = [](const WorkloadTransition& b, const WorkloadTransition& a) {
    return WorkloadTransition{b.mm * a.mm,
                              b.um * a.mm + b.uu * a.um,
                              b.uu * a.uu,
                              b.am * a.mm + b.au * a.um + b.aa * a.am,
                              b.au * a.uu + b.aa * a.au,
                              b.aa * a.aa};
  };
  for (; steps > 0; steps /= 2) {
    if (steps % 2 == 1) whole = product(power, whole);
    power = product(power, power);
  }
  return whole;
}

Index Workload::inverseBands() const {
  return 2 + (m_beta != 0 ? 1 : 0) + (m_averaging != 0 ? 1 : 0);
}

void Workload::inverseRow(Index row, std::span<double> out) const {
  checkSize("out", std::ssize(out), inverseBands());
  const double here = m_eta ? 1 / (*m_eta)[row] : 1;
  const double before = m_eta && row > 0 ? 1 / (*m_eta)[row - 1] : 1;
  // Rows of Momentum^-1 diag(1/eta) Decay^-1.
  out[0] = here;
  out[1] = row >= 1 ? -(m_alpha * here + m_beta * before) : 0;
  const std::size_t last = out.size() - 1;
  if (last >= 2) out[2] = row >= 2 ? m_alpha * m_beta * before : 0;
  if (m_averaging == 0) return;
  // Times Average^-1. Without momentum its last diagonal is in the place of the momentum's.
  if (m_beta != 0) out[3] = 0;
  for (std::size_t lag = last; lag > 0; --lag)
    out[lag] = row >= static_cast<Index>(lag) ? (out[lag] - m_averaging * out[lag - 1]) / (1 - m_averaging) : 0;
  out[0] /= 1 - m_averaging;
}

void Workload::multiply(std::span<const double> x, std::span<double> out) const {
  checkSize("out", std::ssize(out), std::ssize(x));
  if (m_eta) checkSize("x", std::ssize(x), fixedIterations());
  double momentum = 0;
  double sum = 0;
  double average = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    momentum = m_beta * momentum + x[i];
    sum = m_alpha * sum + (m_eta ? (*m_eta)[i] : 1) * momentum;
    average = m_averaging * average + (1 - m_averaging) * sum;
    out[i] = average;
  }
}

}  // namespace noiseloom
