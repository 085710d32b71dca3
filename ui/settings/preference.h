#pragma once

#include <QSettings>
#include <QString>
#include <QVariant>
#include <functional>
#include <type_traits>
#include <utility>

namespace noiseloom {

/// One persistent setting: a key of QSettings with a type, a default and a check of stored values. Unusable values
/// count as unset. Enumerations are stored as numbers.
template <class Value>
class Preference {
 public:
  using Allowed = std::function<bool(const Value&)>;

  /// `changed` is called after every change through this handle.
  Preference(QString key, Value fallback, std::function<void()> changed, Allowed allowed = {})
      : m_key(std::move(key)),
        m_fallback(std::move(fallback)),
        m_changed(std::move(changed)),
        m_allowed(std::move(allowed)) {}
  Preference(const Preference&) = delete;
  Preference& operator=(const Preference&) = delete;

  Value get() const {
    const QVariant saved = QSettings().value(m_key);
    if (!saved.isValid() || !saved.canConvert<Stored>()) return m_fallback;
    const Value value = static_cast<Value>(saved.value<Stored>());
    return allows(value) ? value : m_fallback;
  }
  void set(const Value& value) {
    if (!allows(value) || value == get()) return;
    QSettings().setValue(m_key, static_cast<Stored>(value));
    m_changed();
  }
  /// Removes the value, so that the default applies.
  void reset() {
    const bool differs = get() != m_fallback;
    QSettings().remove(m_key);
    if (differs) m_changed();
  }
  const Value& fallback() const { return m_fallback; }
  const QString& key() const { return m_key; }
  bool allows(const Value& value) const { return !m_allowed || m_allowed(value); }

 private:
  using Stored = std::conditional_t<std::is_enum_v<Value>, int, Value>;

  QString m_key;
  Value m_fallback;
  std::function<void()> m_changed;
  Allowed m_allowed;
};

}  // namespace noiseloom
