#pragma once

#include <QString>
#include <vector>

#include "core/design/comparable.h"

namespace noiseloom {

/// What two claims differ in, in a few words: "not comparable: epsilon and delta differ". Empty for none.
QString notComparableText(const std::vector<Field>& differences);
/// The name of a design among plots of another claim: in pictures, too, nobody should take them for equals.
QString otherClaimName(const QString& name);

}  // namespace noiseloom
