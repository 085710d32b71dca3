#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/errors.h"
#include "core/base/names.h"
#include "core/io/npz.h"
#include "core/scenario/imported_strategy.h"

namespace noiseloom {

/// The possible contents of an array of a foreign file (docs/formats.md, "Strategies from elsewhere").
enum class StrategyContent {
  Dense,            ///< n x n: C
  DenseInverse,     ///< n x n: C^-1
  Toeplitz,         ///< b coefficients of C
  ToeplitzInverse,  ///< p coefficients of C^-1
  Blt,              ///< 2 x m: decays and output scales of C
  Banded            ///< n x b or b x n: the bands of C
};
template <>
inline constexpr std::array<std::string_view, 6> kNamesOf<StrategyContent>{
    "dense", "dense-inverse", "toeplitz", "toeplitz-inverse", "blt", "banded"};
/// For people: "its inverse C⁻¹".
Phrase displayName(StrategyContent content);

/// More iterations than a dense strategy that is read may have: its n^3 operations and 2 n^2 numbers.
inline constexpr Index kMostDenseImport = 4096;
/// Most bytes of all arrays of a foreign file together.
inline constexpr std::uint64_t kMostForeignBytes = std::uint64_t{512} << 20;

/// A file that holds a strategy, read but not understood yet.
struct ForeignStrategy {
  std::filesystem::path path;
  NpyArray array = {};  ///< what it holds; of a BLT's two arrays 2 x m: the decays, then the scales
  /// The kind of its array, where the names of its arrays say so.
  std::optional<StrategyContent> stated = {};
  bool normalizedColumns = false;         ///< the columns are meant to be scaled to norm 1 (jax_privacy's `params`)
  std::optional<Strategy> strategy = {};  ///< of a strategy file of our own, which leaves no question open
  std::vector<StrategyContent> possible() const;  ///< what an array of that shape can hold; `stated` alone where known
};

/// True if the file is one for readForeignStrategy(): a .npy array, or a zip archive that is no strategy file.
bool isForeignStrategy(const std::filesystem::path& path);
/// Reads a .npy array, an .npz of numpy.savez or numpy.savez_compressed, or a strategy file. Throws IoError, and
/// FormatError for what is none of these, for values that are not finite, and for more than kMostForeignBytes.
ForeignStrategy readForeignStrategy(const std::filesystem::path& path);

/// The iterations that its shape says, as `content`: those of a matrix, and none of what goes on for any n.
std::optional<Index> iterationsOf(const ForeignStrategy& file, StrategyContent content);
/// The least that it can be used for: the number of its coefficients, or iterationsOf().
Index leastIterationsOf(const ForeignStrategy& file, StrategyContent content);

/// Makes the strategy. `content`: what the file holds; none: what it states, or the only thing that it can. Zeros that
/// end a band are not counted: what is banded is certified as banded. Throws InvalidArgument naming `strategy_kind`
/// (what is possible), `iterations` (for what goes on for any n), or `strategy`: entries above the diagonal, a diagonal
/// that is not positive, an inverse that cannot be inverted to ten digits, a BLT whose inverse is none.
ImportedStrategy importStrategy(const ForeignStrategy& file, std::optional<StrategyContent> content,
                                std::optional<Index> iterations);

/// A hash that identifies a strategy, of its kind and the arrays of strategy files. It is the same for any n of kinds
/// that go on by themselves.
std::string sha256OfStrategy(const Strategy& strategy);

}  // namespace noiseloom
