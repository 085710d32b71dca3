#include "core/participation_mixture/sampling/uniform_stream.h"

namespace noiseloom {

void UniformStream::refill() {
  philoxWords(m_sequence, m_next, m_words);
  m_next += m_words.size() / 2;
  m_used = 0;
}

}  // namespace noiseloom
