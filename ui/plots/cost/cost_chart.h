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

/// What the vertical axis of the chart counts.
enum class CostAxis { Memory, Seconds };

/// All that the chart of memory and time against bands shows. Everything is for the present scenario's deployment, the
/// pinned designs too, so that they can be compared.
struct CostData {
  Scenario scenario;
  std::shared_ptr<const Design> design;  ///< may be of an earlier scenario, then stale
  bool stale = false;
  std::vector<PinnedDesign> pins;   ///< those that are to be drawn
  std::optional<NoiseRates> rates;  ///< none: not measured yet
};

/// The horizontal axis: bands, or buffers for a BLT; mechanisms that have neither are shown as levels beside what
/// banded ones would cost.
struct CostSizes {
  bool buffers = false;
  bool comparison = false;    ///< the mechanism has neither: the curve is that of banded Toeplitz strategies
  Scenario scenario;          ///< of the mechanism whose curve is drawn
  std::vector<Index> values;  ///< rising, at most some 200; both sides of the machine's limit are among them
};
CostSizes costSizesOf(const CostData& data);

/// Cost of one shape, for the deployment: bytes a machine, or seconds a step on one core of this one.
std::optional<double> costOf(const NoiseShape& shape, const CostData& data, CostAxis axis);
/// Which horizontal position a design has; none where it is a level.
std::optional<Index> sizeOf(const Design& design, bool buffers);

ChartModel costModel(const CostData& data, CostAxis axis);
/// "32 bands: 31 vectors, 12.4 GB of a machine's 80 GB, 0.21 s a step (one core)", of the design; the time
/// once it is measured.
QString costHint(const CostData& data);
/// The same with what the whole model takes and how many bands fit, for a screen reader.
QString costSummary(const CostData& data);
/// The same of any number of bands or buffers of the curve.
QString costTextOf(const CostData& data, const CostSizes& sizes, Index size);

}  // namespace noiseloom
