#include "core/train/training_task.h"

#include <cmath>

#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {

void TrainingTask::checkClipNorm(double clipNorm) {
  if (std::isinf(clipNorm) && clipNorm > 0) return;
  checkPositive("clip_norm", clipNorm);
  if (clipNorm >= kLeastClipNorm) return;
  throw InvalidArgument(
      "clip_norm", clipNorm,
      {Core::tr("a number of at least %1: the squares of shorter gradients are no longer distinguished"),
       kLeastClipNorm});
}

}  // namespace noiseloom
