#pragma once

#include <QPointF>
#include <QString>
#include <QStringList>
#include <optional>
#include <utility>
#include <vector>

namespace noiseloom {

struct ChartAxis {
  QString title;          ///< with its unit: "rmse (× clip norm)"
  bool log = false;       ///< logarithmic unless the user chooses otherwise; values <= 0 are then left out
  bool mayLog = true;     ///< the user may choose
  bool whole = false;     ///< whole numbers only
  bool up = false;        ///< upper bounds, such as an epsilon: rounded up for display
  bool fromZero = false;  ///< a linear axis that always includes 0
  /// The initial view; found from the series if not given.
  std::optional<std::pair<double, double>> range;
  /// Tick labels at 0, 1, 2, ... of a linear axis, in place of numbers.
  QStringList categories = {};
  /// Shorter titles, longest first, each with the unit, which must never be cut off.
  QStringList shorter = {};

  bool operator==(const ChartAxis&) const = default;
};

/// How a series is drawn. Colours come with a dash or a marker, so that none is distinguished by colour alone.
/// Pin: the marker of a pinned design, used by no other series. Area: the area below the points, pale.
enum class SeriesLook { Line, LineWithPoints, Dashes, Dots, Points, Bars, Diamond, Ring, Pin, Area };

/// The colour of a series: by its meaning, or one of the Okabe-Ito colours in turn.
enum class SeriesRole { Accent, LowerBound, Baseline, Optimum, Text, Muted, Palette };

/// How the points of a series can be moved by hand; LinePlot reports the target.
enum class PointMoves { No, Up, Freely };

struct ChartSeries {
  QString key;   ///< stable and untranslated: identifies the series in a view
  QString name;  ///< in the legend; empty: not listed
  SeriesLook look = SeriesLook::Line;
  SeriesRole role = SeriesRole::Accent;
  int color = 0;                     ///< index in SeriesRole::Palette, also for its dash
  std::vector<QPointF> points = {};  ///< by rising x, in the axes' values, never their logarithms
  QStringList notes = {};            ///< one per point, or none: shown in the tool tip beside x and y
  bool stale = false;                ///< of an earlier scenario: drawn faintly
  bool faint = false;                ///< background information: drawn lighter
  bool minor = false;                ///< leaves the legend first if space is short
  bool pointed = true;               ///< the cross-hair, the keyboard and the tool tip stop at its points
  std::vector<double> floors = {};   ///< lower edge of an area at each point; empty: the axis
  QString help = {};                 ///< explains the name, in the tool tip of the legend
  PointMoves moves = PointMoves::No;
  bool labelled = true;  ///< named at its line or in the legend, if it has a name

  bool operator==(const ChartSeries&) const = default;
};

/// The series of a pinned design, without points: in the pin's colour, and the first to leave the legend.
ChartSeries pinSeries(const QString& key, const QString& name, int color);
/// A constant value over a range; the cross-hair does not stop at it.
ChartSeries levelSeries(const QString& key, const QString& name, SeriesLook look, SeriesRole role,
                        std::pair<double, double> across, double value);

/// The content of a chart, as data: set anew whenever anything changes.
struct ChartModel {
  QString name = {};   ///< file name without suffix: "rmse_against_bands"
  QString title = {};  ///< displayed title
  ChartAxis x = {};
  ChartAxis y = {};
  std::vector<ChartSeries> series = {};
  QString formula = {};    ///< formula of the curves, for tool tips: "rmse = σ sens √(‖A C⁻¹‖² / n)"
  QString citation = {};   ///< its source: "McKenna 2024, section 2"
  QString emptyText = {};  ///< shown in the plot while no series has a point
  QString summary = {};    ///< one or two sentences for screen readers; derived from the series if empty
  std::optional<double> markX = {};  ///< a thin vertical line, at the brush or a step

  bool operator==(const ChartModel&) const = default;
};

}  // namespace noiseloom
