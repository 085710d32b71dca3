#include "core/io/workload_files.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/errors.h"
#include "core/io/input_file.h"
#include "core/io/npz.h"
#include "core/io/text_lines.h"
#include "core/workload/learning_rates.h"

namespace noiseloom {
namespace {

constexpr std::string_view kBlank = " \t\r,;";

// Calls use(word, line) for all words of a text.
template <class Use>
void readWords(const std::filesystem::path& path, const Phrase& tooLong, const Use& use) {
  std::string line;
  for (TextLines lines(path, tooLong); lines.next(line);) {
    std::string_view rest(line);
    rest = rest.substr(0, rest.find('#'));
    for (;;) {
      rest.remove_prefix(std::min(rest.find_first_not_of(kBlank), rest.size()));
      if (rest.empty()) break;
      const std::string_view word = rest.substr(0, rest.find_first_of(kBlank));
      use(word, lines.number());
      rest.remove_prefix(word.size());
    }
  }
}

[[noreturn]] void refuse(const std::filesystem::path& path, Index line, const Text& why) {
  throw FormatError(path, {Core::tr("line %1"), line}, why);
}

// NaN for what is no finite number.
double finiteNumber(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool read = error == std::errc() && end == text.data() + text.size() && std::isfinite(value);
  return read ? value : std::numeric_limits<double>::quiet_NaN();
}

// Numbers of a file, and the rows that they stand in, 0 where these are no square.
struct GivenNumbers {
  std::vector<double> values = {};
  Index rows = 0;
};

GivenNumbers numbersOfArray(const std::filesystem::path& path) {
  NpyArray array = readNpyFile(InputFile(path));
  const auto& shape = array.shape;
  const bool square = shape.size() == 2 && shape[0] == shape[1] && shape[0] > 1;
  if (shape.empty() || (shape.size() == 2 && !square && shape[0] != 1 && shape[1] != 1))
    throw FormatError(path, Core::tr("file"), Core::tr("holds no single row or column of numbers, and no square"));
  return {std::move(array.values), square ? static_cast<Index>(shape[0]) : 0};
}

GivenNumbers numbersOfText(const std::filesystem::path& path) {
  GivenNumbers numbers;
  std::vector<double>& values = numbers.values;
  std::vector<Index> ends;  // of lines, in values
  Index before = 0;
  readWords(path, Core::tr("is longer than 1 MiB: not a file of coefficients"), [&](std::string_view word, Index line) {
    const double value = finiteNumber(word);
    if (std::isnan(value)) refuse(path, line, {Core::tr("\"%1\" is not a finite number"), word.substr(0, 40)});
    if (std::ssize(values) == kMostGivenCoefficients)
      refuse(path, line, {Core::tr("more coefficients than %1"), kMostGivenCoefficients});
    if (line != before) ends.push_back(std::ssize(values));
    before = line;
    values.push_back(value);
  });
  const auto rows = std::ssize(ends);
  bool square = rows > 1 && std::ssize(values) == rows * rows;
  for (Index row = 0; square && row < rows; ++row) square = ends[row] == row * rows;
  numbers.rows = square ? rows : 0;
  return numbers;
}

Workload matrixOf(const std::filesystem::path& path, const GivenNumbers& numbers) {
  const Index n = numbers.rows;
  if (n > kMostMatrixRows)
    throw FormatError(path, Core::tr("file"), {Core::tr("a matrix of %1 rows, above %2"), n, kMostMatrixRows});
  std::vector<double> rows;
  rows.reserve(n * (n + 1) / 2);
  for (Index row = 0; row < n; ++row) {
    for (Index column = 0; column < n; ++column) {
      const double value = numbers.values[row * n + column];
      const bool sound = column < row    ? std::isfinite(value)
                         : column == row ? value > 0 && std::isfinite(value)
                                         : value == 0;
      if (!sound) {
        throw FormatError(
            path, {Core::tr("row %1, column %2"), row + 1, column + 1},
            {Core::tr("is %1: a lower-triangular matrix has finite numbers, above 0 on its diagonal and 0 "
                      "above that"),
             value});
      }
      if (column <= row) rows.push_back(value);
    }
  }
  return Workload::matrix(std::move(rows), path.filename().string());
}

}  // namespace

std::vector<double> readLearningRates(const std::filesystem::path& path, Index count) {
  const Index most = count > 0 ? count : kMostRates;
  std::vector<double> rates;
  readWords(path, Core::tr("is longer than 1 MiB: not a file of learning rates"),
            [&](std::string_view word, Index line) {
              if (std::ssize(rates) == most)
                refuse(path, line, {Core::tr("more learning rates than the %1 iterations"), most});
              const double value = finiteNumber(word);
              if (!(value > 0)) {
                refuse(path, line,
                       {Core::tr("\"%1\" is not a learning rate: use finite numbers above 0"), word.substr(0, 40)});
              }
              rates.push_back(value);
            });
  if (count == 0 && rates.empty())
    throw FormatError(path, Core::tr("end of file"), Core::tr("no learning rate stands in it"));
  if (count > 0 && std::ssize(rates) != count) {
    throw FormatError(path, Core::tr("end of file"),
                      {Core::tr("%1 learning rates for %2 iterations"), rates.size(), count});
  }
  return rates;
}

Workload readWorkload(const std::filesystem::path& path) {
  const bool array = startOfFile(path).starts_with("\x93NUMPY");
  GivenNumbers numbers = array ? numbersOfArray(path) : numbersOfText(path);
  if (numbers.rows > 0) return matrixOf(path, numbers);
  std::vector<double>& values = numbers.values;
  if (values.empty()) throw FormatError(path, Core::tr("end of file"), Core::tr("no coefficient stands in it"));
  if (std::ssize(values) > kMostGivenCoefficients)
    throw FormatError(path, Core::tr("file"), {Core::tr("more coefficients than %1"), kMostGivenCoefficients});
  if (!(values[0] > 0)) {
    throw FormatError(
        path, Core::tr("file"),
        {Core::tr("the first coefficient is %1: it must be above 0 (-A has the errors of A)"), values[0]});
  }
  return Workload::toeplitz(std::move(values), path.filename().string());
}

}  // namespace noiseloom
