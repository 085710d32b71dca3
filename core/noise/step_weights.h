#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "core/base/index.h"

namespace noiseloom {

/// The weights of the steps that the blocks of a step reach, each computed once.
class StepWeights {
 public:
  /// Sees to it that of() knows the steps [step, step + steps), and forgets those before. A call for the step that
  /// follows the last call's, or for that step again, may ask for no more steps than the call before; any other call
  /// begins anew.
  void reach(Index step, Index steps, const std::function<std::vector<double>(Index step)>& compute) {
    if (step < m_step || step > m_step + 1 || m_weights.empty()) {
      m_weights.assign(static_cast<std::size_t>(steps), {});
      m_end = step;
    }
    m_step = step;
    for (; m_end < step + steps; ++m_end) m_weights[slot(m_end)] = compute(m_end);
  }
  const std::vector<double>& of(Index step) const { return m_weights[slot(step)]; }

 private:
  std::size_t slot(Index step) const { return static_cast<std::size_t>(step) % m_weights.size(); }

  std::vector<std::vector<double>> m_weights;
  Index m_step = 0;
  Index m_end = 0;  // one beyond the last step that is known
};

}  // namespace noiseloom
