#include "core/io/json_reader.h"

#include <cmath>

#include "core/base/errors.h"

namespace noiseloom {

using nlohmann::json;

json parseJson(std::string_view text, const std::filesystem::path& path, const std::string& where) {
  constexpr int kMostLevels = 16;
  std::vector<std::set<std::string>> keys;  // of the objects that are open, outermost first
  const auto watch = [&](int depth, json::parse_event_t event, json& parsed) {
    if (depth > kMostLevels) throw FormatError(path, where, "is nested deeper than any file of this kind");
    if (event == json::parse_event_t::object_start) keys.emplace_back();
    if (event == json::parse_event_t::object_end) keys.pop_back();
    if (event == json::parse_event_t::key && !keys.back().insert(parsed.get<std::string>()).second) {
      throw FormatError(path, where, "repeats the field " + parsed.dump(-1, ' ', true, json::error_handler_t::replace));
    }
    return true;
  };
  try {
    return json::parse(text, watch);
  } catch (const json::parse_error& error) {
    throw FormatError(path, where, "is not valid JSON at byte " + std::to_string(error.byte));
  } catch (const json::out_of_range&) {
    throw FormatError(path, where, "has a number beyond the range of double precision");
  }
}

JsonObject::JsonObject(const json& value, std::filesystem::path path, std::string where)
    : m_value(value), m_path(std::move(path)), m_where(std::move(where)) {
  if (!m_value.is_object()) throw FormatError(m_path, m_where, "must be an object");
}

void JsonObject::refuse(std::string_view key, const std::string& why) const {
  throw FormatError(m_path, m_where + ": " + std::string(key), why);
}

const json& JsonObject::value(const char* key) {
  const auto found = m_value.find(key);
  if (found == m_value.end()) refuse(key, "is missing");
  m_read.insert(key);
  return *found;
}

Index JsonObject::integer(const char* key, Index least, Index most) {
  const json& field = value(key);
  const bool fits = field.is_number_integer() &&
                    (!field.is_number_unsigned() || field.get<std::uint64_t>() <= static_cast<std::uint64_t>(kNoLimit));
  if (!fits) refuse(key, "must be an integer");
  const Index number = field.get<Index>();
  if (number < least || number > most) {
    refuse(key, std::to_string(number) + " is not allowed: must be from " + std::to_string(least) + " to " +
                    std::to_string(most));
  }
  return number;
}

std::optional<Index> JsonObject::integerOrNull(const char* key, Index least) {
  if (value(key).is_null()) return std::nullopt;
  return integer(key, least);
}

double JsonObject::number(const char* key) {
  const json& field = value(key);
  if (!field.is_number()) refuse(key, "must be a number");
  const double number = field.get<double>();
  if (!std::isfinite(number)) refuse(key, "must be a finite number");
  return number;
}

double JsonObject::positive(const char* key) {
  const double number = this->number(key);
  if (!(number > 0)) refuse(key, shortest(number) + " is not allowed: must be above 0");
  return number;
}

std::optional<double> JsonObject::numberOrNull(const char* key) {
  if (value(key).is_null()) return std::nullopt;
  return number(key);
}

bool JsonObject::flag(const char* key) {
  const json& field = value(key);
  if (!field.is_boolean()) refuse(key, "must be true or false");
  return field.get<bool>();
}

std::string JsonObject::text(const char* key) {
  const json& field = value(key);
  if (!field.is_string()) refuse(key, "must be a text");
  return field.get<std::string>();
}

std::optional<std::string> JsonObject::textOrNull(const char* key) {
  if (value(key).is_null()) return std::nullopt;
  return text(key);
}

std::vector<std::string> JsonObject::texts(const char* key) {
  const json& field = value(key);
  if (!field.is_array()) refuse(key, "must be a list of texts");
  std::vector<std::string> values;
  for (const json& item : field) {
    if (!item.is_string()) refuse(std::string(key) + "[" + std::to_string(values.size()) + "]", "must be a text");
    values.push_back(item.get<std::string>());
  }
  return values;
}

std::vector<double> JsonObject::numbers(const char* key) {
  const json& field = value(key);
  if (!field.is_array()) refuse(key, "must be a list of numbers");
  std::vector<double> values;
  for (const json& item : field) {
    if (!item.is_number() || !std::isfinite(item.get<double>())) {
      refuse(std::string(key) + "[" + std::to_string(values.size()) + "]", "must be a finite number");
    }
    values.push_back(item.get<double>());
  }
  return values;
}

JsonObject JsonObject::object(const char* key) {
  return {value(key), m_path, m_where + ": " + key};
}

std::vector<JsonObject> JsonObject::objects(const char* key) {
  const json& field = value(key);
  if (!field.is_array()) refuse(key, "must be a list");
  std::vector<JsonObject> values;
  for (const json& item : field) {
    values.emplace_back(item, m_path, m_where + ": " + key + "[" + std::to_string(values.size()) + "]");
  }
  return values;
}

void JsonObject::expect(const char* key, std::string_view expected) {
  if (const std::string found = text(key); found != expected) {
    refuse(key, "'" + found + "' is not known: must be '" + std::string(expected) + "'");
  }
}

std::vector<std::string> JsonObject::unread() const {
  std::vector<std::string> names;
  for (const auto& [key, field] : m_value.items()) {
    if (!m_read.contains(key)) names.push_back(key);
  }
  return names;
}

void JsonObject::finish() const {
  if (const auto names = unread(); !names.empty()) refuse(names.front(), "is a field that this version does not know");
}

}  // namespace noiseloom
