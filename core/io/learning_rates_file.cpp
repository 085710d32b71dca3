#include "core/io/learning_rates_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

#include "core/base/errors.h"
#include "core/io/text_lines.h"
#include "core/workload/learning_rates.h"

namespace noiseloom {
namespace {

constexpr std::string_view kBlank = " \t\r,;";

double rate(std::string_view text, const std::filesystem::path& path, Index line) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value) || !(value > 0)) {
    throw FormatError(path, {Core::tr("line %1"), line},
                      {Core::tr("\"%1\" is not a learning rate: use finite numbers above 0"), text.substr(0, 40)});
  }
  return value;
}

}  // namespace

std::vector<double> readLearningRates(const std::filesystem::path& path, Index count) {
  const Index most = count > 0 ? count : kMostRates;
  std::vector<double> rates;
  std::string line;
  for (TextLines lines(path, Core::tr("is longer than 1 MiB: not a file of learning rates")); lines.next(line);) {
    std::string_view rest(line);
    rest = rest.substr(0, rest.find('#'));
    for (;;) {
      rest.remove_prefix(std::min(rest.find_first_not_of(kBlank), rest.size()));
      if (rest.empty()) break;
      const std::string_view word = rest.substr(0, rest.find_first_of(kBlank));
      if (std::ssize(rates) == most) {
        throw FormatError(path, {Core::tr("line %1"), lines.number()},
                          {Core::tr("more learning rates than the %1 iterations"), most});
      }
      rates.push_back(rate(word, path, lines.number()));
      rest.remove_prefix(word.size());
    }
  }
  if (count == 0 && rates.empty())
    throw FormatError(path, Core::tr("end of file"), Core::tr("no learning rate stands in it"));
  if (count > 0 && std::ssize(rates) != count) {
    throw FormatError(path, Core::tr("end of file"),
                      {Core::tr("%1 learning rates for %2 iterations"), rates.size(), count});
  }
  return rates;
}

}  // namespace noiseloom
