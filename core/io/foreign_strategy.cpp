#include "core/io/foreign_strategy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <map>
#include <span>
#include <utility>

#include "core/base/check.h"
#include "core/io/strategy_file.h"
#include "core/linalg/eigenvalues.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

// In the order of the enumerators.
constexpr std::array<Phrase, kNamesOf<StrategyContent>.size()> kDisplayNames{Core::tr("the matrix C"),
                                                                             Core::tr("its inverse C⁻¹"),
                                                                             Core::tr("Toeplitz coefficients of C"),
                                                                             Core::tr("Toeplitz coefficients of C⁻¹"),
                                                                             Core::tr("decays and scales of a BLT"),
                                                                             Core::tr("the bands of C")};

// An array by the names that programs give it, or two.
struct KnownNames {
  StrategyContent content;
  std::string_view first;
  std::string_view second = {};
  bool normalizedColumns = false;
};
constexpr std::array kKnown{KnownNames{StrategyContent::Dense, "C"},
                            KnownNames{StrategyContent::DenseInverse, "C_inv"},
                            KnownNames{StrategyContent::Toeplitz, "strategy_coef"},
                            KnownNames{StrategyContent::ToeplitzInverse, "noising_coef"},
                            KnownNames{StrategyContent::Blt, "buf_decay", "output_scale"},
                            KnownNames{StrategyContent::Blt, "theta", "omega"},
                            KnownNames{StrategyContent::Banded, "bands"},
                            KnownNames{StrategyContent::Banded, "params", {}, true}};

constexpr char kMetadata[] = "metadata.json";

bool isArchive(const std::filesystem::path& path) {
  return startOfFile(path).starts_with("PK");
}

Index rowsOf(const NpyArray& array) {
  return array.shape[0];
}
Index columnsOf(const NpyArray& array) {
  return array.shape.size() == 2 ? array.shape[1] : 1;
}
double at(const NpyArray& array, Index row, Index column) {
  return array.values[row * columnsOf(array) + column];
}

std::string shapeText(const NpyArray& array) {
  std::string text = std::to_string(array.shape[0]);
  return array.shape.size() == 2 ? text + " x " + std::to_string(array.shape[1]) : text;
}

std::string namesOf(std::span<const StrategyContent> contents) {
  std::string list;
  for (const StrategyContent content : contents) list += (list.empty() ? "" : ", ") + std::string(toString(content));
  return list;
}

[[noreturn]] void refuse(const Text& value, const Text& allowed) {
  throw InvalidArgument("strategy", value, allowed);
}

[[noreturn]] void refuseBytes(const std::filesystem::path& path, std::uint64_t bytes) {
  throw FormatError(path, Core::tr("file"),
                    {Core::tr("holds arrays of %1 bytes: at most %2 are read"), bytes, kMostForeignBytes});
}

ForeignStrategy readArchive(const std::filesystem::path& path) {
  const ZipReader archive(path, ZipDialect::NumPy);
  std::map<std::string, const ZipMember*> members;
  std::string list;
  std::uint64_t bytes = 0;
  for (const ZipMember& member : archive.members()) {
    if (!member.name.ends_with(".npy")) throw FormatError(path, member.name, Core::tr("is no .npy array"));
    const std::string name = member.name.substr(0, member.name.size() - 4);
    members[name] = &member;
    list += (list.empty() ? "" : ", ") + name;
    bytes += member.size;
  }
  if (members.empty()) throw FormatError(path, Core::tr("file"), Core::tr("holds no array"));
  // Deflated members only claim their size.
  if (bytes > kMostForeignBytes) refuseBytes(path, bytes);
  const auto read = [&](std::string_view name) {
    return readNpyArray(archive, *members.at(std::string(name)), NpyDialect::NumPy);
  };
  ForeignStrategy file{path};
  for (const KnownNames& known : kKnown) {
    const bool both = members.contains(std::string(known.first)) &&
                      (known.second.empty() || members.contains(std::string(known.second)));
    if (!both) continue;
    // C may stand beside its inverse; any other pair is two strategies.
    const bool besideInverse = file.stated == StrategyContent::Dense && known.content == StrategyContent::DenseInverse;
    if (file.stated && !besideInverse)
      throw FormatError(path, std::string(known.first),
                        {Core::tr("stands beside another strategy: the arrays are %1"), list});
    if (besideInverse) continue;
    file.stated = known.content;
    file.normalizedColumns = known.normalizedColumns;
    file.array = read(known.first);
    if (known.second.empty()) continue;
    const NpyArray scales = read(known.second);
    if (file.array.shape.size() != 1 || scales.shape != file.array.shape)
      throw FormatError(path, std::string(known.second), Core::tr("must be a list as long as that of the decays"));
    file.array.shape.insert(file.array.shape.begin(), 2);
    file.array.values.insert(file.array.values.end(), scales.values.begin(), scales.values.end());
  }
  if (file.stated) return file;
  if (members.size() > 1) {
    throw FormatError(
        path, Core::tr("file"),
        {Core::tr("holds the arrays %1: only one of them, or one with a name that says what it is"), list});
  }
  file.array = read(members.begin()->first);
  return file;
}

// ---- Each content as a strategy -----------------------------------------------------------------------------------

void checkDiagonal(double value, Index row) {
  if (!(value > 0)) refuse({Core::tr("%1 on the diagonal of row %2"), value, row}, Core::tr("numbers above 0"));
}

// C by row as a banded strategy where it is one, entries beyond the bands being zero.
Strategy strategyOfMatrix(Index n, std::vector<double> matrix) {
  Index bands = 1;
  for (Index i = 0; i < n; ++i) {
    const double* row = matrix.data() + i * n;
    for (Index j = 0; j <= i - bands; ++j) {
      if (row[j] != 0) bands = i - j + 1;
    }
  }
  if (bands == n) return DenseStrategy(n, n, std::move(matrix));
  std::vector<double> rows(n * bands, 0.0);
  for (Index i = 0; i < n; ++i) {
    const Index first = std::max<Index>(0, i - bands + 1);
    std::copy(matrix.begin() + i * n + first, matrix.begin() + i * n + i + 1,
              rows.begin() + (i + 1) * bands - (i + 1 - first));
  }
  return BandedStrategy(n, bands, std::move(rows));
}

void checkLowerTriangular(const NpyArray& array) {
  const Index n = rowsOf(array);
  for (Index i = 0; i < n; ++i) {
    checkDiagonal(at(array, i, i), i);
    for (Index j = i + 1; j < n; ++j) {
      if (at(array, i, j) != 0) {
        refuse({Core::tr("%1 above the diagonal, in row %2 and column %3"), at(array, i, j), i, j},
               Core::tr("a lower-triangular matrix"));
      }
    }
  }
}

Strategy dense(const NpyArray& array) {
  checkLowerTriangular(array);
  return strategyOfMatrix(rowsOf(array), array.values);
}

// How far the inverse of what was inverted may be from what was given, relative to the largest entry of its row.
constexpr double kInverseAgrees = 1e-10;

Strategy denseInverse(const NpyArray& array) {
  checkLowerTriangular(array);
  const Index n = rowsOf(array);
  const DenseStrategy given(n, n, array.values);
  const auto c = given.inverseBlock();
  std::vector<double> matrix(c.begin(), c.end());
  const DenseStrategy back(n, n, matrix);
  for (Index i = 0; i < n; ++i) {
    double largest = 0, difference = 0;
    for (Index j = 0; j <= i; ++j) {
      largest = std::max(largest, std::abs(at(array, i, j)));
      difference = std::max(difference, std::abs(at(array, i, j) - back.inverseEntry(i, j)));
    }
    if (!(difference <= kInverseAgrees * largest)) {
      refuse({Core::tr("an inverse of which row %1 comes back %2 off"), i, difference / largest},
             Core::tr("a matrix that can be inverted to ten digits, or C itself"));
    }
  }
  return strategyOfMatrix(n, std::move(matrix));
}

// Without the zeros that end it.
std::vector<double> coefficientsOf(const NpyArray& array) {
  std::vector<double> values = array.values;
  while (values.size() > 1 && values.back() == 0) values.pop_back();
  if (!(values[0] > 0)) refuse({Core::tr("%1 as the first coefficient"), values[0]}, Core::tr("a number above 0"));
  return values;
}

// C[j + d, j] of the bands, whichever way they are stored (docs/formats.md).
struct Bands {
  const NpyArray& array;
  bool byDiagonal = array.shape[0] < array.shape[1];
  Index iterations = std::max(array.shape[0], array.shape[1]);
  Index bands = std::min(array.shape[0], array.shape[1]);
  /// Row i ends with the diagonal: zeros, which stand left of column 0, begin the first one.
  bool byRow = !byDiagonal && bands > 1 && at(array, 0, 0) == 0;

  double entry(Index column, Index lag) const {
    if (byDiagonal) return at(array, lag, column);
    return byRow ? at(array, column + lag, bands - 1 - lag) : at(array, column, lag);
  }
};

Strategy banded(const NpyArray& array, bool normalizedColumns) {
  const Bands given{array};
  const Index n = given.iterations;
  Index bands = 1;
  std::vector<double> scale(n, 1.0);
  for (Index j = 0; j < n; ++j) {
    checkDiagonal(given.entry(j, 0), j);
    double square = 0;
    for (Index lag = 0; lag < std::min(given.bands, n - j); ++lag) {
      const double value = given.entry(j, lag);
      square += value * value;
      if (value != 0) bands = std::max(bands, lag + 1);
    }
    if (normalizedColumns) scale[j] = 1 / std::sqrt(square);
  }
  if (given.byRow) {
    for (Index i = 0; i < given.bands - 1; ++i) {
      for (Index p = 0; p < given.bands - 1 - i; ++p) {
        if (at(array, i, p) != 0)
          refuse({Core::tr("%1 left of column 0, in row %2"), at(array, i, p), i}, Core::tr("zeros there"));
      }
    }
  }
  std::vector<double> rows(n * bands, 0.0);
  for (Index i = 0; i < n; ++i) {
    for (Index lag = 0; lag < std::min(bands, i + 1); ++lag)
      rows[(i + 1) * bands - 1 - lag] = given.entry(i - lag, lag) * scale[i - lag];
  }
  return BandedStrategy(n, bands, std::move(rows));
}

// The recomputed scales may be this far off, relative to the sum of their magnitudes.
constexpr double kScalesAgree = 1e-9;

// C^-1 of C = 1 + sum omega x / (1 - theta x) has the eigenvalues of diag(theta) - 1 omega^T as its decays.
Strategy blt(const NpyArray& array, Index iterations) {
  const Index m = columnsOf(array);
  const std::size_t count = m;
  const std::span<const double> theta(array.values.data(), count), omega(array.values.data() + m, count);
  std::vector<double> system(count * count);  // by columns
  for (std::size_t j = 0; j < count; ++j) {
    std::fill_n(&system[j * count], count, -omega[j]);
    system[j * count + j] += theta[j];
  }
  std::vector<double> inverse;
  for (const std::complex<double>& decay : eigenvaluesOf(system, m)) {
    if (std::abs(decay.imag()) > 1e-12 || !(decay.real() > 0 && decay.real() <= 1)) {
      refuse({Core::tr("a BLT whose inverse has the decay %1"), decay.real()},
             Core::tr("one whose inverse has decays above 0, at most 1, or its coefficients as toeplitz"));
    }
    inverse.push_back(decay.real());
  }
  std::ranges::sort(inverse, std::greater{});
  BltStrategy strategy(iterations, {theta.begin(), theta.end()}, std::move(inverse));
  double total = 0, difference = 0;
  for (std::size_t i = 0; i < count; ++i) {
    total += std::abs(omega[i]);
    difference = std::max(difference, std::abs(strategy.parameters().omega[i] - omega[i]));
  }
  if (!(difference <= kScalesAgree * total)) {
    refuse({Core::tr("output scales that come back %1 off"), difference},
           Core::tr("decays that are further apart, or its coefficients as toeplitz"));
  }
  return strategy;
}

}  // namespace

Phrase displayName(StrategyContent content) {
  return kDisplayNames[static_cast<std::size_t>(content)];
}

std::vector<StrategyContent> ForeignStrategy::possible() const {
  if (strategy) return {};
  const Index rows = rowsOf(array), columns = columnsOf(array);
  std::vector<StrategyContent> found;
  if (array.shape.size() == 1) {
    found = {StrategyContent::Toeplitz, StrategyContent::ToeplitzInverse};
  } else if (rows == columns) {
    if (rows <= kMostDenseImport) found = {StrategyContent::Dense, StrategyContent::DenseInverse};
  } else {
    found = {StrategyContent::Banded};
  }
  if (array.shape.size() == 2 && rows == 2 && columns <= kMostBltBuffers) found.push_back(StrategyContent::Blt);
  if (!stated) return found;
  const bool fits = std::ranges::find(found, *stated) != found.end();
  return fits ? std::vector{*stated} : std::vector<StrategyContent>();
}

bool isForeignStrategy(const std::filesystem::path& path) {
  if (startOfFile(path).starts_with("\x93NUMPY")) return true;
  return isArchive(path) && ZipReader(path, ZipDialect::NumPy).find(kMetadata) == nullptr;
}

ForeignStrategy readForeignStrategy(const std::filesystem::path& path) {
  if (!isArchive(path)) {
    const InputFile input(path);
    // An array's header, of at most 64 KiB, stands before its values.
    if (input.size() > kMostForeignBytes + 65'600) refuseBytes(path, input.size());
    return {path, readNpyFile(input)};
  }
  if (isForeignStrategy(path)) return readArchive(path);
  ForeignStrategy file{path};
  file.strategy = readStrategyFile(path).strategy;
  return file;
}

std::optional<Index> iterationsOf(const ForeignStrategy& file, StrategyContent content) {
  switch (content) {
    case StrategyContent::Dense:
    case StrategyContent::DenseInverse: return rowsOf(file.array);
    case StrategyContent::Banded: return std::max(rowsOf(file.array), columnsOf(file.array));
    default: return std::nullopt;
  }
}

Index leastIterationsOf(const ForeignStrategy& file, StrategyContent content) {
  if (content == StrategyContent::Blt) return 1;
  return iterationsOf(file, content).value_or(rowsOf(file.array));
}

namespace {

// What the file holds: what is asked for, or the only thing that it can.
StrategyContent contentOf(const ForeignStrategy& file, std::optional<StrategyContent> asked, const std::string& name) {
  const std::vector<StrategyContent> possible = file.possible();
  const std::string shape = shapeText(file.array);
  if (possible.empty()) {
    if (file.stated)
      refuse({Core::tr("an array of shape %1 as %2"), shape, toString(*file.stated)},
             Core::tr("the shape of such an array"));
    refuse({Core::tr("a matrix of shape %1"), shape}, {Core::tr("at most %1 rows"), kMostDenseImport});
  }
  const bool known = asked ? std::ranges::find(possible, *asked) != possible.end() : possible.size() == 1;
  if (!known) {
    throw InvalidArgument("strategy_kind", asked ? Text(toString(*asked)) : Text(Core::tr("(missing)")),
                          {Core::tr("one of %1: the array of %2 has shape %3"), namesOf(possible), name, shape});
  }
  return asked.value_or(possible.front());
}

// iterations: of what goes on for any number of them.
Strategy strategyOf(const ForeignStrategy& file, StrategyContent content, Index iterations, const std::string& name) {
  const auto coefficients = [&] {
    std::vector<double> values = coefficientsOf(file.array);
    // Coefficients that are zero at the end do not need as many iterations.
    checkInteger("iterations", iterations, std::ssize(values), kNoLimit, {Core::tr("the coefficients of %1"), name});
    return values;
  };
  switch (content) {
    case StrategyContent::Dense: return dense(file.array);
    case StrategyContent::DenseInverse: return denseInverse(file.array);
    case StrategyContent::Toeplitz: return ToeplitzStrategy(iterations, coefficients());
    case StrategyContent::ToeplitzInverse: return InverseToeplitzStrategy(iterations, coefficients());
    case StrategyContent::Blt: return blt(file.array, iterations);
    case StrategyContent::Banded: return banded(file.array, file.normalizedColumns);
  }
  return IdentityStrategy(1);
}

}  // namespace

ImportedStrategy importStrategy(const ForeignStrategy& file, std::optional<StrategyContent> content,
                                std::optional<Index> iterations) {
  const std::string name = file.path.filename().string();
  if (file.strategy) {
    if (content)
      throw InvalidArgument("strategy_kind", toString(*content),
                            Core::tr("it without: a strategy file says what it holds"));
    return {name, "", sha256OfStrategy(*file.strategy), file.strategy};
  }
  const StrategyContent holds = contentOf(file, content, name);
  if (!iterationsOf(file, holds) && !iterations) {
    throw InvalidArgument(
        "iterations", Core::tr("(missing)"),
        {Core::tr("at least %1: %2 holds a strategy for any number of them"), leastIterationsOf(file, holds), name});
  }
  Strategy strategy = strategyOf(file, holds, iterations.value_or(1), name);
  std::string sha256 = sha256OfStrategy(strategy);
  return {name, content ? std::string(toString(*content)) : "", std::move(sha256), std::move(strategy)};
}

std::string sha256OfStrategy(const Strategy& strategy) {
  const StrategySizes sizes = sizesOf(strategy);
  const StrategyKind& kind = strategy.kind();
  std::string text(kind.id);
  // One band is the same, scaled or not.
  if (sizes.scaling == ColumnScaling::Normalized && sizes.bands > 1) text += " columns";
  if (kind.treeEstimate) text += " " + std::string(toString(sizes.treeEstimate));
  // That of a dense one stands in its array's hash.
  if (kind.form == NoiseForm::Blocks) text += " " + std::to_string(sizes.blockSize);
  if (!kind.leastIterations) text += " " + std::to_string(sizes.iterations);
  for (const StrategyArray& array : strategyArrays(strategy)) {
    if (array.followsFrom.empty()) text += " " + array.name + " " + sha256OfValues(array.values);
  }
  return sha256Hex(std::as_bytes(std::span(text)));
}

}  // namespace noiseloom
