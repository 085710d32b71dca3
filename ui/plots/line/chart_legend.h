#pragma once

#include <QGraphicsItem>
#include <vector>

#include "ui/plots/line/chart_model.h"
#include "ui/style/theme.h"

namespace noiseloom {

/// The names of the series above a chart, each beside a sample that is long enough to tell dashes and markers apart, in
/// as many rows as the width needs. Where only so many rows are allowed large type becomes smaller and more than one
/// row get one more; then what the read-out says as well goes; then minor names are shortened, then names are left out,
/// minor ones first: "+3 more" says so, and the tool tip has them all. Other names are cut only where one alone is too
/// long. Hidden series are struck out. Belongs to the chart that it is an item of, and says nothing to
/// the scene when names change: whoever shows it knows.
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
  /// Whoever paints it by itself paints the chart without it.
  void leaveOutOfScene(bool out) { m_leftOutOfScene = out; }
  void draw(QPainter& painter) const;
  /// 0: as many as it takes. `oneMore`: before names are cut.
  void setMostRows(int rows, bool oneMore = true);
  /// Puts the entries into rows of this width; the height that they take, 0 without any.
  double layOut(double width);
  /// The series whose entry is at a position of the chart; empty where there is none.
  QString keyAt(QPointF position) const;
  /// Where the entry of a series is; empty when it has none.
  QRectF placeOf(const QString& key) const;
  /// Whether every name can be read whole, here or in the read-out.
  bool isWhole() const;
  /// The names as they are written, without those left out.
  QStringList written() const;
  /// How many names have no place and stand nowhere else, and whether a position is on the words that say so.
  int leftOut() const { return m_leftOut; }
  bool isMore(QPointF position) const { return m_leftOut > 0 && m_morePlace.contains(position); }

  QRectF boundingRect() const override { return m_bounds; }
  void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

 private:
  struct Placed {
    Entry entry;
    QString text;
    QRectF place;
    double width = 0;
    bool shown = true;
    bool elsewhere = false;  ///< said in the read-out alone
    double sample = 0;       ///< its width
  };
  double widestSample() const;
  void measure(double widest, double widestMinor);
  void leaveOut(std::size_t count, bool told = false);
  int arrange(double width, bool packed);

  Theme m_theme;
  QFont m_font;
  QFont m_shown;  ///< m_font, or smaller where there is little room
  std::vector<Placed> m_entries;
  int m_mostRows = 0;
  bool m_oneMore = true;
  int m_leftOut = 0;
  QString m_more;
  QRectF m_morePlace;
  QRectF m_bounds;
  bool m_changed = true;  ///< since it was laid out
  bool m_leftOutOfScene = false;
};

}  // namespace noiseloom
