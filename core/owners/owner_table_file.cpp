#include "core/owners/owner_table_file.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/io/text_lines.h"

namespace noiseloom {
namespace {

constexpr std::string_view kBlanks = " \r";
constexpr std::string_view kBetween = ",;\t";
constexpr std::size_t kShownBytes = 40;  // of a text in a message

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

struct NameHash : std::hash<std::string_view> {
  using is_transparent = void;
};

// Names in the order in which they come, each with a number.
class Names {
 public:
  std::uint32_t number(std::string_view name) {
    if (const auto known = m_numbers.find(name); known != m_numbers.end()) return known->second;
    return m_numbers.emplace(name, static_cast<std::uint32_t>(m_numbers.size())).first->second;
  }
  Index count() const { return std::ssize(m_numbers); }

 private:
  std::unordered_map<std::string, std::uint32_t, NameHash, std::equal_to<>> m_numbers;
};

class TableReader {
 public:
  TableReader(const std::filesystem::path& path, std::optional<Index> examples)
      : m_path(path), m_lines(path, std::string("is longer than 1 MiB: not a table of owners")), m_examples(examples) {}

  OwnerTable read();

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw FormatError(m_path, "line " + std::to_string(m_lines.number()), why);
  }
  void addOwner(Index example, std::string_view name);
  void readList(Index example, std::string_view line);
  void readPair(std::string_view line);

  std::filesystem::path m_path;
  TextLines m_lines;
  std::optional<Index> m_examples;  // that there are to be
  Names m_names;
  std::vector<Ownership> m_entries;
};

void TableReader::addOwner(Index example, std::string_view name) {
  name = trimmed(name);
  if (name.empty()) refuse("has an owner without a name: use names apart by one comma, semicolon or tab");
  if (name.find('"') != std::string_view::npos)
    refuse("has a quote: use names without quotes, commas, semicolons and tabs, such as numbers");
  m_entries.push_back({static_cast<std::uint32_t>(example), m_names.number(name)});
}

void TableReader::readList(Index example, std::string_view line) {
  if (trimmed(line).empty()) return;
  for (;;) {
    const std::size_t end = line.find_first_of(kBetween);
    addOwner(example, line.substr(0, end));
    if (end == std::string_view::npos) return;
    line.remove_prefix(end + 1);
  }
}

void TableReader::readPair(std::string_view line) {
  const std::size_t between = line.find_first_of(kBetween);
  if (between == std::string_view::npos) refuse("is no pair: use an example, a comma and an owner");
  const std::string_view number = trimmed(line.substr(0, between));
  Index example = -1;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), example);
  if (error != std::errc() || end != number.data() + number.size() || example < 0 || example >= *m_examples) {
    refuse("\"" + std::string(number.substr(0, kShownBytes)) + "\" is no example: use 0 to " +
           std::to_string(*m_examples - 1));
  }
  const std::string_view owner = line.substr(between + 1);
  if (owner.find_first_of(kBetween) != std::string_view::npos)
    refuse("has more than an example and an owner: use a line for each owner");
  addOwner(example, owner);
}

OwnerTable TableReader::read() {
  if (m_examples) checkInteger("dataset_size", *m_examples, 1, OwnerTable::kMostExamples);
  std::string line;
  Index lines = 0;
  bool pairs = false;
  while (m_lines.next(line)) {
    std::string_view text(line);
    if (m_lines.number() == 1) {
      if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // as some programs begin a text in UTF-8
      const std::string_view header = trimmed(text);
      pairs = header == "example,owner" || header == "example;owner" || header == "example\towner";
      if (pairs && !m_examples) {
        throw InvalidArgument("dataset_size", std::string("none"),
                              std::string("the number of examples, which a table of pairs does not state"));
      }
      if (pairs) continue;
    }
    if (pairs) {
      readPair(text);
      continue;
    }
    if (lines == m_examples.value_or(OwnerTable::kMostExamples))
      refuse("is of one example more than the " + std::to_string(lines) + " that there may be");
    readList(lines++, text);
  }
  const auto refuseEnd = [&](const std::string& why) { throw FormatError(m_path, std::string("end of file"), why); };
  if (m_entries.empty()) refuseEnd("no owner stands in it");
  if (!pairs && m_examples && lines != *m_examples)
    refuseEnd(std::to_string(lines) + " lines for " + std::to_string(*m_examples) + " examples: use one for each");
  return {pairs ? *m_examples : lines, m_names.count(), std::move(m_entries)};
}

}  // namespace

OwnerTable readOwnerTable(const std::filesystem::path& path, std::optional<Index> examples) {
  return TableReader(path, examples).read();
}

}  // namespace noiseloom
