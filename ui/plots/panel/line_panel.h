#pragma once

#include <optional>

#include "core/base/index.h"
#include "ui/document/shelf.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/panel/plot_panel.h"

class QToolButton;

namespace noiseloom {

class AxisLimits;
class ScenarioDocument;

/// A panel about the document whose plot is a chart of lines and points: what all of these do alike. What a panel
/// does otherwise it overrides.
class LinePanel : public PlotPanel {
  Q_OBJECT

 public:
  /// Of the plot, while it shows any series.
  std::vector<Picture> pictures() const override;
  std::vector<DataTable> tables() const override;
  QString summary() const override { return m_plot->summary(); }
  QJsonObject viewState() const override;
  void restoreView(const QJsonObject& state) override;
  void resetView() override { m_plot->resetView(); }

  LinePlot& plot() { return *m_plot; }
  AxisLimits& axisLimits() { return *m_limits; }

 protected:
  /// `name`: of the panel's object, "costPanel"; its plot is "costPlot".
  LinePanel(const QString& name, const QString& title, const QString& hint, const QString& accessibleName,
            ScenarioDocument& document, QWidget* parent);

  /// What the plot shows, in the words of the language that is spoken now.
  virtual ChartModel chartModel() const { return m_plot->model(); }
  /// A point of the plot is read, or none any more.
  virtual void point(const std::optional<ChartPoint>&) {}
  /// Another plot points at something.
  virtual void followBrush() {}
  /// The pinned designs that are to be drawn.
  std::vector<PinnedDesign> visiblePins() const;
  /// Points at the same in all other plots.
  void brush(std::optional<Index> lag, std::optional<Index> step);
  /// A point in the values of the axes.
  std::optional<QPointF> valuesOf(const ChartPoint& point) const;

  ScenarioDocument& m_document;
  LinePlot* m_plot;
  QToolButton* m_axes;  ///< opens the limits of the axes

 private:
  AxisLimits* m_limits;
  bool m_brushing = false;  ///< what the brush says comes from here
};

}  // namespace noiseloom
