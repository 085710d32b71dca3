#pragma once

#include <QObject>
#include <QString>
#include <list>
#include <optional>
#include <utility>
#include <vector>

#include "core/design/error_unit.h"

namespace noiseloom {

/// Reads errors in the unit that the user prefers. Belongs to the document, whose scenario limits the units. A worker
/// delivers scales that take long to compute; until then there is no value.
class ErrorReadings : public QObject {
  Q_OBJECT
  Q_DISABLE_COPY_MOVE(ErrorReadings)

 public:
  /// A scenario that waits for its scale.
  struct Wanted {
    ErrorUnit unit;
    Scenario key;  ///< errorScaleKey()
    Scenario scenario;
  };

  explicit ErrorReadings(const Scenario& current, QObject* parent = nullptr);

  /// The chosen unit, or the summed gradient if the document's scenario has no errors in that unit.
  ErrorUnit unit() const;
  /// Sets the unit, and saves it as a preference.
  void choose(ErrorUnit unit);
  /// The scale for a scenario's errors; nullopt if it has none in the unit, or none yet.
  std::optional<ErrorScale> scale(const Scenario& scenario);
  /// Figures of a scenario with their errors in the unit; NaN if there is none, or none yet.
  DesignFigures of(const Scenario& scenario, const DesignFigures& figures);
  double of(const Scenario& scenario, ErrorObjective kind, double error);

  std::vector<Wanted> takeWanted() { return std::exchange(m_wanted, {}); }
  void deliver(const Wanted& wanted, const ErrorScale& scale);

 signals:
  /// The unit or a scale has changed.
  void changed();
  /// takeWanted() is not empty.
  void wanted();

 private:
  static constexpr std::size_t kMostKept = 512;
  ErrorScale scaleOf(const Scenario& scenario);

  const Scenario& m_current;
  ErrorUnit m_chosen;  ///< cached preference: it is read many times a frame, and reading it opens the settings anew
  std::list<std::pair<Wanted, ErrorScale>> m_known;  ///< most recent first
  std::vector<Wanted> m_wanted;
};

/// "× clip norm": the unit beside an error.
QString errorUnitLabel(ErrorUnit unit);
/// The unit in a sentence, for tool tips.
QString errorUnitMeaning(ErrorUnit unit);
/// True if `left` means less error than `right`: a larger epsilon of DP-SGD means less.
bool lessError(ErrorUnit unit, double left, double right);

}  // namespace noiseloom
