#include "core/base/run_control.h"

namespace noiseloom {

RunControl RunControl::part(double from, double to) const {
  RunControl inner{stop, {}, onTrace};
  if (onProgress) {
    inner.onProgress = [outer = onProgress, from, to](const Progress& progress) {
      outer({from + (to - from) * progress.fraction, progress.stage});
    };
  }
  return inner;
}

}  // namespace noiseloom
