#include "ui/dialogs/history_dialog.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QShortcut>
#include <QStyledItemDelegate>
#include <QUndoStack>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/document/edit_scenario_command.h"
#include "ui/document/field.h"
#include "ui/document/objective_error.h"
#include "ui/document/scenario_document.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kErrorRole = Qt::UserRole;
constexpr int kLagsRole = Qt::UserRole + 1;
constexpr int kNowRole = Qt::UserRole + 2;
constexpr int kUndoneRole = Qt::UserRole + 3;
constexpr int kStepRole = Qt::UserRole + 4;
constexpr int kSparkWidth = 56;
// Steps beyond it are in no list: the oldest ones.
constexpr int kMostRows = 500;
constexpr int kSnapshotRows = 4;
constexpr int kRefreshMilliseconds = 60;

/// A row: the first column of C as a spark of bars, the words, and the error at the right.
class StateDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
    return {widthIn(option.font, 200), 2 * option.fontMetrics.height() + kHalfGrid};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const Theme& theme = themeOf(option.palette);
    const bool now = index.data(kNowRole).toBool();
    const bool undone = index.data(kUndoneRole).toBool();
    painter->save();
    QStyleOptionViewItem frame(option);
    initStyleOption(&frame, index);
    frame.text.clear();
    frame.widget->style()->drawPrimitive(QStyle::PE_PanelItemViewItem, &frame, painter, frame.widget);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    // The state on show has a bar in front, and not only a colour.
    if (now) painter->fillRect(QRect(option.rect.topLeft(), QSize(kHalfGrid, option.rect.height())), theme.accent);
    const QRect inside = option.rect.adjusted(kGrid, kHalfGrid, -kGrid, -kHalfGrid);
    paintSpark(*painter, QRect(inside.topLeft(), QSize(kSparkWidth, inside.height())), index, theme);
    const QString error = index.data(kErrorRole).toString();
    const QFont plain = scaledFont(option.font, 1, now ? QFont::DemiBold : QFont::Normal);
    const int width = QFontMetrics(tabularFigures(plain)).horizontalAdvance(error);
    const QColor color = selected ? option.palette.color(QPalette::HighlightedText)
                         : undone ? theme.mutedText
                                  : theme.text;
    painter->setPen(color);
    painter->setFont(tabularFigures(plain));
    painter->drawText(inside, static_cast<int>(Qt::AlignRight | Qt::AlignVCenter), error);
    painter->setFont(plain);
    const QRect words = inside.adjusted(kSparkWidth + kGrid, 0, -width - kGrid, 0);
    painter->drawText(words, static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter),
                      QFontMetrics(plain).elidedText(index.data().toString(), Qt::ElideRight, words.width()));
    painter->restore();
  }

 private:
  static void paintSpark(QPainter& painter, const QRect& bounds, const QModelIndex& index, const Theme& theme) {
    painter.fillRect(bounds, theme.plot);
    const QVariantList lags = index.data(kLagsRole).toList();
    const double step = static_cast<double>(bounds.width()) / static_cast<double>(std::max<qsizetype>(1, lags.size()));
    for (qsizetype i = 0; i < lags.size(); ++i) {
      // Small entries stay visible beside the first.
      const double height = std::sqrt(lags[i].toDouble()) * (bounds.height() - 2);
      painter.fillRect(
          QRectF(bounds.left() + static_cast<double>(i) * step + 0.5, bounds.bottom() - height, step - 1, height),
          theme.accent);
    }
    painter.setPen(theme.border);
    painter.drawRect(bounds.adjusted(0, 0, -1, -1));
  }
};

QListWidget* newList(const QString& name, const QString& spoken) {
  auto* list = new QListWidget;
  nameWidget(list, name, spoken);
  list->setItemDelegate(new StateDelegate(list));
  list->setUniformItemSizes(true);
  list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  return list;
}

/// Rows are kept, so that a name that is being typed stays.
void setRows(QListWidget& list, int rows) {
  while (list.count() > rows) delete list.takeItem(list.count() - 1);
  while (list.count() < rows) list.addItem(new QListWidgetItem);
}

/// Words, error and spark of a state.
void describe(QListWidgetItem& item, const QString& words, ScenarioDocument& document, const Scenario& scenario) {
  item.setText(words);
  const KnownState* known = document.known(scenario);
  QVariantList lags;
  QString error;
  if (known) {
    for (const double lag : known->lags) lags += lag;
    const double shown = document.errors().of(scenario, scenario.objective, known->error);
    if (std::isfinite(shown)) error = resultText(shown);
  }
  item.setData(kLagsRole, lags);
  item.setData(kErrorRole, error);
  const QString unit = errorName(scenario.objective) + QLatin1Char(' ') + error;
  item.setToolTip(error.isEmpty()
                      ? HistoryDialog::tr("%1: not solved yet").arg(words)
                      : HistoryDialog::tr("%1: %2 (%3)").arg(words, unit, errorUnitLabel(document.errors().unit())));
  item.setData(Qt::AccessibleTextRole, item.toolTip());
}

}  // namespace

HistoryDialog::HistoryDialog(ScenarioDocument& document, QWidget* parent)
    : QDialog(parent),
      m_document(document),
      m_steps(newList(QStringLiteral("historySteps"), tr("Steps that were taken"))),
      m_snapshots(newList(QStringLiteral("snapshots"), tr("Snapshots"))),
      m_name(new QLineEdit),
      m_save(named<QPushButton>("saveSnapshot", tr("Save"))),
      m_remove(named<QPushButton>("deleteSnapshot", tr("Delete"))),
      m_mark(named<QPushButton>("markState", tr("Mark as B"))),
      m_flip(named<QPushButton>("flipStates", tr("Flip"))),
      m_gone(new QWidget),
      m_goneText(new QLabel) {
  setObjectName(QStringLiteral("historyDialog"));
  setWindowTitle(tr("Timeline"));
  build();
  m_refresh.setSingleShot(true);
  m_refresh.setInterval(kRefreshMilliseconds);
  connect(&m_refresh, &QTimer::timeout, this, &HistoryDialog::refresh);
  connect(&m_document.undoStack(), &QUndoStack::indexChanged, this, &HistoryDialog::refreshSoon);
  connect(&m_document.snapshots(), &Snapshots::changed, this, &HistoryDialog::refresh);
  connect(&m_document.flip(), &StateFlip::changed, this, &HistoryDialog::refreshSoon);
  connect(&m_document.errors(), &ErrorReadings::changed, this, &HistoryDialog::refreshSoon);
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Scenario || change == DocumentChange::Design) refreshSoon();
  });
  refresh();
}

void HistoryDialog::build() {
  m_steps->setAccessibleDescription(tr("Choosing a step goes back, or forward, to it."));
  m_snapshots->setAccessibleDescription(tr("Choosing a snapshot restores it, which is one step. F2 renames it."));
  m_snapshots->setEditTriggers(QAbstractItemView::EditKeyPressed);
  nameWidget(m_name, QStringLiteral("snapshotName"), tr("Name of the snapshot"));
  m_name->setPlaceholderText(tr("Name of a snapshot of what is shown now"));
  m_name->setMaxLength(200);
  m_mark->setToolTip(tr("F9 then flips between what is shown and the chosen state"));
  for (QPushButton* button : {m_save, m_remove, m_mark, m_flip}) button->setAutoDefault(false);
  auto* layout = newLayout<QVBoxLayout>({kGrid, kGrid, kGrid, kGrid}, kGrid, this);
  auto* naming = newLayout<QHBoxLayout>({}, kGrid);
  naming->addWidget(m_name, 1);
  naming->addWidget(m_save);
  naming->addWidget(m_remove);
  auto* flipping = newLayout<QHBoxLayout>({}, kGrid);
  flipping->addStretch(1);
  flipping->addWidget(m_mark);
  flipping->addWidget(m_flip);
  layout->addWidget(new QLabel(tr("Snapshots")));
  layout->addWidget(m_snapshots);
  layout->addLayout(naming);
  auto* back = named<QPushButton>("bringSnapshotBack", tr("Bring it back"));
  back->setAutoDefault(false);
  connect(back, &QPushButton::clicked, this, &HistoryDialog::bringBack);
  auto* gone = newLayout<QHBoxLayout>({}, kGrid, m_gone);
  gone->addWidget(m_goneText, 1);
  gone->addWidget(back);
  m_gone->hide();
  layout->addWidget(m_gone);
  layout->addWidget(new QLabel(tr("Steps")));
  layout->addWidget(m_steps, 1);
  layout->addLayout(flipping);
  resize(widthIn(font(), 560), widthIn(font(), 520));
  for (QListWidget* list : {m_steps, m_snapshots}) list->installEventFilter(this);
  // A click and Return; several styles activate by a double click only.
  connect(m_steps, &QListWidget::itemClicked, this,
          [this](QListWidgetItem* item) { m_document.goTo(item->data(kStepRole).toInt()); });
  connect(m_snapshots, &QListWidget::itemClicked, this, [this](QListWidgetItem* item) { restore(*item); });
  connect(m_snapshots, &QListWidget::itemChanged, this, [this](QListWidgetItem* item) {
    if (!m_filling) m_document.snapshots().rename(static_cast<std::size_t>(m_snapshots->row(item)), item->text());
  });
  connect(m_name, &QLineEdit::returnPressed, this, &HistoryDialog::saveSnapshot);
  connect(m_save, &QPushButton::clicked, this, &HistoryDialog::saveSnapshot);
  connect(m_remove, &QPushButton::clicked, this, &HistoryDialog::remove);
  connect(m_mark, &QPushButton::clicked, this, &HistoryDialog::markSelected);
  connect(m_flip, &QPushButton::clicked, &m_document.flip(), &StateFlip::flip);
  // The shortcut of the menu belongs to the window.
  connect(new QShortcut(QKeySequence(Qt::Key_F9), this), &QShortcut::activated, &m_document.flip(), &StateFlip::flip);
  connect(m_snapshots, &QListWidget::currentRowChanged, this, [this](int row) { m_remove->setEnabled(row >= 0); });
}

bool HistoryDialog::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusIn) m_lastUsed = watched;
  if (event->type() != QEvent::KeyPress) return QDialog::eventFilter(watched, event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  auto* list = watched == m_steps ? m_steps : m_snapshots;
  if ((key == Qt::Key_Return || key == Qt::Key_Enter) && list->currentItem()) {
    emit list->itemClicked(list->currentItem());
    return true;
  }
  if (key == Qt::Key_Delete && list == m_snapshots) {
    remove();
    return true;
  }
  return QDialog::eventFilter(watched, event);
}

/// A slider that moves changes the newest step sixty times a second.
void HistoryDialog::refreshSoon() {
  if (!m_refresh.isActive()) m_refresh.start();
}

void HistoryDialog::refresh() {
  m_filling = true;
  fillSteps();
  fillSnapshots();
  m_filling = false;
  const Scenario* other = m_document.flip().other();
  m_flip->setEnabled(other != nullptr);
  m_flip->setText(m_document.flip().isFlipped() ? tr("Flip back to A (F9)") : tr("Flip to B (F9)"));
  m_flip->setToolTip(other ? changeText(m_document.scenario(), *other) : tr("There is one state only"));
}

void HistoryDialog::fillSteps() {
  const QUndoStack& stack = m_document.undoStack();
  const int first = std::max(0, stack.count() - kMostRows);
  const int rows = stack.count() - first + 1;
  setRows(*m_steps, rows);
  for (int row = 0; row < rows; ++row) {
    const int step = first + row;
    QListWidgetItem& item = *m_steps->item(row);
    const Scenario scenario = m_document.scenarioAt(step);
    QString words = step == 0 ? tr("As it was opened") : stack.text(step - 1);
    if (row == 0 && first > 0) words = tr("%1 (steps before it are not listed)").arg(words);
    // While B is shown the stack still stands at A.
    const bool flipped = m_document.flip().isFlipped();
    const bool here = step == stack.index();
    const bool shown = flipped ? !here && scenario == m_document.scenario() : here;
    if (flipped && here) words = tr("A: %1").arg(words);
    if (m_document.flip().isMarked(scenario) || (flipped && shown)) words = tr("B: %1").arg(words);
    describe(item, words, m_document, scenario);
    item.setData(kStepRole, step);
    item.setData(kNowRole, shown);
    item.setData(kUndoneRole, step > stack.index());
  }
  m_steps->scrollToItem(m_steps->item(std::clamp(stack.index() - first, 0, rows - 1)));
}

void HistoryDialog::fillSnapshots() {
  const std::vector<SessionSnapshot>& all = m_document.snapshots().all();
  setRows(*m_snapshots, static_cast<int>(all.size()));
  for (int row = 0; row < m_snapshots->count(); ++row) {
    const SessionSnapshot& snapshot = all[static_cast<std::size_t>(row)];
    QListWidgetItem& item = *m_snapshots->item(row);
    describe(item, QString::fromStdString(snapshot.name), m_document, snapshot.scenario);
    item.setFlags(item.flags() | Qt::ItemIsEditable);
    item.setData(kNowRole, snapshot.scenario == m_document.scenario());
  }
  m_snapshots->setVisible(!all.empty());
  m_snapshots->setFixedHeight(
      std::clamp(m_snapshots->count(), 1, kSnapshotRows) * (2 * fontMetrics().height() + kHalfGrid) + kGrid);
  m_remove->setVisible(!all.empty());
  m_remove->setEnabled(m_snapshots->currentRow() >= 0);
  m_save->setEnabled(all.size() < kMostSnapshots);
}

void HistoryDialog::restore(const QListWidgetItem& item) {
  const auto place = static_cast<std::size_t>(m_snapshots->row(&item));
  if (place >= m_document.snapshots().all().size()) return;
  const SessionSnapshot snapshot = m_document.snapshots().all()[place];
  m_document.adopt(snapshot.scenario, tr("snapshot %1").arg(QString::fromStdString(snapshot.name)));
}

void HistoryDialog::remove() {
  const int row = m_snapshots->currentRow();
  if (row < 0) return;
  const auto place = static_cast<std::size_t>(row);
  m_deleted = std::pair(place, m_document.snapshots().all()[place]);
  m_goneText->setText(tr("%1 is deleted.").arg(QString::fromStdString(m_deleted->second.name)));
  m_document.snapshots().remove(place);
  m_gone->show();
}

void HistoryDialog::bringBack() {
  if (m_deleted) m_document.snapshots().insert(m_deleted->first, m_deleted->second);
  m_deleted.reset();
  m_gone->hide();
}

void HistoryDialog::saveSnapshot() {
  m_document.takeOverEntries();
  const QString words = m_document.undoStack().undoText();
  m_document.snapshots().add(m_name->text().isEmpty() ? words : m_name->text(), m_document.scenario());
  m_name->clear();
  m_snapshots->setCurrentRow(m_snapshots->count() - 1);
}

void HistoryDialog::markSelected() {
  const QListWidget& list = m_lastUsed == m_snapshots ? *m_snapshots : *m_steps;
  const int row = list.currentRow();
  if (row < 0) return;
  const Scenario scenario = &list == m_snapshots ? m_document.snapshots().all()[static_cast<std::size_t>(row)].scenario
                                                 : m_document.scenarioAt(list.item(row)->data(kStepRole).toInt());
  m_document.flip().mark(m_document.flip().isMarked(scenario) ? std::nullopt : std::optional(scenario));
}

}  // namespace noiseloom
