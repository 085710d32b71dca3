#include "ui/main/mnemonics.h"

#include <QAction>
#include <QMenu>
#include <QSet>
#include <QString>
#include <vector>

namespace noiseloom {
namespace {

constexpr QLatin1Char kMark('&');

/// The mnemonic letter of a text; a null character if it has none.
QChar mnemonicOf(const QString& text) {
  for (qsizetype i = 0; i + 1 < text.size(); ++i) {
    if (text.at(i) != kMark) continue;
    if (text.at(i + 1) != kMark) return text.at(i + 1).toUpper();
    ++i;
  }
  return {};
}

/// Possible positions of a mnemonic mark, best first.
std::vector<qsizetype> placesIn(const QString& text) {
  std::vector<qsizetype> starts;
  std::vector<qsizetype> others;
  bool inWord = false;
  for (qsizetype i = 0; i < text.size(); ++i) {
    const bool letter = text.at(i).isLetterOrNumber();
    if (letter) (inWord ? others : starts).push_back(i);
    inWord = letter;
  }
  starts.insert(starts.end(), others.begin(), others.end());
  return starts;
}

}  // namespace

void giveMnemonics(const QList<QAction*>& entries) {
  QSet<QChar> taken;
  for (const QAction* entry : entries) {
    if (const QChar letter = mnemonicOf(entry->text()); !letter.isNull()) taken.insert(letter);
  }
  for (QAction* entry : entries) {
    const QString text = entry->text();
    if (entry->isSeparator() || !mnemonicOf(text).isNull()) continue;
    for (const qsizetype place : placesIn(text)) {
      const QChar letter = text.at(place).toUpper();
      if (taken.contains(letter)) continue;
      taken.insert(letter);
      entry->setText(QString(text).insert(place, kMark));
      break;
    }
  }
}

void keepMnemonics(QMenu& menu) {
  giveMnemonics(menu.actions());
  QObject::connect(&menu, &QMenu::aboutToShow, &menu, [&menu] { giveMnemonics(menu.actions()); });
  for (const QAction* entry : menu.actions()) {
    if (entry->menu()) keepMnemonics(*entry->menu());
  }
}

}  // namespace noiseloom
