#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/run_control.h"
#include "core/design/design.h"
#include "core/noise/noise_sample.h"
#include "ui/plots/line/chart_model.h"

namespace noiseloom {

/// What the noise laboratory can draw.
enum class NoiseView { Sum, Path, Spectrum, Covariance };

/// One step of the run, exactly: how its noise goes with that of earlier steps, and what it is mixed of.
struct NoiseStep {
  Index step = 0;
  std::vector<double> covariance;  ///< with the steps before, by lag, for z of variance 1
  std::vector<double> mix;         ///< the first weights of C^-1 in the step's row, from the diagonal backwards
};

/// One draw of a design's noise and what is known of it exactly, in clip norms.
struct NoiseData {
  std::shared_ptr<const Design> design;
  Index draw = 1;
  Index steps = 0;             ///< drawn: the first of the run, at most kMostNoiseSteps
  bool hasIndependent = true;  ///< DP-SGD's noise of the same privacy is known
  double stddev = 0;           ///< of z
  double independentStddev = 0;
  NoiseSample sample;
  std::vector<double> frequencies;     ///< of the two spectra, cycles an iteration
  std::vector<double> power;           ///< exact; empty for kinds whose noise is not stationary
  std::vector<double> estimatedPower;  ///< of the draw; empty when it is short
  NoiseStep at;
  std::vector<double> estimatedCovariance;  ///< of the draw, by lag
  bool stale = false;

  std::vector<Index> envelopeSteps;  ///< of the draw, rising
  std::vector<double> envelope;      ///< standard deviation of the noise in the iterate at these, exactly
  double expected = 0;               ///< root mean square of all of these: the design's rmse where all steps are drawn
  Index draws = 0;                   ///< so many draws have `drawnRms`; 0: not known yet
  double drawnRms = 0;               ///< root mean square of the noise in the iterates, over all of them

  bool isEmpty() const { return sample.noise.empty(); }
  /// The run has more steps than are drawn.
  bool isCut() const { return design && steps < design->strategy.iterations(); }
  /// DP-SGD's own noise, which no other stands beside.
  bool isIndependent() const { return design && design->strategy.as<IdentityStrategy>(); }
};

constexpr Index kMostNoiseSteps = 100'000;

/// Draws the noise and evaluates its statistics; for worker threads. Empty when stopped.
NoiseData noiseData(std::shared_ptr<const Design> design, Index draw, const RunControl& control);
/// How much noise the iterates see over many draws, the first ones: their number and root mean square. For worker
/// threads; no draws when stopped.
std::pair<Index, double> manyDraws(const NoiseData& data, const RunControl& control);
/// Up to a solve with C: for worker threads.
NoiseStep noiseStep(const Strategy& strategy, Index step, const RunControl& control);

/// File name without suffix, and title, of a view.
QString noiseName(NoiseView view);
QString noiseTitle(NoiseView view);
/// `until`: the last step that is drawn where the draw is being stepped through; none: all.
ChartModel noiseModel(const NoiseData& data, NoiseView view, std::optional<Index> until);
/// A step in words: its noise as a mix of z, the running sum, and the same of independent noise.
QString noiseStepText(const NoiseData& data, Index step);
/// What the draw shows as a whole: how much less noise the running sums see.
QString noiseHint(const NoiseData& data);

}  // namespace noiseloom
