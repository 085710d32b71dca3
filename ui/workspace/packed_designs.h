#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/design/design.h"
#include "ui/document/shelf.h"

namespace noiseloom {

/// Strategy files of pinned designs, packed once each, which may take seconds. May be used from any thread.
class PackedDesigns {
 public:
  /// The packed file of a design; nullopt if it has not been packed.
  std::optional<std::string> find(const std::shared_ptr<const Design>& design) const;
  /// Packs a design unless already packed, in the calling thread.
  std::string pack(const std::shared_ptr<const Design>& design);
  void remember(const std::shared_ptr<const Design>& design, std::string bytes);
  void keepOnly(const std::vector<PinnedDesign>& pins);

 private:
  mutable std::mutex m_mutex;
  std::map<std::shared_ptr<const Design>, std::string> m_known;
};

}  // namespace noiseloom
