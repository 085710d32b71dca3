#include "core/train/training_plan.h"

#include <limits>

#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {

double TrainingPlan::effectiveClipNorm() const {
  if (protection == Protection::Unclipped) return std::numeric_limits<double>::infinity();
  return clipNorm.value_or(design->scenario.clipNorm);
}

double TrainingPlan::noiseStddev() const {
  if (protection != Protection::Private) return 0;
  // Never less than in proportion, and bit-identical to the design's own at its own clip norm.
  const double clip = effectiveClipNorm();
  if (clip == design->scenario.clipNorm) return design->stddev;
  return design->stddev * (clip / design->scenario.clipNorm) * (1 + 0x1p-50);
}

void TrainingPlan::validate() const {
  if (!task) throw InvalidArgument("task", Core::tr("none"), Core::tr("a task to train"));
  if (!design) throw InvalidArgument("design", Core::tr("none"), Core::tr("a design"));
  constexpr double kMostRate = 1e6;
  checkPositive("learning_rate", learningRate);
  checkClosedInterval("learning_rate", learningRate, 0, kMostRate);
  if (clipNorm) checkFinite("clip_norm", *clipNorm);
  TrainingTask::checkClipNorm(effectiveClipNorm());
  if (protection == Protection::Private) {
    if (design->estimated)
      throw InvalidArgument("design", Core::tr("a first estimate"), Core::tr("a design whose noise is certified"));
    checkPositive("stddev", noiseStddev());
    checkFinite("stddev", noiseStddev());
  }
  constexpr Index kMostRecent = Index{1} << 24;
  const Index window = design->scenario.workload.window(), most = std::max<Index>(1, kMostRecent / task->parameters());
  if (window > most) {
    throw InvalidArgument("averaging_window", window,
                          {Core::tr("at most %1 here: so many times the weights of this model are kept"), most});
  }
  const auto& stated = design->scenario.datasetSize;
  if (stated && *stated != task->examples()) {
    throw InvalidArgument("dataset_size", *stated,
                          {Core::tr("a design for the %1 examples that there are to train with"), task->examples()});
  }
}

}  // namespace noiseloom
