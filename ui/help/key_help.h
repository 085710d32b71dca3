#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>
#include <QVariant>

class QWidget;

namespace noiseloom {

/// What a widget does on some keys of its own while it has the keyboard.
struct KeyHelp {
  QList<QKeySequence> keys;
  QString text;
};

/// Registers the keys of a widget under the name of its kind ("Heat map"), for the sheet of shortcuts. Where several
/// widgets of one kind are on show, the first one speaks for all.
void describeKeys(QWidget& widget, const QString& kind, const QList<KeyHelp>& keys);
/// Empty where nothing was registered.
QString describedKind(const QWidget& widget);
QList<KeyHelp> describedKeys(const QWidget& widget);

}  // namespace noiseloom

Q_DECLARE_METATYPE(noiseloom::KeyHelp)
