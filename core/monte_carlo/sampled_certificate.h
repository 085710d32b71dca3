#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "core/monte_carlo/certificate.h"
#include "core/monte_carlo/direction_search.h"

namespace noiseloom {

/// Sums of rounded numbers: far above their error, far below what sampling leaves. Certified values are enlarged by it.
constexpr double kCertificateRounding = 1e-6;
/// The most work of a sample that steers a certificate, see WeightSampler::work(): a third of a second.
constexpr double kMostSampleWork = 0x1p30;

/// A certificate in the making, with its clock.
class CertificateTimer {
 public:
  /// Without randomness: nothing is lost.
  SampledCertificate exact(double value, SampledMethod method = SampledMethod::Unamplified);
  SampledCertificate unamplified(double value, bool stopped = false);
  SampledCertificate finished();
  SampledCertificate& result() { return m_result; }

 private:
  std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
  SampledCertificate m_result;
};

/// An error as certificates state it; not a number where nothing was drawn that says how large it is.
double statedError(double error);
/// The step of `moved` along the axis at x, in the units in which certificates state it.
double statedStep(NoiseUnknown unknown, double x, double moved);

/// An estimate of where a direction's log delta is the given one; nullopt: draws are to find it.
using KnownRoot = std::function<std::optional<DirectionRoot>(Direction direction, double logDelta)>;

/// The least x of the axis at which both directions are certified, by draws: from their estimated roots on a fixed
/// ladder of ever larger values, each with its share of the failure probability; the last rungs need no draws. `most`
/// holds what is valid without amplification, and is the answer where no rung below it is certified. `known` stands in
/// for the roots by draws.
SampledCertificate smallestCertified(const WeightModel& model, NoiseUnknown unknown, const NoisePoint& most,
                                     double delta, const SampledOptions& options, const RunControl& control,
                                     CertificateTimer timer, const std::optional<RootStart>& start = std::nullopt,
                                     const KnownRoot& known = {});
/// Certified delta at the point; `worst` is that without amplification.
SampledCertificate certifiedDelta(const WeightModel& model, const NoisePoint& point, double worst,
                                  const SampledOptions& options, const RunControl& control, CertificateTimer timer);

}  // namespace noiseloom
