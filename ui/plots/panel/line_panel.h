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

/// Base of panels about the document whose plot is a chart of lines and points. A panel overrides what it
/// does differently.
class LinePanel : public PlotPanel {
  Q_OBJECT

 public:
  /// The picture of the plot, if it shows any series.
  std::vector<Picture> pictures() const override;
  std::vector<DataTable> tables() const override;
  QString summary() const override { return m_plot->summary(); }
  QJsonObject viewState() const override;
  void restoreView(const QJsonObject& state) override;
  void resetView() override { m_plot->resetView(); }

  LinePlot& plot() { return *m_plot; }

 protected:
  /// `name` is the panel's object name, "costPanel"; its plot is "costPlot".
  LinePanel(const QString& name, const QString& title, const QString& hint, const QString& accessibleName,
            ScenarioDocument& document, QWidget* parent);

  /// The content of the plot, in the current language.
  virtual ChartModel chartModel() const { return m_plot->model(); }
  /// A point of the plot is read, or no longer.
  virtual void point(const std::optional<ChartPoint>&) {}
  /// Called when another plot changes the brush.
  virtual void followBrush() {}
  /// The pinned designs to be drawn.
  std::vector<PinnedDesign> visiblePins() const;
  /// Sets the brush, so that all other plots highlight the same.
  void brush(std::optional<Index> lag, std::optional<Index> step);
  /// A point in the values of the axes.
  std::optional<QPointF> valuesOf(const ChartPoint& point) const;

  ScenarioDocument& m_document;
  LinePlot* m_plot;
  QToolButton* m_axes;  ///< opens the limits of the axes

 private:
  AxisLimits* m_limits;
  bool m_brushing = false;  ///< the brush is being set by this panel
};

}  // namespace noiseloom
