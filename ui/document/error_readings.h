#pragma once

#include <QObject>
#include <QString>
#include <list>
#include <optional>
#include <utility>
#include <vector>

#include "core/design/error_unit.h"

namespace noiseloom {

/// The unit that the window states errors in, a preference, and errors read in it. Belongs to the document, whose
/// scenario says which units there are. What a unit takes long to learn of a scenario a worker delivers: until then
/// there is no value.
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

  /// What was chosen, or the summed gradient where the document's scenario has no errors in that.
  ErrorUnit unit() const;
  /// For good: a preference.
  void choose(ErrorUnit unit);
  /// Of errors of a scenario; nothing where it has none in the unit, or none yet.
  std::optional<ErrorScale> scale(const Scenario& scenario);
  /// Figures of a scenario with their errors in the unit; NaN where there is none, or none yet.
  DesignFigures of(const Scenario& scenario, const DesignFigures& figures);
  double of(const Scenario& scenario, ErrorObjective kind, double error);

  std::vector<Wanted> takeWanted() { return std::exchange(m_wanted, {}); }
  void deliver(const Wanted& wanted, const ErrorScale& scale);

 signals:
  /// Errors read differently now.
  void changed();
  /// takeWanted() has something.
  void wanted();

 private:
  static constexpr std::size_t kMostKept = 512;
  ErrorScale scaleOf(const Scenario& scenario);

  const Scenario& m_current;
  ErrorUnit m_chosen;  ///< the preference: it is asked for many times a frame, and to read it opens the settings anew
  std::list<std::pair<Wanted, ErrorScale>> m_known;  ///< the latest first
  std::vector<Wanted> m_wanted;
};

/// "× clip norm": what stands beside an error.
QString errorUnitLabel(ErrorUnit unit);
/// The unit in a sentence, for tool tips.
QString errorUnitMeaning(ErrorUnit unit);
/// Whether a number in the unit says less error than another: a larger epsilon of DP-SGD does.
bool lessError(ErrorUnit unit, double left, double right);

}  // namespace noiseloom
