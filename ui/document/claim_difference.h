#pragma once

#include <QString>
#include <vector>

#include "core/search/comparable.h"

namespace noiseloom {

/// What two claims differ in, in a few words: "not comparable: epsilon and delta differ". Empty for none.
QString notComparableText(const std::vector<Field>& differences);
/// In what two jobs differ: "another job: the batching differs". Empty for none.
QString otherJobText(const std::vector<Field>& differences);

/// How a design stands to the current scenario.
enum class Standing {
  Same,
  OtherJob,   ///< the same guarantee and error, for batches that are formed differently: comparable
  OtherClaim  ///< not comparable
};
Standing standingOf(const Scenario& scenario, const Scenario& current);
/// The name of a design among plots of the current scenario: in pictures, too, nobody should take them for equals.
QString nameAmongPlots(const QString& name, Standing standing);

}  // namespace noiseloom
