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

/// The points that pictures show, in [0, 1] of their sides, y downwards.
struct TrainingPoints {
  std::vector<QPointF> places;
  std::vector<int> classes;  ///< 0 or 1
  Index of = 0;              ///< so many there are
};

/// Runs of one seed where they stand: what is drawn of them.
struct TrainingFrame {
  Index step = 0;  ///< of all that have not diverged
  Index steps = 0;
  bool ended = false;
  std::vector<TrainingHistory> histories;
  std::vector<QImage> regions;  ///< 64 x 64 grey: the score of class 1, 0 to 255; of data in the plane
};

/// Expected losses in closed form, where there are any.
struct TrainingTheory {
  std::vector<std::vector<QPointF>> curves;  ///< by entrant
  QString none;                              ///< why there are none, where one might look for them
};

/// What the seeds that are complete say, by TrainingMeasure.
struct TrainingSeeds {
  Index seeds = 0;
  std::vector<std::vector<CurvePoint>> curves;  ///< by entrant
  std::vector<TrainingDifference> differences;  ///< own - against, by measure; none without against
};

/// Everybody of a request, from one start: made, advanced and read in a worker thread, by one at a time. Throws where a
/// plan cannot be used.
class TrainingRace {
 public:
  static constexpr Index kSeeds = 30;        ///< that a band is made of, where nothing else is chosen
  static constexpr Index kGrid = 64;         ///< cells along a picture
  static constexpr Index kMostPoints = 250;  ///< drawn of the examples

  /// nullptr when stopped. Entrants without a design are solved first.
  static std::shared_ptr<TrainingRace> make(const TrainingRequest& request, const RunControl& control);

  /// With the baseline solved.
  const TrainingRequest& request() const { return m_request; }
  const TrainingPoints& points() const { return m_points; }
  const TrainingTheory& theory() const { return m_theory; }
  /// To the first step; false when stopped, and then all stand where they were.
  bool restart(const RunControl& control);
  /// All of them to a step; false when stopped, and then each stands between two steps.
  bool advanceTo(Index step, const RunControl& control);
  TrainingFrame frame() const;

 private:
  TrainingRace() = default;
  void makeTask(const Scenario& scenario);
  void showPoints();
  bool findTheory(const RunControl& control);

  TrainingRequest m_request;
  std::shared_ptr<const TrainingTask> m_task;
  std::shared_ptr<const LearningTask> m_plane;  ///< the same, of data in the plane
  TrainingTheory m_theory;
  std::vector<TrainingPlan> m_plans;
  std::vector<TrainingRun> m_runs;
  TrainingPoints m_points;
  std::vector<double> m_grid;  ///< points of the cells' middles, row by row
  friend class TrainingSeedsOf;
};

/// Seed after seed of the same, each to its end; beside the race in a thread of its own.
class TrainingSeedsOf {
 public:
  explicit TrainingSeedsOf(const TrainingRace& race);
  /// A few seeds more, one at first, up to `most` in all. nullopt when stopped or when there are enough.
  std::optional<TrainingSeeds> next(Index most, const RunControl& control);

 private:
  TrainingStudy m_study;
  std::size_t m_own;
  std::optional<std::size_t> m_against;
};

}  // namespace noiseloom
