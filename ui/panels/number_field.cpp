#include "ui/panels/number_field.h"

#include <QAction>
#include <QEvent>
#include <QLineEdit>
#include <QMenu>
#include <QSignalBlocker>
#include <QStringList>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "ui/jobs/frame_pacer.h"
#include "ui/panels/mark_button.h"
#include "ui/panels/quiet_inputs.h"
#include "ui/style/core_text.h"
#include "ui/style/icons.h"
#include "ui/style/number_text.h"
#include "ui/style/read_number.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kPauseMilliseconds = 350;
/// Keyboard steps of a slider this close together form one gesture.
constexpr int kGestureMilliseconds = 800;

}  // namespace

NumberField::NumberField(NumberFieldSpec spec, QWidget* parent)
    : FieldRow(spec.name, spec.symbol, spec.help, parent),
      m_spec(std::move(spec)),
      m_format(entryText),
      m_line(new PanelLineEdit),
      m_edit(m_line),
      m_slider(new PanelSlider(Qt::Horizontal)) {
  m_edit->setFixedWidth(widthIn(font(), kEditWidth));
  m_edit->setFont(tabularFigures(font()));
  m_edit->setMaxLength(200);
  describe(m_spec.name, m_spec.help, m_spec.emptyText);
  m_slider->setMinimumWidth(56);
  // Tab moves between numbers only: the arrow keys in the text make the same steps.
  m_slider->setFocusPolicy(Qt::ClickFocus);
  setScale(m_spec.scale);
  setEditors(m_edit, m_slider, m_edit);
  reserveMarks();
  m_line->onStep = [this](bool up, bool leap) { step(up, leap); };
  m_line->takesUndo = [this] {
    commit();
    return isUnusable && isUnusable();
  };
  m_line->onUndo = [this] {
    if (onDiscard && isUnusable && isUnusable()) onDiscard();
  };
  m_line->onMenu = [this](QMenu& menu) {
    menu.addSeparator();
    addEntries(menu);
  };

  m_pause.setSingleShot(true);
  m_pause.setInterval(kPauseMilliseconds);
  m_gestureEnd.setSingleShot(true);
  m_gestureEnd.setInterval(kGestureMilliseconds);
  connect(&m_pause, &QTimer::timeout, this, &NumberField::commit);
  connect(&m_gestureEnd, &QTimer::timeout, this, [this] {
    if (!m_slider->isSliderDown() && !m_edit->hasFocus() && !m_isPlaying) m_continues = false;
  });
  connect(m_edit, &QLineEdit::textEdited, this, [this] { m_pause.start(); });
  connect(m_edit, &QLineEdit::editingFinished, this, [this] {
    commit();
    m_continues = false;
  });
  connect(m_slider, &QSlider::sliderPressed, this, [this] { m_continues = false; });
  connect(m_slider, &QSlider::sliderReleased, this, [this] {
    m_continues = false;
    // Undo, or another window's answer, may have changed the value while the slider was held.
    if (const std::optional<double> value = shownValue()) showOpenPosition(*value);
  });
  connect(m_slider, &QSlider::valueChanged, this, [this](int position) { take(snap(m_spec.scale.value(position))); });
}

void NumberField::describe(const QString& name, const QString& help, const QString& emptyText) {
  const bool open = !m_spec.emptyText.isEmpty() && m_edit->text() == m_spec.emptyText;
  m_spec.name = name;
  m_spec.help = help;
  m_spec.emptyText = emptyText;
  setName(name, help);
  m_edit->setAccessibleName(name);
  m_edit->setAccessibleDescription(help);
  QStringList lines{m_spec.symbol.isEmpty() ? name : tr("%1 (%2)").arg(name, m_spec.symbol), help};
  if (!m_spec.allowed.isEmpty()) lines += tr("Allowed: %1").arg(m_spec.allowed);
  if (!m_spec.source.isEmpty()) lines += tr("Source: %1").arg(m_spec.source);
  lines += tr("Expressions and suffixes work: 2^14, 50000*20/500, 1e-6, 100M, 16Gi");
  lines += tr("Up and Down step, Page Up and Page Down leap, F8 plays the slider");
  m_edit->setToolTip(lines.join(QLatin1Char('\n')));
  m_edit->setPlaceholderText(emptyText);
  m_slider->setAccessibleName(tr("%1, slider").arg(name));
  m_slider->setToolTip(help);
  if (open) showValue(std::nullopt);
}

void NumberField::setScale(const SliderScale& scale) {
  // During a drag the range does not change.
  if (m_slider->isSliderDown()) return;
  const std::optional<double> value = shownValue();
  m_spec.scale = scale;
  const QSignalBlocker blocker(m_slider);
  m_slider->setRange(0, scale.count() - 1);
  m_slider->setPageStep(std::max(1, scale.count() / 10));
  if (value) m_slider->setValue(scale.nearest(*value));
}

ExpressionResult NumberField::read(const QString& text) const {
  return readNumber(text, m_spec.scale.isWhole());
}

QString NumberField::written(double value) const {
  return m_spec.scale.isWhole() ? unambiguous(m_format(value)) : m_format(value);
}

std::optional<double> NumberField::shownValue() const {
  return read(m_edit->text()).value;
}

bool NumberField::reads(const QString& text, std::optional<double> value) const {
  if (!value) return text == m_spec.emptyText;
  const std::optional<double> typed = read(text).value;
  // A value computed from others (B = k N / n, n whole) differs slightly from the requested one.
  return typed == value || (m_rounds && typed && m_format(*typed) == m_format(*value));
}

void NumberField::showValue(std::optional<double> value) {
  if (m_pause.isActive()) {
    // The committed text is obsolete: the same text typed again is a new entry.
    if (m_committed && !reads(*m_committed, value)) m_committed.reset();
    return;
  }
  if (!reads(m_edit->text(), value)) m_edit->setText(value ? written(*value) : m_spec.emptyText);
  m_committed = m_edit->text();
  if (value) showOpenPosition(*value);
}

void NumberField::showOpenPosition(double value) {
  if (m_slider->isSliderDown()) return;
  const QSignalBlocker blocker(m_slider);
  m_slider->setValue(m_spec.scale.nearest(value));
}

void NumberField::takeOver() {
  if (m_pause.isActive()) commit();
}

void NumberField::commit() {
  m_pause.stop();
  const QString text = m_edit->text();
  if (text == m_committed) return;
  // A waiting step of another slider comes first, and must not touch the text typed here.
  m_pause.start();
  FramePacer::instance().rest();
  m_pause.stop();
  m_committed = text;
  const QString trimmed = text.trimmed();
  const bool canBeOpen = !m_spec.emptyText.isEmpty();
  if (canBeOpen && (trimmed.isEmpty() || trimmed.compare(m_spec.emptyText, Qt::CaseInsensitive) == 0)) {
    emit edited(std::nullopt, std::exchange(m_continues, true));
    return;
  }
  const ExpressionResult result = read(trimmed);
  if (result) {
    emit edited(result.value, std::exchange(m_continues, true));
    return;
  }
  const QString allowed = canBeOpen ? tr("a number, or “%1”").arg(m_spec.emptyText) : tr("a number");
  emit unreadable(tr("%1 cannot be read: %2. Use %3.").arg(m_spec.name, coreText(result.error), allowed));
}

void NumberField::take(double value) {
  m_pause.stop();
  m_edit->setText(written(value));
  m_committed = m_edit->text();
  m_gestureEnd.start();
  emit edited(value, std::exchange(m_continues, true));
}

double NumberField::snap(double value) const {
  return snapped ? snapped(value) : value;
}

void NumberField::step(bool up, bool leap) {
  // Starts from the slider's position while the value is open.
  const double value = shownValue().value_or(m_spec.scale.value(m_slider->value()));
  const auto next = [&](double from) {
    return leap ? m_spec.scale.leapFrom(from, up) : m_spec.scale.stepFrom(from, up);
  };
  double raw = next(value);
  // Skips positions that round to the present value.
  while (snap(raw) == value && next(raw) != raw) raw = next(raw);
  const double moved = snap(raw);
  if (moved == value && shownValue()) return;
  if (!m_gestureEnd.isActive()) m_continues = false;
  m_isStepping = true;
  take(QString::number(moved, 'g', 12).toDouble());  // removes the rounding error of 1e-6 / 10
  m_isStepping = false;
}

void NumberField::setPlayable(std::function<void(QMenu&)> addEntries) {
  constexpr QSize kButton(kSymbolWidth, 2 * kGrid);
  m_addPlayEntries = std::move(addEntries);
  m_play = named<QToolButton>("playSlider");
  m_play->setAutoRaise(true);
  m_play->setFocusPolicy(Qt::NoFocus);
  m_play->setFixedSize(kButton);
  m_play->setIconSize({12, 12});
  setControl(m_play);
  m_edit->installEventFilter(this);
  m_line->onPlay = [this] {
    if (!m_isResult) emit playToggled();
  };
  connect(m_play, &QToolButton::clicked, this, &NumberField::playToggled);
  showPlay();
}

void NumberField::setPlaying(bool playing) {
  if (playing == m_isPlaying) return;
  // Playing is one gesture, and what follows is another.
  m_continues = false;
  m_isPlaying = playing;
  showPlay();
}

void NumberField::playTo(int position) {
  if (position == m_slider->value()) return;
  m_slider->setValue(position);
}

void NumberField::showPlay() {
  if (!m_play) return;
  const QString what =
      m_isPlaying ? tr("Stop playing %1").arg(m_spec.name) : tr("Play the slider of %1").arg(m_spec.name);
  m_play->setIcon(symbolicIcon(m_isPlaying ? QStringLiteral("pause") : QStringLiteral("play")));
  m_play->setAccessibleName(what);
  m_play->setToolTip(m_isPlaying ? tr("%1 (F8; Escape goes back to where it began)").arg(what)
                                 : tr("%1 (F8)").arg(what));
  showControl(!m_isResult && isEnabled() && (m_isPlaying || underMouse() || m_edit->hasFocus()));
}

void NumberField::enterEvent(QEnterEvent* event) {
  FieldRow::enterEvent(event);
  showPlay();
}

void NumberField::leaveEvent(QEvent* event) {
  FieldRow::leaveEvent(event);
  showPlay();
}

bool NumberField::eventFilter(QObject* watched, QEvent* event) {
  // Once the focus has changed.
  if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
    QMetaObject::invokeMethod(this, &NumberField::showPlay, Qt::QueuedConnection);
  return FieldRow::eventFilter(watched, event);
}

void NumberField::addEntries(QMenu& menu) {
  if (m_default) {
    const QString value = *m_default ? written(**m_default) : m_spec.emptyText;
    QAction* action = menu.addAction(tr("Use default (%1)").arg(value), this, &NumberField::useDefault);
    action->setObjectName(QStringLiteral("useDefault"));
    action->setEnabled(!m_isResult);
  }
  if (m_addPlayEntries && !m_isResult) m_addPlayEntries(menu);
  for (MarkButton* mark : findChildren<MarkButton*>())
    menu.addAction(mark->accessibleName(), mark, &MarkButton::click)->setObjectName(mark->objectName());
}

void NumberField::setDefault(std::optional<double> value) {
  m_default = value;
}

void NumberField::useDefault() {
  if (!m_default) return;
  m_pause.stop();
  m_continues = false;
  const std::optional<double> value = *m_default;
  m_edit->setText(value ? written(*value) : m_spec.emptyText);
  m_committed = m_edit->text();
  emit edited(value, false);
}

void NumberField::setResult(bool isResult) {
  if (isResult == m_isResult) return;
  m_isResult = isResult;
  m_pause.stop();
  m_edit->setReadOnly(isResult);
  m_slider->setEnabled(!isResult);
  m_edit->setAccessibleDescription(isResult ? tr("Solved for, from the target. %1").arg(m_spec.help) : m_spec.help);
  paintEntry();
  showPlay();
}

void NumberField::changeEvent(QEvent* event) {
  FieldRow::changeEvent(event);
  if (event->type() == QEvent::EnabledChange && m_edit) showPlay();
  if (event->type() == QEvent::FontChange && m_edit) m_edit->setFixedWidth(widthIn(font(), kEditWidth));
}

void NumberField::showProblemMark(bool marked) {
  if (!m_edit) return;
  m_isMarked = marked;
  paintEntry();
}

void NumberField::paintEntry() {
  QPalette palette;
  const Theme& theme = themeOf(this->palette());
  if (m_isMarked || m_isResult) {
    palette = this->palette();
    palette.setColor(QPalette::Base, m_isMarked ? theme.errorFill : theme.plot);
    palette.setColor(QPalette::Text, m_isMarked ? theme.error : theme.accent);
  }
  m_edit->setPalette(palette);
  m_edit->setFont(m_isResult ? scaledFont(tabularFigures(font()), 1.0, QFont::DemiBold) : tabularFigures(font()));
}

}  // namespace noiseloom
