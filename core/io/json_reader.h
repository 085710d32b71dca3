#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/check.h"
#include "core/base/index.h"
#include "core/base/names.h"

namespace noiseloom {

/// Parses a whole JSON text strictly, in linear time: refuses repeated fields, more than 16 levels, more than 4096
/// fields in an object, more values than 512 MiB of memory hold (16 million numbers of a list) and anything after the
/// value, with a FormatError that names `where` and the byte.
nlohmann::json parseJson(std::string_view text, const std::filesystem::path& path, const std::string& where);

/// What a file of ours begins with: its format and version, and the program that writes it.
nlohmann::ordered_json headJson(const char* format, Index version);

class JsonObjects;

/// One JSON object read field by field. Each read names the field when it is missing, of another type or out of range;
/// finish() names a field that nobody asked for. All throw FormatError. The JSON value must outlive the reader.
class JsonObject {
 public:
  JsonObject(const nlohmann::json& value, std::filesystem::path path, std::string where);

  Index integer(const char* key, Index least = 0, Index most = kNoLimit);
  std::optional<Index> integerOrNull(const char* key, Index least = 0);
  double number(const char* key);  ///< finite
  double positive(const char* key);
  double notNegative(const char* key);
  double probability(const char* key);  ///< from 0 to 1
  std::optional<double> numberOrNull(const char* key);
  bool flag(const char* key);
  std::string text(const char* key);
  std::optional<std::string> textOrNull(const char* key);
  std::vector<std::string> texts(const char* key);
  std::vector<double> numbers(const char* key);  ///< all finite
  JsonObject object(const char* key);
  /// The objects of a list, each made when it is reached: `for (JsonObject each : json.objects("shards"))`.
  JsonObjects objects(const char* key);
  /// The value of any type, for fields that allow several.
  const nlohmann::json& value(const char* key);
  /// True if there is such a field, for those that need not be there.
  bool has(const char* key) const;
  /// Text that must be one of the names that `fromName` knows (it returns an optional).
  template <class FromName>
  auto named(const char* key, FromName fromName) {
    const std::string name = text(key);
    const auto found = fromName(name);
    if (!found) refuse(key, {Core::tr("'%1' is not a known name"), name});
    return *found;
  }
  /// Text that must be one of an enum's names.
  template <Named Enum>
  Enum named(const char* key) {
    return named(key, fromName<Enum>);
  }

  /// Text that must equal `expected`.
  void expect(const char* key, std::string_view expected);

  /// "version" of those that are read, first to last; of a newer one the refusal names the program that wrote it.
  Index version(Index first, Index last);
  /// What headJson() writes, with one of these versions, which it returns.
  Index head(const char* format, Index first, Index last);

  /// Fields still unread, in order.
  std::vector<std::string> unread() const;
  void finish() const;
  [[noreturn]] void refuse(std::string_view key, const Text& why) const;

 private:
  const nlohmann::json& list(const char* key, Phrase must);

  const nlohmann::json& m_value;
  std::filesystem::path m_path;
  std::string m_where;
  std::set<std::string_view> m_read;
};

/// The objects of a JSON list, each made when it is reached; made by JsonObject, which it must not outlive.
class JsonObjects {
 public:
  JsonObjects(const nlohmann::json& items, std::filesystem::path path, std::string where);

  class Iterator {
   public:
    Iterator(const JsonObjects& list, std::size_t at) : m_list(&list), m_at(at) {}
    JsonObject operator*() const { return (*m_list)[m_at]; }
    Iterator& operator++() {
      ++m_at;
      return *this;
    }
    bool operator==(const Iterator&) const = default;

   private:
    const JsonObjects* m_list;
    std::size_t m_at;
  };
  JsonObject operator[](std::size_t at) const;
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const;

 private:
  const nlohmann::json& m_items;
  std::filesystem::path m_path;
  std::string m_where;
};

}  // namespace noiseloom
