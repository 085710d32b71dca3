#pragma once

#include <string>

#include "core/answer/answer.h"
#include "core/verify/verify_record.h"

namespace noiseloom {

/// What was recomputed of a file and compared, as one object (docs/formats.md). file: its name. What verifies no record
/// covers all of its file, and says nothing of it.
Json verificationJson(const std::string& file, const RecordVerification& verification);

}  // namespace noiseloom
