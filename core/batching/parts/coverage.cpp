#include "core/batching/parts/coverage.h"

#include <utility>

namespace noiseloom::coverage {

JobCoverage satisfied(Text why) {
  return {AssumptionStatus::Satisfied, std::move(why)};
}

JobCoverage violated(Text why, Text remedy) {
  return {AssumptionStatus::Violated, std::move(why), std::move(remedy)};
}

JobCoverage unlimited(Text remedy) {
  return violated(Core::tr("an example that is sampled may take part any number of times, at any distance: the "
                           "participations that the accounting counts are no limit"),
                  std::move(remedy));
}

JobCoverage unlimited() {
  return unlimited(Core::tr("account for it as cyclic-poisson and sample like that, or use a fixed order"));
}

JobCoverage onePass() {
  return {AssumptionStatus::ToBeEnsured, Core::tr("one pass over the data uses every example once"),
          Core::tr("stop after one pass over the data")};
}

}  // namespace noiseloom::coverage
