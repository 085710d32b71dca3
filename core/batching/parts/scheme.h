#pragma once

#include <memory>
#include <string>

#include "core/accounting/calibration/calibration.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

/// The accounting of what is released with noise of one mechanism: what the scenario's cap costs is a part of delta.
/// distance: of contributions, where it is not in the bound.
std::unique_ptr<Accounting> lossAccounting(std::unique_ptr<LossBound> loss, const Scenario& scenario, Index bands,
                                           double distance = 1);

/// Delta with what a cap costs in it.
Certified withCapped(const Certified& delta, double capped);

/// How many examples the larger of two neighbouring data sets may have: N + 1 where one is added. Of a data set size
/// that is known.
Index largerSize(const Scenario& scenario);
/// A sentence on the cap's requirement of the job; empty without one.
Text capText(const Scenario& scenario);
/// `assumed`, and that sentence where there is one.
Text withCap(const Text& assumed, const Scenario& scenario);

/// `assumed`, and which part one belongs to that replaces another, where there are several and that may be:
/// contributions to steps of different parts would meet in the same rows.
Text replacedInPlace(const Text& assumed, const Scenario& scenario, Index parts);

/// The accountant that composes certified privacy loss distributions, by that method.
Accountant pldAccountant(const Sampling& sampling, Text method);

/// A method, and what took the place of another, where something did.
Text withStandIn(const Text& method, const Text& instead);

/// "0.00031".
std::string twoDigits(double value);

/// A probability or a share for a sentence: as it is where it has at most six digits, otherwise rounded down, "about
/// 0.116988". Only where a loader that samples less often is as private: where each step leaves out at random some of
/// those that were accounted, whose contributions are then 0.
Text sixDigits(double probability);
/// The same where no direction is known to be safe: as it is, which may be the fraction "1/37501".
Text allDigits(double probability);

}  // namespace noiseloom
