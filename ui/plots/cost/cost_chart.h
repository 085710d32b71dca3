#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "core/design/cost.h"
#include "core/design/design.h"
#include "ui/document/shelf.h"
#include "ui/plots/line/chart_model.h"

namespace noiseloom {

/// The quantity on the vertical axis.
enum class CostAxis { Memory, Seconds };

/// All data of the chart of memory and time against bands. Everything, pinned designs included, is computed for the
/// present scenario's deployment, so that it is comparable.
struct CostData {
  Scenario scenario;
  std::shared_ptr<const Design> design;  ///< may belong to an earlier scenario, then stale
  bool stale = false;
  std::vector<PinnedDesign> pins;   ///< the visible ones
  std::optional<NoiseRates> rates;  ///< nullopt: not measured yet
};

/// The horizontal axis: bands, or buffers for a BLT; mechanisms with neither are drawn as levels beside the cost of
/// banded ones.
struct CostSizes {
  bool buffers = false;
  bool comparison = false;    ///< the mechanism has neither: the curve is that of banded Toeplitz strategies
  Scenario scenario;          ///< scenario of the mechanism whose curve is drawn
  std::vector<Index> values;  ///< ascending, at most about 200, including both sides of the machine's limit
};
CostSizes costSizesOf(const CostData& data);

/// The cost of one shape for the deployment: bytes per machine, or seconds per step on one core of this one.
std::optional<double> costOf(const NoiseShape& shape, const CostData& data, CostAxis axis);
/// The horizontal position of a design; nullopt if it is a level.
std::optional<Index> sizeOf(const Design& design, bool buffers);

ChartModel costModel(const CostData& data, CostAxis axis);
/// "32 bands: 31 vectors, 12.4 GB of a machine's 80 GB, 0.21 s a step (one core)", for the design; with the time
/// once measured.
QString costHint(const CostData& data);
/// The hint, with the cost of the whole model and the bands that fit, for screen readers.
QString costSummary(const CostData& data);
/// The text for any number of bands or buffers of the curve.
QString costTextOf(const CostData& data, const CostSizes& sizes, Index size);

}  // namespace noiseloom
