#include "core/io/examples_csv.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <string_view>

#include "core/base/errors.h"
#include "core/base/memory.h"

namespace noiseloom {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{1} << 20;
constexpr std::size_t kLongestLine = std::size_t{1} << 20;

std::string_view trimmed(std::string_view cell) {
  constexpr std::string_view kBlank = " \r";
  cell.remove_prefix(std::min(cell.find_first_not_of(kBlank), cell.size()));
  const std::size_t last = cell.find_last_not_of(kBlank);
  cell = cell.substr(0, last == std::string_view::npos ? 0 : last + 1);
  if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"') cell = cell.substr(1, cell.size() - 2);
  return cell;
}

std::optional<double> numberOf(std::string_view cell) {
  double value = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc() || end != cell.data() + cell.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

class Reader {
 public:
  Reader(ByteSource& source, const std::optional<std::string>& labelColumn)
      : m_path(source.path()), m_labelColumn(labelColumn) {}

  void line(std::string_view text) {
    ++m_line;
    if (m_line == 1 && text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    if (text.size() > kLongestLine) refuse(Core::tr("is longer than 1 MiB: not a file of examples"));
    if (text.find_first_not_of(" \t\r,;") == std::string_view::npos) return;
    if (m_separator == '\0')
      m_separator = text.find(',') != std::string_view::npos   ? ','
                    : text.find(';') != std::string_view::npos ? ';'
                                                               : '\t';
    split(text);
    if (m_columns == 0 && !begin()) return;
    if (m_cells.size() != m_columns)
      refuse({Core::tr("has %1 cells where the first line has %2"), m_cells.size(), m_columns});
    example();
  }

  /// Room for all examples, once some have been read from the first bytes of so many: refused where there is none.
  void makeRoom(std::uint64_t bytes, std::uint64_t of) {
    constexpr double kPlaces = 3;  // beside the features: a label, a target and a place in an order
    constexpr double kLonger = 1.02;
    if (m_table.labels.empty() || bytes == 0 || bytes >= of) return;
    const double examples =
        static_cast<double>(m_table.labels.size()) * static_cast<double>(of) / static_cast<double>(bytes);
    const double each = sizeof(float) * static_cast<double>(m_table.features) + kPlaces * sizeof(double);
    const double needed = examples * each;
    const std::uint64_t left = memoryLeft();
    if (needed > static_cast<double>(left))
      throw FormatError(
          m_path, Core::tr("file"),
          {Core::tr("holds about %1 examples of %2 features, which take %3 MiB of memory: %4 MiB are left"),
           std::llround(examples), m_table.features, std::llround(needed / (1 << 20)), left >> 20});
    const auto count = static_cast<std::size_t>(kLonger * examples);
    m_table.labels.reserve(count);
    m_table.values.reserve(count * static_cast<std::size_t>(m_table.features));
  }

  ExampleTable table() {
    if (m_table.labels.empty()) throw FormatError(m_path, Core::tr("file"), Core::tr("holds no example"));
    if (m_words.empty()) return std::move(m_table);
    // Words in alphabetical order, whatever the order in the file.
    std::vector<double> place(m_words.size());
    for (const auto& [word, code] : m_words) {
      place[code] = static_cast<double>(m_table.classNames.size());
      m_table.classNames.push_back(word);
    }
    for (double& label : m_table.labels) label = place[static_cast<std::size_t>(label)];
    return std::move(m_table);
  }

 private:
  [[noreturn]] void refuse(const Text& reason) const {
    throw FormatError(m_path, {Core::tr("line %1"), m_line}, reason);
  }
  [[noreturn]] void refuseCell(std::size_t column, const Text& reason) const {
    throw FormatError(m_path, {Core::tr("line %1, column %2"), m_line, column + 1}, reason);
  }

  void split(std::string_view text) {
    m_cells.clear();
    bool quoted = false;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
      if (i < text.size() && text[i] == '"') quoted = !quoted;
      if (i < text.size() && (quoted || text[i] != m_separator)) continue;
      m_cells.push_back(trimmed(text.substr(begin, i - begin)));
      begin = i + 1;
    }
  }

  // The first line: how many columns, which has the labels, whether it is a header. True where it is an example.
  bool begin() {
    if (m_cells.size() < 2)
      refuse(Core::tr("has one cell: an example is a feature or more and a label, parted by commas"));
    if (m_cells.size() > static_cast<std::size_t>(kMostFeatures) + 1)
      refuse({Core::tr("has %1 cells: at most %2 features and a label are read"), m_cells.size(), kMostFeatures});
    m_columns = m_cells.size();
    m_label = m_columns - 1;
    if (m_labelColumn) {
      const auto named = std::ranges::find(m_cells, std::string_view(*m_labelColumn));
      const auto number = numberOf(*m_labelColumn);
      if (named != m_cells.end())
        m_label = static_cast<std::size_t>(named - m_cells.begin());
      else if (number && *number >= 1 && *number <= static_cast<double>(m_columns) && *number == std::floor(*number))
        m_label = static_cast<std::size_t>(*number) - 1;
      else
        throw InvalidArgument("label_column", *m_labelColumn,
                              {Core::tr("a number from 1 to %1 or a name of the first line"), m_columns});
    }
    m_table.features = static_cast<Index>(m_columns) - 1;
    for (std::size_t c = 0; c < m_columns; ++c) {
      if (c != m_label && !numberOf(m_cells[c])) return false;
    }
    return true;
  }

  void example() {
    if (m_table.count() >= kMostTrainingNumbers / m_table.features)
      refuse({Core::tr("more than the %1 numbers that are read"), kMostTrainingNumbers});
    for (std::size_t c = 0; c < m_columns; ++c) {
      if (c == m_label) continue;
      const auto value = numberOf(m_cells[c]);
      const auto narrow = static_cast<float>(value.value_or(0));
      if (!value || !std::isfinite(narrow))
        refuseCell(c, {Core::tr("\"%1\" is not a number that can be used"), m_cells[c].substr(0, 40)});
      m_table.values.push_back(narrow);
    }
    const std::string_view label = m_cells[m_label];
    const auto value = numberOf(label);
    if (m_table.labels.empty()) m_areWords = !value;
    if (m_areWords) {
      const auto [place, isNew] = m_words.try_emplace(std::string(label.substr(0, 100)), m_words.size());
      if (isNew && m_words.size() > static_cast<std::size_t>(kMostClasses))
        refuseCell(m_label, {Core::tr("is the label of one class more than the %1 that are read"), kMostClasses});
      m_table.labels.push_back(static_cast<double>(place->second));
    } else if (value) {
      m_table.labels.push_back(*value);
    } else {
      refuseCell(m_label, {Core::tr("\"%1\" is not a number, as the labels before it are"), label.substr(0, 40)});
    }
  }

  std::filesystem::path m_path;
  const std::optional<std::string>& m_labelColumn;
  Index m_line = 0;
  char m_separator = '\0';
  std::size_t m_columns = 0;  // 0: before the first line
  std::size_t m_label = 0;
  bool m_areWords = false;
  std::map<std::string, std::size_t> m_words;  // in the order of their coming
  std::vector<std::string_view> m_cells;
  ExampleTable m_table;
};

}  // namespace

std::optional<ExampleTable> readCsvExamples(ByteSource& source, const std::optional<std::string>& labelColumn,
                                            const RunControl& control) {
  Reader reader(source, labelColumn);
  const auto refuseSize = [&source] {
    throw FormatError(source.path(), Core::tr("file"),
                      {Core::tr("holds more than the %1 bytes of text that are read"), kMostCsvBytes});
  };
  if (!source.deflated() && source.mostBytes() > kMostCsvBytes) refuseSize();
  std::string piece(kPieceBytes, '\0'), text;
  std::uint64_t bytes = 0;
  for (;;) {
    if (control.stopRequested()) return std::nullopt;
    const std::size_t got = source.read(std::as_writable_bytes(std::span(piece)));
    bytes += got;
    if (bytes > kMostCsvBytes) refuseSize();
    text.append(piece, 0, got);
    std::size_t begin = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
      reader.line(std::string_view(text).substr(begin, end - begin));
      begin = end + 1;
    }
    text.erase(0, begin);
    if (bytes == got && !source.deflated()) reader.makeRoom(bytes - text.size(), source.mostBytes());
    if (text.size() > kLongestLine || (got < piece.size() && !text.empty())) {
      reader.line(text);  // the last line, or one that is refused
      text.clear();
    }
    if (got < piece.size()) return reader.table();
  }
}

}  // namespace noiseloom
