#include "ui/document/error_readings.h"

#include <algorithm>
#include <limits>

#include "core/base/errors.h"
#include "ui/settings/preferences.h"
#include "ui/style/core_text.h"

namespace noiseloom {

ErrorReadings::ErrorReadings(const Scenario& current, QObject* parent)
    : QObject(parent), m_current(current), m_chosen(preferences().errorUnit.get()) {
  connect(&preferences(), &Preferences::changed, this, [this] {
    const ErrorUnit chosen = preferences().errorUnit.get();
    if (std::exchange(m_chosen, chosen) != chosen) emit changed();
  });
}

ErrorUnit ErrorReadings::unit() const {
  return unitProblem(m_chosen, m_current).empty() ? m_chosen : ErrorUnit::Summed;
}

void ErrorReadings::choose(ErrorUnit unit) {
  preferences().errorUnit.set(unit);
}

ErrorScale ErrorReadings::scaleOf(const Scenario& scenario) {
  const ErrorUnit unit = this->unit();
  if (unit == ErrorUnit::Summed || unit == ErrorUnit::Mean) return ErrorScale(unit, scenario);
  const Scenario key = errorScaleKey(unit, scenario);
  const auto same = [&](const Wanted& wanted) { return wanted.unit == unit && wanted.key == key; };
  const auto known = std::ranges::find_if(m_known, [&](const auto& each) { return same(each.first); });
  if (known != m_known.end()) {
    m_known.splice(m_known.begin(), m_known, known);
    return m_known.front().second;
  }
  // A closed form needs no worker.
  if (unit == ErrorUnit::FullBatch && scenario.workload.isToeplitz()) {
    ErrorScale scale(unit, scenario);
    deliver({unit, key, scenario}, scale);
    return scale;
  }
  if (std::ranges::none_of(m_wanted, same)) {
    m_wanted.push_back({unit, key, scenario});
    emit wanted();
  }
  return {};
}

void ErrorReadings::deliver(const Wanted& wanted, const ErrorScale& scale) {
  m_known.emplace_front(wanted, scale);
  if (m_known.size() > kMostKept) m_known.pop_back();
}

std::optional<ErrorScale> ErrorReadings::scale(const Scenario& scenario) {
  try {
    const ErrorScale scale = scaleOf(scenario);
    if (scale.unit() == unit()) return scale;
  } catch (const InvalidArgument&) {
    // This scenario has no errors in the unit: it may lack a data set size, for instance.
  }
  return std::nullopt;
}

DesignFigures ErrorReadings::of(const Scenario& scenario, const DesignFigures& figures) {
  if (const auto known = scale(scenario)) return known->in(figures, scenario.objective);
  DesignFigures none = figures;
  none.error.mean = none.error.max = none.error.last = none.dpSgdRmse = none.lowerBound =
      std::numeric_limits<double>::quiet_NaN();
  return none;
}

double ErrorReadings::of(const Scenario& scenario, ErrorObjective kind, double error) {
  DesignFigures figures;
  figures.error.mean = figures.error.max = figures.error.last = error;
  return of(scenario, figures).error[kind];
}

QString errorUnitLabel(ErrorUnit unit) {
  return coreText(infoOf(unit).label);
}

QString errorUnitMeaning(ErrorUnit unit) {
  return coreText(infoOf(unit).meaning);
}

bool lessError(ErrorUnit unit, double left, double right) {
  return unit == ErrorUnit::DpSgdEpsilon ? left > right : left < right;
}

}  // namespace noiseloom
