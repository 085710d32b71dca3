#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QResizeEvent>
#include <QStyle>
#include <QStyleOptionMenuItem>
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

/// The buttons beside the menus. Where these would not all have space, the buttons are without words: a menu that is
/// not there cannot be found.
class ActionRow : public QWidget {
 public:
  explicit ActionRow(QMenuBar& menus) : m_menus(menus) {
    setObjectName(QStringLiteral("actionRow"));
    menus.installEventFilter(this);
  }

 protected:
  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() == QEvent::Resize) {
      fit(static_cast<QResizeEvent*>(event)->size().width());
    } else if (event->type() == QEvent::FontChange) {
      fit(m_menus.width());
    }
    return false;
  }

 private:
  void fit(int width) {
    showWords(true);
    if (menusWidth() + sizeHint().width() > width) showWords(false);
  }

  int menusWidth() const {
    const QFontMetrics metrics(m_menus.font());
    const QStyle& style = *m_menus.style();
    int width = 2 * style.pixelMetric(QStyle::PM_MenuBarPanelWidth) + 2 * style.pixelMetric(QStyle::PM_MenuBarHMargin);
    for (const QAction* menu : m_menus.actions()) {
      QStyleOptionMenuItem option;
      option.initFrom(&m_menus);
      option.text = menu->text();
      const QSize words = metrics.size(Qt::TextShowMnemonic, menu->text());
      width += style.sizeFromContents(QStyle::CT_MenuBarItem, &option, words, &m_menus).width() +
               style.pixelMetric(QStyle::PM_MenuBarItemSpacing);
    }
    return width;
  }

  void showWords(bool shown) {
    for (QToolButton* button : findChildren<QToolButton*>()) {
      if (button->toolButtonStyle() == Qt::ToolButtonTextOnly || button->text().isEmpty()) continue;
      button->setToolButtonStyle(shown ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    }
  }

  QMenuBar& m_menus;
};

}  // namespace

void addActionRow(MainWindow& window) {
  auto* row = new ActionRow(*window.menuBar());
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
