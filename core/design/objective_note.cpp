#include "core/design/objective_note.h"

#include "core/error/error_summary.h"
#include "core/scenario/mechanism.h"

namespace noiseloom {

std::optional<Text> objectiveNote(const Design& design) {
  if (design.scenario.objective != ErrorObjective::Last || !design.mechanism->lastWithMean) return std::nullopt;
  if (!design.mechanism->lastWithMean(design.scenario, design.bands)) return std::nullopt;
  return Text{
      Core::tr("%1 of the objective's weight is on the mean error: the least last error alone is approached only "
               "by strategies whose other errors grow without bound"),
      kMeanShareOfLast};
}

}  // namespace noiseloom
