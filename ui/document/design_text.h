#pragma once

#include <QString>

#include "core/design/design.h"

namespace noiseloom {

/// "Banded Toeplitz", "Buffered linear Toeplitz", in the words of core.
QString familyName(MechanismKind family);
/// A design's family with what it has of bands, buffers or blocks, as its claim says it: "Stamped, 4 blocks".
QString familyText(const Design& design);

}  // namespace noiseloom
