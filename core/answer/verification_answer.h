#pragma once

#include <string>

#include "core/answer/answer.h"
#include "core/verify/verify_record.h"

namespace noiseloom {

/// A verification as one object (docs/formats.md). file: the name of what was verified. Only that of a record says what
/// it covers: others cover all of their file.
Json verificationJson(const std::string& file, const RecordVerification& verification);

}  // namespace noiseloom
