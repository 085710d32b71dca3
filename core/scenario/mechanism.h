#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/base/run_control.h"
#include "core/noise/noise_shape.h"
#include "core/optimize/solution.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

struct Scenario;
struct Mechanism;
enum class Field;

/// A field of the scenario that applies to a mechanism, with texts for people if the field's own do not suffice.
struct MechanismSetting {
  Field field;
  Phrase label = {};
  Phrase help = {};
};

/// A source of the mechanism: a row of docs/references.md, and the place in it ("section 3.2").
struct MechanismSource {
  std::string_view key;
  Phrase place = {};
};

/// Solves with that many bands (ignored by mechanisms without). `start`: a neighbouring solve's coefficients or empty.
using MechanismSolve = Solution (*)(const Scenario&, Index bands, std::span<const double> start, const RunControl&);

/// A mechanism: a way to choose the strategy matrix C of a scenario, and all that the rest of the program knows of it.
/// There is one object of each (core/mechanism, one file each; list.h has them all), so that addresses compare.
/// docs/mechanisms/ID.md is its page.
struct Mechanism {
  std::string_view id;              ///< in files and on the command line: "banded-toeplitz"
  Phrase name;                      ///< for people: "Banded Toeplitz"
  std::string_view shortName = {};  ///< for legends; empty: the name
  Phrase summary;                   ///< in one line
  std::span<const MechanismSource> sources = {};
  int color = 0;          ///< of its curves, independent of what they are compared with: index in the palette
  bool compared = false;  ///< curves of others are compared with it by default: solved at once

  std::span<const MechanismSetting> settings = {};  ///< the fields that apply to it
  bool bandsOfInverse = false;                      ///< `bands` are those of C^-1
  bool searchesBands = true;                        ///< open bands are the best ones; otherwise as many as possible
  bool needsSeparation = false;   ///< bands end at the min-separation: optimal if participations share no row of C
  bool ofParticipation = false;   ///< the strategy depends on the participation
  bool optimisedJointly = false;  ///< under balls-in-bins optimised together with its noise, which takes seconds

  /// True if for the objective "last" a small share of the weight is on the mean error; nullptr: never.
  bool (*lastWithMean)(const Scenario&, Index bands) = nullptr;

  /// True if its strategies are banded, with at most `bands` bands, as cyclic Poisson sampling needs.
  bool (*banded)(const Scenario&) = [](const Scenario&) { return false; };
  /// Where strategies have to be banded, its own are among those that this one optimises over; nullptr: no such one.
  const Mechanism* bandedWithin = nullptr;
  Phrase bandedWith = {};  ///< "with bands": the condition for that, if there is one
  /// Most bands that memory allows, 0 if not even one fits; nullptr: Scenario::kMostBands.
  Index (*mostBands)(Index iterations) = nullptr;
  bool anyWorkload = false;  ///< can be used beside a workload that is a given matrix
  /// The reason why it cannot be used in a scenario with n, k >= 1: limits of size; nullptr: it always can.
  std::optional<InvalidArgument> (*problem)(const Scenario&) = nullptr;

  MechanismSolve solve = nullptr;
  /// A quick solve, not to be certified: without the final refinement, which moves no minimum. nullptr: solve().
  MechanismSolve quickSolve = nullptr;
  /// A lower bound of the objective, at noise multiplier 1, of what solve() finds, in a part of its time: it ends once
  /// the bound is above `enough`, or will not be. 0: none is known. nullptr: never.
  double (*bound)(const Scenario&, double enough, const RunControl&) = nullptr;
  /// Approximate duration of solve(), in seconds on one core of 2020s hardware; within a factor of about three.
  /// nullptr: a closed form's.
  double (*seconds)(const Scenario&, Index bands) = nullptr;
  /// Approximate peak memory of solve(), in bytes, if it grows with n^2. nullptr: little.
  double (*bytes)(const Scenario&, Index bands) = nullptr;
  const Mechanism* curve = nullptr;   ///< its optima over bands stand in for this one's
  const Mechanism* sketch = nullptr;  ///< shown at first if this one's solve takes long

  /// The way in which noise would be made with that many bands, or buffers. nullptr: from the last rows of y.
  NoiseShape (*noise)(const Scenario&, Index size) = nullptr;
  /// The size of one of its strategies, "8 bands", "full decoder"; nullptr: as for its kind of strategy.
  Text (*size)(const Strategy&) = nullptr;

  const MechanismSetting* setting(Field field) const;
  bool uses(Field field) const { return setting(field) != nullptr; }
};

/// Every mechanism, in the order in which they are offered.
std::span<const Mechanism* const> allMechanisms();
/// allMechanisms(), followed by bestMechanism() and importedMechanism().
std::span<const Mechanism* const> offeredMechanisms();
/// Stands for the mechanism with the smallest error within the limits: can be requested, but no design has it.
const Mechanism& bestMechanism();
/// Stands for a strategy from a file (Scenario::imported): does not choose one.
const Mechanism& importedMechanism();
/// Independent noise, with which all others are compared.
const Mechanism& baselineMechanism();
/// The default of a scenario; its curve over bands stands in for mechanisms without one.
const Mechanism& standardMechanism();
/// nullopt for an unknown name.
std::optional<const Mechanism*> mechanismFromName(std::string_view id);
inline std::string_view toString(const Mechanism* mechanism) {
  return mechanism->id;
}

/// The reason why the scenario's mechanism cannot be used in it, named after the field that prevents it: the batching,
/// the workload, the iterations or the noise rows. nullopt if it can, or if iterations or epochs are below 1, which
/// Scenario::problems() reports.
std::optional<InvalidArgument> mechanismProblem(const Scenario& scenario);

/// Strategy::noiseRows() of the mechanism's strategies if the scenario alone determines it: nullopt if bands are to be
/// chosen, and for "best"; for a BLT its buffers, at least 1.
std::optional<Index> fixedNoiseRows(const Scenario& scenario);

/// Mechanism::solve of the scenario's. Anything but bestMechanism().
Solution solveMechanism(const Scenario& scenario, Index bands, std::span<const double> start,
                        const RunControl& control);
/// A quick solve: Mechanism::quickSolve of the scenario's.
Solution solveQuickly(const Scenario& scenario, Index bands, std::span<const double> start, const RunControl& control);
/// Mechanism::seconds of the scenario's.
double estimatedSeconds(const Scenario& scenario, Index bands);
/// Mechanism::noise of the scenario's; `size` >= 1 is ignored if it has neither bands nor buffers. nullopt for "best".
std::optional<NoiseShape> noiseShapeOf(const Scenario& scenario, Index size);
/// The message that "iterations" must be at most that.
std::optional<InvalidArgument> iterationsProblem(const Scenario& scenario, Index most, const Text& why);
/// The same for strategies of no series under a workload that is not rational: at most kMostByColumns.
std::optional<InvalidArgument> columnsProblem(const Scenario& scenario);

}  // namespace noiseloom
