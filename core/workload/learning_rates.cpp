#include "core/workload/learning_rates.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <numbers>
#include <system_error>

#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {
namespace {

constexpr double kLeastRate = 0.05;
constexpr Index kMostRates = Index{1} << 27;
constexpr std::string_view kBlank = " \t\r,;";
constexpr std::size_t kLongestLine = std::size_t{1} << 20;  // an endless line must not fill the memory

// The next line without its comment; false at the end of the file.
bool nextLine(std::istream& in, std::string& line, const std::filesystem::path& path, Index number) {
  line.clear();
  for (int c = in.get(); c != std::char_traits<char>::eof(); c = in.get()) {
    if (c == '\n') return true;
    line += static_cast<char>(c);
    if (line.size() > kLongestLine) {
      throw FormatError(path, "line " + std::to_string(number), "is longer than 1 MiB: not a file of learning rates");
    }
  }
  if (in.bad()) throw IoError(path, "cannot be read");
  return !line.empty();
}

double rate(std::string_view text, const std::filesystem::path& path, Index line) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value) || !(value > 0)) {
    throw FormatError(path, "line " + std::to_string(line),
                      "\"" + std::string(text.substr(0, 40)) + "\" is not a learning rate: use finite numbers above 0");
  }
  return value;
}

}  // namespace

std::string_view toString(ScheduleKind kind) {
  switch (kind) {
    case ScheduleKind::Constant: return "constant";
    case ScheduleKind::Linear: return "linear";
    case ScheduleKind::Cosine: return "cosine";
    case ScheduleKind::File: return "file";
  }
  return "unknown";
}

std::optional<ScheduleKind> scheduleKindFromName(std::string_view name) {
  for (const ScheduleKind kind :
       {ScheduleKind::Constant, ScheduleKind::Linear, ScheduleKind::Cosine, ScheduleKind::File}) {
    if (toString(kind) == name) return kind;
  }
  return std::nullopt;
}

std::vector<double> readLearningRates(const std::filesystem::path& path, Index count) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw IoError(path, "is a folder, not a file of learning rates");
  std::ifstream in(path, std::ios::binary);
  if (!in) throw IoError(path, "cannot be opened for reading");
  const Index most = count > 0 ? count : kMostRates;
  std::vector<double> rates;
  std::string line;
  for (Index number = 1; nextLine(in, line, path, number); ++number) {
    std::string_view rest(line);
    rest = rest.substr(0, rest.find('#'));
    for (;;) {
      rest.remove_prefix(std::min(rest.find_first_not_of(kBlank), rest.size()));
      if (rest.empty()) break;
      const std::string_view word = rest.substr(0, rest.find_first_of(kBlank));
      if (static_cast<Index>(rates.size()) == most) {
        throw FormatError(path, "line " + std::to_string(number),
                          "more learning rates than the " + std::to_string(most) + " iterations");
      }
      rates.push_back(rate(word, path, number));
      rest.remove_prefix(word.size());
    }
  }
  if (count == 0 && rates.empty()) throw FormatError(path, "end of file", "no learning rate stands in it");
  if (count > 0 && static_cast<Index>(rates.size()) != count) {
    throw FormatError(path, "end of file",
                      std::to_string(rates.size()) + " learning rates for " + std::to_string(count) + " iterations");
  }
  return rates;
}

std::vector<double> learningRates(const LearningRateSchedule& schedule, Index count) {
  checkInteger("iterations", count, 1, kMostRates, "a learning rate for each of them is kept");
  checkClosedInterval("warmup", schedule.warmup, 0, 1);
  checkClosedInterval("cooldown", schedule.cooldown, 0, 1);
  if (schedule.kind == ScheduleKind::File)
    throw InvalidArgument("learning_rates", schedule.file, "the rates of the file: they follow from no formula");
  std::vector<double> rates(static_cast<std::size_t>(count), 1.0);
  if (!schedule.isFormula()) return rates;
  const bool linear = schedule.kind == ScheduleKind::Linear;
  if (linear && schedule.warmup + schedule.cooldown > 1) {
    throw InvalidArgument("cooldown", shortest(schedule.cooldown),
                          "at most " + shortest(1 - schedule.warmup) + " beside that warm-up");
  }
  const auto steps = [count](double fraction) {
    return static_cast<Index>(std::lround(fraction * static_cast<double>(count)));
  };
  const Index rising = steps(schedule.warmup);
  for (Index i = 0; i < rising; ++i) {
    rates[static_cast<std::size_t>(i)] =
        kLeastRate + (1 - kLeastRate) * static_cast<double>(i) / static_cast<double>(rising);
  }
  // Both halves of an odd count would round up.
  const Index falling = linear ? std::min(steps(schedule.cooldown), count - rising) : count - rising;
  for (Index i = 0; i < falling; ++i) {
    const double left = static_cast<double>(i) / static_cast<double>(falling);
    const double height = linear ? left : (1 - std::cos(std::numbers::pi * left)) / 2;
    rates[static_cast<std::size_t>(count - 1 - i)] = kLeastRate + (1 - kLeastRate) * height;
  }
  return rates;
}

}  // namespace noiseloom
