#pragma once

#include <QImage>
#include <QPointF>
#include <optional>
#include <vector>

#include "core/train/learning_task.h"
#include "core/train/training_study.h"
#include "core/train/training_summary.h"
#include "ui/plots/training/training_request.h"

namespace noiseloom {

/// The points shown in pictures, in [0, 1] of their sides, y downwards.
struct TrainingPoints {
  std::vector<QPointF> places;
  std::vector<int> classes;  ///< 0 or 1
  Index of = 0;              ///< total number of examples
};

/// The state of the runs of one seed, for drawing.
struct TrainingFrame {
  Index step = 0;  ///< common to all that have not diverged
  Index steps = 0;
  bool ended = false;
  std::vector<TrainingHistory> histories;
  std::vector<QImage> regions;  ///< 64 x 64 grey: the score of class 1, 0 to 255; for data in the plane
};

/// Expected losses in closed form, if there are any.
struct TrainingTheory {
  std::vector<std::vector<QPointF>> curves;  ///< by entrant
  QString none;                              ///< why there are none, if some would be expected
};

/// Results of the completed seeds, by TrainingMeasure.
struct TrainingSeeds {
  Index seeds = 0;
  std::vector<std::vector<CurvePoint>> curves;  ///< by entrant
  std::vector<Index> diverged;                  ///< by entrant: seeds that are in no mean from where they diverged
  std::vector<TrainingDifference> differences;  ///< own - against, by measure; empty without `against`
};

/// All entrants of a request, from one start: made, advanced and read in worker threads, by one at a time. Throws for
/// an unusable plan.
class TrainingRace {
 public:
  static constexpr Index kSeeds = 30;        ///< seeds of a band, by default
  static constexpr Index kGrid = 64;         ///< cells along a picture
  static constexpr Index kMostPoints = 250;  ///< examples drawn

  /// nullptr if stopped. Entrants without a design are solved first.
  static std::shared_ptr<TrainingRace> make(const TrainingRequest& request, const RunControl& control);

  /// The request with the baseline solved.
  const TrainingRequest& request() const { return m_request; }
  const TrainingPoints& points() const { return m_points; }
  const TrainingTheory& theory() const { return m_theory; }
  /// Returns to the first step; false if stopped, and then nothing changes.
  bool restart(const RunControl& control);
  /// Advances all entrants to a step; false if stopped, and then each stands between two steps.
  bool advanceTo(Index step, const RunControl& control);
  TrainingFrame frame() const;

 private:
  TrainingRace() = default;
  void showPoints();
  bool findTheory(const RunControl& control);

  TrainingRequest m_request;
  std::shared_ptr<const TrainingTask> m_task;
  std::shared_ptr<const LearningTask> m_plane;  ///< m_task if its data are in the plane
  TrainingTheory m_theory;
  std::vector<TrainingPlan> m_plans;
  std::vector<TrainingRun> m_runs;
  TrainingPoints m_points;
  std::vector<double> m_grid;  ///< centres of the cells, row by row
  friend class TrainingSeedsOf;
};

/// Runs further seeds to their end, beside the race in its own thread.
class TrainingSeedsOf {
 public:
  explicit TrainingSeedsOf(const TrainingRace& race);
  /// Runs a few more seeds, one at first, up to `most` in all. nullopt if stopped or if there are enough.
  std::optional<TrainingSeeds> next(Index most, const RunControl& control);

 private:
  TrainingStudy m_study;
  std::size_t m_own;
  std::optional<std::size_t> m_against;
};

}  // namespace noiseloom
