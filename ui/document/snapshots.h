#pragma once

#include <QObject>
#include <QString>
#include <cstddef>
#include <vector>

#include "core/io/session.h"

namespace noiseloom {

/// Scenarios that were saved under names, to return to. They are no part of the undo stack: going back to save a state
/// must not forget what came after it. Saved with the session.
class Snapshots : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  const std::vector<SessionSnapshot>& all() const { return m_all; }
  /// Saves a scenario; another number follows a name that is taken. Does nothing beyond kMostSnapshots.
  void add(const QString& name, const Scenario& scenario);
  void rename(std::size_t place, const QString& name);
  void remove(std::size_t place);
  /// Puts one back where it was.
  void insert(std::size_t place, const SessionSnapshot& snapshot);
  /// Replaces all, for an opened session.
  void reset(std::vector<SessionSnapshot> snapshots);

 signals:
  void changed();

 private:
  std::string unused(const QString& name) const;

  std::vector<SessionSnapshot> m_all;
};

}  // namespace noiseloom
