#include "ui/help/shortcut_list.h"

#include <QAction>
#include <QCoreApplication>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QSet>
#include <QVariant>

namespace noiseloom {
namespace {

constexpr const char* kKindProperty = "noiseloomKind";
constexpr const char* kKeysProperty = "noiseloomKeys";

void addActions(const QList<QAction*>& actions, const QString& group, QSet<const QAction*>& seen,
                std::vector<ShortcutEntry>& entries) {
  for (const QAction* action : actions) {
    if (action->menu()) addActions(action->menu()->actions(), group, seen, entries);
    if (action->shortcuts().isEmpty() || seen.contains(action)) continue;
    seen.insert(action);
    entries.push_back({group, plainText(action->iconText()), action->shortcuts()});
  }
}

}  // namespace

void describeKeys(QWidget& widget, const QString& kind, const QList<KeyHelp>& keys) {
  widget.setProperty(kKindProperty, kind);
  widget.setProperty(kKeysProperty, QVariant::fromValue(keys));
}

QString describedKind(const QWidget& widget) {
  return widget.property(kKindProperty).toString();
}

QList<KeyHelp> describedKeys(const QWidget& widget) {
  return widget.property(kKeysProperty).value<QList<KeyHelp>>();
}

QString plainText(const QString& actionText) {
  QString text = actionText;
  text.remove(QLatin1Char('&'));
  while (text.endsWith(QStringLiteral("…")) || text.endsWith(QLatin1Char('.')) || text.endsWith(QLatin1Char(' ')))
    text.chop(1);
  return text;
}

QString keysText(const QList<QKeySequence>& keys) {
  QStringList texts;
  for (const QKeySequence& key : keys) texts += key.toString(QKeySequence::NativeText);
  // On some platforms the native shortcut equals the one added for the others.
  texts.removeDuplicates();
  return texts.join(QStringLiteral(", "));
}

std::vector<ShortcutEntry> shortcutsOf(const QMainWindow& window) {
  std::vector<ShortcutEntry> entries;
  QSet<const QAction*> seen;
  for (const QAction* menu : window.menuWidget() ? window.menuWidget()->actions() : QList<QAction*>()) {
    if (menu->menu()) addActions(menu->menu()->actions(), plainText(menu->text()), seen, entries);
  }
  const QString elsewhere = QCoreApplication::translate("ShortcutSheet", "Elsewhere in the window");
  addActions(window.findChildren<QAction*>(), elsewhere, seen, entries);
  QSet<QString> kinds;
  for (const QWidget* widget : window.findChildren<QWidget*>()) {
    const QString kind = describedKind(*widget);
    if (kind.isEmpty() || kinds.contains(kind)) continue;
    kinds.insert(kind);
    for (const KeyHelp& help : describedKeys(*widget)) entries.push_back({kind, help.text, help.keys});
  }
  return entries;
}

}  // namespace noiseloom
