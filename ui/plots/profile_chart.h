#pragma once

#include <QChart>
#include <memory>
#include <utility>
#include <vector>

#include "ui/style/theme.h"

class QCategoryAxis;
class QLineSeries;
class QScatterSeries;

namespace noiseloom {

/// A privacy profile: delta, logarithmic, against epsilon. The claimed point stands out; the line between certified
/// points only guides the eye.
class ProfileChart {
 public:
  ProfileChart();

  QChart& chart() { return *m_chart; }
  QChart* release() { return m_owned.release(); }
  /// Points by rising epsilon; those that a logarithmic axis cannot show are left out.
  void show(const std::vector<std::pair<double, double>>& points, std::pair<double, double> claimed);
  void setTheme(const Theme& theme, const QFont& font);

 private:
  std::unique_ptr<QChart> m_owned;
  QChart* m_chart;
  QLineSeries* m_line;
  QScatterSeries* m_points;
  QScatterSeries* m_claimed;
  QCategoryAxis* m_epsilon;
  QCategoryAxis* m_delta;
};

}  // namespace noiseloom
