#include "ui/document/brush.h"

namespace noiseloom {

void Brush::point(std::optional<Index> lag, std::optional<Index> step) {
  if (lag == m_lag && step == m_step) return;
  m_lag = lag;
  m_step = step;
  emit changed();
}

}  // namespace noiseloom
