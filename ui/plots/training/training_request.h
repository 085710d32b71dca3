#pragma once

#include <QString>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/design/design.h"
#include "core/train/network.h"
#include "core/train/plane_points.h"
#include "ui/document/claim_difference.h"

namespace noiseloom {

class ScenarioDocument;

/// What a person chooses in the panel; all else is the scenario's.
struct TrainingChoice {
  PlaneShape shape = PlaneShape::Circles;
  ModelKind model = ModelKind::Relu;
  double learningRate = 0.2;
  std::uint64_t seed = 1;  ///< the first of those that are looked at

  bool operator==(const TrainingChoice&) const = default;
};

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
  TrainingChoice choice;
  double clipNorm = 1;  ///< of all of them: their noise goes with it
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
inline constexpr std::size_t kMostTrainedDesigns = 4;

struct WantedTraining {
  std::optional<TrainingRequest> request;
  QString problem;  ///< why there is none; empty while a design is being solved
};
WantedTraining wantedTraining(const ScenarioDocument& document, const TrainingChoice& choice);

}  // namespace noiseloom
