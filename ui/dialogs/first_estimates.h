#pragma once

#include <functional>
#include <stop_token>

#include "core/recommend/recommendation.h"

namespace noiseloom {

/// An estimate of what a job can reach, proven by nothing: it is shown until the recommendation is there.
struct FirstEstimate {
  const Mechanism* mechanism;
  BatchingWay way;
  double error;    ///< clip norms on the summed gradient, in the measure of the job's objective
  ErrorUnit unit;  ///< of `shown`: the request's, but for DpSgdEpsilon, whose scale takes seconds
  double shown;    ///< the error in that unit
};

/// Estimates DP-SGD and then the standard mechanism, or what stands in for it, under each way of the request within its
/// limits, those of the cheapest accounting first, and calls `better` from the calling thread with each that is better
/// than all before: the first within some hundredths of a second, the last within half a second of processor time,
/// which ends them. Their strategies are not refined, so that the recommendation is hardly ever worse. Throws
/// InvalidArgument like recommend(); polls `stop`.
void findFirstEstimates(const RecommendRequest& request, const std::stop_token& stop,
                        const std::function<void(const FirstEstimate&)>& better);

}  // namespace noiseloom
