#include "ui/plots/line/chart_model.h"

namespace noiseloom {

ChartSeries pinSeries(const QString& key, const QString& name, int color) {
  ChartSeries series{key, name, SeriesLook::Line, SeriesRole::Palette, color};
  series.minor = true;
  return series;
}

ChartSeries levelSeries(const QString& key, const QString& name, SeriesLook look, SeriesRole role,
                        std::pair<double, double> across, double value) {
  ChartSeries series{key, name, look, role};
  series.points = {{across.first, value}, {across.second, value}};
  series.pointed = false;
  return series;
}

}  // namespace noiseloom
