#include "ui/main/menus.h"

#include <QAction>
#include <QMenu>
#include <utility>

#include "ui/main/main_window.h"
#include "ui/style/icons.h"

namespace noiseloom {

QAction* addEntry(QMenu& menu, MainWindow& window, const QString& icon, const QString& text, const QKeySequence& keys,
                  std::function<void()> run) {
  QAction* action = menu.addAction(icon.isEmpty() ? QIcon() : symbolicIcon(icon), text);
  action->setShortcut(keys);
  QObject::connect(action, &QAction::triggered, &window, [run = std::move(run)] { run(); });
  return action;
}

}  // namespace noiseloom
