#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/noise/noise_stream.h"
#include "core/sampling/batch_sampler.h"
#include "core/train/training_plan.h"

namespace noiseloom {

/// The record of one step.
struct StepRecord {
  Index batch = 0;        ///< examples; may be 0 under sampling
  Index clipped = 0;      ///< examples whose gradient was longer than the clip norm
  double batchLoss = 0;   ///< mean over the examples before the step; 0 for an empty batch
  double signalNorm = 0;  ///< of the sum of clipped gradients over the expected batch size
  double noiseNorm = 0;   ///< of the step's noise over the expected batch size

  bool operator==(const StepRecord&) const = default;
};

/// Sums over all steps, kept with or without the steps.
struct StepTotals {
  Index examples = 0;     ///< in all batches
  Index clipped = 0;      ///< of them
  double signalNorm = 0;  ///< sum of StepRecord::signalNorm
  double noiseNorm = 0;   ///< sum of StepRecord::noiseNorm

  bool operator==(const StepTotals&) const = default;
};

/// The history of a run beside its state.
struct TrainingHistory {
  std::vector<Evaluation> evaluations = {};  ///< by step, the first at step 0
  std::vector<StepRecord> steps = {};        ///< empty unless TrainingOptions::keepSteps
  StepTotals totals = {};
  /// The first TrainingOptions::pathWeights weights before the first step and after each, step by step.
  std::vector<double> path = {};
  /// The step (0-based) that would have taken a weight beyond 10^100: the run ended before it.
  std::optional<Index> divergedAt = {};

  bool operator==(const TrainingHistory&) const = default;
};

struct TrainingOptions {
  /// Steps from one evaluation to the next; the first is before step 0, and one follows the last step. nullopt: n / 20.
  std::optional<Index> evaluateEvery = {};
  Index evaluateAtMost = 4096;  ///< limit on the examples of each kind in an evaluation, which records their number
  bool keepSteps = true;
  Index pathWeights = 2;  ///< 0: none
};

/// The state of a run as a value: with the plan, the seed and the options it determines the rest of the run. It holds
/// no key and no noise.
struct TrainingState {
  Index step = 0;  ///< the next step
  std::vector<double> weights;
  std::vector<double> velocity;  ///< v of the last step; initially 0
  std::vector<double> average;   ///< of the weights by the workload's averaging and window: what is evaluated
  /// With a window, the last weights, or averages without it, one after the other; the oldest at step mod window.
  std::vector<double> recent = {};
  TrainingHistory history = {};

  bool operator==(const TrainingState&) const = default;
};

/// One run, step by step. Initial weights, batches and noise follow from the seed: runs of one seed begin alike, take
/// the same batches if their designs' batchings agree, and scale and correlate the same normals z. The results do not
/// depend on the threads, nor on stops and resumptions at any step. For exploring only: see exploringKey().
class TrainingRun {
 public:
  /// Throws InvalidArgument if the plan or the options are invalid, or the batching cannot form its batches.
  TrainingRun(const TrainingPlan& plan, std::uint64_t seed, const TrainingOptions& options = {});
  /// Continues from a state of any origin; throws InvalidArgument ("state") if it does not fit such a run.
  TrainingRun(TrainingPlan plan, std::uint64_t seed, const TrainingOptions& options, TrainingState state);

  const TrainingPlan& plan() const { return m_plan; }
  std::uint64_t seed() const { return m_seed; }
  const TrainingState& state() const { return m_state; }
  TrainingState takeState() && { return std::move(m_state); }
  Index iterations() const { return m_plan.design->scenario.iterations; }
  Index step() const { return m_state.step; }
  /// True after the last step, or after divergence.
  bool ended() const { return m_state.step == iterations() || m_state.history.divergedAt; }
  std::span<const double> weights() const { return m_state.weights; }
  double expectedBatch() const { return m_sampler->expectedBatch(); }
  Index evaluateEvery() const { return m_every; }

  /// Runs `steps` more steps, or to the end. Returns false when stopped: it is then between two steps, and another call
  /// continues. Evaluates at the steps where that is due.
  bool advance(Index steps, const RunControl& control = {});

 private:
  bool evaluateIfDue(const RunControl& control);
  bool makeStep(const RunControl& control);
  void addToAverage(std::span<const double> weights);
  void keepPath();
  void checkState() const;

  TrainingPlan m_plan;
  std::uint64_t m_seed;
  TrainingOptions m_options;
  Index m_every;
  std::shared_ptr<const BatchSampler> m_sampler;
  std::unique_ptr<NoiseStream> m_noise;  // null without noise
  TrainingState m_state;
  std::vector<double> m_sum, m_noiseRow;
};

}  // namespace noiseloom
