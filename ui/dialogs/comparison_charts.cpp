#include "ui/dialogs/comparison_charts.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "core/error/error_profile.h"
#include "ui/plots/line/line_chart.h"
#include "ui/plots/matrix/strategy_series.h"
#include "ui/plots/step_error/step_error_chart.h"
#include "ui/style/core_text.h"
#include "ui/style/look.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr Index kMostLags = 256;
constexpr double kHead = 1.08;  ///< of the common axis over the largest error

ChartModel errorModel() {
  ChartModel model{.name = QStringLiteral("compared_step_errors"), .title = tr("Error of each step")};
  model.x.title = tr("step i");
  model.x.whole = true;
  model.y.title = tr("error (× clip norm)");
  model.y.shorter = {tr("× clip")};
  model.y.fromZero = true;
  return model;
}

ChartModel coefficientModel() {
  ChartModel model{.name = QStringLiteral("compared_coefficients"), .title = tr("Coefficients", "title of a plot")};
  model.x.title = tr("lag i − j");
  model.x.whole = true;
  model.y.title = tr("entry of C");
  return model;
}

/// Each series in front of the others, which are grey; the name stands above the chart and not in it.
std::vector<ChartModel> oneEach(const ChartModel& errors, const std::vector<NamedDesign>& designs) {
  double most = 0;
  for (const ChartSeries& series : errors.series) {
    for (const QPointF& point : series.points) most = std::max(most, point.y());
  }
  std::vector<ChartModel> each;
  each.reserve(errors.series.size());
  for (std::size_t i = 0; i < errors.series.size(); ++i) {
    ChartModel model = errors;
    model.name += QStringLiteral("_%1").arg(i + 1);
    model.title =
        tr("%1: rmse %2", "a design and its error").arg(designs[i].name, resultText(designs[i].design->error.mean));
    if (most > 0) model.y.range = {{0, kHead * most}};
    std::rotate(model.series.begin(), model.series.begin() + static_cast<std::ptrdiff_t>(i),
                model.series.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    std::rotate(model.series.begin(), model.series.begin() + 1, model.series.end());
    for (std::size_t at = 0; at < model.series.size(); ++at) {
      ChartSeries& series = model.series[at];
      series.name.clear();
      if (at + 1 == model.series.size()) continue;
      series.role = SeriesRole::Muted;
      series.look = SeriesLook::Line;
      series.faint = true;
      series.pointed = false;
    }
    each.push_back(std::move(model));
  }
  return each;
}

}  // namespace

ComparisonCharts comparisonCharts(const std::vector<NamedDesign>& designs, int current, const std::stop_token& stop) {
  ComparisonCharts charts{errorModel(), coefficientModel()};
  Index lags = 2;
  for (const NamedDesign& each : designs)
    lags = std::max(lags, std::min<Index>({each.design->strategy.iterations(), each.design->bands, kMostLags}));
  for (const NamedDesign& each : designs) {
    const Design& design = *each.design;
    ChartSeries series{.key = QString::number(each.color),
                       .name = each.name,
                       .role = each.color == current ? SeriesRole::Accent : SeriesRole::Palette,
                       .color = each.color};
    const StepErrors steps =
        stepErrorsOf(design, errorProfile(design.strategy, design.scenario.workload, kMostStepPoints, {stop}));
    for (std::size_t i = 0; i < steps.steps.size(); ++i)
      series.points.emplace_back(static_cast<double>(steps.steps[i]), steps.errors[i]);
    charts.errors.series.push_back(series);
    series.points.clear();
    const ColumnSeries column = columnSeries(design.strategy, MatrixOf::Strategy, lags, stop);
    for (std::size_t lag = 0; lag < column.values.size(); ++lag)
      series.points.emplace_back(static_cast<double>(lag), column.values[lag]);
    // A line of one point would draw nothing.
    if (series.points.size() == 1) series.look = SeriesLook::Points;
    charts.coefficients.series.push_back(std::move(series));
    if (stop.stop_requested()) return charts;
  }
  charts.each = oneEach(charts.errors, designs);
  return charts;
}

int columnsFor(std::size_t charts) {
  return charts <= 4 ? std::max(1, static_cast<int>(charts))
                     : static_cast<int>(std::ceil(std::sqrt(static_cast<double>(charts))));
}

Picture chartsPicture(const QString& name, const QString& title, std::vector<ChartModel> charts, const QFont& font) {
  Picture picture{.name = name, .title = title};
  QStringList titles;
  for (const ChartModel& chart : charts) titles += chart.title;
  picture.summary = titles.join(QLatin1Char('\n'));
  picture.paint = [charts = std::move(charts), title, usual = font](QPainter& painter, const PictureStyle& style) {
    const OwnLineScale lines(style.line / kUsualLine);
    const QFont font = style.typeOf(usual);
    const QRectF place = paintPictureTitle(painter, style, title, usual).adjusted(0, 0, 0, -kGrid);
    const int columns = columnsFor(charts.size());
    const int rows = (static_cast<int>(charts.size()) + columns - 1) / columns;
    const QSizeF cell(place.width() / columns, place.height() / std::max(rows, 1));
    const Theme& theme = themeOf(paletteFor(style.dark));
    for (std::size_t i = 0; i < charts.size(); ++i) {
      const int at = static_cast<int>(i);
      const QRectF whole(place.left() + at % columns * cell.width(), place.top() + at / columns * cell.height(),
                         cell.width(), cell.height());
      const double head = QFontMetricsF(font).height() + kHalfGrid;
      painter.setFont(font);
      painter.setPen(theme.text);
      painter.drawText(QRectF(whole.left() + kGrid, whole.top(), whole.width() - 2 * kGrid, head),
                       static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter),
                       QFontMetricsF(font).elidedText(charts[i].title, Qt::ElideMiddle, whole.width() - 2 * kGrid));
      LineChart chart(LineChart::For::File);
      chart.setTheme(theme, font);
      chart.resize(QSizeF(whole.width() - kGrid, whole.height() - head));
      chart.setModel(std::make_shared<const ChartModel>(charts[i]), {});
      painter.save();
      painter.translate(whole.left() + kGrid, whole.top() + head);
      chart.paint(painter);
      painter.restore();
    }
  };
  return picture;
}

}  // namespace noiseloom
