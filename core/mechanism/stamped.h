#pragma once
#include "core/mechanism/dense.h"
namespace noiseloom { DenseOptimum optimizeStamped(const Workload&, Index iterations, Index stamps, ErrorObjective, const RunControl& = {}); }
