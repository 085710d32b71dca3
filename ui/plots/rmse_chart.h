#pragma once

#include <QChart>
#include <memory>
#include <optional>
#include <vector>

#include "core/design/designer.h"
#include "ui/style/theme.h"

class QCategoryAxis;
class QLineSeries;
class QScatterSeries;

namespace noiseloom {

/// What the chart of rmse against bands shows. All rmse in units of the clip norm.
struct RmseCurve {
  std::vector<BandPoint> points;  ///< ordered by bands
  bool complete = false;          ///< the optimum is marked only on a complete curve
  bool stale = false;             ///< the points belong to an earlier scenario than the chosen design: drawn faintly
  std::optional<Index> chosenBands;
  double chosenRmse = 0;
  double dpSgdRmse = 0;  ///< 0 when it is not known
};

/// The point of least rmse, or nullptr.
const BandPoint* optimumOf(const std::vector<BandPoint>& points);

/// RMSE against bands, both logarithmic: log10 is plotted on linear axes, because Qt Charts drops whole series for one
/// value that its logarithmic axis cannot show.
class RmseChart {
 public:
  RmseChart();

  QChart& chart() { return *m_chart; }
  QChart* release() { return m_owned.release(); }
  void show(const RmseCurve& curve);
  /// Rings the point of these bands; nullopt for none.
  void highlight(const RmseCurve& curve, std::optional<Index> bands);
  void setTheme(const Theme& theme, const QFont& font);
  /// The point of the curve closest to a position of the chart in x; nullptr without points.
  const BandPoint* nearest(const RmseCurve& curve, QPointF position) const;

 private:
  std::unique_ptr<QChart> m_owned;
  QChart* m_chart;
  QLineSeries* m_curve;
  QScatterSeries* m_points;
  QLineSeries* m_lowerBound;
  QLineSeries* m_dpSgd;
  QScatterSeries* m_optimum;
  QScatterSeries* m_chosen;
  QScatterSeries* m_hover;
  QCategoryAxis* m_bands;
  QCategoryAxis* m_rmse;
};

}  // namespace noiseloom
