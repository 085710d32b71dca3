#include "core/mechanism/bisr.h"

#include "core/base/check.h"
#include "core/mechanism/square_root.h"

namespace noiseloom {

std::vector<double> bisrCoefficients(const Workload& workload, Index bands) {
  checkInteger("bands", bands, 1, kNoLimit);
  return workloadPowerCoefficients(workload, -0.5, bands);
}

}  // namespace noiseloom
