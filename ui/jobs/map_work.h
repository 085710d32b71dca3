#pragma once

#include <QString>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/design/design.h"
#include "core/explore/scenario_map.h"

namespace noiseloom {

/// What a map shows of its cells.
enum class MapValue {
  Bands,            ///< the best number of bands, whatever the scenario's
  Error,            ///< the error that the objective is about
  NoiseMultiplier,  ///< that epsilon needs
  Promise           ///< the epsilon that a noise multiplier promises
};

/// What a person chose to map: a value over two inputs, between limits.
struct MapChoice {
  MapValue value = MapValue::Bands;
  Field across = Field::Epsilon;
  Field up = Field::Epochs;
  std::map<Field, std::pair<double, double>> limits = {};  ///< typed ones
  /// MapValue::Promise: the noise and the bands whose promise is mapped, those of a design when that was chosen.
  double noiseMultiplier = 1;
  Index bands = 1;
};

/// The values along each axis that was shown: kept while the scenario moves among them, so that choosing a cell leaves
/// the map as it is.
class MapGrid {
 public:
  static constexpr std::size_t kAcross = 20;
  static constexpr std::size_t kUp = 12;

  MapAxis axis(const Scenario& scenario, Field axis, std::size_t count,
               const std::optional<std::pair<double, double>>& typed);

 private:
  struct Kept {
    std::pair<double, double> limits;
    std::size_t count;
    std::vector<double> values;
  };
  std::map<Field, Kept> m_kept;
};

/// The map of a choice around a scenario, and what stands in the way of it otherwise.
struct WantedMap {
  std::optional<MapRequest> request;
  QString problem;
};
/// `mechanism`: of the design where the scenario asks for the best one.
WantedMap mapRequestFor(const Scenario& scenario, const MapChoice& choice, MapGrid& grid, const Mechanism* mechanism);
/// Whether two requests have the same map: clip norm, deployment and the like change none, nor what the axes vary.
bool sameMap(const MapRequest& left, const MapRequest& right);

}  // namespace noiseloom
