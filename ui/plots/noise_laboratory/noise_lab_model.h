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

enum class NoiseView { Sum, Path, Spectrum, Covariance };

/// One step of the run, exactly: the covariance of its noise with earlier steps, and its composition from z.
struct NoiseStep {
  Index step = 0;
  std::vector<double> covariance;  ///< with earlier steps, by lag, for z of variance 1
  std::vector<double> mix;         ///< the first weights of C^-1 in the step's row, from the diagonal backwards
};

/// One draw of a design's noise and its exact statistics, in clip norms.
struct NoiseData {
  std::shared_ptr<const Design> design;
  Index draw = 1;
  Index steps = 0;             ///< steps drawn: the first of the run, at most kMostNoiseSteps
  bool hasIndependent = true;  ///< DP-SGD's noise at the same privacy is known
  double stddev = 0;           ///< of z
  double independentStddev = 0;
  NoiseSample sample;
  std::vector<double> frequencies;     ///< of both spectra, cycles per iteration
  std::vector<double> power;           ///< exact; empty for kinds whose noise is not stationary
  std::vector<double> estimatedPower;  ///< of the draw; empty if it is short
  NoiseStep at;
  std::vector<double> estimatedCovariance;  ///< of the draw, by lag
  bool stale = false;

  std::vector<Index> envelopeSteps;  ///< ascending steps of the draw
  std::vector<double> envelope;      ///< exact standard deviation of the noise in the iterate at these steps
  double expected = 0;               ///< root mean square over all of these: the design's RMSE if all steps are drawn
  Index draws = 0;                   ///< number of draws in `drawnRms`; 0: not known yet
  double drawnRms = 0;               ///< root mean square of the noise in the iterates, over those draws

  bool isEmpty() const { return sample.noise.empty(); }
  /// True if the run has more steps than are drawn.
  bool isCut() const { return design && steps < design->strategy.iterations(); }
  /// True if the design is DP-SGD, which has no independent noise to compare with.
  bool isIndependent() const { return design && design->strategy.isIdentity(); }
};

constexpr Index kMostNoiseSteps = 100'000;

/// Draws the noise and computes its statistics; for worker threads. Empty if stopped.
NoiseData noiseData(std::shared_ptr<const Design> design, Index draw, const RunControl& control);
/// The noise in the iterates over many draws, from the first: their number and root mean square. For worker threads; no
/// draws if stopped.
std::pair<Index, double> manyDraws(const NoiseData& data, const RunControl& control);
/// Takes up to a solve with C: for worker threads.
NoiseStep noiseStep(const Strategy& strategy, Index step, const RunControl& control);

/// File name without suffix, and title, of a view.
QString noiseName(NoiseView view);
QString noiseTitle(NoiseView view);
/// `until` is the last step to draw when stepping through the draw; nullopt: all.
ChartModel noiseModel(const NoiseData& data, NoiseView view, std::optional<Index> until);
/// A step in words: its noise as a mix of z, the running sum, and the same for independent noise.
QString noiseStepText(const NoiseData& data, Index step);
/// The result of the draw as a whole: how much less noise the running sums see.
QString noiseHint(const NoiseData& data);

}  // namespace noiseloom
