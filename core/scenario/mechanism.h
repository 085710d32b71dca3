#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

/// A field of the scenario that means something to a mechanism, with texts for people where the field's own do not say
/// what.
struct MechanismSetting {
  Field field;
  Phrase label = {};
  Phrase help = {};
};

/// A source of the mechanism: a row of docs/references.md, and where in it ("section 3.2").
struct MechanismSource {
  std::string_view key;
  Phrase place = {};
};

/// Solves with that many bands (ignored by mechanisms without). `start`: coefficients of a neighbouring solve, or
/// empty.
using MechanismSolve = Solution (*)(const Scenario&, Index bands, std::span<const double> start, const RunControl&);

/// A mechanism: a way to choose the strategy matrix C of a scenario, and all that the rest of the program knows of it.
/// There is one object of each (core/mechanism, a file each; list.h has them all), so that addresses compare.
/// docs/mechanisms/ID.md is its page.
struct Mechanism {
  std::string_view id;              ///< in files and on the command line: "banded-toeplitz"
  Phrase name;                      ///< for people: "Banded Toeplitz"
  std::string_view shortName = {};  ///< what a legend has room for; empty: the name
  Phrase summary;                   ///< what it is, in a line
  std::span<const MechanismSource> sources = {};
  int color = 0;  ///< of its curves, which keep their look whatever they are compared with: place in the palette
  bool compared = false;  ///< curves of others are compared with it until a person chooses: solved at once

  std::span<const MechanismSetting> settings = {};  ///< the fields that mean something to it
  bool bandsOfInverse = false;                      ///< `bands` are those of C^-1
  bool searchesBands = true;                        ///< open bands are the best ones; else as many as there may be
  bool needsSeparation = false;  ///< bands end at the min-separation: optimal where participations share no row of C
  bool ofParticipation = false;  ///< the strategy depends on who takes part when
  bool amplifiedInView = false;  ///< under balls-in-bins optimised together with its noise, which takes seconds

  /// Whether for the objective "last" a small share of the weight is on the mean error; nullptr: never.
  bool (*lastWithMean)(const Scenario&, Index bands) = nullptr;

  /// Whether its strategies are banded, with at most `bands` bands, as cyclic Poisson sampling needs.
  bool (*banded)(const Scenario&) = [](const Scenario&) { return false; };
  Phrase bandedWith = {};  ///< "with bands": the condition that makes it so, if there is one
  /// Most bands that memory allows, 0 where not even one fits; nullptr: Scenario::kMostBands.
  Index (*mostBands)(Index iterations) = nullptr;
  /// Why it cannot be used in a scenario with n, k >= 1: limits of size; nullptr: it always can.
  std::optional<InvalidArgument> (*problem)(const Scenario&) = nullptr;

  MechanismSolve solve = nullptr;
  /// For the eye only: without the last improvement, which moves no minimum. nullptr: solve() does.
  MechanismSolve look = nullptr;
  /// About how long solve() takes, in seconds on one core of 2020s hardware; within a factor of three or so. nullptr: a
  /// closed form's.
  double (*seconds)(const Scenario&, Index bands) = nullptr;
  /// About the most memory that solve() takes, in bytes, where it grows with n^2. nullptr: little.
  double (*bytes)(const Scenario&, Index bands) = nullptr;
  const Mechanism* curve = nullptr;   ///< whose optima over bands stand for its own
  const Mechanism* sketch = nullptr;  ///< what is shown at first where its own solve takes long

  /// How the noise would be made with that many bands, or buffers. nullptr: from the last rows of y.
  NoiseShape (*noise)(const Scenario&, Index size) = nullptr;
  /// "8 bands", "full decoder": what the size of a strategy of its is; nullptr: as its kind of strategy has it.
  Text (*size)(const Strategy&) = nullptr;

  const MechanismSetting* setting(Field field) const;
  bool uses(Field field) const { return setting(field) != nullptr; }
};

/// Every mechanism, in the order in which they are offered.
std::span<const Mechanism* const> allMechanisms();
/// The same, ended by bestMechanism() and importedMechanism().
std::span<const Mechanism* const> offeredMechanisms();
/// Whichever of all mechanisms has the smallest error within the limits: something to ask for, no mechanism of a
/// design.
const Mechanism& bestMechanism();
/// What a strategy from a file has (Scenario::imported): no way to choose one.
const Mechanism& importedMechanism();
/// Independent noise, which all others are compared with.
const Mechanism& baselineMechanism();
/// What a scenario has that says nothing else; its curve over bands stands in where there is none.
const Mechanism& standardMechanism();
/// nullopt for a name that is none.
std::optional<const Mechanism*> mechanismFromName(std::string_view id);
inline std::string_view toString(const Mechanism* mechanism) {
  return mechanism->id;
}

/// Why the scenario's mechanism cannot be used in this scenario, by the name of the field that stands in the way: the
/// batching, the workload, the iterations or the noise rows. Nothing when it can, or when iterations or epochs are
/// below 1, which Scenario::problems() says.
std::optional<InvalidArgument> mechanismProblem(const Scenario& scenario);

/// Strategy::noiseRows() of the mechanism's strategies where the scenario alone decides: nothing where bands are to be
/// chosen, and for "best"; for a BLT its buffers, at least 1.
std::optional<Index> fixedNoiseRows(const Scenario& scenario);

/// Mechanism::solve of the scenario's. Anything but bestMechanism().
Solution solveMechanism(const Scenario& scenario, Index bands, std::span<const double> start,
                        const RunControl& control);
/// Mechanism::look of the scenario's.
Solution lookAtMechanism(const Scenario& scenario, Index bands, std::span<const double> start,
                         const RunControl& control);
/// Mechanism::seconds of the scenario's.
double estimatedSeconds(const Scenario& scenario, Index bands);
/// Mechanism::noise of the scenario's; `size` is at least 1 and ignored where it has neither bands nor buffers. Nothing
/// for "best".
std::optional<NoiseShape> noiseShapeOf(const Scenario& scenario, Index size);
/// "iterations" has to be at most that.
std::optional<InvalidArgument> iterationsProblem(const Scenario& scenario, Index most, const Text& why);

}  // namespace noiseloom
