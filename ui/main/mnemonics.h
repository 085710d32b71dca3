#pragma once

#include <QList>

class QAction;
class QMenu;

namespace noiseloom {

/// Gives every entry without a mnemonic a unique letter or digit: the first of a word if that is free, or else any. If
/// all are taken, an entry gets none.
void giveMnemonics(const QList<QAction*>& entries);
/// Does the same for a menu and its submenus, including entries added when they open.
void keepMnemonics(QMenu& menu);

}  // namespace noiseloom
