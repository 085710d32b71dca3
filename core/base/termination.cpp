#include "core/base/termination.h"

namespace noiseloom {

std::string_view toString(Termination termination) {
  switch (termination) {
    case Termination::NotRun: return "not-run";
    case Termination::Converged: return "converged";
    case Termination::IterationLimit: return "iteration-limit";
    case Termination::Stopped: return "stopped";
    case Termination::LineSearchFailed: return "line-search-failed";
    case Termination::InvalidInput: return "invalid-input";
  }
  return "unknown";
}

}  // namespace noiseloom
