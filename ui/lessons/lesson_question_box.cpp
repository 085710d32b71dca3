#include "ui/lessons/lesson_question_box.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalBlocker>
#include <QSlider>
#include <algorithm>
#include <cmath>

#include "ui/lessons/lesson_player.h"
#include "ui/style/icons.h"
#include "ui/style/number_text.h"
#include "ui/style/read_number.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kPositions = 400;

/// Rounds to two digits, which is precise enough for a guess.
double rounded(double value) {
  const double places = 1 - std::floor(std::log10(value));
  // Scales by whole powers of ten both ways, so that 4.6 does not become 4.6000000000000005.
  const double power = std::pow(10, std::abs(places));
  return places > 0 ? std::round(value * power) / power : std::round(value / power) * power;
}

double valueAt(const LessonQuestion& question, int position) {
  const double share = static_cast<double>(position) / kPositions;
  return std::clamp(rounded(question.from * std::pow(question.to / question.from, share)), question.from, question.to);
}

int positionOf(const LessonQuestion& question, double value) {
  const double share = std::log(value / question.from) / std::log(question.to / question.from);
  return static_cast<int>(std::round(kPositions * std::clamp(share, 0.0, 1.0)));
}

/// Buttons do not wrap: inserts line breaks between words, so that no line is wider than `width`.
QString brokenAt(int width, const QString& text, const QFontMetrics& metrics) {
  QString broken;
  QString line;
  for (const QString& word : text.split(QLatin1Char(' '))) {
    const QString longer = line.isEmpty() ? word : line + QLatin1Char(' ') + word;
    if (!line.isEmpty() && metrics.size(Qt::TextShowMnemonic, longer).width() > width) {
      broken += line + QLatin1Char('\n');
      line = word;
    } else {
      line = longer;
    }
  }
  return broken + line;
}

}  // namespace

LessonQuestionBox::LessonQuestionBox(LessonPlayer& player, QWidget* parent)
    : QWidget(parent),
      m_player(player),
      m_prompt(named<QLabel>("lessonPrompt")),
      m_choice(new QWidget),
      m_choiceRows(new QVBoxLayout(m_choice)),
      m_group(new QButtonGroup(this)),
      m_number(new QWidget),
      m_slider(named<QSlider>("lessonSlider", Qt::Horizontal)),
      m_entry(new QLineEdit),
      m_unit(new QLabel),
      m_message(named<QLabel>("lessonGuessMessage")),
      m_reveal(named<QPushButton>("lessonReveal", symbolicIcon(QStringLiteral("eye")), tr("Reveal"))) {
  setObjectName(QStringLiteral("lessonQuestion"));
  m_prompt->setWordWrap(true);
  m_prompt->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_choiceRows->setContentsMargins(0, 0, 0, 0);
  m_choiceRows->setSpacing(kHalfGrid / 2);
  m_choice->installEventFilter(this);
  m_slider->setRange(0, kPositions);
  m_slider->setPageStep(kPositions / 20);
  m_slider->setAccessibleName(tr("Your guess"));
  nameWidget(m_entry, QStringLiteral("lessonEntry"), tr("Your guess"));
  m_entry->setMaxLength(40);
  m_entry->setFixedWidth(80);
  m_message->setWordWrap(true);
  m_reveal->setToolTip(tr("Computes the answer and explains it"));
  auto* numberRow = newLayout<QHBoxLayout>({0, 0, 0, 0}, kGrid, m_number);
  numberRow->addWidget(m_slider, 1);
  numberRow->addWidget(m_entry);
  numberRow->addWidget(m_unit);
  auto* answers = newLayout<QVBoxLayout>({}, kHalfGrid);
  answers->addWidget(m_choice);
  answers->addWidget(m_number);
  answers->addWidget(m_message);
  auto* row = newLayout<QHBoxLayout>({}, 2 * kGrid);
  row->addLayout(answers, 1);
  row->addWidget(m_reveal, 0, Qt::AlignTop);
  auto* layout = newLayout<QVBoxLayout>({0, 0, 0, 0}, kGrid, this);
  layout->addWidget(m_prompt);
  layout->addLayout(row);
  layout->addStretch(1);

  connect(m_group, &QButtonGroup::idClicked, this, [this](int id) {
    const LessonQuestion* question = asked();
    if (!question || question->kind != LessonQuestion::Kind::Choice) return;
    m_player.setGuess(id);
    refresh();
  });
  connect(m_slider, &QSlider::valueChanged, this, &LessonQuestionBox::takeSlider);
  // The user may mean the position where the slider already stands.
  connect(m_slider, &QSlider::sliderReleased, this, [this] { takeSlider(m_slider->value()); });
  connect(m_entry, &QLineEdit::editingFinished, this, &LessonQuestionBox::takeEntry);
  connect(m_entry, &QLineEdit::returnPressed, this, [this] {
    takeEntry();
    if (m_message->text().isEmpty() && m_reveal->isEnabled()) m_reveal->click();
  });
  connect(m_reveal, &QPushButton::clicked, this, [this] { m_player.reveal(); });
}

/// A slider that is little wider than its handle takes no guess: the field alone does.
void LessonQuestionBox::fitSlider() {
  constexpr int kLeastSlider = 8 * kGrid;
  const int unit = m_unit->isHidden() ? 0 : kGrid + m_unit->sizeHint().width();
  const int others = m_entry->width() + unit + m_reveal->sizeHint().width() + 3 * kGrid;
  m_slider->setVisible(width() - others >= kLeastSlider);
}

void LessonQuestionBox::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitSlider();
}

/// nullptr if a click or key arrives after its lesson or step has ended.
const LessonQuestion* LessonQuestionBox::asked() const {
  if (!m_player.lesson() || !m_player.current().question) return nullptr;
  return &*m_player.current().question;
}

void LessonQuestionBox::showQuestion() {
  const LessonQuestion& question = *m_player.current().question;
  const bool choice = question.kind == LessonQuestion::Kind::Choice;
  for (QRadioButton* option : m_options) delete option;
  m_options.clear();
  m_choice->setVisible(choice);
  m_number->setVisible(!choice);
  m_message->clear();
  const std::optional<double> guess = m_player.guess();
  for (std::size_t i = 0; i < question.options.size(); ++i) {
    auto* option = new QRadioButton;
    option->setObjectName(QStringLiteral("lessonOption%1").arg(i));
    m_group->addButton(option, static_cast<int>(i));
    option->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);  // as wide as there is room
    m_choiceRows->addWidget(option);
    m_options.push_back(option);
    if (guess && *guess == static_cast<double>(i)) option->setChecked(true);
  }
  if (!choice) {
    m_unit->setText(question.unit);
    m_unit->setVisible(!question.unit.isEmpty());
    fitSlider();
    if (guess) {
      showNumber(*guess);
    } else {
      // The slider starts in the middle without a guess, so that nothing is suggested.
      const QSignalBlocker quiet(m_slider);
      m_slider->setValue(kPositions / 2);
      m_entry->clear();
    }
  }
  refresh();
}

void LessonQuestionBox::showNumber(double value) {
  const QSignalBlocker quiet(m_slider);
  m_slider->setValue(positionOf(*m_player.current().question, value));
  m_entry->setText(entryText(value));
}

void LessonQuestionBox::takeSlider(int position) {
  const LessonQuestion* question = asked();
  if (!question || question->kind != LessonQuestion::Kind::Number || m_player.isRevealed()) return;
  const double value = valueAt(*question, position);
  m_player.setGuess(value);
  m_entry->setText(entryText(value));
  m_message->clear();
  refresh();
}

void LessonQuestionBox::takeEntry() {
  const LessonQuestion* question = asked();
  if (!question || question->kind != LessonQuestion::Kind::Number || m_player.isRevealed()) return;
  if (m_entry->text().trimmed().isEmpty()) return;
  const ExpressionResult typed = readNumber(m_entry->text());
  const bool fits = typed && *typed.value >= question->from && *typed.value <= question->to;
  if (!fits) {
    m_message->setText(tr("The guess %1 cannot be used: type a number from %2 to %3.")
                           .arg(m_entry->text(), entryText(question->from), entryText(question->to)));
    return;
  }
  m_message->clear();
  m_player.setGuess(*typed.value);
  const QSignalBlocker quiet(m_slider);
  m_slider->setValue(positionOf(*question, *typed.value));
  refresh();
}

void LessonQuestionBox::refresh() {
  const LessonQuestion& question = *m_player.current().question;
  const bool revealed = m_player.isRevealed();
  m_prompt->setText(question.prompt.shown(m_player.lookup()));
  m_prompt->setAccessibleName(tr("Question: %1").arg(m_prompt->text()));
  setTextColor(*m_message, themeOf(palette()).error);
  m_message->setVisible(!m_message->text().isEmpty());
  const std::optional<double> answer = m_player.answer();
  m_texts.resize(m_options.size());
  for (std::size_t i = 0; i < m_options.size(); ++i) {
    QRadioButton* option = m_options[i];
    const QString text = question.options[i].text.shown(m_player.lookup());
    const bool right = answer && *answer == static_cast<double>(i);
    const bool wrong = answer && !right && option->isChecked();
    m_texts[i] = right ? tr("%1 ✓").arg(text) : wrong ? tr("%1 (your guess)").arg(text) : text;
    QFont bold = font();
    bold.setBold(right);
    option->setFont(bold);
    option->setEnabled(!revealed || right || option->isChecked());
    option->setAttribute(Qt::WA_TransparentForMouseEvents, revealed);
    option->setFocusPolicy(revealed ? Qt::NoFocus : Qt::StrongFocus);
    option->setAccessibleName(right ? tr("%1 (right)").arg(text) : wrong ? tr("%1 (not right)").arg(text) : text);
  }
  m_slider->setEnabled(!revealed);
  m_entry->setReadOnly(revealed);
  m_reveal->setEnabled(!revealed && m_player.guess().has_value());
  m_reveal->setVisible(!revealed);
  breakOptions();
}

void LessonQuestionBox::breakOptions() {
  for (std::size_t i = 0; i < std::min(m_options.size(), m_texts.size()); ++i) {
    QRadioButton* option = m_options[i];
    option->setText(m_texts[i]);
    const QFontMetrics metrics = option->fontMetrics();
    const int beside = option->sizeHint().width() - metrics.size(Qt::TextShowMnemonic, m_texts[i]).width();
    option->setText(brokenAt(m_choice->width() - beside, m_texts[i], metrics));
  }
}

bool LessonQuestionBox::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_choice && event->type() == QEvent::Resize) breakOptions();
  return QWidget::eventFilter(watched, event);
}

}  // namespace noiseloom
