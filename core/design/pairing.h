#pragma once

#include <string>

#include "core/scenario/scenario.h"

namespace noiseloom {

/// How an assumption of a privacy claim stands.
enum class AssumptionStatus {
  Satisfied,    ///< follows from the design itself, or from how the job is said to form its batches
  ToBeEnsured,  ///< for the training job to see to
  Violated      ///< does not hold for the job as described: the claim is then not made
};
std::string_view toString(AssumptionStatus status);
std::optional<AssumptionStatus> assumptionStatusFromName(std::string_view name);

/// Whether the batches that a job forms are those that the accounting is about.
struct Pairing {
  AssumptionStatus status = AssumptionStatus::ToBeEnsured;
  std::string why;     ///< a sentence; empty where the job forms its batches as accounted
  std::string remedy;  ///< what to do where the accounting does not cover the job
};

/// Judges scenario.jobBatching against scenario.batching for a strategy of `bands` bands.
/// - An amplified accounting covers one way of forming batches only: shuffling is no sampling.
/// - An unamplified one counts participations: it covers every job that cannot exceed the count nor come closer, and no
///   job that samples, where participations have no limit.
Pairing pairingOf(const Scenario& scenario, Index bands);

}  // namespace noiseloom
