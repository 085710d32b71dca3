#pragma once

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "core/error/error_profile.h"
#include "core/error/error_summary.h"

namespace noiseloom {

/// Expects the errors of a strategy and their profile to be those of the variances of all steps.
inline void expectVariances(const Strategy& strategy, const Workload& workload, const Eigen::VectorXd& variances) {
  const double bound = 1e-9 * variances.maxCoeff();
  const ErrorSummary error = errorOf(strategy, workload);
  ASSERT_TRUE(error.valid);
  EXPECT_NEAR(error.variance.mean, variances.mean(), 1e-9 * variances.mean());
  EXPECT_NEAR(error.variance.max, variances.maxCoeff(), bound);
  EXPECT_NEAR(error.variance.last, variances.tail(1)[0], bound);
  const ErrorProfile profile = errorProfile(strategy, workload, 128);
  ASSERT_TRUE(profile.valid);
  for (std::size_t k = 0; k < profile.steps.size(); ++k)
    EXPECT_NEAR(profile.variances[k], variances[profile.steps[k]], bound);
}

}  // namespace noiseloom
