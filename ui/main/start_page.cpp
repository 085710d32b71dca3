#include "ui/main/start_page.h"

#include <QApplication>
#include <QBoxLayout>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QStyleOptionButton>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "ui/document/scenario_document.h"
#include "ui/lessons/lesson_catalogue.h"
#include "ui/lessons/lesson_player.h"
#include "ui/main/main_window.h"
#include "ui/panels/activity_bar.h"
#include "ui/style/icons.h"
#include "ui/style/look.h"
#include "ui/style/on_change.h"
#include "ui/style/theme.h"
#include "ui/workspace/recent_files.h"
#include "ui/workspace/workspace.h"

namespace noiseloom {
namespace {

constexpr int kIcon = 20;
constexpr int kUsualWidth = 560;

constexpr double kTitleType = 2.15;
constexpr double kPurposeType = 1.15;
constexpr int kCardWidth = 640;
// Further ones are in the menu.
constexpr int kMostRecent = 4;

/// Opens a menu of the menu bar below a button.
void popUp(MainWindow& window, const QString& menu, const QWidget& button) {
  window.findChild<QMenu*>(menu)->popup(button.mapToGlobal(QPoint(0, button.height())));
}

}  // namespace

StartPage::StartPage(MainWindow& window)
    : QWidget(window.centralWidget()),
      m_window(window),
      m_card(new QScrollArea(this)),
      m_title(new QLabel(tr("Noiseloom"))),
      m_purpose(new QLabel(tr("Train with differential privacy and less noise: Noiseloom designs noise that partly "
                              "cancels from step to step, so that a model learns more at the same privacy."))),
      m_recent(new QWidget) {
  nameWidget(this, QStringLiteral("startPage"), tr("Start page"));
  // A size of its own is scaled with the type of presenter mode: a change of the application's does not reach a page
  // that is open at the start.
  setFont(QApplication::font());
  auto* content = new QWidget;
  auto* layout = newLayout<QVBoxLayout>({3 * kGrid, 2 * kGrid, 3 * kGrid, 2 * kGrid}, kGrid, content);
  addHead(*layout);
  addDoors(*layout);
  newLayout<QVBoxLayout>({kGrid, 0, kGrid, 0}, 0, m_recent);
  layout->addWidget(m_recent);
  auto* explore = named<QPushButton>("exploreDesign", tr("Explore the design behind this page"));
  explore->setToolTip(tr("Closes this page (Esc). File > New session shows it again."));
  connect(explore, &QPushButton::clicked, this, &StartPage::dismiss);
  layout->addWidget(explore, 0, Qt::AlignRight);
  m_card->setFocusPolicy(Qt::NoFocus);
  m_card->setWidgetResizable(true);
  m_card->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_card->setWidget(content);
  showFonts();
  hide();
  window.centralWidget()->installEventFilter(this);
  connect(&window.document(), &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Scenario) dismiss();
  });
  connect(&window.lessonPlayer(), &LessonPlayer::started, this, &StartPage::dismiss);
  connect(&window.workspace(), &Workspace::opened, this, &StartPage::dismiss);
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, const QWidget* now) {
    // A command has gone to what is behind the page, which would hide it.
    const bool behind = now && now != this && now->window() == this->window() && !isAncestorOf(now);
    if (behind && !qobject_cast<const QMenuBar*>(now)) dismiss();
  });
  onChange(*this, {QEvent::FontChange}, [this] { showFonts(); });
}

void StartPage::addHead(QBoxLayout& layout) {
  auto* head = newLayout<QHBoxLayout>({}, 2 * kGrid);
  auto* icon = new QLabel;
  icon->setPixmap(applicationIcon().pixmap(48, 48));
  head->addWidget(icon);
  head->addWidget(m_title, 1);
  auto* close = new QToolButton;
  close->setAutoRaise(true);
  close->setIcon(symbolicIcon(QStringLiteral("cancel")));
  close->setToolTip(tr("Close the start page (Esc)"));
  close->setAccessibleName(tr("Close the start page"));
  connect(close, &QToolButton::clicked, this, &StartPage::dismiss);
  head->addWidget(close, 0, Qt::AlignTop);
  layout.addLayout(head);
  m_purpose->setWordWrap(true);
  layout.addWidget(m_purpose);
}

void StartPage::addDoor(QBoxLayout& layout, const QString& name, const QString& icon, const QString& title,
                        const QString& detail, std::function<void()> enter) {
  auto* door = new StartDoor(symbolicIcon(icon), title, detail);
  door->setObjectName(name);
  connect(door, &StartDoor::clicked, this, std::move(enter));
  layout.addWidget(door);
}

void StartPage::addDoors(QBoxLayout& layout) {
  addDoor(layout, QStringLiteral("recommendDoor"), QStringLiteral("target"), tr("Recommend for my job"),
          tr("Say what you train and how its batches are formed: see what to run, and what it gains."), [this] {
            dismiss();
            m_window.showRecommend();
          });
  const auto lesson = shippedLesson(lessonIds().front());
  addDoor(layout, QStringLiteral("learnDoor"), QStringLiteral("lesson"),
          tr("Learn in %n minutes", nullptr, lesson->minutes), lesson->summary,
          [this, lesson] { m_window.lessonPlayer().start(lesson); });
  addDoor(layout, QStringLiteral("exampleDoor"), QStringLiteral("chart"), tr("Open an example"),
          tr("Training jobs of published experiments, each with its source."),
          [this] { popUp(m_window, QStringLiteral("examples"), *findChild<QWidget*>(QStringLiteral("exampleDoor"))); });
}

void StartPage::listRecent() {
  qDeleteAll(m_recent->findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
  QStringList paths = m_window.workspace().recent().paths();
  paths.removeIf([](const QString& path) { return !RecentFiles::problemOf(path).isEmpty(); });
  m_recent->setVisible(!paths.isEmpty());
  const auto add = [this](const QString& text, const QString& tip) {
    auto* button = new QToolButton;
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setIcon(symbolicIcon(QStringLiteral("recent")));
    button->setText(QString(text).replace(QLatin1Char('&'), QStringLiteral("&&")));
    button->setToolTip(tip);
    m_recent->layout()->addWidget(button);
    return button;
  };
  for (const QString& path : paths.mid(0, kMostRecent)) {
    const QString name = fontMetrics().elidedText(QFileInfo(path).fileName(), Qt::ElideMiddle, m_card->width() / 2);
    connect(add(name, path), &QToolButton::clicked, this, [this, path] { m_window.workspace().open(path); });
  }
  if (paths.size() <= kMostRecent) return;
  QToolButton* more = add(tr("More recent files …"), {});
  connect(more, &QToolButton::clicked, this, [this, more] { popUp(m_window, QStringLiteral("recentFiles"), *more); });
}

void StartPage::open() {
  if (isHidden()) m_focused = m_window.focusWidget();
  show();
  place();
  listRecent();
  place();
  raise();
  findChild<QWidget*>(QStringLiteral("recommendDoor"))->setFocus();
}

void StartPage::dismiss() {
  if (isHidden()) return;
  const bool focused = isAncestorOf(m_window.focusWidget());
  hide();
  if (!focused) return;
  // Nothing had the focus at the start; hiding has passed it on to whatever comes next.
  if (m_focused) {
    m_focused->setFocus();
  } else if (QWidget* next = m_window.focusWidget()) {
    next->clearFocus();
  }
}

void StartPage::place() {
  const QWidget& room = *parentWidget();
  // Progress, Cancel and notices stay in reach.
  setGeometry(0, 0, room.width(), m_window.activityBar().mapTo(&room, QPoint()).y());
  const int frame = 2 * m_card->frameWidth();
  const int wide = std::min(widthIn(font(), kCardWidth), width() - 2 * kGrid);
  const int high = std::min(m_card->widget()->layout()->heightForWidth(wide - frame) + frame, height() - 2 * kGrid);
  m_card->setGeometry((width() - wide) / 2, (height() - high) / 2, wide, high);
}

bool StartPage::eventFilter(QObject* watched, QEvent* event) {
  if (watched == parentWidget() && !isHidden() &&
      (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest))
    place();
  return QWidget::eventFilter(watched, event);
}

/// The widgets behind the page get no focus while it is there.
bool StartPage::focusNextPrevChild(bool next) {
  QWidget* now = focusWidget();
  for (QWidget* other = now ? now : this;;) {
    other = next ? other->nextInFocusChain() : other->previousInFocusChain();
    if (other == now || other == this) return true;
    if (!isAncestorOf(other) || !other->isVisible() || !(other->focusPolicy() & Qt::TabFocus)) continue;
    other->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return true;
  }
}

bool StartPage::event(QEvent* event) {
  // Elsewhere Escape is a shortcut.
  if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    event->accept();
    return true;
  }
  return QWidget::event(event);
}

void StartPage::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) {
    dismiss();
  } else if (auto* button = qobject_cast<QAbstractButton*>(focusWidget());
             button && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
    button->click();
  } else {
    QWidget::keyPressEvent(event);
  }
}

void StartPage::mousePressEvent(QMouseEvent*) {
  dismiss();
}

void StartPage::showFonts() {
  m_title->setFont(scaledFont(font(), kTitleType, QFont::DemiBold));
  m_purpose->setFont(scaledFont(font(), kPurposeType));
}

void StartPage::paintEvent(QPaintEvent*) {
  QColor veil = themeOf(palette()).plot;
  veil.setAlpha(190);
  QPainter(this).fillRect(rect(), veil);
}

StartDoor::StartDoor(const QIcon& icon, const QString& title, const QString& detail, QWidget* parent)
    : QAbstractButton(parent), m_detail(detail) {
  setIcon(icon);
  setText(title);
  setAccessibleName(title);
  setAccessibleDescription(detail);
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_Hover);
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

QFont StartDoor::titleFont() const {
  return scaledFont(font(), 1.0, QFont::DemiBold);
}

int StartDoor::textLeft() const {
  return 2 * kGrid + widthIn(font(), kIcon);
}

int StartDoor::heightForWidth(int width) const {
  const int room = std::max(1, width - textLeft() - kGrid);
  const QRect detail = fontMetrics().boundingRect({0, 0, room, QWIDGETSIZE_MAX}, Qt::TextWordWrap, m_detail);
  return 2 * kGrid + QFontMetrics(titleFont()).height() + detail.height();
}

QSize StartDoor::sizeHint() const {
  const int wide = widthIn(font(), kUsualWidth);
  return {wide, heightForWidth(wide)};
}

QSize StartDoor::minimumSizeHint() const {
  const int wide = textLeft() + QFontMetrics(titleFont()).horizontalAdvance(text()) + kGrid;
  return {wide, QFontMetrics(titleFont()).height() + 2 * kGrid};
}

void StartDoor::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = themeOf(palette());
  if (isDown() || underMouse() || hasFocus()) {
    QStyleOptionButton option;
    option.initFrom(this);
    option.state |= isDown() ? QStyle::State_Sunken : QStyle::State_Raised;
    style()->drawControl(QStyle::CE_PushButtonBevel, &option, &painter, this);
  }
  const int side = widthIn(font(), kIcon);
  const QFontMetrics title(titleFont());
  const QRect place(kGrid, kGrid, side, side);
  icon().paint(&painter, QStyle::visualRect(layoutDirection(), rect(), place));
  const QRect words = QStyle::visualRect(layoutDirection(), rect(),
                                         QRect(textLeft(), kGrid, width() - textLeft() - kGrid, height() - 2 * kGrid));
  painter.setFont(titleFont());
  painter.setPen(theme.text);
  painter.drawText(words, static_cast<int>(Qt::AlignLeading | Qt::AlignTop), text());
  painter.setFont(font());
  painter.drawText(words.adjusted(0, title.height(), 0, 0),
                   static_cast<int>(Qt::AlignLeading | Qt::AlignTop) | Qt::TextWordWrap, m_detail);
}

}  // namespace noiseloom
