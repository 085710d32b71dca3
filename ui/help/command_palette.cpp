#include "ui/help/command_palette.h"

#include <QAction>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "core/base/expression.h"
#include "ui/help/help_book.h"
#include "ui/help/help_window.h"
#include "ui/help/shortcut_list.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kCommandRole = Qt::UserRole;
constexpr int kTakesRole = Qt::UserRole + 1;

void addLeaves(const QList<QAction*>& actions, const QString& menu, std::vector<Command>& commands) {
  for (QAction* action : actions) {
    if (action->menu()) {
      addLeaves(action->menu()->actions(), plainText(action->text()), commands);
    } else if (!action->isSeparator() && action->isEnabled() && action->isVisible()) {
      const QPointer<QAction> kept = action;
      commands.push_back({plainText(action->text()), menu, keysText(action->shortcuts()),
                          [kept] {
                            if (kept) kept->trigger();
                          },
                          action->toolTip()});
    }
  }
}

/// Rank of a match, 0 for the best: the text begins with the query, one of its words does, it contains all words, its
/// keywords do; -1 for no match.
int rank(const Command& command, const QString& query) {
  if (command.text.startsWith(query, Qt::CaseInsensitive)) return 0;
  if (command.text.contains(QLatin1Char(' ') + query, Qt::CaseInsensitive)) return 1;
  const QString all = command.text + QLatin1Char(' ') + command.kind;
  const QStringList words = query.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  const bool has =
      std::ranges::all_of(words, [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
  if (has) return 2;
  const QString more = all + QLatin1Char(' ') + command.keywords;
  const bool described =
      std::ranges::all_of(words, [&](const QString& word) { return more.contains(word, Qt::CaseInsensitive); });
  return described ? 3 : -1;
}

/// The number at the end of a query, which may be an expression such as "2^14"; empty if there is none.
QString numberIn(const QString& query) {
  const QString last = query.section(QLatin1Char(' '), -1);
  return query.contains(QLatin1Char(' ')) && evaluateExpression(last.toStdString()) ? last : QString();
}

}  // namespace

CommandPalette::CommandPalette(QMainWindow& window, const std::vector<Command>& more)
    : QDialog(&window), m_query(new QLineEdit), m_list(new QListWidget) {
  setObjectName(QStringLiteral("commandPalette"));
  setWindowTitle(tr("Find a command"));
  nameWidget(m_query, QStringLiteral("commandQuery"), tr("Find an action, a field or a page of the help"));
  m_query->setPlaceholderText(m_query->accessibleName());
  m_query->addAction(symbolicIcon(QStringLiteral("search")), QLineEdit::LeadingPosition);
  m_query->installEventFilter(this);
  nameWidget(m_list, QStringLiteral("commandList"), tr("What was found"));
  m_list->setFrameShape(QFrame::NoFrame);
  m_list->setUniformItemSizes(true);
  m_list->setFocusPolicy(Qt::NoFocus);
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* layout = newLayout<QVBoxLayout>({kGrid, kGrid, kGrid, kGrid}, kGrid, this);
  layout->addWidget(m_query);
  layout->addWidget(m_list, 1);

  for (const QAction* menu : window.menuBar()->actions()) {
    if (menu->menu()) addLeaves(menu->menu()->actions(), plainText(menu->text()), m_commands);
  }
  m_commands.insert(m_commands.end(), more.begin(), more.end());
  const HelpBook& book = HelpBook::instance();
  for (const HelpPage& page : book.pages()) {
    for (const HelpSection& section : page.sections) {
      const QString topic = page.name + QLatin1Char('#') + section.anchor;
      m_commands.push_back({section.title, tr("Help"), {}, [&window, topic] { showHelp(&window, topic); }});
    }
  }
  connect(m_query, &QLineEdit::textChanged, this, &CommandPalette::narrow);
  connect(m_query, &QLineEdit::returnPressed, this, &CommandPalette::runCurrent);
  connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::runCurrent);
  resize(widthIn(font(), 520), widthIn(font(), 360));
  narrow({});
}

void CommandPalette::narrow(const QString& text) {
  const QString query = text.simplified();
  m_number = numberIn(query);
  const QString name = query.chopped(m_number.isEmpty() ? 0 : m_number.size() + 1);
  struct Found {
    int place;
    std::size_t index;
    bool takes;  ///< the command takes the number
    auto operator<=>(const Found&) const = default;
  };
  std::vector<Found> found;
  for (std::size_t i = 0; i < m_commands.size(); ++i) {
    if (const int place = rank(m_commands[i], query); place >= 0) found.push_back({place, i, false});
    if (m_number.isEmpty() || !m_commands[i].take) continue;
    if (const int place = rank(m_commands[i], name); place >= 0) found.push_back({place, i, true});
  }
  std::ranges::sort(found);
  m_list->clear();
  for (const auto& [place, index, takes] : found) {
    const Command& command = m_commands[index];
    const QString line = takes ? tr("%1: %2 – %3").arg(command.text, m_number, command.kind)
                         : command.detail.isEmpty()
                             ? tr("%1 – %2").arg(command.text, command.kind)
                             : tr("%1 – %2 (%3)").arg(command.text, command.kind, command.detail);
    auto* item = new QListWidgetItem(line, m_list);
    item->setData(kTakesRole, takes);
    item->setSizeHint(QSize(0, m_list->fontMetrics().lineSpacing() + kGrid));
    item->setData(kCommandRole, static_cast<qulonglong>(index));
  }
  if (m_list->count() > 0) {
    m_list->setCurrentRow(0);
  } else {
    auto* nothing = new QListWidgetItem(tr("Nothing is called “%1”.").arg(query), m_list);
    nothing->setFlags(Qt::NoItemFlags);
  }
  const QListWidgetItem* current = m_list->currentItem();
  m_query->setAccessibleDescription(current ? current->text() : m_list->item(0)->text());
}

void CommandPalette::runCurrent() {
  const QListWidgetItem* item = m_list->currentItem();
  if (!item || !item->data(kCommandRole).isValid()) return;
  const Command& command = m_commands[item->data(kCommandRole).toULongLong()];
  std::function<void()> run = command.run;
  if (item->data(kTakesRole).toBool()) run = [take = command.take, number = m_number] { take(number); };
  // The focus returns to the window first: some actions act on the focused widget.
  QTimer::singleShot(0, parent(), run);
  accept();
  parentWidget()->activateWindow();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_query && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    const bool walks = key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown;
    if (walks) {
      QCoreApplication::sendEvent(m_list, event);
      if (m_list->currentItem()) m_query->setAccessibleDescription(m_list->currentItem()->text());
      return true;
    }
  }
  return QDialog::eventFilter(watched, event);
}

}  // namespace noiseloom
