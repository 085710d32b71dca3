#include "core/design/objective_note.h"

#include "core/error/error_summary.h"
#include "core/scenario/mechanism.h"

namespace noiseloom {

std::optional<Text> objectiveNote(const Design& design) {
  const ErrorObjective objective = design.scenario.objective;
  if (!isLast(objective) || !design.mechanism->lastWithMean) return std::nullopt;
  if (!design.mechanism->lastWithMean(design.scenario, design.bands)) return std::nullopt;
  if (ofCurvatures(objective)) {
    return Text{
        Core::tr("%1 of the objective's weight is on the mean over the steps: the least error of the last step alone "
                 "is approached only by strategies whose other errors grow without bound"),
        kMeanShareOfLast};
  }
  return Text{
      Core::tr("%1 of the objective's weight is on the mean error: the least last error alone is approached only "
               "by strategies whose other errors grow without bound"),
      kMeanShareOfLast};
}

}  // namespace noiseloom
