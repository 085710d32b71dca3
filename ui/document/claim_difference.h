#pragma once

#include <QString>
#include <vector>

#include "core/search/comparable.h"

namespace noiseloom {

/// Names the fields in which two claims differ: "not comparable: epsilon and delta differ". Empty if there are none.
QString notComparableText(const std::vector<Field>& differences);
/// Names the fields in which two jobs differ: "another job: the batching differs". Empty if there are none.
QString otherJobText(const std::vector<Field>& differences);

/// How a design relates to the current scenario.
enum class Standing {
  Same,
  OtherJob,   ///< same guarantee and error, batches formed differently: comparable
  OtherClaim  ///< not comparable
};
Standing standingOf(const Scenario& scenario, const Scenario& current);
/// The name of a design in plots of the current scenario, with its standing, so that pictures do not mislead.
QString nameAmongPlots(const QString& name, Standing standing);

}  // namespace noiseloom
