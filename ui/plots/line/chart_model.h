#pragma once

#include <QPointF>
#include <QString>
#include <QStringList>
#include <optional>
#include <utility>
#include <vector>

namespace noiseloom {

/// One axis of a chart.
struct ChartAxis {
  QString title;          ///< with its unit: "rmse (× clip norm)"
  bool log = false;       ///< logarithmic unless a person chooses otherwise; values <= 0 are then left out
  bool mayLog = true;     ///< whether the person may choose
  bool whole = false;     ///< counts: whole numbers only
  bool up = false;        ///< upper bounds, such as an epsilon: read rounded up
  bool fromZero = false;  ///< a linear axis that always shows 0
  /// What is in view before any zooming; found from the series where it is not given.
  std::optional<std::pair<double, double>> range;
  /// Names of the places 0, 1, 2, ... of a linear axis: its ticks, instead of numbers.
  QStringList categories = {};
  /// Shorter titles for less room, the longest first, each with the unit, which must never be cut off.
  QStringList shorter = {};

  bool operator==(const ChartAxis&) const = default;
};

/// How a series is drawn. Colours come with a dash or a marker, so that none must be told by colour alone.
/// Pin: the marker of a pinned design, which no other series has. Area: what lies below the points, pale.
enum class SeriesLook { Line, LineWithPoints, Dashes, Dots, Points, Bars, Diamond, Ring, Pin, Area };

/// Which colour a series takes: what it stands for, or one of the Okabe-Ito colours in turn.
enum class SeriesRole { Accent, LowerBound, Baseline, Optimum, Text, Muted, Palette };

/// Whether the points of a series can be moved by hand: LinePlot says where to.
enum class PointMoves { No, Up, Freely };

/// One series of a chart.
struct ChartSeries {
  QString key;   ///< stable and untranslated: what a view remembers as hidden
  QString name;  ///< in the legend; empty: not listed there
  SeriesLook look = SeriesLook::Line;
  SeriesRole role = SeriesRole::Accent;
  int color = 0;                     ///< of SeriesRole::Palette, and its dash pattern
  std::vector<QPointF> points = {};  ///< by rising x, in the axes' own values, never their logarithms
  QStringList notes = {};            ///< one a point, or none at all: what the tool tip says beside x and y
  bool stale = false;                ///< of an earlier scenario: drawn faintly
  bool faint = false;                ///< behind what the chart is about: drawn lighter
  bool minor = false;                ///< leaves the legend first where that is short of room
  bool pointed = true;               ///< the cross-hair, the keyboard and the tool tip stop at its points
  std::vector<double> floors = {};   ///< of an area: where it ends below each point; empty: at the axis
  QString help = {};                 ///< what its name does not say: in the tool tip of the legend
  PointMoves moves = PointMoves::No;

  bool operator==(const ChartSeries&) const = default;
};

/// A series of a pinned design, without points: in the pin's own colour, and the first to leave the legend.
ChartSeries pinSeries(const QString& key, const QString& name, int color);
/// The same value from one place to another; nothing stops at it.
ChartSeries levelSeries(const QString& key, const QString& name, SeriesLook look, SeriesRole role,
                        std::pair<double, double> across, double value);

/// What a chart shows, as data: set again whenever anything changes.
struct ChartModel {
  QString name;   ///< file name without suffix: "rmse_against_bands"
  QString title;  ///< for people
  ChartAxis x;
  ChartAxis y;
  std::vector<ChartSeries> series;
  QString formula;              ///< of what is drawn, for tool tips: "rmse = σ sens √(‖A C⁻¹‖² / n)"
  QString citation;             ///< its source: "McKenna 2024, section 2"
  QString emptyText;            ///< stands in the plot while no series has a point
  QString summary;              ///< one or two sentences for a screen reader; made from the series where it is empty
  std::optional<double> markX;  ///< a thin vertical line: what the brush or a step points at

  bool operator==(const ChartModel&) const = default;
};

}  // namespace noiseloom
