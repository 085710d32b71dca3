#pragma once

#include "ui/plots/line/chart_model.h"
#include "ui/plots/training/training_race.h"

namespace noiseloom {

struct TrainingData {
  TrainingRequest request = {};  ///< without entrants: no run yet
  TrainingFrame frame = {};
  TrainingSeeds seeds = {};
  TrainingTheory theory = {};
  QString problem = {};  ///< why nothing trains
  bool stale = false;
  Index wantedSeeds = TrainingRace::kSeeds;
  bool restored = false;  ///< the session had a run that has not been started again
  QString search = {};    ///< how the search for a case in which the noise matters goes, or what it found

  bool isEmpty() const { return request.entrants.empty(); }
};

/// The available measures: no accuracy for regression, and only the loss for quadratics.
std::vector<TrainingMeasure> measuresOf(const TrainingRequest& request);
/// A point's statistics of the measure.
const SeedStatistics& statisticsAt(const CurvePoint& point, TrainingMeasure measure);
/// A value of the measure, with its unit: "84.2 %".
QString measureText(TrainingMeasure measure, double value);
/// The value of an entrant in the run on show so far; empty before there is any. Beside means of several seeds it says
/// which seed it is of.
QString reachedText(const TrainingData& data, std::size_t entrant, TrainingMeasure measure);
/// Curves up to the frame's step: means over completed seeds with a band, or the run on show until there are any.
ChartModel trainingModel(const TrainingData& data, TrainingMeasure measure);
/// The current design against its reference, and if the difference is significant.
QString trainingHint(const TrainingData& data, TrainingMeasure measure);
/// "step 120 of 400, seed 1; 7 of 30 seeds"
QString progressOf(const TrainingData& data);
/// Only the numbers of progressOf(), for narrow places.
QString briefProgressOf(const TrainingData& data);

}  // namespace noiseloom
