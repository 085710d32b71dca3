#pragma once

#include <QString>

#include "ui/plots/training/training_chart.h"

namespace noiseloom {

/// What the seeds say of the current design and its reference.
struct TrainingVerdict {
  QString text;          ///< empty before a seed is complete, or if there is nothing to compare with
  bool alike = false;    ///< all seeds are there, and what differs would matter to nobody
  bool drowned = false;  ///< alike, and without noise both would learn much better
};

TrainingVerdict verdictOf(const TrainingData& data, TrainingMeasure measure);

}  // namespace noiseloom
