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

/// What one step did.
struct StepRecord {
  Index batch = 0;        ///< examples; 0 is possible where they are sampled
  Index clipped = 0;      ///< of them, whose gradient was longer than the clip norm
  double batchLoss = 0;   ///< mean over them before the step; 0 of an empty batch
  double signalNorm = 0;  ///< of the sum of clipped gradients over the expected batch size
  double noiseNorm = 0;   ///< of the step's noise over the expected batch size

  bool operator==(const StepRecord&) const = default;
};

/// Sums over the steps, kept whether the steps are or not.
struct StepTotals {
  Index examples = 0;     ///< in all batches
  Index clipped = 0;      ///< of them
  double signalNorm = 0;  ///< sum of StepRecord::signalNorm
  double noiseNorm = 0;   ///< sum of StepRecord::noiseNorm

  bool operator==(const StepTotals&) const = default;
};

/// What is kept of a run besides where it stands.
struct TrainingHistory {
  std::vector<Evaluation> evaluations = {};  ///< by step, the first one of step 0
  std::vector<StepRecord> steps = {};        ///< empty unless TrainingOptions::keepSteps
  StepTotals totals = {};
  /// The first TrainingOptions::pathWeights weights before the first step and after each; a step's stand together.
  std::vector<double> path = {};
  /// The step (0-based) after which a weight would have left 10^100: the run ended before it.
  std::optional<Index> divergedAt = {};

  bool operator==(const TrainingHistory&) const = default;
};

struct TrainingOptions {
  /// Steps from one evaluation to the next; the first is before step 0, and one follows the last step. None: n / 20.
  std::optional<Index> evaluateEvery = {};
  Index evaluateAtMost = 4096;  ///< examples of each kind that an evaluation looks at; it says how many they were
  bool keepSteps = true;
  Index pathWeights = 2;  ///< 0: none
};

/// Where a run stands, as a value: with the plan, the seed and the options all that its rest depends on. It holds no
/// key and no noise.
struct TrainingState {
  Index step = 0;  ///< the step that comes next
  std::vector<double> weights;
  std::vector<double> velocity;  ///< v of the step before; all 0 at the start
  TrainingHistory history = {};

  bool operator==(const TrainingState&) const = default;
};

/// One run, step by step. First weights, batches and noise follow from the seed: runs of one seed begin alike, take the
/// same batches where their designs' batchings agree, and scale and correlate the same normals z. The same numbers
/// whatever the threads, straight through or stopped and resumed at any step. For exploring only: see exploringKey().
class TrainingRun {
 public:
  /// Throws InvalidArgument where the plan or the options cannot be used, or the batching cannot form its batches.
  TrainingRun(const TrainingPlan& plan, std::uint64_t seed, const TrainingOptions& options = {});
  /// Goes on from a state, of any origin; throws InvalidArgument ("state") where it is none of such a run's.
  TrainingRun(TrainingPlan plan, std::uint64_t seed, const TrainingOptions& options, TrainingState state);

  const TrainingPlan& plan() const { return m_plan; }
  std::uint64_t seed() const { return m_seed; }
  const TrainingState& state() const { return m_state; }
  TrainingState takeState() && { return std::move(m_state); }
  Index iterations() const { return m_plan.design->scenario.iterations; }
  Index step() const { return m_state.step; }
  /// After the last step, or where it diverged.
  bool ended() const { return m_state.step == iterations() || m_state.history.divergedAt; }
  std::span<const double> weights() const { return m_state.weights; }
  double expectedBatch() const { return m_sampler->expectedBatch(); }
  Index evaluateEvery() const { return m_every; }

  /// So many steps more, or to the end. False when stopped: it then stands between two steps and goes on with the next
  /// call. Evaluates at the steps where that is due.
  bool advance(Index steps, const RunControl& control = {});

 private:
  bool evaluateIfDue(const RunControl& control);
  bool makeStep(const RunControl& control);
  void keepPath();
  void checkState() const;

  TrainingPlan m_plan;
  std::uint64_t m_seed;
  TrainingOptions m_options;
  Index m_every;
  std::shared_ptr<const BatchSampler> m_sampler;
  std::unique_ptr<NoiseStream> m_noise;  // none without noise
  TrainingState m_state;
  std::vector<double> m_sum, m_noiseRow;
};

}  // namespace noiseloom
