#pragma once

#include <QChart>
#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "ui/document/objective_error.h"
#include "ui/style/theme.h"

class QAbstractSeries;
class QCategoryAxis;
class QLineSeries;
class QScatterSeries;

namespace noiseloom {

/// What the chart shows: rmse against bands, or of a family without bands the error of the one design. All errors in
/// units of the clip norm.
struct RmseCurve {
  bool hasBands = true;                             ///< otherwise the error of the design is a level, as the others are
  std::vector<BandPoint> points;                    ///< ordered by bands
  ErrorObjective objective = ErrorObjective::Mean;  ///< what makes a number of bands the best
  bool complete = false;                            ///< the optimum is marked only on a complete curve
  bool stale = false;  ///< the points belong to an earlier scenario than the chosen design: drawn faintly
  std::optional<Index> chosenBands;
  double chosenRmse = 0;
  double dpSgdRmse = 0;  ///< 0 when it is not known
  // Of a design without bands:
  double designError = 0;  ///< that of the objective; 0 when there is no design
  double lowerBound = 0;   ///< of that error
};

/// "rmse", "largest error", "last error": what a level shows.
QString errorName(ErrorObjective objective);

/// Errors against bands, both logarithmic: log10 is plotted on linear axes, because Qt Charts drops whole series for
/// one value that its logarithmic axis cannot show.
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
  void showBands(const RmseCurve& curve);
  void showLevels(const RmseCurve& curve);
  void list(QAbstractSeries* series, bool listed);

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
