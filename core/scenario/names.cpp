#include "core/scenario/scenario.h"

namespace noiseloom {

Phrase displayName(PrivacyUnit unit) {
  return forUnit(unit, Core::tr("example"), Core::tr("user"), Core::tr("device"));
}
Phrase displayName(Adjacency adjacency) {
  switch (adjacency) {
    case Adjacency::AddRemove: return Core::tr("add/remove");
    case Adjacency::ZeroOut: return Core::tr("zero-out");
    case Adjacency::ReplaceOne: return Core::tr("replace-one");
  }
  return Core::tr("unknown");
}

}  // namespace noiseloom
