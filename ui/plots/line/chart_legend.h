#pragma once

#include <QFont>
#include <QPainter>
#include <QRectF>
#include <vector>

#include "ui/plots/line/chart_model.h"
#include "ui/style/theme.h"

namespace noiseloom {

/// The names of the series above a chart, each beside a sample long enough to show dashes and markers, in as many rows
/// as the width needs. If the rows are limited, large type is reduced and a limit above one is raised by one; then
/// names explained by the read-out are dropped; then minor names are shortened, then names are left out, minor ones
/// first, with "+3 more" and a tool tip that lists them all. Other names are cut only if one alone is too long. Hidden
/// series are struck out.
class ChartLegend {
 public:
  struct Entry {
    ChartSeries series;  ///< without its points
    bool hidden = false;

    bool operator==(const Entry&) const = default;
  };

  ChartLegend() : m_theme(themeOf(paletteFor(false))) {}

  void setStyle(const Theme& theme, const QFont& font);
  void setEntries(std::vector<Entry> entries);
  void paint(QPainter& painter) const;
  /// Limits the rows; 0: no limit. `oneMore`: allows another row before names are cut.
  void setMostRows(int rows, bool oneMore = true);
  /// Arranges the entries in rows of this width and returns their height, 0 without entries.
  double layOut(double width);
  /// What the names mean that need it; empty for a position outside the legend.
  QString toolTip(QPointF position) const {
    return QRectF(QPointF(), m_size).contains(position) ? m_toolTip : QString();
  }
  /// The series whose entry is at a position of the chart; empty if none.
  QString keyAt(QPointF position) const;
  /// The place of the entry of a series; empty if it has none.
  QRectF placeOf(const QString& key) const;
  /// True if every name can be read in full, here or in the read-out.
  bool isWhole() const;
  /// The visible names as written.
  QStringList written() const;
  /// The number of names shown nowhere; isMore() is true for positions on the note that says so.
  int leftOut() const { return m_leftOut; }
  bool isMore(QPointF position) const { return m_leftOut > 0 && m_morePlace.contains(position); }

 private:
  struct Placed {
    Entry entry;
    QString text;
    QRectF place;
    double width = 0;
    bool shown = true;
    bool elsewhere = false;  ///< explained only by the read-out
    double sample = 0;       ///< width of its sample
  };
  double widestSample() const;
  void measure(double widest, double widestMinor);
  void leaveOut(std::size_t count, bool explained = false);
  int arrange(double width, bool packed);

  Theme m_theme;
  QFont m_font;
  QFont m_shown;  ///< m_font, or smaller if space is short
  std::vector<Placed> m_entries;
  int m_mostRows = 0;
  bool m_oneMore = true;
  int m_leftOut = 0;
  QString m_more;
  QRectF m_morePlace;
  QSizeF m_size;
  QString m_toolTip;
  bool m_changed = true;  ///< since the last layout
};

}  // namespace noiseloom
