#pragma once

#include <QObject>
#include <optional>

#include "core/base/index.h"

namespace noiseloom {

/// The linked selection of all plots: a diagonal i - j of the matrices (a coefficient and, as lag + 1, a number of
/// bands) and a training step (a row of the matrices).
class Brush : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  std::optional<Index> lag() const { return m_lag; }
  std::optional<Index> step() const { return m_step; }
  /// Emits changed() if either value differs.
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
