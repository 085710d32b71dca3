#include "core/accounting/calibration/sigma_trail.h"

#include <algorithm>

namespace noiseloom {

const SigmaTrail::Root* SigmaTrail::rootOf(const Problem& problem) const {
  const auto found = std::ranges::find(roots, problem, &Root::problem);
  return found == roots.end() ? nullptr : &*found;
}

void SigmaTrail::goOn(const Root& root) {
  const Root next = root;  // it may be one of those that are kept
  std::erase_if(roots, [&](const Root& kept) { return kept.problem == next.problem; });
  if (roots.size() >= kMostRoots) roots.erase(roots.begin());
  roots.push_back(next);
  // A step on the spot says nothing of the direction.
  if (last && last->problem != next.problem) before = last;
  last = next;
}

}  // namespace noiseloom
