#include "ui/plots/pareto/pareto_chart.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <utility>

#include "core/search/comparable.h"
#include "ui/document/claim_difference.h"
#include "ui/document/design_text.h"
#include "ui/document/error_readings.h"
#include "ui/document/objective_error.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"
#include "ui/style/quantity_text.h"

namespace noiseloom {
namespace {

/// The ratio of values above which a logarithmic axis helps.
constexpr double kWorthLog = 8;
/// Margin beside the outermost points, as a share of the axis.
constexpr double kMarginShare = 0.04;

const QString kRecommended = QStringLiteral("recommended");
const QString kTried = QStringLiteral("tried");
const QString kCheapest = QStringLiteral("cheapest");

/// An error that much above the least is as good for most purposes.
constexpr double kNearBest = 0.05;
/// A linear axis of a cost ends that much beyond what competes: what lies further has neither less error nor less cost.
constexpr double kBeyond = 1.15;

bool isCost(ParetoAxis axis) {
  return axis == ParetoAxis::Memory || axis == ParetoAxis::Seconds;
}

NoiseShape noiseOf(const ParetoPoint& point) {
  return point.trial ? point.trial->noise : noiseShapeOf(point.design->strategy);
}

bool better(const ParetoData& data, ParetoAxis axis, double left, double right) {
  return axis == ParetoAxis::Error ? lessError(data.unit, left, right) : left < right;
}

QString idOf(ParetoAxis axis) {
  switch (axis) {
    case ParetoAxis::Error: return QStringLiteral("error");
    case ParetoAxis::Memory: return QStringLiteral("memory");
    case ParetoAxis::Seconds: return QStringLiteral("time");
    case ParetoAxis::Epsilon: return QStringLiteral("epsilon");
  }
  return {};
}

QString nameOf(const ParetoData& data, ParetoAxis axis) {
  switch (axis) {
    case ParetoAxis::Error: return errorName(data.scenario.objective);
    case ParetoAxis::Memory: return tr("memory a machine");
    case ParetoAxis::Seconds: return tr("time a step");
    case ParetoAxis::Epsilon: return tr("epsilon");
  }
  return {};
}

/// A value with its unit; for an error, the unit stands beside its name.
QString clauseOf(const ParetoData& data, ParetoAxis axis, double value) {
  switch (axis) {
    case ParetoAxis::Error:
      return tr("%1 %2 (%3)").arg(errorName(data.scenario.objective), resultText(value), errorUnitLabel(data.unit));
    case ParetoAxis::Memory: return tr("%1 a machine").arg(memoryText(value));
    case ParetoAxis::Seconds: return tr("%1 a step").arg(secondsText(value));
    case ParetoAxis::Epsilon: return tr("ε %1").arg(entryText(value));
  }
  return {};
}

constexpr std::array kAll{ParetoAxis::Error, ParetoAxis::Memory, ParetoAxis::Seconds, ParetoAxis::Epsilon};

/// An axis for these values, and the divisor of the values on it.
std::pair<ChartAxis, double> axisFor(const ParetoData& data, ParetoAxis which, const std::vector<double>& values) {
  ChartAxis axis;
  double unit = 1;
  const auto [least, most] = std::ranges::minmax(values);
  const QString name = nameOf(data, which);
  QString symbol;
  if (which == ParetoAxis::Error) {
    symbol = errorUnitLabel(data.unit);
  } else if (which != ParetoAxis::Epsilon) {
    const QuantityUnit suited = which == ParetoAxis::Memory ? memoryUnit(most) : timeUnit(most);
    symbol = suited.symbol;
    unit = suited.size;
  }
  axis.title = symbol.isEmpty() ? name : tr("%1 (%2)").arg(name, symbol);
  axis.shorter = {symbol.isEmpty() ? QStringLiteral("ε") : symbol};
  if (which == ParetoAxis::Error && data.unit == ErrorUnit::Summed)
    axis.shorter = {tr("%1 (× clip)").arg(name), tr("× clip")};
  // Independent noise has no memory, and 0 has no place on a logarithmic axis.
  axis.log = least > 0 && most > kWorthLog * least;
  axis.mayLog = least > 0;
  axis.fromZero = which == ParetoAxis::Memory || which == ParetoAxis::Seconds;
  return {axis, unit};
}

/// The designs that have a value on both axes.
std::vector<std::size_t> placed(const ParetoData& data, const ParetoAxes& axes) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < data.points.size(); ++i) {
    const ParetoPoint& point = data.points[i];
    // All trials promise the same epsilon.
    if (point.trial && axes.has(ParetoAxis::Epsilon)) continue;
    if (paretoValue(data, point, axes.across) && paretoValue(data, point, axes.up)) places.push_back(i);
  }
  return places;
}

/// Those of one kind among them, in the order of their series.
std::vector<std::size_t> placedOf(ParetoPoint::Kind kind, const ParetoData& data, const ParetoAxes& axes) {
  std::vector<std::size_t> places = placed(data, axes);
  std::erase_if(places, [&](std::size_t at) { return data.points[at].kind != kind; });
  std::ranges::stable_sort(places, {},
                           [&](std::size_t at) { return *paretoValue(data, data.points[at], axes.across); });
  return places;
}

QString keyOf(const ParetoPoint& point) {
  if (point.kind == ParetoPoint::Kind::Recommended) return kRecommended;
  if (point.kind == ParetoPoint::Kind::Tried) return kTried;
  return point.kind == ParetoPoint::Kind::Current ? QStringLiteral("design") : QStringLiteral("pin-%1").arg(point.id);
}

/// States that the design is on the front or dominated, or why it cannot be compared.
QString verdictOf(const ParetoData& data, const ParetoAxes& axes, const std::vector<std::size_t>& front,
                  std::size_t place) {
  if (QString obstacle = paretoObstacle(data, data.points[place], axes); !obstacle.isEmpty()) return obstacle;
  if (std::ranges::find(front, place) != front.end()) return tr("on the front");
  const auto dominates = [&](std::size_t other) {
    return std::ranges::all_of(std::array{axes.across, axes.up}, [&](ParetoAxis axis) {
      const auto own = paretoValue(data, data.points[place], axis);
      return own && !better(data, axis, *own, *paretoValue(data, data.points[other], axis));
    });
  };
  const auto rival = std::ranges::find_if(front, dominates);
  return rival == front.end() ? QString() : tr("%1 is at least as good in both").arg(paretoName(data.points[*rival]));
}

}  // namespace

QString paretoName(const ParetoPoint& point) {
  if (point.trial) return point.trial->name();
  if (point.kind == ParetoPoint::Kind::Pinned) return point.pinName;
  QString mechanism = mechanismText(*point.design);
  if (point.kind == ParetoPoint::Kind::Current) return mechanism;
  return tr("%1, %2").arg(mechanism, coreText(point.way));
}

std::optional<double> paretoValue(const ParetoData& data, const ParetoPoint& point, ParetoAxis axis) {
  const Deployment& deployment = data.scenario.deployment;
  double value = 0;
  switch (axis) {
    case ParetoAxis::Error: value = point.error; break;
    case ParetoAxis::Memory: value = noiseMemoryOf(noiseOf(point).rows, deployment).perMachine; break;
    case ParetoAxis::Seconds:
      if (!data.rates) return std::nullopt;
      value = data.rates->secondsPerStep(noiseOf(point), noiseMemoryOf(0, deployment).coordinates);
      break;
    case ParetoAxis::Epsilon: value = (point.trial ? data.scenario : point.design->scenario).epsilon; break;
  }
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

QString paretoObstacle(const ParetoData& data, const ParetoPoint& point, const ParetoAxes& axes) {
  if (point.trial) return point.stale ? tr("of the inputs before") : QString();
  std::vector<Field> differences = claimDifferences(point.design->scenario, data.scenario);
  if (axes.has(ParetoAxis::Epsilon)) std::erase(differences, Field::Epsilon);
  if (!differences.empty()) return notComparableText(differences);
  return point.confirmed ? QString() : tr("its figures are a file’s, and not confirmed");
}

std::vector<std::size_t> paretoFront(const ParetoData& data, const ParetoAxes& axes) {
  struct Rival {
    std::size_t place;
    double across;
    double up;
  };
  std::vector<Rival> rivals;
  for (const std::size_t place : placed(data, axes)) {
    const ParetoPoint& point = data.points[place];
    if (paretoObstacle(data, point, axes).isEmpty())
      rivals.push_back({place, *paretoValue(data, point, axes.across), *paretoValue(data, point, axes.up)});
  }
  const auto beats = [&](const Rival& left, const Rival& right) {
    const bool worse = better(data, axes.across, right.across, left.across) || better(data, axes.up, right.up, left.up);
    return !worse && (left.across != right.across || left.up != right.up);
  };
  std::vector<Rival> front;
  std::ranges::copy_if(rivals, std::back_inserter(front), [&](const Rival& one) {
    return std::ranges::none_of(rivals, [&](const Rival& other) { return beats(other, one); });
  });
  std::ranges::stable_sort(front, {}, &Rival::across);
  std::vector<std::size_t> places;
  places.reserve(front.size());
  for (const Rival& rival : front) places.push_back(rival.place);
  return places;
}

std::optional<std::size_t> cheapestNearBest(const ParetoData& data, const ParetoAxes& axes) {
  const bool acrossCosts = axes.up == ParetoAxis::Error && isCost(axes.across);
  if (!acrossCosts && !(axes.across == ParetoAxis::Error && isCost(axes.up))) return std::nullopt;
  const ParetoAxis cost = acrossCosts ? axes.across : axes.up;
  const std::vector<std::size_t> front = paretoFront(data, axes);
  const bool tried =
      std::ranges::any_of(data.points, [](const ParetoPoint& each) { return each.trial && !each.stale; });
  if (!tried || front.empty()) return std::nullopt;
  const auto errorOf = [&](std::size_t place) { return data.points[place].error; };
  const auto costOf = [&](std::size_t place) { return *paretoValue(data, data.points[place], cost); };
  const auto less = [&](double left, double right) { return lessError(data.unit, left, right); };
  const double best = errorOf(*std::ranges::min_element(front, less, errorOf));
  const double bound = lessError(data.unit, 1, 2) ? best * (1 + kNearBest) : best / (1 + kNearBest);
  std::vector<std::size_t> near;
  std::ranges::copy_if(front, std::back_inserter(near), [&](std::size_t at) { return !less(bound, errorOf(at)); });
  return *std::ranges::min_element(near, {}, costOf);
}

namespace {

// The front as stairs. What lies beyond a corner one of its two neighbours beats, whichever end of the axis is the
// better one.
template <typename At>
ChartSeries stairsOf(const ParetoData& data, const ParetoAxes& axes, const std::vector<std::size_t>& front,
                     const At& at) {
  ChartSeries stairs{QStringLiteral("front"), tr("front"), SeriesLook::Line, SeriesRole::Baseline};
  stairs.pointed = false;
  for (const std::size_t place : front) {
    const QPointF next = at(place);
    if (!stairs.points.empty()) {
      const QPointF last = stairs.points.back();
      const bool less = better(data, axes.across, last.x(), next.x());
      const QPointF corner = less ? QPointF(next.x(), last.y()) : QPointF(last.x(), next.y());
      if (corner != last && corner != next) stairs.points.push_back(corner);
    }
    if (stairs.points.empty() || stairs.points.back() != next) stairs.points.push_back(next);
  }
  return stairs;
}

// The properties of a point that no axis shows, and what is to be said about it.
QString noteOf(const ParetoData& data, const ParetoAxes& axes, const std::vector<std::size_t>& front,
               std::size_t place) {
  const ParetoPoint& point = data.points[place];
  QStringList note;
  const bool named = point.kind == ParetoPoint::Kind::Pinned || point.kind == ParetoPoint::Kind::Current;
  if (const QString mechanism = named ? mechanismText(*point.design) : paretoName(point); mechanism != point.pinName)
    note += mechanism;
  if (point.trial) note += tr("an estimate");
  for (const ParetoAxis axis : kAll) {
    const auto value = paretoValue(data, point, axis);
    if (!axes.has(axis) && value) note += clauseOf(data, axis, *value);
  }
  if (const QString verdict = verdictOf(data, axes, front, place); !verdict.isEmpty()) note += verdict;
  return note.join(tr(", "));
}

// A pin has the colour and marker that it has everywhere.
ChartSeries ownSeriesOf(const ParetoData& data, const ParetoAxes& axes, const ParetoPoint& point) {
  const bool pinned = point.kind == ParetoPoint::Kind::Pinned;
  const Standing standing =
      paretoObstacle(data, point, axes).isEmpty()
          ? jobDifferences(point.design->scenario, data.scenario).empty() ? Standing::Same : Standing::OtherJob
          : Standing::OtherClaim;
  ChartSeries series = pinned ? pinSeries(keyOf(point), nameAmongPlots(point.pinName, standing), point.id)
                              : ChartSeries{keyOf(point), tr("this design"), SeriesLook::Ring, SeriesRole::Text};
  if (pinned) series.look = SeriesLook::Pin;
  series.faint = standing == Standing::OtherClaim;
  series.stale = point.stale;
  return series;
}

// The designs of one kind as the points of one series, each with its name.
template <typename At>
void addSeries(ChartModel& model, ChartSeries series, const ParetoData& data, const ParetoAxes& axes,
               const std::vector<std::size_t>& places, const std::vector<std::size_t>& front, const At& at) {
  if (places.empty()) return;
  for (const std::size_t place : places) {
    series.points.push_back(at(place));
    series.notes.push_back(noteOf(data, axes, front, place));
    series.stale = series.stale || data.points[place].stale;
  }
  model.series.push_back(std::move(series));
}

// The most of a cost that a linear axis shows: of what competes, and of what a person put there. Nothing if that is
// everything.
std::optional<double> endOfCost(const ParetoData& data, const ParetoAxes& axes, ParetoAxis cost,
                                const std::vector<std::size_t>& front) {
  if (!isCost(cost) || !axes.has(ParetoAxis::Error)) return std::nullopt;
  double most = 0;
  double all = 0;
  for (const std::size_t place : placed(data, axes)) {
    const double value = *paretoValue(data, data.points[place], cost);
    all = std::max(all, value);
    const bool counts = !data.points[place].trial || std::ranges::find(front, place) != front.end();
    if (counts) most = std::max(most, value);
  }
  return most > 0 && kBeyond * most < all ? std::optional(kBeyond * most) : std::nullopt;
}

ParetoAxis costAxis(const ParetoAxes& axes) {
  return isCost(axes.across) ? axes.across : axes.up;
}

// A linear axis from its least value, or 0, to the most that is to be shown. Markers lie entirely inside both edges.
void setRange(ChartAxis& axis, const std::vector<double>& values, std::optional<double> end, double unit) {
  const auto [least, all] = std::ranges::minmax(values);
  const double most = end.value_or(all);
  const double from = axis.fromZero ? 0 : least;
  const double pad = kMarginShare * (most > from ? most - from : std::max(std::abs(most), 1.0));
  axis.range = std::pair((from - pad) / unit, (most + pad) / unit);
}

}  // namespace

ChartModel paretoModel(const ParetoData& data, const ParetoAxes& axes) {
  ChartModel model;
  model.name = QStringLiteral("pareto_%1_%2").arg(idOf(axes.up), idOf(axes.across));
  model.title = tr("Pareto front: %1 against %2").arg(nameOf(data, axes.up), nameOf(data, axes.across));
  model.formula = tr("on the front: no other design is at least as good in both and better in one");
  model.emptyText = axes.has(ParetoAxis::Seconds) && !data.rates ? tr("Measuring what a step costs on this machine…")
                                                                 : tr("Nothing has been solved yet.");
  const std::vector<std::size_t> places = placed(data, axes);
  model.summary = paretoHint(data, axes);
  if (places.empty()) return model;
  const auto valueAt = [&](std::size_t place, ParetoAxis axis) { return *paretoValue(data, data.points[place], axis); };
  std::vector<double> across;
  std::vector<double> up;
  for (const std::size_t place : places) {
    across.push_back(valueAt(place, axes.across));
    up.push_back(valueAt(place, axes.up));
  }
  const std::vector<std::size_t> front = paretoFront(data, axes);
  double unitAcross = 1;
  double unitUp = 1;
  const std::optional<double> end = endOfCost(data, axes, costAxis(axes), front);
  if (end) std::erase_if(isCost(axes.across) ? across : up, [&](double value) { return value > *end; });
  std::tie(model.x, unitAcross) = axisFor(data, axes.across, across);
  std::tie(model.y, unitUp) = axisFor(data, axes.up, up);
  if (!model.x.log) setRange(model.x, across, isCost(axes.across) ? end : std::nullopt, unitAcross);
  if (end && isCost(axes.up) && !model.y.log) setRange(model.y, up, end, unitUp);
  const auto at = [&](std::size_t place) {
    return QPointF(valueAt(place, axes.across) / unitAcross, valueAt(place, axes.up) / unitUp);
  };

  if (ChartSeries stairs = stairsOf(data, axes, front, at); stairs.points.size() > 1)
    model.series.push_back(std::move(stairs));
  addSeries(model, {kTried, tr("tried (estimates)"), SeriesLook::Points, SeriesRole::Muted}, data, axes,
            placedOf(ParetoPoint::Kind::Tried, data, axes), front, at);
  addSeries(model, {kRecommended, tr("recommended"), SeriesLook::Points, SeriesRole::Optimum}, data, axes,
            placedOf(ParetoPoint::Kind::Recommended, data, axes), front, at);
  for (const std::size_t place : places) {
    const ParetoPoint& point = data.points[place];
    if (point.kind != ParetoPoint::Kind::Pinned && point.kind != ParetoPoint::Kind::Current) continue;
    addSeries(model, ownSeriesOf(data, axes, point), data, axes, {place}, front, at);
  }
  if (const auto cheapest = cheapestNearBest(data, axes)) {
    const QString name = tr("cheapest within 5 %: %1").arg(paretoName(data.points[*cheapest]));
    addSeries(model, {kCheapest, name, SeriesLook::Diamond, SeriesRole::Optimum}, data, axes, {*cheapest}, front, at);
  }
  for (ChartSeries& series : model.series)
    series.stale = series.stale || (data.faint && series.look != SeriesLook::Pin);
  return model;
}

std::optional<std::size_t> paretoPlace(const ParetoData& data, const ParetoAxes& axes, const QString& key, int index) {
  if (index < 0) return std::nullopt;
  if (key == kCheapest) return cheapestNearBest(data, axes);
  if (key == kRecommended || key == kTried) {
    const std::vector<std::size_t> places =
        placedOf(key == kTried ? ParetoPoint::Kind::Tried : ParetoPoint::Kind::Recommended, data, axes);
    const std::size_t at = index;
    return at < places.size() ? std::optional(places[at]) : std::nullopt;
  }
  const auto found = std::ranges::find(data.points, key, keyOf);
  return found == data.points.end() ? std::nullopt
                                    : std::optional(static_cast<std::size_t>(found - data.points.begin()));
}

QString paretoText(const ParetoData& data, const ParetoAxes& axes, std::size_t place) {
  const ParetoPoint& point = data.points[place];
  QStringList values;
  for (const ParetoAxis axis : kAll) {
    if (const auto value = paretoValue(data, point, axis)) values += clauseOf(data, axis, *value);
  }
  const QString text = tr("%1: %2").arg(paretoName(point), values.join(tr(", ")));
  const QString verdict = verdictOf(data, axes, paretoFront(data, axes), place);
  return verdict.isEmpty() ? text : tr("%1; %2").arg(text, verdict);
}

QString paretoHint(const ParetoData& data, const ParetoAxes& axes) {
  const std::vector<std::size_t> places = placed(data, axes);
  if (places.size() < 2) {
    if (data.trying) return tr("Trying mechanisms by bands and buffers…");
    return tr("Pin designs (Ctrl+D) or use Design > Recommend: they stand here side by side");
  }
  // A current design that is also pinned or recommended counts once.
  std::set<const Design*> designs;
  std::set<const Mechanism*> mechanisms;
  int tried = 0;
  for (const std::size_t place : places) {
    const ParetoPoint& point = data.points[place];
    if (point.trial) {
      ++tried;
      mechanisms.insert(point.trial->mechanism);
    } else {
      designs.insert(point.design.get());
    }
  }
  if (tried == 0) {
    std::set<const Design*> front;
    for (const std::size_t place : paretoFront(data, axes)) front.insert(data.points[place].design.get());
    return tr("%1 of %2 designs are on the front; a click selects a pin or uses a recommendation")
        .arg(static_cast<qulonglong>(front.size()))
        .arg(static_cast<qulonglong>(designs.size()));
  }
  QString hint = tr("%1 estimates: %2 mechanisms by bands and buffers; a click uses one")
                     .arg(tried)
                     .arg(static_cast<qulonglong>(mechanisms.size()));
  const std::optional<double> end = endOfCost(data, axes, costAxis(axes), paretoFront(data, axes));
  const auto beyond = std::ranges::count_if(
      places, [&](std::size_t at) { return end && *paretoValue(data, data.points[at], costAxis(axes)) > *end; });
  if (beyond > 0) hint += tr("; %n beyond the plot", nullptr, static_cast<int>(beyond));
  if (!data.refused.empty())
    hint += tr("; %n left out (see the table)", nullptr, static_cast<int>(data.refused.size()));
  if (data.trying) hint += tr("; more to come");
  return hint;
}

DataTable paretoTable(const ParetoData& data, const ParetoAxes& axes) {
  DataTable table;
  const ChartModel model = paretoModel(data, axes);
  table.name = model.name;
  table.title = model.title;
  table.header = {tr("design"),
                  tr("which"),
                  tr("%1 (%2)").arg(errorName(data.scenario.objective), errorUnitLabel(data.unit)),
                  tr("memory a machine (bytes)"),
                  tr("time a step (s, one core here)"),
                  tr("epsilon"),
                  tr("standing")};
  const std::vector<std::size_t> front = paretoFront(data, axes);
  for (std::size_t i = 0; i < data.points.size(); ++i) {
    const ParetoPoint& point = data.points[i];
    const QString which = point.kind == ParetoPoint::Kind::Pinned        ? tr("pinned")
                          : point.kind == ParetoPoint::Kind::Recommended ? tr("recommended")
                          : point.trial                                  ? tr("tried, an estimate")
                                                                         : tr("current");
    std::vector<DataTable::Cell> row{paretoName(point), which};
    for (const ParetoAxis axis : kAll) {
      const auto value = paretoValue(data, point, axis);
      row.push_back(value ? DataTable::Cell(*value) : DataTable::Cell(QString()));
    }
    row.emplace_back(verdictOf(data, axes, front, i));
    table.rows.push_back(std::move(row));
  }
  for (const ParetoTrial& trial : data.refused) {
    std::vector<DataTable::Cell> row{trial.name(), tr("left out")};
    row.resize(table.header.size() - 1);
    row.emplace_back(coreText(trial.problem));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace noiseloom
