#include "core/snippet/scenario_link.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/errors.h"
#include "core/scenario/field_value.h"
#include "core/scenario/scenario_fields.h"
#include "core/snippet/copied_command.h"
#include "core/snippet/design_options.h"

namespace noiseloom {
namespace {

constexpr char kArgument[] = "link";
constexpr std::string_view kStart = "noiseloom://scenario/";
constexpr std::string_view kVersion = "1";
// A message quotes no more of what somebody sent.
constexpr std::size_t kMostQuoted = 60;

bool isPrintable(char c) {
  return c > ' ' && c <= '~';
}

// Letters, digits and marks that no program takes for the end of a link.
bool isPlain(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
         std::string_view("-._~:,/").find(c) != std::string_view::npos;
}

std::string inQuotes(std::string_view text) {
  std::string shown;
  for (const char c : text.substr(0, kMostQuoted)) shown += c == ' ' || isPrintable(c) ? c : '?';
  if (text.empty()) return "\"\"";
  return text.size() > kMostQuoted ? shown + "..." : shown;
}

std::string encoded(std::string_view value) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string text;
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    if (isPlain(c)) {
      text += c;
    } else {
      text += '%';
      text += kDigits[byte / 16];
      text += kDigits[byte % 16];
    }
  }
  return text;
}

// nullopt for a percent sign without two hexadecimal digits, and for what is not printable.
std::optional<std::string> decoded(std::string_view text) {
  std::string value;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      if (text.size() - i < 3) return std::nullopt;
      unsigned byte = 0;
      const char* digits = text.data() + i + 1;
      const auto [end, error] = std::from_chars(digits, digits + 2, byte, 16);
      if (error != std::errc() || end != digits + 2) return std::nullopt;
      c = static_cast<char>(byte);
      i += 2;
    }
    if (c != ' ' && !isPrintable(c)) return std::nullopt;
    value += c;
  }
  return value;
}

// The values of a link by the names of options. Each is taken once; those left over are unknown.
class Words {
 public:
  explicit Words(std::string_view query) {
    for (std::size_t begin = 0; begin <= query.size();) {
      const std::size_t end = std::min(query.find('&', begin), query.size());
      add(query.substr(begin, end - begin));
      begin = end + 1;
    }
  }

  std::optional<std::string> take(std::string_view name) {
    const auto found = m_values.find(name);
    if (found == m_values.end()) return std::nullopt;
    std::string value = std::move(found->second);
    m_values.erase(found);
    return value;
  }
  void finish() const {
    if (m_values.empty()) return;
    const auto& [name, value] = *m_values.begin();
    throw InvalidArgument(kArgument, inQuotes(name + "=" + value),
                          Core::tr("inputs of a scenario by the names of the command line, such as epsilon=8"));
  }

 private:
  void add(std::string_view word) {
    const std::size_t sign = word.find('=');
    const auto value = sign == word.npos ? std::nullopt : decoded(word.substr(sign + 1));
    if (sign == 0 || !value || value->empty())
      throw InvalidArgument(kArgument, inQuotes(word), Core::tr("inputs with their values, such as epsilon=8"));
    if (!m_values.emplace(word.substr(0, sign), *value).second)
      throw InvalidArgument(kArgument, inQuotes(word), Core::tr("each input once"));
  }

  std::map<std::string, std::string, std::less<>> m_values;
};

double numberOf(std::string_view argument, const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    throw InvalidArgument(std::string(argument), inQuotes(text), Core::tr("a number"));
  return value;
}

[[noreturn]] void refuseName(std::string_view argument, const std::string& text,
                             const std::vector<std::string_view>& names) {
  std::string list;
  for (const std::string_view name : names) list += (list.empty() ? "" : ", ") + std::string(name);
  throw InvalidArgument(std::string(argument), inQuotes(text), {Core::tr("one of %1"), list});
}

void store(const FieldInfo& field, const std::string& text, Scenario& scenario) {
  if (const auto* choice = std::get_if<Choice>(&field.place)) {
    if (!choice->set(scenario, text)) refuseName(field.name, text, choice->names());
  } else if (const auto* flag = std::get_if<Place<bool>>(&field.place)) {
    if (text != "on" && text != "off") refuseName(field.name, text, {"on", "off"});
    flag->in(scenario) = text == "on";
  } else {
    scenario = withValue(std::move(scenario), field.field, numberOf(field.name, text));
  }
}

LearningRateSchedule scheduleOf(const std::string& name, Words& words) {
  LearningRateSchedule schedule;
  const auto kind = fromName<ScheduleKind>(name);
  if (kind) schedule.kind = *kind;
  if (!schedule.isFormula()) refuseName("schedule", name, {"linear", "cosine"});
  if (const auto warmup = words.take("warmup")) schedule.warmup = numberOf("warmup", *warmup);
  const bool falls = schedule.kind == ScheduleKind::Linear;
  if (const auto cooldown = falls ? words.take("cooldown") : std::nullopt)
    schedule.cooldown = numberOf("cooldown", *cooldown);
  return schedule;
}

Workload givenWorkload(const std::string& text) {
  std::vector<double> coefficients;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    coefficients.push_back(numberOf("workload", text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return Workload::toeplitz(std::move(coefficients));
}

// The iterations must be known.
void readWorkload(Words& words, Scenario& scenario) {
  if (const auto name = words.take("workload")) {
    const bool given = name->find_first_not_of("0123456789.,e-") == std::string::npos;
    if (!given && *name != "sgd" && *name != "identity")
      refuseName("workload", *name, {"sgd", "identity", "coefficients with commas"});
    if (given) {
      scenario.workload = givenWorkload(*name);
    } else if (*name == "identity") {
      scenario.workload = Workload::identity();
    } else {
      const auto momentum = words.take("momentum");
      const auto decay = words.take("weight-decay");
      const auto averaging = words.take("averaging");
      const double beta = momentum ? numberOf("momentum", *momentum) : 0;
      const double alpha = decay ? numberOf("weight_decay", *decay) : 1;
      const double gamma = averaging ? numberOf("averaging", *averaging) : 0;
      scenario.workload = Workload::sgd(alpha, beta).withAveraging(gamma);
      if (const auto window = words.take("averaging-window"))
        scenario = withValue(std::move(scenario), Field::AveragingWindow, numberOf("averaging_window", *window));
      if (const auto schedule = words.take("schedule"))
        scenario = withSchedule(std::move(scenario), scheduleOf(*schedule, words));
    }
  }
  if (const auto spectrum = words.take("spectrum"))
    scenario.workload = scenario.workload.withSpectrum(parseSpectrum(*spectrum));
}

Scenario readWords(Words words) {
  Scenario scenario;
  std::vector<const FieldInfo*> stated;
  for (const FieldInfo& field : scenarioFields()) {
    if (field.field == Field::Workload) readWorkload(words, scenario);
    if (!standsAlone(field) || field.option.name.empty()) continue;
    const auto text = words.take(field.option.name);
    if (!text && (field.required || field.field == Field::Epochs))
      throw InvalidArgument(std::string(field.name), Core::tr("nothing"), Core::tr("a value for it in the link"));
    if (!text) continue;
    store(field, *text, scenario);
    stated.push_back(&field);
  }
  words.finish();
  for (const FieldInfo* field : stated) {
    if (!matters(*field, scenario))
      throw InvalidArgument(std::string(field->name), Core::tr("a value"),
                            Core::tr("it beside choices for which it means something only"));
  }
  scenario.validate();
  return scenario;
}

// True if nothing that means anything differs.
bool isSame(const Scenario& left, const Scenario& right) {
  return agree(left, right, [](const Concerns&) { return true; });
}

}  // namespace

bool isScenarioLink(std::string_view text) {
  return text.starts_with(kLinkScheme);
}

std::string scenarioLink(const Scenario& scenario) {
  scenario.validate();
  if (scenario.imported && matters(infoOf(Field::Imported), scenario))
    throw InvalidArgument("mechanism", scenario.mechanism->id,
                          Core::tr("one that is no file's: a link holds no strategy, share its file or a session"));
  if (needsRatesFile(scenario))
    throw InvalidArgument("learning_rates", Core::tr("a file"),
                          Core::tr("a schedule: a link holds no file, share a session"));
  if (!scenario.workload.file().empty())
    throw InvalidArgument("workload", Core::tr("a file"),
                          Core::tr("one without: a link holds no file, share a session"));
  std::string link(kStart);
  link += kVersion;
  char sign = '?';
  for (const DesignOption& option : designOptions(scenario, EpochsOption::AsTheyAre)) {
    link += std::exchange(sign, '&');
    link += option.name;
    link += '=';
    // Forms would read a plus sign as a space; numbers do not need the one of an exponent.
    std::string value = option.value;
    std::erase(value, '+');
    link += encoded(value);
  }
  if (link.size() > kMostLinkBytes)
    throw InvalidArgument(kArgument, {Core::tr("%1 characters"), link.size()},
                          {Core::tr("at most %1: share a session"), kMostLinkBytes});
  if (!isSame(scenarioOfLink(link), scenario))
    throw InvalidArgument(kArgument, link, Core::tr("a scenario that a link holds: share a session"));
  return link;
}

Scenario scenarioOfLink(std::string_view link) {
  if (link.size() > kMostLinkBytes)
    throw InvalidArgument(kArgument, {Core::tr("%1 characters"), link.size()},
                          {Core::tr("at most %1"), kMostLinkBytes});
  if (!link.starts_with(kStart) || !std::ranges::all_of(link, isPrintable))
    throw InvalidArgument(kArgument, inQuotes(link),
                          {Core::tr("what begins with %1 and is ASCII without spaces"), kStart});
  link.remove_prefix(kStart.size());
  const std::size_t query = std::min(link.find('?'), link.size());
  if (link.substr(0, query) != kVersion)
    throw InvalidArgument(kArgument, {Core::tr("version %1"), inQuotes(link.substr(0, query))},
                          {Core::tr("version %1, or a newer Noiseloom"), kVersion});
  if (query == link.size())
    throw InvalidArgument(kArgument, Core::tr("no inputs"), Core::tr("inputs with their values, such as epsilon=8"));
  return readWords(Words(link.substr(query + 1)));
}

}  // namespace noiseloom
