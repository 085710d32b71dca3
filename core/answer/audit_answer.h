#pragma once

#include "core/answer/answer.h"
#include "core/audit/audit.h"

namespace noiseloom {

/// What a run with canaries shows of its claim, as one object (docs/formats.md).
Json auditJson(const Audit& audit);

}  // namespace noiseloom
