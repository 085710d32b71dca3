#pragma once

#include <filesystem>
#include <optional>

#include "core/base/run_control.h"
#include "core/base/secret_key.h"
#include "core/verify/verification.h"

namespace noiseloom {

/// What a record is compared with.
struct RecordEvidence {
  std::filesystem::path record;
  std::filesystem::path strategy;                ///< the strategy file
  std::optional<SecretKey> key = {};             ///< of the run: without it batches and noise are not checked
  std::optional<std::filesystem::path> against;  ///< the record of another run, or of another shard
  bool finished = false;                         ///< the run is said to be over: the record must have an end
};

struct RecordVerification : Verification {
  Text covers;  ///< how much of the run the record is of
};

/// Compares the record of a training job with the claim of its strategy file (docs/formats.md says which mistakes it
/// tells and which it cannot). With the key all batches and all noise are made again: as long as the run took to draw
/// them. Throws IoError and FormatError. When stopped what it says is incomplete.
RecordVerification verifyRunRecord(const RecordEvidence& evidence, const RunControl& control = {});

}  // namespace noiseloom
