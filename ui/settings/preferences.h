#pragma once

#include <QObject>
#include <QSettings>
#include <QString>
#include <QVariant>
#include <functional>
#include <type_traits>
#include <utility>

#include "core/design/error_unit.h"
#include "ui/style/theme.h"

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

/// The languages of the window. System means the first of the user's languages with a translation.
enum class Language { System, English, German };

/// The user's preferences, accessed through preferences() where needed; only in the window's thread.
class Preferences : public QObject {
  Q_OBJECT

 public:
  Preferences();

  Preference<Appearance> appearance;
  /// The unit of errors, chosen in the View menu.
  Preference<ErrorUnit> errorUnit;
  /// Start with large type and thick lines.
  Preference<bool> presenterOnStart;
  /// Avoids quick automatic motion even if the desktop does not request it: see wantsLessMotion().
  Preference<bool> lessMotion;
  /// Takes effect at the next start.
  Preference<Language> language;
  /// Numbers have a point although the system's have a comma. Takes effect at the next start.
  Preference<bool> decimalPoint;
  /// Saves changes to a recovery file, so that nothing is lost when the program or the machine stops.
  Preference<bool> autosave;
  /// Seconds from a change to its recovery save, 1 to 600.
  Preference<int> autosaveSeconds;
  /// The start page was shown: a later start does not show it by itself.
  Preference<bool> startPageSeen;
  /// The initial folder of export dialogs; empty: the home folder.
  Preference<QString> exportFolder;

  /// The folder for exports, or the home folder if none is set or it no longer exists.
  QString usableExportFolder() const;
  void resetAll();

 signals:
  void changed();
};

Preferences& preferences();

/// True if automatic motion should stop or slow down: by preference, or because the desktop requests it (SystemMotion).
bool wantsLessMotion();

}  // namespace noiseloom
