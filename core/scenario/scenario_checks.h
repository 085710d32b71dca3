#pragma once

#include "core/scenario/scenario.h"

namespace noiseloom {

/// The ranges of a scenario's fields, which the table of scenario_fields.cpp names: each throws InvalidArgument, named
/// after the field that is out of range. A field whose range depends on others that are out of range is not checked.
void checkIterations(const Scenario& scenario);
void checkEpochs(const Scenario& scenario);
void checkEpsilon(const Scenario& scenario);
void checkDelta(const Scenario& scenario);
void checkMechanism(const Scenario& scenario);
void checkBands(const Scenario& scenario);
void checkBuffers(const Scenario& scenario);
void checkRobustFrom(const Scenario& scenario);
void checkNoiseRows(const Scenario& scenario);
void checkSeconds(const Scenario& scenario);
void checkMinSeparation(const Scenario& scenario);
void checkTau(const Scenario& scenario);
void checkFailureProbability(const Scenario& scenario);
void checkAdjacency(const Scenario& scenario);
void checkWorkload(const Scenario& scenario);
void checkObjective(const Scenario& scenario);
void checkSpectrum(const Scenario& scenario);
void checkClipNorm(const Scenario& scenario);
void checkDatasetSize(const Scenario& scenario);
void checkDatasetSizeAtMost(const Scenario& scenario);
void checkBatching(const Scenario& scenario);
void checkExamplesPerUser(const Scenario& scenario);
void checkLargestBatch(const Scenario& scenario);
void checkLastBatch(const Scenario& scenario);
void checkParameters(const Scenario& scenario);
void checkMachines(const Scenario& scenario);
void checkMemory(const Scenario& scenario);

}  // namespace noiseloom
