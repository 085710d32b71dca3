#pragma once

#include "ui/plots/line/chart_model.h"
#include "ui/plots/training/training_race.h"

namespace noiseloom {

/// What the curves show.
struct TrainingData {
  TrainingRequest request;  ///< without entrants: nothing yet
  TrainingFrame frame;
  TrainingSeeds seeds;
  TrainingTheory theory;
  QString problem;  ///< why nothing trains
  bool stale = false;
  Index wantedSeeds = TrainingRace::kSeeds;
  bool restored = false;  ///< a session had a run that has not begun again

  bool isEmpty() const { return request.entrants.empty(); }
};

/// What can be looked at: no accuracy of numbers, and of quadratics the loss alone.
std::vector<TrainingMeasure> measuresOf(const TrainingRequest& request);
/// A value of the measure, with its unit: "84.2 %".
QString measureText(TrainingMeasure measure, double value);
/// Of an entrant in the run that is watched, so far; empty before there is any.
QString reachedText(const TrainingData& data, std::size_t entrant, TrainingMeasure measure);
/// Curves up to the step of the frame: means over the seeds that are complete with a band, or the run on show while
/// there are none.
ChartModel trainingModel(const TrainingData& data, TrainingMeasure measure);
/// How the current design stands to the one that it is compared with, and whether that means anything.
QString trainingHint(const TrainingData& data, TrainingMeasure measure);
/// "step 120 of 400, seed 1; 7 of 30 seeds"
QString progressOf(const TrainingData& data);
/// The same in numbers only, for narrow places.
QString briefProgressOf(const TrainingData& data);

}  // namespace noiseloom
