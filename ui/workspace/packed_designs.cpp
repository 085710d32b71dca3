#include "ui/workspace/packed_designs.h"

#include <algorithm>
#include <utility>

#include "core/base/errors.h"
#include "core/io/session.h"

namespace noiseloom {

std::optional<std::string> PackedDesigns::find(const std::shared_ptr<const Design>& design) const {
  const std::lock_guard lock(m_mutex);
  const auto known = m_known.find(design);
  return known == m_known.end() ? std::nullopt : std::optional(known->second);
}

std::string PackedDesigns::pack(const std::shared_ptr<const Design>& design) {
  if (auto known = find(design)) return *known;
  std::string bytes;
  try {
    bytes = packStrategy(*design);
  } catch (const Error&) {
    // Left out: it is solved again on opening.
  }
  remember(design, bytes);
  return bytes;
}

void PackedDesigns::remember(const std::shared_ptr<const Design>& design, std::string bytes) {
  const std::lock_guard lock(m_mutex);
  m_known[design] = std::move(bytes);
}

void PackedDesigns::keepOnly(const std::vector<PinnedDesign>& pins) {
  const std::lock_guard lock(m_mutex);
  std::erase_if(m_known, [&](const auto& known) {
    return std::ranges::find(pins, known.first, &PinnedDesign::design) == pins.end();
  });
}

}  // namespace noiseloom
