#pragma once

#include <QString>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/design/design.h"
#include "core/explore/scenario_map.h"

namespace noiseloom {

/// The value that a map shows in each cell.
enum class MapValue {
  Bands,            ///< the best number of bands, ignoring the scenario's
  Error,            ///< the error of the objective
  NoiseMultiplier,  ///< the noise multiplier that epsilon needs
  Promise           ///< the epsilon of a given noise multiplier
};

/// The user's choice of a map: a value over two inputs, between limits.
struct MapChoice {
  MapValue value = MapValue::Bands;
  Field across = Field::Epsilon;
  Field up = Field::Epochs;
  std::map<Field, std::pair<double, double>> limits = {};  ///< typed limits
  /// MapValue::Promise: the noise multiplier and bands whose epsilon is mapped, a design's if that was chosen.
  double noiseMultiplier = 1;
  Index bands = 1;
};

/// The values along each axis shown, kept while the scenario moves among them, so that choosing a cell leaves the
/// map unchanged.
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

/// The map request for a choice around a scenario, or why there is none.
struct WantedMap {
  std::optional<MapRequest> request;
  QString problem;
};
/// `mechanism` is the design's, used if the scenario asks for the best one.
WantedMap mapRequestFor(const Scenario& scenario, const MapChoice& choice, MapGrid& grid, const Mechanism* mechanism);
/// True if both requests have the same map, whatever else their scenarios hold (clip norm, deployment, axis inputs).
bool sameMap(const MapRequest& left, const MapRequest& right);

}  // namespace noiseloom
