#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "core/error/lower_bound.h"
#include "tests/core/dense.h"
#include "tests/property/random_strategy.h"

namespace noiseloom {
namespace {

// With the best decoder, A times the pseudo-inverse of C.
RC_GTEST_PROP(LowerBoundProperty, NoStrategyBeatsThem, ()) {
  const Strategy strategy = *randomStrategy(12);
  const Index n = strategy.iterations();
  const Participation participation = *randomParticipation(n);
  const std::vector<double> values = strategy.block(0, strategy.rows(), 0, n);
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::MatrixXd c = Eigen::Map<const RowMajor>(values.data(), strategy.rows(), n);
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(c);
  const Eigen::MatrixXd r = qr.matrixQR().topRows(n).triangularView<Eigen::Upper>();
  const double sensitivity = sensitivityOf(strategy, participation).value;
  for (const Workload& workload : someWorkloads(n)) {
    // ||A C^+|| = ||A R^-1|| row by row.
    const Eigen::MatrixXd decoder =
        r.transpose().triangularView<Eigen::Lower>().solve(denseOf(workload, n).transpose());
    const Eigen::VectorXd variances = decoder.colwise().squaredNorm().transpose();
    const double room = 1 + 1e-9;
    RC_ASSERT(meanErrorLowerBound(workload, n, participation) <= sensitivity * std::sqrt(variances.mean()) * room);
    RC_ASSERT(maxErrorLowerBound(workload, n, participation) <= sensitivity * std::sqrt(variances.maxCoeff()) * room);
    RC_ASSERT(lastErrorLowerBound(workload, n, participation) <= sensitivity * std::sqrt(variances[n - 1]) * room);
  }
}

}  // namespace
}  // namespace noiseloom
