#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/names.h"
#include "core/base/text.h"
#include "core/train/training_task.h"
#include "core/workload/spectrum.h"

namespace noiseloom {

/// The weights at which the curvature of a loss is measured.
enum class SpectrumPlace {
  Start,   ///< the first weights of a seed
  Trained  ///< the end of a short training without noise: near the minimum that the quadratic models
};
template <>
inline constexpr std::array<std::string_view, 2> kNamesOf<SpectrumPlace>{"start", "trained"};

/// Gradient descent without noise, from the first weights of a seed.
struct ShortTraining {
  Index steps = 400;          ///< 1 to 10^6
  Index batch = 50;           ///< in an order drawn by the seed, cyclically; at most all
  double learningRate = 0.2;  ///< above 0, at most 10^6
  double clipNorm = 1;        ///< of each gradient; above 0; infinity: no clipping
};
/// The weights after it; nullopt when stopped. Throws InvalidArgument naming steps, batch, clip_norm or learning_rate,
/// the last also if the weights exceed 10^100.
std::optional<std::vector<double>> trainedWeights(const TrainingTask& task, const ShortTraining& training,
                                                  std::uint64_t seed, const RunControl& control = {});

struct LossSpectrumOptions {
  double learningRate = 0.2;    ///< eta > 0: a spectrum holds eta lambda
  Index most = 16;              ///< curvatures, 1 to kMostCurvatures
  Index examples = 4096;        ///< number used, at most: the first of the task's order
  Index exactParameters = 512;  ///< all eigenvalues are computed for at most this many weights; 0 to 4096
  Index lanczosSteps = 48;      ///< for more weights, per probe; 1 to 1024
  Index probes = 4;             ///< 1 to 64
  std::uint64_t seed = 1;       ///< of the probes
};

/// The curvatures of a training loss at some weights: eigenvalues lambda of the Hessian of the mean loss of the
/// examples, with their weight in the noise's part of the loss. On the quadratic sum_k d_k lambda_k theta_k^2 / 2 this
/// is d_k lambda_k, d_k the number of directions (math: section 1.1); for a quadratic task the spectrum is its own.
/// Nothing is clipped: clipped gradients make the loss less curved.
struct LossSpectrum {
  Spectrum spectrum;  ///< increasing, rounded to 6 digits; eta lambda and d_k lambda_k
  Index parameters = 0;
  Index examples = 0;  ///< number used
  /// True for all eigenvalues; false for nodes of Lanczos' recursion from random starts, an estimate: isolated
  /// eigenvalues are found, and the number of directions in between is known to a few tenths.
  bool exact = false;
  Index probes = 0;  ///< of the estimate
  double least = 0;  ///< eigenvalue, or node of the estimate
  double largest = 0;
  /// Directions, and the sum of their curvatures, each at least 0: positive, negative, flat to 10^-10 of the largest.
  double rising = 0, falling = 0, flat = 0;
  double risingSum = 0, fallingSum = 0;
  /// Parts of risingSum: where a step overshoots, eta lambda > 1, and where it diverges, above 2.
  double steepSum = 0, unstableSum = 0;
  double steep = 0, unstable = 0;  ///< directions
  Index joined = 0;                ///< curvatures above 0 before neighbours were joined

  /// A description of what was done and left out, in sentences.
  std::vector<Text> notes() const;
};

/// Negative and flat directions are left out: downhill no minimum holds the noise, and flat ones add none to the loss.
/// Those with eta lambda > 1, which a spectrum cannot hold, count as 1. Neighbours are joined until there are at most
/// `most`, first the pair that moves the least weight by the least factor: directions and sum of curvatures are
/// preserved. nullopt when stopped. Throws InvalidArgument naming learning_rate, most, examples, exact_parameters,
/// lanczos_steps, probes, weights, or spectrum if no curvature is above 0.
std::optional<LossSpectrum> lossSpectrum(const TrainingTask& task, std::span<const double> weights,
                                         const LossSpectrumOptions& options, const RunControl& control = {});

}  // namespace noiseloom
