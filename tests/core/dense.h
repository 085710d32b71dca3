#pragma once

#include <Eigen/Dense>
#include <random>
#include <vector>

#include "core/participation/participation.h"
#include "core/strategy/strategy.h"
#include "core/workload/workload.h"

namespace noiseloom {

/// Dense twins of strategies, rows() x n, and workloads, for tests at small n.
Eigen::MatrixXd denseOf(const Strategy& strategy);
Eigen::MatrixXd denseOf(const Workload& workload, Index n);

/// ||D[i, :]||^2 of D = A C^-1.
Eigen::VectorXd denseVariances(const Strategy& strategy, const Workload& workload);

/// The same with every entry of C^-1 read, for a dense A.
Eigen::VectorXd entryVariances(const Strategy& strategy, const Eigen::MatrixXd& a);

/// The sensitivity by its definition: the largest sqrt(sum |X_ij|) of X = C^T C over every pattern of at most k steps
/// at least s apart, or exactly s under a fixed epoch order. Small n.
double enumeratedSensitivity(const Strategy& strategy, const Participation& participation);

/// A banded strategy with entries in [least, 1] and a diagonal in [1, 2].
BandedStrategy randomBanded(std::mt19937_64& random, Index n, Index bands, double least = -1);

/// A lower-triangular block by row, whose diagonal is away from 0.
std::vector<double> lowerBlock(std::mt19937_64& random, Index size);

/// Levels of two buffers that differ from each other, none of them the best of anything; non-negative.
RecursiveBltStrategy someRecursion(Index n, Index blockSize);

/// A strategy of every kind, with both scalings where there are two, of few bands or dense blocks.
std::vector<Strategy> oneOfEveryKind(Index n, std::mt19937_64& random);

/// A prefix, a momentum with weight decay, and a schedule with momentum, of n iterations; some with averages of the
/// iterates, also where two poles agree, or of all iterates.
std::vector<Workload> someWorkloads(Index n);
/// Workloads that are not rational, of n iterations: windows and given coefficients.
std::vector<Workload> seriesWorkloads(Index n);
/// Both.
std::vector<Workload> everyWorkload(Index n);

}  // namespace noiseloom
