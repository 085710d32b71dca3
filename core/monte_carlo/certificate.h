#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "core/base/index.h"
#include "core/base/names.h"

namespace noiseloom {

/// Limits of the options: a probability of failure above a thousandth is no certificate, and one below the least cannot
/// be shared out in doubles.
constexpr double kMostTau = 100;
constexpr double kLeastFailureProbability = 1e-300;
constexpr double kMostFailureProbability = 1e-3;

/// How a Monte Carlo certificate is made.
struct SampledOptions {
  /// > 1: the certified delta is about tau times the estimate; nearer to 1 takes more samples. Noise and epsilon are
  /// sought where tau times the estimate is the delta asked for.
  double tau = 1.25;
  /// beta, 1e-300 to 1e-3: of the certificate, both directions together, over the draw of samples.
  double failureProbability = 1e-9;
  std::uint64_t stream = 0;  ///< which of the fixed, public sequences of random numbers is used: not a secret
  /// > 0: where noise is sought, more than this that takes draws is of no use; in its place comes what is valid without
  /// them. Less is the same as without a limit.
  double mostOfUse = std::numeric_limits<double>::infinity();
};

/// Throws InvalidArgument naming tau or failure_probability.
void checkOptions(const SampledOptions& options);

/// The method by which a certificate was found.
enum class SampledMethod {
  MonteCarlo,     ///< importance sampling with a rigorous upper confidence bound
  Deterministic,  ///< numerical, no failure probability: of C = I under balls-in-bins
  Composition,    ///< of subsampled Gaussians, one a revealed group: numerical, no failure probability
  MomentBound,    ///< Chernoff's bound with bounded moments of the privacy loss: closed, no failure probability
  Unamplified     ///< one Gaussian mechanism of the greatest sensitivity: always safe
};
template <>
inline constexpr std::array<std::string_view, 5> kNamesOf<SampledMethod>{"monte-carlo", "deterministic", "composition",
                                                                         "moment-bound", "unamplified"};

/// A noise multiplier, epsilon or delta that errs on the safe side, unless the certificate failed.
struct SampledCertificate {
  double value = 0;
  /// Relative: about how much larger than needed the value is, an estimate. 1 stands for "twice or more, or not known".
  double errorBound = 0;
  double failureProbability = 0;  ///< that the value is too small all the same; 0 where nothing is sampled
  double triedProbability = 0;    ///< that any certificate by draws that was tried errs, whether it passed or not
  SampledMethod method = SampledMethod::MonteCarlo;
  Index samples = 0;  ///< of the certificate, both directions together
  Index joined = 1;   ///< steps that are taken for one, which loses no less privacy
  double seconds = 0;
  bool stopped = false;  ///< cancelled midway: `value` is the safe unamplified one, or nothing certified so far
};

/// Where the best of several results is chosen, it may be the one whose certificate errs: the probabilities of all that
/// were tried add up.
class FailureOfAll {
 public:
  void add(const std::optional<SampledCertificate>& tried);
  /// The sum becomes the failure probability of the chosen one, if that can err at all.
  void state(std::optional<SampledCertificate>& chosen) const;

 private:
  double m_sum = 0;
};

}  // namespace noiseloom
