#pragma once

#include <QList>

class QAction;
class QMenu;

namespace noiseloom {

/// Gives every entry that has none a letter or digit to choose it by, each another one: the first of a word where that
/// is free, else any. Where all are taken an entry has none.
void giveMnemonics(const QList<QAction*>& entries);
/// The same for a menu and all menus in it, also for entries that come when they are opened.
void keepMnemonics(QMenu& menu);

}  // namespace noiseloom
