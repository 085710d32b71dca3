#pragma once

#include <optional>

#include "core/accounting/fourier_accountant.h"

namespace noiseloom {

/// log delta of T compositions in one direction, where few or rare participations leave nearly all of the loss's mass
/// close to the least loss, T log(1 - q): an atom whose transform never decays and towers over delta, so that the plain
/// inversion (fourierDelta) settles slowly or not at all.
///
/// One step's transform is split smoothly by outcome, M = A + B with A below a cut. Sums of A-steps alone stay below
/// the barrier b, but for a probability that is negligible against delta. To remove they pay nothing, to add they pay
/// A(0)^T - e^epsilon A(1)^T exactly; and what is left to integrate along a contour, M^T - A^T, is the transform of the
/// sums with at least one B-step: a smooth measure without the atom. It is evaluated as A^T ((1 + B/A)^T - 1), to full
/// relative accuracy however rare B-steps are, through the saddle point of its own.
///
/// Accurate to about `accuracy`, 1e-9 to 1e-2, in log delta but not certified; less accuracy is much cheaper, because
/// it allows a higher cut. Empty when it does not settle either, or when no cut separates the atom. expectedLogDelta:
/// log delta or less; what is neglected is relative to it.
std::optional<FourierDelta> atomFreeDelta(const SubsampledGaussian& step, Direction direction, double epsilon,
                                          Index compositions, double expectedLogDelta, double accuracy);

}  // namespace noiseloom
