#include "ui/workspace/notice_bar.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "ui/style/icons.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// Time to read a line, and to decide about an offered action.
constexpr int kReadMilliseconds = 10'000;
constexpr int kDecideMilliseconds = 20'000;

}  // namespace

NoticeBar::NoticeBar(QWidget* parent)
    : QFrame(parent),
      m_text(named<QLabel>("noticeText")),
      m_action(named<QPushButton>("noticeAction")),
      m_dismiss(named<QToolButton>("dismissNotice")) {
  nameWidget(this, QStringLiteral("noticeBar"), tr("Notice"));
  setAutoFillBackground(true);
  m_text->setWordWrap(true);
  m_text->setTextFormat(Qt::PlainText);  // files may be called anything
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_dismiss->setAutoRaise(true);
  m_dismiss->setIcon(symbolicIcon(QStringLiteral("cancel")));
  m_dismiss->setToolTip(tr("Dismiss this notice"));
  m_dismiss->setAccessibleName(tr("Dismiss this notice"));
  auto* layout = newLayout<QHBoxLayout>({2 * kGrid, kHalfGrid, kGrid, kHalfGrid}, kGrid, this);
  layout->addWidget(m_text, 1);
  layout->addWidget(m_action);
  layout->addWidget(m_dismiss);
  connect(m_dismiss, &QToolButton::clicked, this, &NoticeBar::dismiss);
  connect(m_action, &QPushButton::clicked, this, [this] {
    // The action may show a notice itself.
    const auto run = std::exchange(m_run, {});
    dismiss();
    if (run) run();
  });
  setFrameStyle(QFrame::Box | QFrame::Plain);
  m_goes.setSingleShot(true);
  connect(&m_goes, &QTimer::timeout, this, &NoticeBar::goUnlessUsed);
  hide();
}

void NoticeBar::floatOver(QWidget& bar, QWidget& room) {
  m_bar = &bar;
  m_room = &room;
  setParent(bar.parentWidget());
  bar.installEventFilter(this);
  room.installEventFilter(this);
  place();
}

void NoticeBar::place() {
  if (!m_bar) return;
  const QRect room(m_room->mapTo(parentWidget(), QPoint()), m_room->size());
  const QMargins margins = layout()->contentsMargins();
  int wanted = margins.left() + margins.right() + 2 * frameWidth() + m_text->fontMetrics().horizontalAdvance(text()) +
               kGrid + m_dismiss->sizeHint().width() + layout()->spacing();
  if (!m_action->text().isEmpty()) wanted += m_action->sizeHint().width() + layout()->spacing();
  const int width = std::min(wanted, room.width());
  const int height = layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width) : sizeHint().height();
  const int lowest = m_bar->geometry().bottom() + 1 - height;
  setGeometry(room.right() + 1 - width, std::min(room.center().y() - height / 2, lowest), width, height);
  raise();
}

void NoticeBar::goUnlessUsed() {
  const QWidget* focus = window()->focusWidget();
  const bool used = underMouse() || (focus && isAncestorOf(focus) && window()->isActiveWindow());
  if (used) {
    m_goes.start();
  } else {
    dismiss();
  }
}

bool NoticeBar::eventFilter(QObject* watched, QEvent* event) {
  if ((watched == m_bar || watched == m_room) && (event->type() == QEvent::Move || event->type() == QEvent::Resize))
    place();
  return QFrame::eventFilter(watched, event);
}

void NoticeBar::tell(const QString& text, const QString& action, std::function<void()> run) {
  present(Tone::Quiet, text, action, std::move(run));
  m_goes.start(action.isEmpty() ? kReadMilliseconds : kDecideMilliseconds);
}

void NoticeBar::warn(Problem problem, const QString& text) {
  m_problem = problem;
  present(Tone::Problem, text, {}, {});
  m_goes.stop();
}

void NoticeBar::goOn() {
  if (isHidden() || m_tone != Tone::Problem || m_problem != Problem::Past || m_goes.isActive()) return;
  m_goes.start(kReadMilliseconds);
}

void NoticeBar::settle(Problem problem) {
  if (m_tone == Tone::Problem && m_problem == problem) dismiss();
}

void NoticeBar::present(Tone tone, const QString& text, const QString& action, std::function<void()> run) {
  m_tone = tone;
  m_run = std::move(run);
  m_text->setText(text);
  m_text->setAccessibleName(text);
  setAccessibleDescription(text);
  m_action->setText(action);
  m_action->setAccessibleName(action);
  m_action->setVisible(!action.isEmpty());
  restyle();
  place();
  show();
  QAccessibleEvent alert(this, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
}

void NoticeBar::dismiss() {
  m_run = {};
  m_goes.stop();
  hide();
}

void NoticeBar::restyle() {
  m_restyling = true;
  const Theme& theme = themeOf(palette());
  QPalette own = palette();
  own.setColor(QPalette::Window, m_tone == Tone::Problem ? theme.errorFill : theme.plot);
  setPalette(own);
  setTextColor(*this, m_tone == Tone::Problem ? theme.error : theme.mutedText);  // the colour of its frame
  setTextColor(*m_text, m_tone == Tone::Problem ? theme.error : theme.text);
  m_restyling = false;
}

void NoticeBar::changeEvent(QEvent* event) {
  QFrame::changeEvent(event);
  if (event->type() == QEvent::FontChange && m_text) place();
  if (event->type() == QEvent::PaletteChange && !m_restyling && m_text) restyle();
}

}  // namespace noiseloom
