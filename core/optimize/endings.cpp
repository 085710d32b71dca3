#include "core/optimize/endings.h"

#include "core/base/check.h"

namespace noiseloom::endings {

bool standsIn(const Text& message) {
  for (const Phrase phrase : {kUnamplified, kSquareRoot, kUnamplifiedKept, kSquareRootKept, kHeldBack, kTooManySteps}) {
    if (message.phrase() == phrase) return true;
  }
  return false;
}

Text read(std::string_view words, double relativeGradient) {
  const std::string_view last = words.substr(words.rfind(' ') + 1);  // the tolerance, if there is one
  for (const Phrase phrase :
       {kGradient,        kDecrement,      kFlat,     kResolved,   kNoLowerPoint, kLimit,       kIterations,
        kEvaluations,     kRounds,         kStopped,  kNotStarted, kCancelled,    kUnamplified, kSquareRoot,
        kUnamplifiedKept, kSquareRootKept, kHeldBack, kOneBand,    kNoChange,     kEndOfRange,  kTooManySteps}) {
    for (const Text& first : {Text(relativeGradient), Text(kConstant), Text(kExponent), Text(kPart)}) {
      if (Text text(phrase, first, last); text.english() == words) return text;
    }
  }
  return words;
}

}  // namespace noiseloom::endings
