#pragma once

#include <QObject>
#include <optional>

#include "core/base/index.h"

namespace noiseloom {

/// What a person points at in any plot, so that all others light up the same thing: a diagonal i - j of the matrices
/// (which is a coefficient, and with lag + 1 a number of bands) and a training step (a row of the matrices).
class Brush : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  std::optional<Index> lag() const { return m_lag; }
  std::optional<Index> step() const { return m_step; }
  /// Emits changed() when anything is different.
  void point(std::optional<Index> lag, std::optional<Index> step) {
    if (lag == m_lag && step == m_step) return;
    m_lag = lag;
    m_step = step;
    emit changed();
  }
  void clear() { point(std::nullopt, std::nullopt); }

 signals:
  void changed();

 private:
  std::optional<Index> m_lag;
  std::optional<Index> m_step;
};

}  // namespace noiseloom
