#pragma once

#include <QString>
#include <map>
#include <optional>

#include "ui/document/field.h"

class QLineEdit;

namespace noiseloom {

class MainWindow;

/// What must hold in the window whatever a person does.
class SoakChecks {
 public:
  explicit SoakChecks(MainWindow& window) : m_window(window) {}

  /// Fields in which something was typed lately, so that it may not be taken over yet.
  using Typing = std::map<const QLineEdit*, qint64>;

  /// The first thing that is wrong, in words. `edited`: something may have replaced a text on purpose since the last
  /// look (undo, a slider).
  std::optional<QString> broken(const Typing& typing, bool edited);

 private:
  std::optional<QString> documentBroken() const;
  std::optional<QString> fieldsBroken(const Typing& typing, bool edited);
  std::optional<QString> choicesBroken() const;
  std::optional<QString> screenBroken() const;

  MainWindow& m_window;
  std::map<Field, QString> m_unusable;  ///< texts that stood in fields with a problem at the last look
};

/// Bytes of memory that the process holds.
double residentBytes();

}  // namespace noiseloom
