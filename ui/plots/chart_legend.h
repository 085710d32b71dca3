#pragma once

#include <QGraphicsItem>
#include <vector>

#include "ui/plots/chart_model.h"
#include "ui/style/theme.h"

namespace noiseloom {

/// The names of the series above a chart, each beside a sample that is long enough to tell dashes and markers apart, in
/// as many rows as the width needs. Hidden series are struck out. Belongs to the chart that it is an item of.
class ChartLegend : public QGraphicsItem {
 public:
  struct Entry {
    ChartSeries series;  ///< without its points
    bool hidden = false;

    bool operator==(const Entry&) const = default;
  };

  explicit ChartLegend(QGraphicsItem* chart);

  void setStyle(const Theme& theme, const QFont& font);
  void setEntries(std::vector<Entry> entries);
  /// Puts the entries into rows of this width; the height that they take, 0 without any.
  double layOut(double width);
  /// The series whose entry is at a position of the chart; empty where there is none.
  QString keyAt(QPointF position) const;
  /// Where the entry of a series is; empty when it has none.
  QRectF placeOf(const QString& key) const;

  QRectF boundingRect() const override { return m_bounds; }
  void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

 private:
  struct Placed {
    Entry entry;
    QString text;
    QRectF place;
  };

  Theme m_theme;
  QFont m_font;
  std::vector<Placed> m_entries;
  QRectF m_bounds;
};

}  // namespace noiseloom
