#include <algorithm>
#include <limits>

#include "core/search/band_sweep.h"
#include "ui/plots/rmse/rmse_parts.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"
#include "ui/style/quantity_text.h"

namespace noiseloom::rmse {

std::optional<Index> mostBandsInMemory(const RmseData& data) {
  if (data.axis != Field::Bands || !data.own || data.own->level) return std::nullopt;
  const auto limit = memoryOfMachine(data.scenario.deployment);
  // An entry that is not allowed leaves the curve of before, which has no limit then.
  if (!limit || !data.scenario.problems().empty()) return std::nullopt;
  const auto most = mostSizeIn(*limit, curveScenario(data.scenario));
  const auto points = drawn(data, *data.own);  // fewer than the scenario allows where time limits the search
  const bool leavesOut =
      most && std::ranges::any_of(points, [&](const SweepPoint* point) { return point->bands > *most; });
  return leavesOut ? most : std::nullopt;
}

}  // namespace noiseloom::rmse

namespace noiseloom {

using namespace rmse;

QString memoryLimitText(const RmseData& data) {
  const auto most = mostBandsInMemory(data);
  if (!most) return {};
  const QString whole = memoryText(static_cast<double>(*memoryOfMachine(data.scenario.deployment)));
  return tr("%1 for noise: at most %2").arg(whole, bandsText(*most));
}

void addMemoryLimit(const RmseData& data, ChartModel& model) {
  const auto most = mostBandsInMemory(data);
  double least = std::numeric_limits<double>::infinity();
  double largest = 0;
  for (const ChartSeries& series : model.series) {
    for (const QPointF& point : series.points) {
      least = std::min(least, point.y());
      largest = std::max(largest, point.y());
    }
  }
  if (!most || !(least < largest)) return;
  const auto bands = static_cast<double>(*most);
  ChartSeries line{QStringLiteral("memory"),          memoryLimitText(data), SeriesLook::Dashes, SeriesRole::Text, 0,
                   {{bands, least}, {bands, largest}}};
  line.pointed = false;
  line.help = tr("more bands keep more rows of noise than the memory of a machine holds");
  model.series.push_back(std::move(line));
}

}  // namespace noiseloom
