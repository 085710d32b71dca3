#include "ui/lessons/lesson_panel.h"

#include <QAccessible>
#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QToolButton>
#include <algorithm>

#include "ui/help/help_window.h"
#include "ui/lessons/lesson_player.h"
#include "ui/lessons/lesson_question_box.h"
#include "ui/lessons/lesson_stage.h"
#include "ui/style/elided_label.h"
#include "ui/style/icons.h"
#include "ui/style/look.h"
#include "ui/style/named_picture.h"
#include "ui/style/number_text.h"
#include "ui/style/references.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kLines = 7;                ///< lines of text that the strip has room for
constexpr int kWidestLine = 92;          ///< in characters: longer lines are hard to read
constexpr double kQuestionShare = 0.46;  ///< share of the width for a question
constexpr double kMostHigh = 0.45;       ///< share of the window's height

QToolButton* toolButton(const QString& name, const QString& icon, const QString& text) {
  auto* button = new QToolButton;
  button->setObjectName(name);
  button->setIcon(symbolicIcon(icon));
  button->setAutoRaise(true);
  button->setToolTip(text);
  button->setAccessibleName(text);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

}  // namespace

LessonPanel::LessonPanel(LessonPlayer& player, LessonStage& stage, QWidget* parent)
    : QFrame(parent),
      m_player(player),
      m_stage(stage),
      m_lesson(named<QLabel>("lessonTitle")),
      m_dots(new ProgressDots),
      m_solving(named<ElidedLabel>("lessonState")),
      m_reset(named<QPushButton>("lessonReset", tr("Back to this step"))),
      m_back(named<QPushButton>("lessonBack", symbolicIcon(QStringLiteral("back")), tr("Back"))),
      m_next(named<QPushButton>("lessonNext", symbolicIcon(QStringLiteral("forward")), tr("Next"))),
      m_restart(toolButton(QStringLiteral("lessonRestart"), QStringLiteral("step-back"), tr("Start the lesson again"))),
      m_help(toolButton(QStringLiteral("lessonHelp"), QStringLiteral("help"), tr("How lessons work (F1)"))),
      m_close(toolButton(QStringLiteral("lessonClose"), QStringLiteral("cancel"),
                         tr("Leave the lesson: the scenario of before comes back"))),
      m_scroll(named<QScrollArea>("lessonScroll")),
      m_title(named<QLabel>("lessonStepTitle")),
      m_text(named<QLabel>("lessonText")),
      m_verdict(named<QLabel>("lessonVerdict")),
      m_citation(named<QLabel>("lessonCitation")),
      m_picture(named<QLabel>("lessonPicture")),
      m_question(new LessonQuestionBox(player)) {
  nameWidget(this, QStringLiteral("lessonPanel"), tr("Lesson"));
  setAutoFillBackground(true);
  auto* layout = newLayout<QVBoxLayout>({2 * kGrid, kHalfGrid, kGrid, kGrid}, kHalfGrid, this);
  layout->addWidget(buildBar());
  layout->addWidget(buildStep(), 1);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);

  connect(m_back, &QPushButton::clicked, &m_player, &LessonPlayer::back);
  connect(m_next, &QPushButton::clicked, this, [this] {
    if (m_player.canGoOn()) {
      m_player.next();
    } else {
      m_player.leave();
    }
  });
  connect(m_restart, &QToolButton::clicked, &m_player, &LessonPlayer::restart);
  connect(m_help, &QToolButton::clicked, this, [this] { explain(this); });
  connect(m_close, &QToolButton::clicked, &m_player, &LessonPlayer::leave);
  connect(m_reset, &QPushButton::clicked, &m_player, &LessonPlayer::resetStep);
  connect(&m_player, &LessonPlayer::started, this, [this] {
    m_stage.enter();
    show();
  });
  connect(&m_player, &LessonPlayer::stepChanged, this, &LessonPanel::showStep);
  connect(&m_player, &LessonPlayer::valuesChanged, this, &LessonPanel::refresh);
  connect(&m_player, &LessonPlayer::left, this, [this](bool restored) {
    hide();
    m_stage.leave(restored);
  });
  // The keys that remote controls for presentations send.
  for (const auto& [key, move] :
       {std::pair(Qt::Key_PageDown, &LessonPlayer::next), std::pair(Qt::Key_PageUp, &LessonPlayer::back)}) {
    auto* shortcut = new QShortcut(QKeySequence(key), this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    connect(shortcut, &QShortcut::activated, &m_player, move);
  }
  applyTheme();
  hide();
}

QWidget* LessonPanel::buildBar() {
  m_lesson->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_lesson->installEventFilter(this);
  m_reset->setToolTip(tr("You have changed the scenario: this puts that of the step back"));
  m_back->setToolTip(tr("The step before (Alt+Left)"));
  m_next->setToolTip(tr("The next step (Alt+Right)"));
  m_next->setLayoutDirection(Qt::RightToLeft);
  auto* bar = new QWidget;
  auto* row = newLayout<QHBoxLayout>({0, 0, 0, 0}, kGrid, bar);
  row->addWidget(m_lesson, 1);
  row->addWidget(m_reset);
  row->addWidget(m_solving);
  row->addWidget(m_dots);
  row->addWidget(m_back);
  row->addWidget(m_next);
  row->addWidget(m_restart);
  row->addWidget(m_help);
  row->addWidget(m_close);
  return bar;
}

QWidget* LessonPanel::buildStep() {
  for (QLabel* label : {m_title, m_text, m_verdict, m_citation}) {
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  }
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_body = new QWidget;
  auto* words = newLayout<QVBoxLayout>({}, kHalfGrid);
  words->addWidget(m_title);
  words->addWidget(m_verdict);
  words->addWidget(m_text);
  words->addWidget(m_citation);
  words->addStretch(1);
  auto* columns = newLayout<QHBoxLayout>({0, 0, kGrid, 0}, 4 * kGrid, m_body);
  columns->addLayout(words, 1);
  columns->addWidget(m_picture, 0, Qt::AlignTop);
  columns->addWidget(m_question);
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_scroll->setWidgetResizable(true);
  m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_scroll->setAccessibleName(tr("Step of the lesson"));
  m_scroll->setWidget(m_body);
  m_scroll->setFocusPolicy(Qt::NoFocus);
  m_scroll->viewport()->setAutoFillBackground(false);
  m_body->setAutoFillBackground(false);
  return m_scroll;
}

bool LessonPanel::fits() const {
  return m_scroll->verticalScrollBar()->maximum() == 0;
}

void LessonPanel::showStep() {
  const Lesson& lesson = *m_player.lesson();
  const int count = static_cast<int>(lesson.steps.size());
  m_dots->setProgress(m_player.step(), count);
  m_lesson->setToolTip(lesson.summary);
  showTitle();
  m_question->setVisible(m_player.current().question.has_value());
  if (m_player.current().question) m_question->showQuestion();
  showPicture();
  m_stage.show(m_player.view(), m_player.highlight());
  m_scroll->verticalScrollBar()->setValue(0);
  setColumns();
  refresh();
  announce();
}

void LessonPanel::showPicture() {
  const QString name = m_player.lesson() ? m_player.current().picture : QString();
  // In large type the words take all the room.
  m_picture->setVisible(!name.isEmpty() && m_question->isHidden() && !presenting());
  if (m_picture->isHidden()) return;
  m_picture->setPixmap(QPixmap::fromImage(
      namedPicture(name, fontMetrics().height(), themeOf(QApplication::palette()), devicePixelRatioF())));
  m_picture->setAccessibleName(tr("Picture of the batches or the matrix that this step speaks of"));
}

void LessonPanel::refresh() {
  const LessonStep& step = m_player.current();
  const bool revealed = m_player.isRevealed();
  const bool changed = !m_player.isStepScenario();
  m_title->setText(step.title);
  m_text->setText((revealed ? step.question->explanation : step.text).shown(m_player.lookup()));
  m_verdict->setText(revealed ? verdictText() : QString());
  m_verdict->setVisible(revealed);
  m_citation->setText(tr("%1, %2").arg(citedInFull(step.citation.source), step.citation.place));
  m_solving->setText(changed || m_player.isSolved() ? QString() : tr("Solving …"));
  m_reset->setVisible(changed);
  m_back->setEnabled(m_player.canGoBack());
  m_next->setText(m_player.canGoOn() ? tr("Next") : tr("Finish"));
  m_next->setAccessibleDescription(m_player.canGoOn() ? tr("The next step") : tr("Leaves the lesson"));
  if (step.question) m_question->refresh();
  applyTheme();
  setColumns();
}

QString LessonPanel::verdictText() const {
  const LessonQuestion& question = *m_player.current().question;
  const std::optional<double> answer = m_player.answer();
  if (!answer) return tr("Computing the answer …");
  const bool right = m_player.isRight().value_or(false);
  if (question.kind == LessonQuestion::Kind::Choice) return right ? tr("Right.") : tr("Not quite.");
  const auto amount = [&](double value) {
    const QString number = resultText(value, 3);
    return question.unit.isEmpty() ? number : tr("%1 %2", "a number and its unit").arg(number, question.unit);
  };
  return right ? tr("You guessed %1, and it is %2: close.").arg(amount(*m_player.guess()), amount(*answer))
               : tr("You guessed %1, and it is %2.").arg(amount(*m_player.guess()), amount(*answer));
}

void LessonPanel::announce() {
  setAccessibleDescription(tr("%1, step %2 of %3. %4. %5 %6")
                               .arg(m_player.lesson()->title, QString::number(m_player.step() + 1),
                                    QString::number(m_player.lesson()->steps.size()), m_title->text(), m_text->text(),
                                    m_verdict->text()));
  QAccessibleEvent alert(this, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
}

void LessonPanel::showTitle() {
  if (!m_player.lesson()) return;
  const QString& title = m_player.lesson()->title;
  const bool fits = m_lesson->fontMetrics().horizontalAdvance(title) <= m_lesson->width();
  m_lesson->setText(fits ? title : title.section(QLatin1Char(':'), 0, 0));
}

bool LessonPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_lesson && event->type() == QEvent::Resize) showTitle();
  return QFrame::eventFilter(watched, event);
}

void LessonPanel::setColumns() {
  const int line = fontMetrics().averageCharWidth() * kWidestLine;
  m_text->setMaximumWidth(line);
  m_verdict->setMaximumWidth(line);
  m_question->setFixedWidth(static_cast<int>(kQuestionShare * width()));
  // The same height for every step, so that the plots stay in place, unless large type needs more.
  const int usual = kLines * fontMetrics().lineSpacing() + 4 * kGrid;
  m_body->layout()->activate();
  const int needed = presenting() ? m_body->heightForWidth(m_scroll->width()) : usual;
  m_scroll->setFixedHeight(
      std::clamp(needed, usual, std::max(usual, static_cast<int>(kMostHigh * window()->height()))));
}

void LessonPanel::applyTheme() {
  const Theme& theme = themeOf(QApplication::palette());
  if (palette().color(QPalette::Window) != theme.plot) {
    QPalette own = palette();
    own.setColor(QPalette::Window, theme.plot);
    setPalette(own);
  }
  m_lesson->setFont(scaledFont(font(), 1.0, QFont::DemiBold));
  m_title->setFont(scaledFont(font(), 1.0, QFont::DemiBold));
  m_verdict->setFont(scaledFont(font(), 1.0, QFont::DemiBold));
  setTextColor(*m_lesson, theme.accent);
  setTextColor(*m_citation, theme.mutedText);
  setTextColor(*m_solving, theme.mutedText);
  showPicture();
  const bool right = m_player.lesson() && m_player.isRight().value_or(false);
  setTextColor(*m_verdict, right ? theme.lowerBound : theme.stale);
}

void LessonPanel::changeEvent(QEvent* event) {
  QFrame::changeEvent(event);
  const bool look = event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange;
  if (!look || !m_question) return;
  setColumns();
  applyTheme();
  // Presenter mode was switched.
  if (event->type() == QEvent::FontChange && m_player.lesson()) m_stage.show(m_player.view(), m_player.highlight());
}

void LessonPanel::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  setColumns();
}

ProgressDots::ProgressDots(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("lessonDots"));
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void ProgressDots::setProgress(int current, int count) {
  m_current = current;
  m_count = count;
  setAccessibleName(tr("Step %1 of %2").arg(current + 1).arg(count));
  setToolTip(accessibleName());
  updateGeometry();
  update();
}

int ProgressDots::dot() const {
  return fontMetrics().xHeight();
}

QSize ProgressDots::sizeHint() const {
  return {2 * dot() * std::max(1, m_count), 2 * dot()};
}

void ProgressDots::paintEvent(QPaintEvent*) {
  const Theme& theme = themeOf(QApplication::palette());
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  for (int i = 0; i < m_count; ++i) {
    // The current dot is larger, past ones are filled, later ones are rings: colour alone does not distinguish them.
    const qreal radius = i == m_current ? dot() * 0.65 : dot() * 0.4;
    painter.setPen(QPen(i <= m_current ? theme.accent : theme.mutedText, 1));
    painter.setBrush(i <= m_current ? QBrush(theme.accent) : Qt::NoBrush);
    painter.drawEllipse(QPointF(dot() * (2 * i + 1), height() / 2.0), radius, radius);
  }
}

}  // namespace noiseloom
