#pragma once

#include <QString>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/design/design.h"
#include "core/train/network.h"
#include "core/train/plane_points.h"
#include "ui/document/claim_difference.h"
#include "ui/plots/training/own_examples.h"
#include "ui/plots/training/training_quadratic.h"

namespace noiseloom {

class ScenarioDocument;

/// Where what is learned comes from.
enum class TrainingSource { Plane, Quadratic, File };

/// What a person chooses in the panel; all else is the scenario's.
struct TrainingChoice {
  static constexpr std::array<Index, 3> kSeeds{10, 30, 100};  ///< what `seeds` may be

  TrainingSource source = TrainingSource::Plane;
  PlaneShape shape = PlaneShape::Circles;  ///< of TrainingSource::Plane
  QString curvatures;                      ///< of TrainingSource::Quadratic, as typed: askedCurvatures()
  TrainingFile file;                       ///< of TrainingSource::File
  ModelKind model = ModelKind::Relu;
  double learningRate = 0.2;
  std::uint64_t seed = 1;  ///< the first of those that are looked at
  Index seeds = 30;        ///< so many of them are

  bool operator==(const TrainingChoice&) const = default;
};
/// Labels of a file are then numbers to be met.
inline bool isRegression(const TrainingChoice& choice) {
  return choice.source == TrainingSource::File && choice.model == ModelKind::Linear;
}

/// One of those that train side by side.
struct TrainingEntrant {
  enum class Kind {
    Current,
    Pinned,
    Baseline,  ///< DP-SGD for the same scenario, where nothing else is pinned: solved when it is needed
    Limit      ///< the current design's clipped gradients without any noise
  };
  Kind kind = Kind::Current;
  int color = 0;                         ///< of Kind::Pinned, as are
  QString name;                          ///< what a person calls it
  Standing standing = Standing::Same;    ///< to the scenario
  std::shared_ptr<const Design> design;  ///< none of Kind::Baseline before that is solved

  bool operator==(const TrainingEntrant& other) const;
};

/// For people, in the language that is spoken now.
QString nameOf(const TrainingEntrant& entrant);

/// All that runs depend on.
struct TrainingRequest {
  TrainingChoice choice;  ///< without what follows, and without the number of seeds, which no run depends on
  std::vector<TrainingCurvature> curvatures;    ///< of a quadratic
  std::shared_ptr<const OwnExamples> examples;  ///< of a person's own
  double clipNorm = 1;                          ///< of all of them: their noise goes with it
  std::vector<TrainingEntrant> entrants;
  std::size_t own = 0;                 ///< the current design
  std::optional<std::size_t> against;  ///< what it is compared with: the baseline of the shelf where that takes part
  int left = 0;                        ///< pinned designs that there is no room for
  int apart = 0;                       ///< pinned designs of another n or N, which have no run like the others'

  bool operator==(const TrainingRequest& other) const;
};

/// What the panel trains with at most: a run is a matter of seconds then.
inline constexpr Index kMostTrainedSteps = 5000;
inline constexpr Index kMostTrainedExamples = 100'000;
inline constexpr Index kMostTrainedGradients = 5'000'000;  ///< k N: of one run
/// Of a run: k N times the numbers of a gradient, one for each weight.
inline constexpr double kMostTrainedNumbers = 2e10;
inline constexpr std::size_t kMostTrainedDesigns = 4;

struct WantedTraining {
  std::optional<TrainingRequest> request;
  QString problem;  ///< why there is none; empty while a design is being solved
  /// The examples that there are to train with, where the problem is that the scenario has another N.
  std::optional<Index> examples;
};
/// `examples`: those of the choice's file.
WantedTraining wantedTraining(const ScenarioDocument& document, const TrainingChoice& choice,
                              const std::shared_ptr<const OwnExamples>& examples = nullptr);

}  // namespace noiseloom
