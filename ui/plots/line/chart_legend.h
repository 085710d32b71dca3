#pragma once

#include <QFont>
#include <QFontMetricsF>
#include <QPainter>
#include <QRectF>
#include <functional>
#include <optional>
#include <vector>

#include "ui/plots/line/chart_model.h"
#include "ui/style/theme.h"

namespace noiseloom {

/// The names of the series of a chart. They stand where the series are, as long as they have space there: to the right
/// of the plot, each at the end of its line, and beside single points, led to them by a line where that is not close.
/// Otherwise they stand in rows above the plot, each beside a sample long enough to show dashes and markers, if that
/// leaves the plot its height; else as many as there is space for stand beside it. If the rows are limited, large type
/// is reduced and a limit above one is raised by one; then names explained by the read-out are dropped; then minor
/// names are shortened, then names are left out, minor ones first, with "+3 more" and a tool tip that lists them all.
/// Other names are cut only if one alone is too long. Hidden series are struck out.
class ChartLegend {
 public:
  using Crossed = std::function<bool(const QRectF&)>;

  struct Entry {
    ChartSeries series;  ///< without its points
    bool hidden = false;
    bool point = false;  ///< a single point in sight, without a line

    bool operator==(const Entry&) const = default;
  };

  ChartLegend() : m_theme(themeOf(paletteFor(false))) {}

  void setStyle(const Theme& theme, const QFont& font);
  void setEntries(std::vector<Entry> entries);
  void paint(QPainter& painter) const;
  /// The width of the names to the right of a plot of this height, 0 if none stand there; nullopt if they do not fit
  /// into a chart of this width. While a slider moves (`steady`) it does not shrink.
  std::optional<double> widthBeside(double chart, double height, bool steady);
  /// Places the names beside the plot and its points; `ends`: for each entry the last point of its series in view, in
  /// pixels; `crossed`: whether a line passes through a place. False if a point has no space for its name.
  /// `whole`: rather over a line than cut.
  bool placeBeside(const QRectF& plot, const std::vector<std::optional<QPointF>>& ends, const Crossed& crossed,
                   bool whole);
  /// As it was placed beside the plot last.
  bool keepsWhole() const { return m_whole; }
  bool isBeside() const { return m_beside; }
  /// Paints the names of single points, which lie above the curves.
  void paintPoints(QPainter& painter) const;
  /// Limits the rows; 0: no limit. `oneMore`: allows another row before names are cut.
  void setMostRows(int rows, bool oneMore = true);
  /// Arranges the entries in rows of this width and returns their height, 0 without entries.
  double layOut(double width);
  /// The meaning of names that need one; empty for a position outside the legend.
  QString toolTip(QPointF position) const;
  /// The series whose entry is at a position of the chart; empty if none.
  QString keyAt(QPointF position) const;
  /// The place of the entry of a series; empty if it has none.
  QRectF placeOf(const QString& key) const;
  /// True if a name that is shown covers some of it.
  bool covers(const QRectF& place) const;
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
    QStringList lines = {};  ///< the text, beside a plot
    std::optional<QPointF> end = {};
    bool inColumn() const { return shown && !entry.point; }
  };
  double widestSample() const;
  void measure(double widest, double widestMinor);
  /// The series with the least weight leaves the legend first.
  static int weightOf(const ChartSeries& series);
  void leaveOut(std::size_t count, bool explained = false);
  void leaveOutOfColumn(std::size_t count);
  void setLeftOut(std::size_t count);
  int arrange(double width, bool packed);
  void nameAll(bool cut);
  bool wrap(double room, int most);
  void shortenToStarts();
  bool shortenColumn(double room);
  std::optional<double> columnFor(double chart, double height);
  bool placePoint(Placed& placed, const QRectF& plot, const Crossed& crossed);
  struct PointSearch;
  bool findPlace(Placed& placed, const QRectF& plot, const PointSearch& search, const Crossed& crossed) const;
  void placeColumn(const QRectF& plot);
  void paintBeside(QPainter& painter) const;
  void paintMore(QPainter& painter) const;

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
  bool m_beside = false;
  bool m_whole = false;
  double m_column = 0;  ///< width beside the plot
  /// The last question about names beside a plot, and its answer.
  struct Tried {
    double chart = -1;
    double height = -1;
    std::optional<double> width = {};
    std::size_t leftOut = 0;  ///< of the names that need a place there
  };
  Tried m_tried;
};

/// Names of designs differ at both ends: "Banded Toeplitz, 25 bands" becomes "Banded…, 25 bands" where it may be at
/// most that wide, and with still less space begins later.
QString shortenedName(const QString& name, const QFontMetricsF& metrics, double widest);

}  // namespace noiseloom
