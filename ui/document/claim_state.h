#pragma once

#include <QString>

#include "core/design/design.h"

namespace noiseloom {

class ScenarioDocument;

/// Whether a design's claim can be made for the training job as described.
struct ClaimState {
  bool critical = false;
  QString reason;  ///< which assumption is violated, and why; empty unless critical
  QString why;     ///< the same without the name of the job's batching, for where that stands already
  QString remedy;  ///< what to do about it
};

ClaimState claimStateOf(const Design& design);
/// False for a first look, whose noise multiplier is an estimate: nothing may be claimed of it and it is never final.
bool isCertified(const Design& design);

/// What every exported picture must say across it: that assumptions are violated, or that it is of an earlier scenario.
/// Empty when there is nothing to say.
QString pictureMark(const ScenarioDocument& document);
/// What stands below an exported picture.
struct Caption {
  QString claim = {};    ///< what the design is and claims, in a sentence
  QString warning = {};  ///< why it is not to be relied on: in place of the claim
};
/// Of the design on show.
Caption captionOf(const ScenarioDocument& document);

}  // namespace noiseloom
