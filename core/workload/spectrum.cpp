#include "core/workload/spectrum.h"

#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {
namespace {

constexpr char kArgument[] = "spectrum";
constexpr std::string_view kSpaces = " \t\r\n";
constexpr std::string_view kSeparators = " \t\r\n,;";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kSpaces);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

// Removes the spaces around colons: "0.1 : 2" is one entry.
std::string joined(std::string_view text) {
  std::string out;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(':', begin), text.size());
    std::string_view part = text.substr(begin, end - begin);
    if (begin > 0) part.remove_prefix(std::min(part.find_first_not_of(kSpaces), part.size()));
    if (end < text.size()) part = part.substr(0, part.find_last_not_of(kSpaces) + 1);
    out += part;
    if (end < text.size()) out += ':';
    begin = end + 1;
  }
  return out;
}

std::optional<double> numberIn(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc() || stopped != end) return std::nullopt;
  return value;
}

}  // namespace

Spectrum::Spectrum(std::vector<Curvature> curvatures) : m_curvatures(std::move(curvatures)) {
  if (m_curvatures.empty())
    throw InvalidArgument(kArgument, Core::tr("nothing"), Core::tr("curvatures, such as 0.001:5, 0.01, 0.1:2"));
  if (std::ssize(m_curvatures) > kMostCurvatures)
    throw InvalidArgument(kArgument, {Core::tr("%1 curvatures"), std::ssize(m_curvatures)},
                          {Core::tr("at most %1 of them"), kMostCurvatures});
  for (const Curvature& curvature : m_curvatures) {
    if (!(curvature.step >= 0 && curvature.step <= 1))
      throw InvalidArgument(kArgument, curvature.step,
                            Core::tr("learning rate times curvature from 0 to 1: beyond, iterates swing to and fro"));
    if (!(curvature.weight > 0) || !std::isfinite(curvature.weight))
      throw InvalidArgument(kArgument, {Core::tr("weight %1"), curvature.weight}, Core::tr("weights above 0"));
  }
  if (!std::isfinite(weight()))
    throw InvalidArgument(kArgument, Core::tr("weights without a finite sum"), Core::tr("smaller weights"));
}

double Spectrum::weight() const {
  double sum = 0;
  for (const Curvature& curvature : m_curvatures) sum += curvature.weight;
  return sum;
}

Spectrum parseSpectrum(std::string_view text) {
  const std::string plain = joined(trimmed(text));
  std::vector<Curvature> curvatures;
  for (std::size_t begin = 0; (begin = plain.find_first_not_of(kSeparators, begin)) != plain.npos;) {
    const std::size_t end = std::min(plain.find_first_of(kSeparators, begin), plain.size());
    const std::string_view entry = std::string_view(plain).substr(begin, end - begin);
    const std::size_t colon = entry.find(':');
    const auto step = numberIn(entry.substr(0, colon));
    const auto weight = colon == entry.npos ? std::optional(1.0) : numberIn(entry.substr(colon + 1));
    if (!step || !weight)
      throw InvalidArgument(kArgument, std::string(entry),
                            Core::tr("a curvature, or a curvature and its weight with a colon between them"));
    curvatures.push_back({*step, *weight});
    begin = end;
  }
  return Spectrum(std::move(curvatures));
}

std::string toText(const Spectrum& spectrum) {
  std::string text;
  for (const Curvature& curvature : spectrum.curvatures()) {
    if (!text.empty()) text += ", ";
    text += shortest(curvature.step);
    if (curvature.weight != 1) text += ":" + shortest(curvature.weight);
  }
  return text;
}

}  // namespace noiseloom
