#pragma once

#include <optional>

#include "core/scenario/scenario.h"

namespace noiseloom {

/// Expected batch size B = k N / n of a scenario, k being effectiveEpochs(); nullopt without a data set size or a
/// number of iterations.
std::optional<double> batchSizeOf(const Scenario& scenario);

/// The most examples that the data set may have; nullopt where nothing is known of it.
std::optional<Index> mostExamplesOf(const Scenario& scenario);
/// True for a number of examples that the data set may have: any where nothing is known of it.
bool allowsDatasetSize(const Scenario& scenario, Index datasetSize);
/// Throws InvalidArgument naming dataset_size for another one.
void checkStatedSize(const Scenario& scenario, Index datasetSize);
/// A job of a stated range with that number of examples: n and B stay, epochs follow. Others as they are.
Scenario ofDatasetSize(Scenario scenario, Index datasetSize);

/// scenario.lastBatch where it applies; the last batch of other batchings is like all others.
LastBatch lastBatchOf(const Scenario& scenario);

/// The scenario with batches of that size: its epochs become n B / N, which keeps B exactly.
Scenario withBatchSize(Scenario scenario, double batchSize);

/// The number of iterations n for a batch size: k ceil(N / B) of whole epochs k, which the last batch of each may end
/// early, or k N / B, rounded, of others. Epochs are whole where they are an integer, or where n is a multiple of the
/// steps of an epoch. Throws InvalidArgument named "batch_size" unless the scenario has a data set size and
/// 0 < batchSize <= N, and if n would not be a valid number of iterations.
Index iterationsForBatchSize(const Scenario& scenario, double batchSize);

}  // namespace noiseloom
