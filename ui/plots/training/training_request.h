#pragma once

#include <QString>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/design/design.h"
#include "core/scenario/scenario.h"
#include "core/train/network.h"
#include "core/train/plane_points.h"
#include "core/train/training_task.h"
#include "ui/document/claim_difference.h"
#include "ui/plots/training/own_examples.h"
#include "ui/plots/training/training_quadratic.h"

namespace noiseloom {

class ScenarioDocument;

enum class TrainingSource { Plane, Quadratic, File };

/// What stands there before a person draws: four clouds, of which no line tells the classes apart.
std::vector<DrawnPoint> drawnAtFirst();

/// The user's choices in the panel; everything else is the scenario's.
struct TrainingChoice {
  static constexpr std::array<Index, 3> kSeeds{10, 30, 100};  ///< possible values of `seeds`

  TrainingSource source = TrainingSource::Plane;
  PlaneShape shape = PlaneShape::Circles;           ///< for TrainingSource::Plane
  bool drawn = false;                               ///< for TrainingSource::Plane: `points`, and not the shape
  std::vector<DrawnPoint> points = drawnAtFirst();  ///< kept while others are trained with
  QString curvatures;                               ///< for TrainingSource::Quadratic, as typed: see askedCurvatures()
  TrainingFile file;                                ///< for TrainingSource::File
  bool ownScenario = false;                         ///< never the example's: see trainsExample()
  ModelKind model = ModelKind::Relu;
  double learningRate = 0.2;
  std::uint64_t seed = 1;  ///< the first seed
  Index seeds = 30;        ///< number of seeds

  bool operator==(const TrainingChoice&) const = default;
};
/// True if the labels of a file are numbers to predict.
inline bool isRegression(const TrainingChoice& choice) {
  return choice.source == TrainingSource::File && choice.model == ModelKind::Linear;
}

/// One of the designs that train side by side.
struct TrainingEntrant {
  enum class Kind {
    Current,
    Pinned,
    Baseline,  ///< DP-SGD for the same scenario, unless something else is pinned: solved when needed
    Limit      ///< the current design's clipped gradients without noise
  };
  Kind kind = Kind::Current;
  int color = 0;                         ///< for Kind::Pinned, as is `name`
  QString name;                          ///< the user's name for it
  Standing standing = Standing::Same;    ///< relative to the scenario
  std::shared_ptr<const Design> design;  ///< nullptr for Kind::Baseline, and in an example, until it is solved

  bool operator==(const TrainingEntrant& other) const;
};

/// The displayed name, in the current language.
QString nameOf(const TrainingEntrant& entrant);

/// Everything that runs depend on.
struct TrainingRequest {
  TrainingChoice choice;  ///< without dependent values, and without the number of seeds, which no run depends on
  std::vector<TrainingCurvature> curvatures;    ///< of a quadratic
  std::shared_ptr<const OwnExamples> examples;  ///< the user's own
  std::optional<Scenario> example;              ///< trained instead of the document's scenario
  double clipNorm = 1;                          ///< common to all: their noise scales with it
  std::vector<TrainingEntrant> entrants;
  std::size_t own = 0;                 ///< index of the current design
  std::optional<std::size_t> against;  ///< index of the design to compare with: the shelf's baseline if it takes part
  int left = 0;                        ///< pinned designs left out for lack of space
  std::vector<int> apart;              ///< pinned designs of another n or N, whose runs would not be comparable

  bool operator==(const TrainingRequest& other) const;
};

/// The task of a request, with so many examples to train with.
std::shared_ptr<const TrainingTask> trainingTask(const TrainingRequest& request, Index examples);

/// Limits of the panel, with which a run takes seconds.
inline constexpr Index kMostTrainedSteps = 5000;
inline constexpr Index kMostTrainedExamples = 100'000;
inline constexpr Index kMostTrainedGradients = 5'000'000;  ///< k N for one run
/// Limit for one run: k N times the numbers of a gradient, one for each weight.
inline constexpr double kMostTrainedNumbers = 2e10;
inline constexpr std::size_t kMostTrainedDesigns = 4;

struct WantedTraining {
  std::optional<TrainingRequest> request;
  QString problem;  ///< why there is none; empty while a design is being solved
  /// The number of examples, if the problem is that the scenario has another N.
  std::optional<Index> examples;
};
/// `examples` are those of the choice's file.
WantedTraining wantedTraining(const ScenarioDocument& document, const TrainingChoice& choice,
                              const std::shared_ptr<const OwnExamples>& examples = nullptr);

}  // namespace noiseloom
