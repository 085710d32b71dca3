#pragma once

#include <QString>

#include "core/design/design.h"

namespace noiseloom {

class ScenarioDocument;

/// Says if a design's claim can be made for the training job as described.
struct ClaimState {
  bool critical = false;
  QString reason;  ///< the violated assumption and why; empty unless critical
  QString why;     ///< `reason` without the name of the job's batching, for places that show it already
  QString remedy;  ///< how to satisfy the assumption
};

ClaimState claimStateOf(const Design& design);
/// False for a quick estimate, whose noise multiplier is not certified: it supports no claim and is never final.
bool isCertified(const Design& design);

/// The mark across every exported picture: assumptions are violated, or the picture shows an earlier scenario. Empty if
/// neither holds.
QString pictureMark(const ScenarioDocument& document);
/// The text below an exported picture.
struct Caption {
  QString claim = {};    ///< the design and its claim, in a sentence
  QString warning = {};  ///< why not to rely on the design; replaces the claim
  QString command = {};  ///< the command that makes the design again, below either
};
Caption captionOf(const ScenarioDocument& document);

}  // namespace noiseloom
