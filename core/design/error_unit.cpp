#include "core/design/error_unit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/errors.h"
#include "core/batching/list.h"
#include "core/design/evaluator.h"
#include "core/scenario/batch_size.h"

namespace noiseloom {
namespace {

constexpr std::array kUnits{
    ErrorUnitInfo{.unit = ErrorUnit::Summed,
                  .name = Core::tr("Summed gradient"),
                  .label = Core::tr("× clip norm"),
                  .meaning = Core::tr("clip norms, on the sum of the clipped gradients of a batch"),
                  .amount = Core::tr("%1 clip norms on the summed gradient"),
                  .csv = "clip norms"},
    ErrorUnitInfo{
        .unit = ErrorUnit::Mean,
        .name = Core::tr("Mean gradient"),
        .label = Core::tr("× clip norm, mean gradient"),
        .meaning = Core::tr("clip norms, on the mean gradient: divided by the expected batch size B = k N / n"),
        .amount = Core::tr("%1 clip norms on the mean gradient"),
        .csv = "clip norms on the mean gradient"},
    ErrorUnitInfo{
        .unit = ErrorUnit::FullBatch,
        .name = Core::tr("Relative to full-batch training"),
        .label = Core::tr("× full-batch DP-SGD"),
        .meaning = Core::tr("multiples of the error of the mean gradient that DP-SGD has with every example in every "
                            "step, at the same n, ε and δ"),
        .amount = Core::tr("%1 times that of full-batch DP-SGD"),
        .csv = "ratio to full-batch DP-SGD"},
    ErrorUnitInfo{.unit = ErrorUnit::DpSgdEpsilon,
                  .name = Core::tr("ε that DP-SGD would need"),
                  .label = Core::tr("as ε of DP-SGD"),
                  .meaning = Core::tr("the ε at which DP-SGD under the same batching has the same error, an estimate"),
                  .amount = Core::tr("about that of DP-SGD at ε = %1"),
                  .csv = "epsilon of DP-SGD with this error, estimate"},
};

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// Independent noise at noise multiplier 1.
DesignFigures independentLosses(const Scenario& scenario, const IdentityStrategy& independent) {
  return lossesOf(scenario, independent, errorOf(independent, scenario.workload));
}

// Without amplification: every example takes part in every step. One release of all steps, of sensitivity sqrt(n).
Scenario fullBatch(Scenario scenario) {
  scenario.batching = &batchings::fixedEpoch;
  scenario.epochs = static_cast<double>(scenario.iterations);
  scenario.lastBatch = LastBatch::Smaller;
  scenario.minSeparation.reset();
  return scenario;
}

}  // namespace

std::span<const ErrorUnitInfo> errorUnits() {
  return kUnits;
}

const ErrorUnitInfo& infoOf(ErrorUnit unit) {
  return kUnits[static_cast<std::size_t>(unit)];
}

Text unitProblem(ErrorUnit unit, const Scenario& scenario) {
  if (unit != ErrorUnit::Mean || batchSizeOf(scenario)) return {};
  return Core::tr("Needs a data set size, from which the batch size follows.");
}

void checkUnit(ErrorUnit unit, const Scenario& scenario) {
  if (unitProblem(unit, scenario).empty()) return;
  throw InvalidArgument("error_unit", std::string(toString(unit)),
                        Core::tr("it with a data set size only, from which the batch size follows"));
}

ErrorScale::ErrorScale(ErrorUnit unit, const Scenario& scenario, const RunControl& control) : m_unit(unit) {
  checkUnit(unit, scenario);
  if (unit == ErrorUnit::Summed) return;
  if (unit == ErrorUnit::Mean) {
    for (const ObjectiveInfo& each : kObjectives) m_unitErrors[each.objective] = *batchSizeOf(scenario);
    return;
  }
  const Scenario reference = unit == ErrorUnit::FullBatch ? fullBatch(scenario) : scenario;
  const IdentityStrategy independent(reference.iterations);
  const DesignFigures losses = independentLosses(reference, independent);
  double factor = 1;
  if (unit == ErrorUnit::FullBatch) {
    // Batches of k N / n examples against N: the data set size cancels.
    const double sigma =
        accountingOf(reference, independent, losses.sensitivity)->calibrate(control).noiseMultiplier.value;
    factor = sigma * scenario.effectiveEpochs() / static_cast<double>(scenario.iterations);
  }
  for (const ObjectiveInfo& each : kObjectives)
    m_unitErrors[each.objective] = factor * std::sqrt(losses.loss[each.objective]);
  if (unit == ErrorUnit::DpSgdEpsilon) tabulate(scenario, control);
}

// The noise multiplier of DP-SGD at epsilons a factor 2^(1/4) apart, to be inverted by a monotone cubic in logarithms.
void ErrorScale::tabulate(const Scenario& scenario, const RunControl& control) {
  constexpr int kPerDoubling = 4;
  constexpr int kFrom = -7;
  constexpr int kTo = 14;
  const IdentityStrategy independent(scenario.iterations);
  const RunControl quiet = control.quiet();
  Scenario at = forIndependentNoise(scenario);
  for (int i = kTo * kPerDoubling; i >= kFrom * kPerDoubling; --i) {
    at.epsilon = std::exp2(static_cast<double>(i) / kPerDoubling);
    if (quiet.stopRequested()) {
      m_knots.clear();
      return;
    }
    double sigma = 0;
    try {
      const Sensitivity sensitivity = sensitivityOf(independent, at.participation(), quiet);
      sigma = accountingOf(at, independent, sensitivity, quiet)->approximate(quiet);
    } catch (const InvalidArgument&) {
      continue;  // beyond the range of the accountant
    }
    if (!std::isfinite(sigma) || !(sigma > 0)) continue;
    const Knot knot{std::log(sigma), std::log(at.epsilon), 0};
    // The curve is level where the accountant's own limits end it.
    if (!m_knots.empty() && knot.logSigma <= m_knots.back().logSigma + 1e-9) {
      if (m_knots.size() > 1) break;
      m_knots.clear();
    }
    m_knots.push_back(knot);
  }
  const auto secant = [this](std::size_t i) {
    return (m_knots[i + 1].logEpsilon - m_knots[i].logEpsilon) / (m_knots[i + 1].logSigma - m_knots[i].logSigma);
  };
  const std::size_t count = m_knots.size();
  if (count < 2) {
    m_knots.clear();
    return;
  }
  // Harmonic means of the neighbouring secants, weighted by their nearness, keep the cubic monotone.
  for (std::size_t i = 1; i + 1 < count; ++i) {
    const double before = m_knots[i].logSigma - m_knots[i - 1].logSigma;
    const double after = m_knots[i + 1].logSigma - m_knots[i].logSigma;
    m_knots[i].slope = 3 * (before + after) / ((2 * after + before) / secant(i - 1) + (after + 2 * before) / secant(i));
  }
  m_knots.front().slope = secant(0);
  m_knots.back().slope = secant(count - 2);
}

double ErrorScale::in(ErrorObjective kind, double error) const {
  return read(error, m_unitErrors[kind]);
}

double ErrorScale::atStep(double error, double share) const {
  const double one = m_unitErrors.mean;
  return read(error, m_unit == ErrorUnit::Summed || m_unit == ErrorUnit::Mean ? one : share * one);
}

double ErrorScale::read(double error, double one) const {
  if (!std::isfinite(error) || !(error > 0) || !(one > 0)) return kNone;
  const double scaled = error / one;
  if (m_unit != ErrorUnit::DpSgdEpsilon) return scaled;
  const double x = std::log(scaled);
  const auto above = std::ranges::lower_bound(m_knots, x, {}, &Knot::logSigma);
  if (above == m_knots.end() || (above == m_knots.begin() && x < above->logSigma)) return kNone;
  if (above == m_knots.begin()) return std::exp(above->logEpsilon);
  const Knot& left = *(above - 1);
  const Knot& right = *above;
  const double h = right.logSigma - left.logSigma;
  const double t = (x - left.logSigma) / h;
  const double s = 1 - t;
  return std::exp(s * s * (1 + 2 * t) * left.logEpsilon + t * t * (1 + 2 * s) * right.logEpsilon +
                  s * t * h * (s * left.slope - t * right.slope));
}

DesignFigures ErrorScale::in(DesignFigures figures, ErrorObjective objective) const {
  if (m_unit == ErrorUnit::Summed) return figures;
  for (const ObjectiveInfo& each : kObjectives) {
    double& error = figures.error[each.objective];
    if (!each.ofCurvatures || error > 0) error = in(each.objective, error);
  }
  figures.dpSgdRmse = in(ErrorObjective::Mean, figures.dpSgdRmse);
  if (figures.lowerBound > 0) figures.lowerBound = in(objective, figures.lowerBound);
  return figures;
}

Scenario errorScaleKey(ErrorUnit unit, const Scenario& scenario) {
  Scenario key;
  if (unit == ErrorUnit::Summed) return key;
  key.iterations = scenario.iterations;
  key.epochs = scenario.effectiveEpochs();
  key.batching = scenario.batching;
  if (unit == ErrorUnit::Mean) {
    key.datasetSize = scenario.datasetSize;
    return key;
  }
  key.unit = scenario.unit;
  key.examplesPerUser = scenario.examplesPerUser;
  key.delta = scenario.delta;
  key.adjacency = scenario.adjacency;
  key.workload = scenario.workload;
  if (unit == ErrorUnit::FullBatch) {
    key.epsilon = scenario.epsilon;
    return key;
  }
  key.lastBatch = scenario.lastBatch;
  key.minSeparation = scenario.effectiveMinSeparation();
  key.tau = scenario.tau;
  key.failureProbability = scenario.failureProbability;
  return key;
}

}  // namespace noiseloom
