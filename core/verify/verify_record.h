#pragma once

#include <filesystem>
#include <optional>

#include "core/base/run_control.h"
#include "core/base/secret_key.h"
#include "core/verify/verification.h"

namespace noiseloom {

/// A record and what it is compared with.
struct RecordEvidence {
  std::filesystem::path record;
  std::filesystem::path strategy;                ///< the strategy file
  std::optional<SecretKey> key = {};             ///< the run's; without it, batches and noise are not checked
  std::optional<std::filesystem::path> against;  ///< the record of another run, or of another shard
  bool finished = false;                         ///< the run is stated to be over: the record must have an end
};

struct RecordVerification : Verification {
  Text covers;  ///< the part of the run that the record covers
};

/// Compares the record of a training job with the claim of its strategy file (docs/formats.md lists the mistakes that
/// it detects and those that it cannot). With the key, all batches and all noise are made again, which takes as long as
/// it took the run. Throws IoError and FormatError. Incomplete when stopped.
RecordVerification verifyRunRecord(const RecordEvidence& evidence, const RunControl& control = {});

}  // namespace noiseloom
