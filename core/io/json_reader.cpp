#include "core/io/json_reader.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/errors.h"
#include "core/base/version.h"

namespace noiseloom {

using nlohmann::json;

namespace {

// A text in a file may be as long as the file: a message shows its beginning.
constexpr std::size_t kMostShown = 400;
std::string shortened(std::string text) {
  if (text.size() <= kMostShown) return text;
  std::size_t end = kMostShown;
  while (end > 0 && (text[end] & 0xC0) == 0x80) --end;  // between two characters
  text.resize(end);
  return text + "...";
}

// Builds the value while the text is read, and refuses what no file of ours can be as soon as it shows. (The library's
// own callback looks through the whole parent whenever a value in it ends, and its objects forget repeated keys.)
class StrictBuilder {
 public:
  StrictBuilder(std::string_view text, const std::filesystem::path& path, const std::string& where)
      : m_text(text), m_path(path), m_where(where) {}

  json take() { return std::move(m_root); }

  // The parser calls these; each answers whether to go on.
  bool null() { return put(nullptr); }
  bool boolean(bool value) { return put(value); }
  bool number_integer(json::number_integer_t value) { return put(value); }
  bool number_unsigned(json::number_unsigned_t value) { return put(value); }
  bool number_float(json::number_float_t value, const std::string&) { return put(value); }
  bool string(const std::string& value) { return put(value, kBlockBytes); }
  bool binary(json::binary_t&) { return false; }  // no text has any
  bool start_object(std::size_t) { return open(json::object()); }
  bool start_array(std::size_t) { return open(json::array()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(std::string& name) {
    auto& fields = m_open.back()->get_ref<json::object_t&>();
    if (fields.size() == kMostFields) refuse({Core::tr("has an object of more than %1 fields"), kMostFields});
    count(kFieldBytes);
    const auto [field, isNew] = fields.try_emplace(name);
    if (!isNew) refuse({Core::tr("repeats the field %1"), json(shortened(name)).dump(-1, ' ', true)});
    m_field = &field->second;
    m_name = name;
    return true;
  }
  bool parse_error(std::size_t byte, const std::string&, const json::exception& error) {
    if (dynamic_cast<const json::out_of_range*>(&error))
      refuseField(Core::tr("has a number beyond the range of double precision"));
    if (const std::string word = wordAt(byte); isNoNumber(word))
      refuseField({Core::tr("has %1, which is no finite number"), word});
    refuse({Core::tr("is not valid JSON at byte %1"), byte});
  }

 private:
  static constexpr std::size_t kMostLevels = 16;
  static constexpr std::size_t kMostFields = 4096;
  // About the memory of a value in a list that may still grow, of what a text, list or object is besides, of a field.
  static constexpr std::size_t kItemBytes = 32;
  static constexpr std::size_t kBlockBytes = 48;
  static constexpr std::size_t kFieldBytes = 96;
  static constexpr std::size_t kMostBytes = std::size_t{512} << 20;

  [[noreturn]] void refuse(const Text& why) const { throw FormatError(m_path, m_where, why); }

  [[noreturn]] void refuseField(const Text& why) const {
    std::string where = m_where;
    for (const std::string* name : namesAround()) where += ": " + shortened(*name);
    throw FormatError(m_path, where, why);
  }

  std::vector<const std::string*> namesAround() const {
    std::vector<const std::string*> names;
    for (const std::string& name : m_names) names.push_back(&name);
    names.push_back(&m_name);
    std::erase_if(names, [](const std::string* name) { return name->empty(); });
    return names;
  }

  // The word, such as NaN, that another program wrote in place of a number, around the byte that ended the JSON.
  std::string wordAt(std::size_t byte) const {
    const auto isOfWord = [this](std::size_t at) {
      const char c = m_text[at];
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '+';
    };
    std::size_t from = std::min(byte > 0 ? byte - 1 : 0, m_text.size()), end = from;
    constexpr std::size_t kLongest = 12;
    while (from > 0 && isOfWord(from - 1) && end - from < kLongest) --from;
    while (end < m_text.size() && isOfWord(end) && end - from < kLongest) ++end;
    return std::string(m_text.substr(from, end - from));
  }

  static bool isNoNumber(std::string word) {
    std::ranges::transform(word, word.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + ('a' - 'A')) : c; });
    if (word.starts_with('-') || word.starts_with('+')) word.erase(0, 1);
    return word == "nan" || word == "inf" || word == "infinity";
  }

  void count(std::size_t bytes) {
    m_bytes += bytes;
    if (m_bytes > kMostBytes)
      refuse({Core::tr("has more values than any file of this kind: they would take over %1 MiB of memory"),
              kMostBytes >> 20});
  }

  json* put(json value, std::size_t besides = 0) {
    count(besides);
    if (m_open.empty()) return &(m_root = std::move(value));
    json& around = *m_open.back();
    if (around.is_object()) return &(*m_field = std::move(value));
    count(kItemBytes);
    return &around.get_ref<json::array_t&>().emplace_back(std::move(value));
  }

  bool open(json empty) {
    if (m_open.size() == kMostLevels) refuse(Core::tr("is nested deeper than any file of this kind"));
    m_open.push_back(put(std::move(empty), kBlockBytes));
    m_names.push_back(std::exchange(m_name, {}));
    return true;
  }

  bool close() {
    m_open.pop_back();
    m_name = std::move(m_names.back());
    m_names.pop_back();
    return true;
  }

  std::string_view m_text;
  const std::filesystem::path& m_path;
  const std::string& m_where;
  json m_root;
  std::vector<json*> m_open;         // outermost first; none moves while something in it is open
  json* m_field = nullptr;           // of the innermost object, for the value that comes
  std::string m_name;                // of that field; empty in a list
  std::vector<std::string> m_names;  // of the fields that m_open are
  std::size_t m_bytes = 0;
};

}  // namespace

json parseJson(std::string_view text, const std::filesystem::path& path, const std::string& where) {
  StrictBuilder builder(text, path, where);
  json::sax_parse(text, &builder);
  return builder.take();
}

nlohmann::ordered_json headJson(const char* format, Index version) {
  return {{"format", format}, {"version", version}, {"software", "noiseloom"}, {"software_version", NOISELOOM_VERSION}};
}

JsonObject::JsonObject(const json& value, std::filesystem::path path, std::string where)
    : m_value(value), m_path(std::move(path)), m_where(std::move(where)) {
  if (!m_value.is_object()) throw FormatError(m_path, m_where, Core::tr("must be an object"));
}

void JsonObject::refuse(std::string_view key, const Text& why) const {
  // A reason that quotes so much is no phrase any more.
  const std::string words = why.english();
  const Text reason = words.size() > kMostShown ? Text(shortened(words)) : why;
  throw FormatError(m_path, m_where + ": " + shortened(std::string(key)), reason);
}

Index JsonObject::head(const char* format, Index first, Index last) {
  expect("format", format);
  const Index stated = version(first, last);
  expect("software", "noiseloom");
  (void)text("software_version");
  return stated;
}

Index JsonObject::version(Index first, Index last) {
  const Index stated = integer("version");
  if (stated >= first && stated <= last) return stated;
  const auto textOf = [this](const char* key) {
    const auto found = m_value.find(key);
    return found != m_value.end() && found->is_string() ? shortened(found->get<std::string>()) : std::string();
  };
  const std::string software = textOf("software"), release = textOf("software_version");
  if (stated < first || software.empty() || release.empty())
    refuse("version", {Core::tr("%1 is not known: this program reads versions %2 to %3"), stated, first, last});
  refuse("version", {Core::tr("%1 is newer than this program, which reads versions %2 to %3: %4 %5 wrote the file"),
                     stated, first, last, software, release});
}

const json& JsonObject::value(const char* key) {
  const auto found = m_value.find(key);
  if (found == m_value.end()) refuse(key, Core::tr("is missing"));
  m_read.insert(found.key());
  return *found;
}

Index JsonObject::integer(const char* key, Index least, Index most) {
  const json& field = value(key);
  const bool fits = field.is_number_integer() &&
                    (!field.is_number_unsigned() || field.get<std::uint64_t>() <= static_cast<std::uint64_t>(kNoLimit));
  if (!fits) refuse(key, Core::tr("must be an integer"));
  const Index number = field.get<Index>();
  if (number < least || number > most)
    refuse(key, {Core::tr("%1 is not allowed: must be from %2 to %3"), number, least, most});
  return number;
}

std::optional<Index> JsonObject::integerOrNull(const char* key, Index least) {
  if (value(key).is_null()) return std::nullopt;
  return integer(key, least);
}

double JsonObject::number(const char* key) {
  const json& field = value(key);
  if (!field.is_number()) refuse(key, Core::tr("must be a number"));
  const double number = field.get<double>();
  if (!std::isfinite(number)) refuse(key, Core::tr("must be a finite number"));
  return number;
}

double JsonObject::positive(const char* key) {
  const double number = this->number(key);
  if (!(number > 0)) refuse(key, {Core::tr("%1 is not allowed: must be above 0"), number});
  return number;
}

double JsonObject::notNegative(const char* key) {
  const double number = this->number(key);
  if (number < 0) refuse(key, {Core::tr("%1 is not allowed: must be at least 0"), number});
  return number;
}

double JsonObject::probability(const char* key) {
  const double number = notNegative(key);
  if (number > 1) refuse(key, {Core::tr("%1 is not allowed: must be at most 1"), number});
  return number;
}

std::optional<double> JsonObject::numberOrNull(const char* key) {
  if (value(key).is_null()) return std::nullopt;
  return number(key);
}

bool JsonObject::has(const char* key) const {
  return m_value.contains(key);
}

bool JsonObject::flag(const char* key) {
  const json& field = value(key);
  if (!field.is_boolean()) refuse(key, Core::tr("must be true or false"));
  return field.get<bool>();
}

std::string JsonObject::text(const char* key) {
  const json& field = value(key);
  if (!field.is_string()) refuse(key, Core::tr("must be a text"));
  return field.get<std::string>();
}

std::optional<std::string> JsonObject::textOrNull(const char* key) {
  if (value(key).is_null()) return std::nullopt;
  return text(key);
}

std::vector<std::string> JsonObject::texts(const char* key) {
  const json& field = list(key, Core::tr("must be a list of texts"));
  std::vector<std::string> values;
  for (const json& item : field) {
    if (!item.is_string())
      refuse(std::string(key) + "[" + std::to_string(values.size()) + "]", Core::tr("must be a text"));
    values.push_back(item.get<std::string>());
  }
  return values;
}

std::vector<double> JsonObject::numbers(const char* key) {
  const json& field = list(key, Core::tr("must be a list of numbers"));
  std::vector<double> values;
  values.reserve(field.size());
  for (const json& item : field) {
    if (!item.is_number() || !std::isfinite(item.get<double>()))
      refuse(std::string(key) + "[" + std::to_string(values.size()) + "]", Core::tr("must be a finite number"));
    values.push_back(item.get<double>());
  }
  return values;
}

JsonObject JsonObject::object(const char* key) {
  return {value(key), m_path, m_where + ": " + key};
}

const json& JsonObject::list(const char* key, Phrase must) {
  const json& field = value(key);
  if (!field.is_array()) refuse(key, must);
  return field;
}

JsonObjects JsonObject::objects(const char* key) {
  return {list(key, Core::tr("must be a list")), m_path, m_where + ": " + key};
}

void JsonObject::expect(const char* key, std::string_view expected) {
  if (const std::string found = text(key); found != expected)
    refuse(key, {Core::tr("'%1' is not known: must be '%2'"), found, expected});
}

std::vector<std::string> JsonObject::unread() const {
  std::vector<std::string> names;
  for (const auto& [key, field] : m_value.items()) {
    if (!m_read.contains(key)) names.push_back(key);
  }
  return names;
}

void JsonObject::finish() const {
  if (const auto names = unread(); !names.empty())
    refuse(names.front(), Core::tr("is a field that this version does not know"));
}

JsonObjects::JsonObjects(const json& items, std::filesystem::path path, std::string where)
    : m_items(items), m_path(std::move(path)), m_where(std::move(where)) {}

JsonObjects::Iterator JsonObjects::end() const {
  return {*this, m_items.size()};
}

JsonObject JsonObjects::operator[](std::size_t at) const {
  return {m_items[at], m_path, m_where + "[" + std::to_string(at) + "]"};
}

}  // namespace noiseloom
