#include "core/io/learning_rates_file.h"

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
#include "core/workload/workload.h"

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

std::vector<double> coefficientsOfArray(const std::filesystem::path& path) {
  NpyArray array = readNpyFile(InputFile(path));
  const auto& shape = array.shape;
  if (shape.empty() || (shape.size() == 2 && shape[0] != 1 && shape[1] != 1))
    throw FormatError(path, Core::tr("file"), Core::tr("holds no single row or column of numbers"));
  return std::move(array.values);
}

std::vector<double> coefficientsOfText(const std::filesystem::path& path) {
  std::vector<double> values;
  readWords(path, Core::tr("is longer than 1 MiB: not a file of coefficients"), [&](std::string_view word, Index line) {
    const double value = finiteNumber(word);
    if (std::isnan(value)) refuse(path, line, {Core::tr("\"%1\" is not a finite number"), word.substr(0, 40)});
    if (std::ssize(values) == kMostGivenCoefficients)
      refuse(path, line, {Core::tr("more coefficients than %1"), kMostGivenCoefficients});
    values.push_back(value);
  });
  return values;
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

std::vector<double> readCoefficients(const std::filesystem::path& path) {
  const bool array = startOfFile(path).starts_with("\x93NUMPY");
  std::vector<double> values = array ? coefficientsOfArray(path) : coefficientsOfText(path);
  if (values.empty()) throw FormatError(path, Core::tr("end of file"), Core::tr("no coefficient stands in it"));
  if (std::ssize(values) > kMostGivenCoefficients)
    throw FormatError(path, Core::tr("file"), {Core::tr("more coefficients than %1"), kMostGivenCoefficients});
  if (!(values[0] > 0)) {
    throw FormatError(
        path, Core::tr("file"),
        {Core::tr("the first coefficient is %1: it must be above 0 (-A has the errors of A)"), values[0]});
  }
  return values;
}

}  // namespace noiseloom
