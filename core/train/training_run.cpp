#include "core/train/training_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/train/seeded_numbers.h"

namespace noiseloom {
namespace {

Index everyOf(const TrainingOptions& options, Index iterations) {
  constexpr Index kEvaluations = 20;
  if (options.evaluateEvery) checkInteger("evaluate_every", *options.evaluateEvery, 1, kNoLimit);
  return options.evaluateEvery.value_or((iterations + kEvaluations - 1) / kEvaluations);
}

double normOf(std::span<const double> values, double divisor) {
  double square = 0;
  for (const double value : values) square += (value / divisor) * (value / divisor);
  return std::sqrt(square);
}

TrainingPlan valid(TrainingPlan plan) {
  plan.validate();
  return plan;
}

TrainingState startOf(const TrainingPlan& plan, std::uint64_t seed, const TrainingOptions& options) {
  plan.validate();
  checkInteger("path_weights", options.pathWeights, 0, kNoLimit);
  TrainingState state;
  state.weights = plan.task->start(seed);
  state.velocity.assign(state.weights.size(), 0.0);
  state.average = state.weights;
  const Index window = plan.design->scenario.workload.window();
  for (Index i = 0; window > 1 && i < window; ++i)
    state.recent.insert(state.recent.end(), state.weights.begin(), state.weights.end());
  const auto kept = std::min<std::size_t>(static_cast<std::size_t>(options.pathWeights), state.weights.size());
  state.history.path.assign(state.weights.begin(), state.weights.begin() + static_cast<std::ptrdiff_t>(kept));
  return state;
}

}  // namespace

TrainingRun::TrainingRun(const TrainingPlan& plan, std::uint64_t seed, const TrainingOptions& options)
    : TrainingRun(plan, seed, options, startOf(plan, seed, options)) {}

TrainingRun::TrainingRun(TrainingPlan plan, std::uint64_t seed, const TrainingOptions& options, TrainingState state)
    : m_plan(valid(std::move(plan))),
      m_seed(seed),
      m_options(options),
      m_every(everyOf(options, iterations())),
      m_state(std::move(state)) {
  checkInteger("evaluate_at_most", options.evaluateAtMost, 1, kNoLimit);
  checkInteger("path_weights", options.pathWeights, 0, kNoLimit);
  checkState();
  const SecretKey key = exploringKey(seed);
  const Design& design = *m_plan.design;
  m_sampler = batchSampler(design.scenario, design.strategy, m_plan.task->examples(), key);
  const double stddev = m_plan.noiseStddev();
  if (stddev > 0) {
    m_noise = std::make_unique<NoiseStream>(design.strategy, noiseSource(key, design.gaussianMethod), stddev, 0,
                                            m_plan.task->parameters(), NumberType::Float64);
  }
  m_sum.resize(m_state.weights.size());
  m_noiseRow.resize(m_state.weights.size());
}

void TrainingRun::checkState() const {
  const std::size_t parameters = m_plan.task->parameters();
  const auto kept = std::min<std::size_t>(static_cast<std::size_t>(m_options.pathWeights), parameters);
  const std::size_t step = m_state.step;
  const auto fits = [](std::span<const double> values) {
    return std::ranges::all_of(values, [](double value) { return std::abs(value) <= kMostWeight; });
  };
  const TrainingHistory& history = m_state.history;
  const std::size_t window = m_plan.design->scenario.workload.window();
  const bool good = m_state.step >= 0 && m_state.step <= iterations() && m_state.weights.size() == parameters &&
                    m_state.velocity.size() == parameters && m_state.average.size() == parameters &&
                    fits(m_state.weights) && fits(m_state.average) && fits(m_state.velocity) &&
                    m_state.recent.size() == (window > 1 ? window * parameters : 0) && fits(m_state.recent) &&
                    history.steps.size() == (m_options.keepSteps ? step : 0) &&
                    history.path.size() == kept * (step + 1) && fits(history.path) &&
                    (!history.divergedAt || *history.divergedAt == m_state.step) &&
                    std::ranges::is_sorted(history.evaluations, std::less_equal{}, &Evaluation::step) &&
                    (history.evaluations.empty() || history.evaluations.back().step <= m_state.step);
  if (!good) throw InvalidArgument("state", Core::tr("one that does not fit"), Core::tr("a state of this run"));
}

bool TrainingRun::advance(Index steps, const RunControl& control) {
  checkInteger("steps", steps, 0, kNoLimit);
  const Index target = m_state.step + std::min(steps, iterations() - m_state.step);
  for (;;) {
    if (m_state.history.divergedAt) return true;
    if (!evaluateIfDue(control)) return false;
    if (m_state.step == target) return true;
    if (control.stopRequested() || !makeStep(control)) return false;
  }
}

bool TrainingRun::evaluateIfDue(const RunControl& control) {
  if (m_state.step % m_every != 0 && m_state.step != iterations()) return true;
  auto& evaluations = m_state.history.evaluations;
  if (!evaluations.empty() && evaluations.back().step == m_state.step) return true;
  auto found = m_plan.task->evaluate(m_state.average, m_options.evaluateAtMost, control);
  if (!found) return false;
  found->step = m_state.step;
  // Weights are far from overflow by themselves; products of them with features need not be.
  if (!std::isfinite(found->loss) || (found->testLoss && !std::isfinite(*found->testLoss)))
    m_state.history.divergedAt = m_state.step;
  else
    evaluations.push_back(*found);
  return true;
}

bool TrainingRun::makeStep(const RunControl& control) {
  const Design& design = *m_plan.design;
  const RunControl quiet = control.quiet();  // the caller reports progress, in steps
  if (m_noise && m_noise->step() < m_state.step && !m_noise->advanceTo(m_state.step, quiet)) return false;
  const std::vector<Index> batch = m_sampler->batch(m_state.step, quiet);
  if (control.stopRequested()) return false;  // the batch of a stopped sampler is invalid
  std::ranges::fill(m_sum, 0.0);
  ClipCounts counts;
  if (!m_plan.task->addClippedGradients(m_state.weights, batch, m_plan.effectiveClipNorm(), m_sum, counts, quiet))
    return false;
  if (m_noise && !m_noise->next(m_noiseRow, quiet)) return false;

  const double expected = expectedBatch();
  const Workload& workload = design.scenario.workload;
  const bool plain = workload.alpha() == 0;
  const double alpha = plain ? 1 : workload.alpha();
  const double beta = plain ? 0 : workload.beta();
  const auto rates = workload.eta();
  const double rate = m_plan.learningRate * (rates.empty() ? 1 : rates[m_state.step]);
  std::vector<double> weights = m_state.weights;
  std::vector<double> velocity = m_state.velocity;
  bool fits = true;
  for (std::size_t j = 0; j < weights.size(); ++j) {
    velocity[j] = beta * velocity[j] + (m_sum[j] + m_noiseRow[j]) / expected;
    weights[j] = alpha * weights[j] - rate * velocity[j];
    fits = fits && std::abs(weights[j]) <= kMostWeight && std::abs(velocity[j]) <= kMostWeight;
  }
  if (!fits) {
    m_state.history.divergedAt = m_state.step;
    return true;
  }
  addToAverage(weights);
  m_state.weights = std::move(weights);
  m_state.velocity = std::move(velocity);
  const StepRecord record{counts.examples, counts.clipped,
                          counts.examples > 0 ? counts.loss / static_cast<double>(counts.examples) : 0,
                          normOf(m_sum, expected), normOf(m_noiseRow, expected)};
  StepTotals& totals = m_state.history.totals;
  totals.examples += record.batch;
  totals.clipped += record.clipped;
  totals.signalNorm += record.signalNorm;
  totals.noiseNorm += record.noiseNorm;
  if (m_options.keepSteps) m_state.history.steps.push_back(record);
  ++m_state.step;
  keepPath();
  return true;
}

void TrainingRun::addToAverage(std::span<const double> weights) {
  const Workload& workload = m_plan.design->scenario.workload;
  const WorkloadStep step = workload.step(m_state.step);
  const auto moved = [&step](double before, double weight) { return step.kept * before + step.taken * weight; };
  const Index window = workload.window();
  if (window == 1) {
    for (std::size_t j = 0; j < weights.size(); ++j) m_state.average[j] = moved(m_state.average[j], weights[j]);
    return;
  }
  const auto slot = [&](Index step) {
    return std::span(m_state.recent).subspan(static_cast<std::size_t>(step % window) * weights.size(), weights.size());
  };
  const std::span<double> latest = slot(m_state.step), before = slot(m_state.step + window - 1);
  for (std::size_t j = 0; j < weights.size(); ++j) {
    const double value = moved(before[j], weights[j]);
    m_state.average[j] += (value - latest[j]) / static_cast<double>(window);
    latest[j] = value;
  }
}

void TrainingRun::keepPath() {
  const auto kept = std::min<std::size_t>(static_cast<std::size_t>(m_options.pathWeights), m_state.weights.size());
  m_state.history.path.insert(m_state.history.path.end(), m_state.weights.begin(),
                              m_state.weights.begin() + static_cast<std::ptrdiff_t>(kept));
}

}  // namespace noiseloom
