#pragma once

#include <QString>
#include <vector>

#include "core/design/comparable.h"

namespace noiseloom {

/// What two claims differ in, in a few words: "not comparable: epsilon and delta differ". Empty for none.
QString notComparableText(const std::vector<ClaimPart>& differences);

}  // namespace noiseloom
