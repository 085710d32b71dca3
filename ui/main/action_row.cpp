#include <QAction>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QToolButton>

#include "ui/main/main_window.h"
#include "ui/main/menus.h"
#include "ui/panels/shelf_panel.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

QToolButton* newButton(QAction& action, const QString& text) {
  auto* button = new QToolButton;
  button->setObjectName(QStringLiteral("row_") + action.objectName());
  button->setDefaultAction(&action);
  button->setAutoRaise(true);
  button->setToolButtonStyle(text.isEmpty() ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
  // The action's own text names its step, or ends in dots.
  const auto name = [button, &action, text] {
    button->setText(text);
    const QString keys = action.shortcut().toString(QKeySequence::NativeText);
    const QString said = QString(action.text()).remove(QLatin1Char('&'));
    button->setToolTip(keys.isEmpty() ? said : MainWindow::tr("%1 (%2)").arg(said, keys));
    button->setAccessibleName(said);
  };
  QObject::connect(&action, &QAction::changed, button, name);
  name();
  return button;
}

/// "A" or "B", whichever state is shown, drawn as pressed at B; there once there are two.
void addFlip(QHBoxLayout& layout, QAction& action) {
  QToolButton* button = newButton(action, QStringLiteral("A"));
  button->setToolButtonStyle(Qt::ToolButtonTextOnly);
  // Its place stays, as the row is not laid out anew.
  QSizePolicy policy = button->sizePolicy();
  policy.setRetainSizeWhenHidden(true);
  button->setSizePolicy(policy);
  const auto refresh = [button, &action] {
    button->setText(action.isChecked() ? MainWindow::tr("B") : MainWindow::tr("A"));
    button->setVisible(action.isEnabled());
  };
  QObject::connect(&action, &QAction::changed, button, refresh);
  layout.addWidget(button);
  refresh();
}

}  // namespace

void addActionRow(MainWindow& window) {
  auto* row = new QWidget;
  row->setObjectName(QStringLiteral("actionRow"));
  auto* layout = newLayout<QHBoxLayout>({0, 0, kGrid, 0}, 0, row);
  const auto add = [&](QAction* action, const QString& text) { layout->addWidget(newButton(*action, text)); };
  add(window.findChild<QAction*>(QStringLiteral("undo")), {});
  add(window.findChild<QAction*>(QStringLiteral("redo")), {});
  addFlip(*layout, *window.findChild<QAction*>(QStringLiteral("flip")));
  add(window.findChild<QAction*>(QStringLiteral("recommend")), MainWindow::tr("Recommend"));
  add(&window.shelf().compareAction(), MainWindow::tr("Compare"));
  add(window.findChild<QAction*>(QStringLiteral("claim")), MainWindow::tr("Claim"));
  add(window.findChild<QAction*>(QStringLiteral("export")), MainWindow::tr("Export"));
  window.menuBar()->setCornerWidget(row, Qt::TopRightCorner);
}

}  // namespace noiseloom
