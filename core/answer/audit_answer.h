#pragma once

#include "core/answer/answer.h"
#include "core/audit/audit.h"

namespace noiseloom {

/// The findings of an audit as one object (docs/formats.md).
Json auditJson(const Audit& audit);

}  // namespace noiseloom
