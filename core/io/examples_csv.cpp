#include "core/io/examples_csv.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/errors.h"
#include "core/base/memory.h"

namespace noiseloom {
namespace {

// The lines of a CSV file, as their cells and numbers. The first line with anything in it decides what parts cells:
// semicolons before tabs before commas, so that "1,5;2" is a file with decimal commas.
class CsvCells {
 public:
  // False for a line with nothing in it. The cells are views of the text, without blanks and quotes about them.
  bool split(std::string_view line);
  const std::vector<std::string_view>& cells() const { return m_cells; }

  // The finite number of a cell. Where no comma parts cells, one stands for a decimal point.
  std::optional<double> number(std::string_view cell);
  // True once numbers with decimal commas were read, and with decimal points.
  bool decimalCommas() const { return m_commas; }
  bool mixed() const { return m_commas && m_points; }

  // True for an empty cell and what stands for one: NA, N/A, NaN, null, ?
  static bool isGap(std::string_view cell);

 private:
  char m_separator = '\0';
  bool m_commas = false, m_points = false;
  std::vector<std::string_view> m_cells;
};

std::string_view trimmed(std::string_view cell) {
  constexpr std::string_view kBlank = " \r";
  cell.remove_prefix(std::min(cell.find_first_not_of(kBlank), cell.size()));
  const std::size_t last = cell.find_last_not_of(kBlank);
  cell = cell.substr(0, last == std::string_view::npos ? 0 : last + 1);
  if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"') cell = cell.substr(1, cell.size() - 2);
  return cell;
}

std::optional<double> plainNumber(std::string_view cell) {
  double value = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc() || end != cell.data() + cell.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

// The first of them that stands outside of quotes.
char separatorOf(std::string_view line) {
  for (const char separator : {';', '\t', ','}) {
    bool quoted = false;
    for (const char letter : line) {
      if (letter == '"') quoted = !quoted;
      if (!quoted && letter == separator) return separator;
    }
  }
  return ',';
}

bool CsvCells::split(std::string_view line) {
  if (line.find_first_not_of(" \t\r,;") == std::string_view::npos) return false;
  if (m_separator == '\0') m_separator = separatorOf(line);
  m_cells.clear();
  bool quoted = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    if (i < line.size() && line[i] == '"') quoted = !quoted;
    if (i < line.size() && (quoted || line[i] != m_separator)) continue;
    m_cells.push_back(trimmed(line.substr(begin, i - begin)));
    begin = i + 1;
  }
  return true;
}

std::optional<double> CsvCells::number(std::string_view cell) {
  constexpr std::size_t kLongestNumber = 64;
  if (const auto value = plainNumber(cell)) {
    m_points = m_points || cell.find('.') != std::string_view::npos;
    return value;
  }
  const std::size_t comma = cell.find(',');
  if (m_separator == ',' || comma == std::string_view::npos || cell.size() > kLongestNumber ||
      cell.find('.') != std::string_view::npos)
    return std::nullopt;
  std::string pointed(cell);
  pointed[comma] = '.';
  const auto value = plainNumber(pointed);
  m_commas = m_commas || value.has_value();
  return value;
}

bool CsvCells::isGap(std::string_view cell) {
  constexpr std::array<std::string_view, 8> kGaps{"", "NA", "N/A", "NaN", "nan", "null", "NULL", "?"};
  return std::ranges::find(kGaps, cell) != kGaps.end();
}

constexpr std::size_t kPieceBytes = std::size_t{1} << 20;
constexpr std::size_t kLongestLine = std::size_t{1} << 20;
constexpr std::size_t kLongestWord = 100;

// The lines of a file, of which the first decides how many cells all have.
class Lines {
 public:
  explicit Lines(const std::filesystem::path& path) : m_path(path) {}

 protected:
  // False for a line with nothing in it.
  bool split(std::string_view text) {
    ++m_line;
    if (m_line == 1 && text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    if (text.size() > kLongestLine) refuse(Core::tr("is longer than 1 MiB: not a file of examples"));
    if (!m_cells.split(text)) return false;
    const std::size_t count = cells().size();
    if (m_columns == 0) return true;
    if (count != m_columns) refuse({Core::tr("has %1 cells where the first line has %2"), count, m_columns});
    return true;
  }
  void takeColumns() {
    if (cells().size() < 2)
      refuse(Core::tr("has one cell: an example is a feature or more and a label, parted by commas"));
    if (cells().size() > static_cast<std::size_t>(kMostFeatures) + 1)
      refuse({Core::tr("has %1 cells: at most %2 features and a label are read"), cells().size(), kMostFeatures});
    m_columns = cells().size();
  }
  // A line of words only, which names the columns.
  bool noNumber() {
    return std::ranges::none_of(cells(), [this](std::string_view cell) { return m_cells.number(cell).has_value(); });
  }
  const std::vector<std::string_view>& cells() const { return m_cells.cells(); }
  [[noreturn]] void refuse(const Text& reason) const {
    throw FormatError(m_path, {Core::tr("line %1"), m_line}, reason);
  }
  [[noreturn]] void refuseCell(std::size_t column, const Text& reason) const {
    throw FormatError(m_path, {Core::tr("line %1, column %2"), m_line, column + 1}, reason);
  }

  std::filesystem::path m_path;
  Index m_line = 0;
  std::size_t m_columns = 0;  // 0: before the first line
  CsvCells m_cells;
};

class Surveyor : public Lines {
 public:
  using Lines::Lines;

  void line(std::string_view text) {
    if (!split(text)) return;
    if (m_columns == 0) {
      takeColumns();
      m_survey.header = noNumber();
      m_words.resize(m_columns);
      for (std::size_t c = 0; c < m_columns; ++c) {
        const std::string number = std::to_string(c + 1);
        m_survey.columns.push_back({m_survey.header ? std::string(cells()[c].substr(0, kLongestWord)) : number});
      }
      if (m_survey.header) return;
    }
    ++m_survey.rows;
    for (std::size_t c = 0; c < m_columns; ++c) count(m_survey.columns[c], m_words[c], cells()[c]);
  }

  CsvSurvey survey() {
    if (m_survey.rows == 0) throw FormatError(m_path, Core::tr("file"), Core::tr("holds no example"));
    for (std::size_t c = 0; c < m_columns; ++c) m_survey.columns[c].values.assign(m_words[c].begin(), m_words[c].end());
    m_survey.decimalCommas = m_cells.decimalCommas();
    return std::move(m_survey);
  }

 private:
  void count(CsvColumn& column, std::set<std::string, std::less<>>& words, std::string_view cell) {
    if (m_cells.number(cell)) {
      ++column.numbers;
    } else if (CsvCells::isGap(cell)) {
      ++column.gaps;
    } else {
      ++column.words;
      if (words.size() <= kMostIndicators) words.emplace(cell.substr(0, kLongestWord));
    }
  }

  CsvSurvey m_survey;
  std::vector<std::set<std::string, std::less<>>> m_words;
};

class Reader : public Lines {
 public:
  // `survey` only where words are not refused.
  Reader(const std::filesystem::path& path, const std::optional<std::string>& labelColumn, const CsvChoices& choices,
         const std::optional<CsvSurvey>& survey)
      : Lines(path), m_labelColumn(labelColumn), m_choices(choices), m_survey(survey) {}

  void line(std::string_view text) {
    if (!split(text)) return;
    if (m_columns == 0 && !begin()) return;
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
    if (m_table.labels.empty())
      throw FormatError(m_path, Core::tr("file"),
                        m_table.notes.rows > 0
                            ? Text(Core::tr("holds no example without a gap: %1 are left out"), m_table.notes.rows)
                            : Text(Core::tr("holds no example")));
    m_table.notes.decimalCommas = m_cells.decimalCommas();
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
  enum class Role { Feature, Label, LeftOut, Indicators };

  std::size_t columnOf(const std::string& argument, const std::string& asked) {
    const auto named = std::ranges::find(cells(), std::string_view(asked));
    if (named != cells().end()) return static_cast<std::size_t>(named - cells().begin());
    const auto number = m_cells.number(asked);
    if (number && *number >= 1 && *number <= static_cast<double>(m_columns) && *number == std::floor(*number))
      return static_cast<std::size_t>(*number) - 1;
    throw InvalidArgument(argument, asked, {Core::tr("a number from 1 to %1 or a name of the first line"), m_columns});
  }

  // The first line: how many columns, what each is, whether it is a header. True where it is an example.
  bool begin() {
    takeColumns();
    m_roles.assign(m_columns, Role::Feature);
    m_label = m_labelColumn ? columnOf("label_column", *m_labelColumn) : m_columns - 1;
    m_roles[m_label] = Role::Label;
    for (const std::string& asked : m_choices.leftOut) {
      const std::size_t column = columnOf("leave_out", asked);
      if (column == m_label)
        throw InvalidArgument("leave_out", asked, Core::tr("another column than that of the labels"));
      if (m_roles[column] != Role::LeftOut) m_table.notes.columns.push_back(asked);
      m_roles[column] = Role::LeftOut;
    }
    if (m_survey) takeWords();
    for (std::size_t c = 0; c < m_columns; ++c) {
      if (m_roles[c] == Role::Feature) ++m_table.features;
      if (m_roles[c] == Role::Indicators) m_table.features += std::ssize(m_survey->columns[c].values);
    }
    if (m_table.features == 0 || m_table.features > kMostFeatures)
      throw InvalidArgument("leave_out", {Core::tr("columns so that %1 features are left"), m_table.features},
                            {Core::tr("columns so that 1 to %1 are left"), kMostFeatures});
    if (m_survey) return !noNumber();
    for (std::size_t c = 0; c < m_columns; ++c) {
      if (m_roles[c] == Role::Feature && !m_cells.number(cells()[c]) && !isAllowedGap(cells()[c])) return false;
    }
    return true;
  }

  void takeWords() {
    for (std::size_t c = 0; c < m_columns; ++c) {
      const CsvColumn& column = m_survey->columns[c];
      if (m_roles[c] != Role::Feature || column.words == 0) continue;
      const bool indicators = m_choices.words == CsvWords::Indicators;
      (indicators ? m_table.notes.indicators : m_table.notes.columns).push_back(column.name);
      m_roles[c] = indicators ? Role::Indicators : Role::LeftOut;
      if (indicators && column.values.size() > kMostIndicators)
        throw InvalidArgument("words", {Core::tr("indicators of column %1"), column.name},
                              {Core::tr("columns of at most %1 words: leave that one out"), kMostIndicators});
    }
  }

  bool isAllowedGap(std::string_view cell) const {
    return m_choices.gaps == CsvGaps::LeaveOutRows && CsvCells::isGap(cell);
  }

  void example() {
    if (m_table.count() >= kMostTrainingNumbers / m_table.features)
      refuse({Core::tr("more than the %1 numbers that are read"), kMostTrainingNumbers});
    const std::size_t before = m_table.values.size();
    for (std::size_t c = 0; c < m_columns; ++c) {
      if (m_roles[c] == Role::LeftOut || (m_roles[c] == Role::Label && !isAllowedGap(cells()[c]))) continue;
      if (m_roles[c] != Role::Label && takeFeature(c)) continue;
      m_table.values.resize(before);
      ++m_table.notes.rows;
      return;
    }
    takeLabel();
    if (m_cells.mixed()) refuse(Core::tr("mixes decimal commas and decimal points with the lines before it"));
  }

  // False for a gap for which the row is left out.
  bool takeFeature(std::size_t column) {
    const std::string_view cell = cells()[column];
    if (m_roles[column] == Role::Indicators) {
      if (isAllowedGap(cell)) return false;
      if (CsvCells::isGap(cell)) refuseCell(column, Core::tr("is a gap: rows with gaps can be left out"));
      for (const std::string& word : m_survey->columns[column].values)
        m_table.values.push_back(word == cell.substr(0, kLongestWord) ? 1.0F : 0.0F);
      return true;
    }
    const auto value = m_cells.number(cell);
    if (!value && isAllowedGap(cell)) return false;
    const auto narrow = static_cast<float>(value.value_or(0));
    if (!value || !std::isfinite(narrow))
      refuseCell(column, {Core::tr("\"%1\" is not a number that can be used"), cell.substr(0, 40)});
    m_table.values.push_back(narrow);
    return true;
  }

  void takeLabel() {
    const std::string_view label = cells()[m_label];
    const auto value = m_cells.number(label);
    if (m_table.labels.empty()) m_areWords = !value;
    if (m_areWords) {
      const auto [place, isNew] = m_words.try_emplace(std::string(label.substr(0, kLongestWord)), m_words.size());
      if (isNew && m_words.size() > static_cast<std::size_t>(kMostClasses))
        refuseCell(m_label, {Core::tr("is the label of one class more than the %1 that are read"), kMostClasses});
      m_table.labels.push_back(static_cast<double>(place->second));
    } else if (value) {
      m_table.labels.push_back(*value);
    } else {
      refuseCell(m_label, {Core::tr("\"%1\" is not a number, as the labels before it are"), label.substr(0, 40)});
    }
  }

  const std::optional<std::string>& m_labelColumn;
  const CsvChoices& m_choices;
  const std::optional<CsvSurvey>& m_survey;
  std::vector<Role> m_roles;
  std::size_t m_label = 0;
  bool m_areWords = false;
  std::map<std::string, std::size_t> m_words;  // in the order of their coming
  ExampleTable m_table;
};

// All lines, to `line(text)`; `piece(bytes)` follows the first of them. False when stopped.
template <class Line, class Piece>
bool readLines(ByteSource& source, const RunControl& control, const Line& line, const Piece& piece) {
  const auto refuseSize = [&source] {
    throw FormatError(source.path(), Core::tr("file"),
                      {Core::tr("holds more than the %1 bytes of text that are read"), kMostCsvBytes});
  };
  if (!source.deflated() && source.mostBytes() > kMostCsvBytes) refuseSize();
  std::string bytesHere(kPieceBytes, '\0'), text;
  std::uint64_t bytes = 0;
  for (;;) {
    if (control.stopRequested()) return false;
    const std::size_t got = source.read(std::as_writable_bytes(std::span(bytesHere)));
    bytes += got;
    if (bytes > kMostCsvBytes) refuseSize();
    text.append(bytesHere, 0, got);
    std::size_t begin = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
      line(std::string_view(text).substr(begin, end - begin));
      begin = end + 1;
    }
    text.erase(0, begin);
    if (bytes == got && !source.deflated()) piece(bytes - text.size());
    if (text.size() > kLongestLine || (got < bytesHere.size() && !text.empty())) {
      line(text);  // the last line, or one that is refused
      text.clear();
    }
    if (got < bytesHere.size()) return true;
  }
}

}  // namespace

std::optional<CsvSurvey> surveyCsvExamples(ByteSource& source, const RunControl& control) {
  Surveyor surveyor(source.path());
  const auto line = [&](std::string_view text) { surveyor.line(text); };
  if (!readLines(source, control, line, [](std::uint64_t) {})) return std::nullopt;
  return surveyor.survey();
}

std::optional<ExampleTable> readCsvExamples(ByteSource& source, const std::optional<std::string>& labelColumn,
                                            const CsvChoices& choices, const RunControl& control) {
  std::optional<CsvSurvey> survey;
  if (choices.words != CsvWords::Refuse) {
    ByteSource first(source.path());
    survey = surveyCsvExamples(first, control);
    if (!survey) return std::nullopt;
  }
  Reader reader(source.path(), labelColumn, choices, survey);
  const auto line = [&](std::string_view text) { reader.line(text); };
  const auto piece = [&](std::uint64_t bytes) { reader.makeRoom(bytes, source.mostBytes()); };
  if (!readLines(source, control, line, piece)) return std::nullopt;
  return reader.table();
}

}  // namespace noiseloom
