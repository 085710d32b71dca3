#include "tests/ui/soak_monkey.h"

#include <malloc.h>

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QFileDialog>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QMenuBar>
#include <QMouseEvent>
#include <QScrollBar>
#include <QSlider>
#include <QTableView>
#include <QUndoStack>
#include <QWheelEvent>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/base/expression.h"
#include "core/scenario/field_value.h"
#include "core/scenario/mechanism.h"
#include "tests/ui/soak_log.h"
#include "ui/document/scenario_document.h"
#include "ui/main/main_window.h"
#include "ui/panels/number_field.h"
#include "ui/panels/scenario_panel.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/matrix/heat_map_view.h"
#include "ui/workspace/workspace.h"

namespace noiseloom {
namespace {

constexpr int kActionsInADialog = 14;
constexpr qint64 kTypingMilliseconds = 1500;
constexpr std::array kTexts{"8",     "0.5",   "2^14",    "50000*20/500", "1e-6",  "100k",
                            "2000",  "16384", "1",       "32",           "best",  "",
                            "4",     "12",    "64",      "0.01",         "20",    "1e-10",
                            "400",   "abc",   "1/0",     "2^",           "(",     "--",
                            "1e999", "日本",  "ε=8",     "%1",           "0",     "-5",
                            "1.5",   "1e30",  "  7 ",    "0x10",         "½",     "999999999999999999999",
                            "<b>x",  "1_000", "1 000 k", "a&b",          "1e-300"};

/// About the most that the solver may hold for it: as much as a person is warned of before.
double bytesToSolve(Scenario scenario) {
  const bool best = scenario.asksForBest();
  double most = 0;
  for (const Mechanism* const mechanism : offeredMechanisms()) {
    if (!mechanism->bytes || !(best || mechanism == scenario.mechanism)) continue;
    scenario.mechanism = mechanism;
    if (scenario.problems().empty())
      most = std::max(most, mechanism->bytes(scenario, scenario.bands.value_or(scenario.mostBands())));
  }
  return most;
}

QString nameOf(const QObject* object) {
  if (!object) return QStringLiteral("nothing");
  QString name = QString::fromLatin1(object->metaObject()->className());
  if (!object->objectName().isEmpty()) name += QStringLiteral(" ") + object->objectName();
  if (const auto* button = qobject_cast<const QAbstractButton*>(object))
    name += QStringLiteral(" “%1”").arg(button->text());
  if (const auto* widget = qobject_cast<const QWidget*>(object); widget && !widget->accessibleName().isEmpty())
    name += QStringLiteral(" (%1)").arg(widget->accessibleName());
  return name;
}

}  // namespace

SoakMonkey::SoakMonkey(TimedApplication& application, MainWindow& window, unsigned long long seed,
                       const QString& folder)
    : m_application(application),
      m_window(window),
      m_checks(window),
      m_random(seed),
      m_errands(window, m_random, folder) {
  m_timer.setSingleShot(true);
  application.ignore(m_timer);
  connect(&m_timer, &QTimer::timeout, this, &SoakMonkey::tick);
}

void SoakMonkey::start() {
  m_application.takeLongest();
  m_clock.start();
  m_timer.start(0);
}

void SoakMonkey::note(const QString& what) {
  m_last = what;
  soak_log::add(what);
}

void SoakMonkey::isTyping(QLineEdit& edit) {
  const auto from = [this, kept = QPointer(&edit)] {
    if (kept) m_typing[kept] = m_clock.elapsed() + kTypingMilliseconds;
  };
  from();
  // What was posted may arrive much later where the machine has stood still.
  QMetaObject::invokeMethod(this, from, Qt::QueuedConnection);
}

void SoakMonkey::goOnWithErrand() {
  m_edited = true;
  if (const auto wrong = m_errands.advance()) {
    emit failed(*wrong);
  } else {
    m_timer.start(5);
  }
}

void SoakMonkey::tick() {
  if (!lookAround()) return;
  if (!m_arrived) return m_timer.start(1);
  if (m_errands.running()) return goOnWithErrand();
  // A person has one pointer.
  if (m_dragging) return m_timer.start(10);
  // A file that is being read replaces everything when it is there.
  m_edited = m_window.workspace().isBusy();
  std::erase_if(m_typing, [this](const auto& typing) { return typing.second < m_clock.elapsed(); });
  ++m_actions;
  act();
  // Mostly as fast as it goes, and now and then with the time to solve.
  m_timer.start(chance(4) ? below(1200) : below(12));
}

bool SoakMonkey::lookAround() {
  const TimedApplication::Longest longest = m_application.takeLongest();
  if (longest.processorMilliseconds > m_limit) {
    const QString kind = m_last.section(QStringLiteral(": "), 0, 0);
    Offence& offence = m_offences[QStringLiteral("event %1 of %2, after: %3")
                                      .arg(longest.eventType)
                                      .arg(longest.receiver, kind.startsWith(QStringLiteral("entry")) ? m_last : kind)];
    ++offence.count;
    offence.worst = std::max(offence.worst, longest.processorMilliseconds);
    soak_log::add(QStringLiteral("   (%1 ms in event %2 of %3)")
                      .arg(longest.processorMilliseconds, 0, 'f', 1)
                      .arg(longest.eventType)
                      .arg(longest.receiver));
  }
  std::optional<QString> wrong;
  if (!m_complaint.isEmpty()) wrong = QStringLiteral("Qt complains: %1").arg(m_complaint);
  // A data set that goes takes the batch size with it.
  if (!wrong && m_arrived && std::exchange(m_expects, false) && m_typedInto && m_typedInto->isEnabled() &&
      m_typedInto->text() != m_expected)
    wrong = QStringLiteral("%1 was typed into %2, which reads %3 (the window %4 is active, %5 has the keyboard%6)")
                .arg(m_expected, nameOf(m_typedInto), m_typedInto->text(), nameOf(QApplication::activeWindow()),
                     nameOf(QApplication::focusWidget()),
                     m_typedInto->isReadOnly() ? QStringLiteral(", and it is read only") : QString());
  if (!wrong && m_arrived) wrong = entryLost();
  if (!wrong) wrong = m_checks.broken(m_typing, m_edited);
  m_solverBytes = std::max(m_solverBytes, bytesToSolve(m_window.document().scenario()));
  if (m_actions % 50 == 0) {
    double held = residentBytes();
    m_mostBytes = std::max(m_mostBytes, held);
    // What is free is kept for the next solve (keepFreedMemory()), also from the windows before this one.
    if (m_memoryLimit > 0 && held > m_memoryLimit + m_solverBytes && malloc_trim(0) != 0) held = residentBytes();
    if (!wrong && m_memoryLimit > 0 && held > m_memoryLimit + m_solverBytes)
      wrong = QStringLiteral("the process holds %1 MB, of which solving may have taken %2")
                  .arg(held / 1e6, 0, 'f', 0)
                  .arg(m_solverBytes / 1e6, 0, 'f', 0);
  }
  if (wrong) emit failed(*wrong);
  return !wrong;
}

/// What was typed and confirmed is in the document, or the field says why not.
std::optional<QString> SoakMonkey::entryLost() {
  const std::optional<Field> field = std::exchange(m_entered, std::nullopt);
  // A batch size is what whole iterations make of it.
  if (!field || !m_typedInto || m_typedInto->text() != m_expected || *field == Field::BatchSize) return std::nullopt;
  const ScenarioDocument& document = m_window.document();
  const auto typed = evaluateExpression(m_expected.toStdString()).value;
  const auto held = valueOf(document.scenario(), *field);
  const bool said = document.hasEntryProblem(*field) || !document.problemOf(*field).isEmpty();
  if (said || (typed && held && std::abs(*typed - *held) <= 1e-9 * std::abs(*typed))) return std::nullopt;
  return QStringLiteral("%1 was entered into %2, but the scenario has %3")
      .arg(m_expected, nameOf(m_typedInto), held ? QString::number(*held, 'g', 17) : QStringLiteral("none"));
}

QWidget* SoakMonkey::stage() {
  if (QWidget* modal = QApplication::activeModalWidget()) return modal;
  if (chance(15)) {
    QWidgetList others;
    for (QWidget* widget : QApplication::topLevelWidgets()) {
      if (widget->isVisible() && widget != &m_window && widget->windowType() != Qt::ToolTip) others += widget;
    }
    if (!others.isEmpty()) return others[below(static_cast<int>(others.size()))];
  }
  return &m_window;
}

void SoakMonkey::act() {
  if (QWidget* popup = QApplication::activePopupWidget()) return actOnPopup(*popup);
  QWidget* modal = QApplication::activeModalWidget();
  m_inDialog = modal ? m_inDialog + 1 : 0;
  if (modal && m_inDialog > kActionsInADialog) return leaveDialog(*modal);
  if (!modal && chance(2)) {
    for (QWidget* widget : QApplication::topLevelWidgets()) {
      if (widget->isVisible() && widget != &m_window && widget->windowType() != Qt::ToolTip)
        return leaveDialog(*widget);
    }
  }
  if (!modal && chance(3)) {
    note(QStringLiteral("errand: %1").arg(m_errands.begin()));
    return;
  }
  struct Choice {
    int weight;
    void (SoakMonkey::*act)();
  };
  static constexpr std::array kChoices{Choice{14, &SoakMonkey::chooseMenuEntry}, Choice{12, &SoakMonkey::editNumber},
                                       Choice{8, &SoakMonkey::typeText},         Choice{12, &SoakMonkey::moveSlider},
                                       Choice{8, &SoakMonkey::chooseFromList},   Choice{14, &SoakMonkey::clickButton},
                                       Choice{18, &SoakMonkey::useMouse},        Choice{12, &SoakMonkey::pressKeys},
                                       Choice{8, &SoakMonkey::undoOrRedo},       Choice{3, &SoakMonkey::resizeWindow},
                                       Choice{6, &SoakMonkey::useTable},         Choice{2, &SoakMonkey::loseFocus}};
  int total = 0;
  for (const Choice& choice : kChoices) total += choice.weight;
  int drawn = below(total);
  for (const Choice& choice : kChoices) {
    drawn -= choice.weight;
    if (drawn < 0) return (this->*choice.act)();
  }
}

template <class Widget>
Widget* SoakMonkey::any() {
  QList<Widget*> found;
  for (Widget* widget : stage()->template findChildren<Widget*>()) {
    // It ends the program, as Ctrl+Q does.
    if (widget->objectName() == QLatin1String("restartNow")) widget->setEnabled(false);
    if (widget->isVisible() && widget->isEnabled() && !widget->visibleRegion().isEmpty()) found += widget;
  }
  return found.isEmpty() ? nullptr : found[below(static_cast<int>(found.size()))];
}

QString SoakMonkey::text() {
  if (chance(3)) return QString(300, QLatin1Char('9'));
  return QString::fromUtf8(kTexts[static_cast<std::size_t>(below(static_cast<int>(kTexts.size())))]);
}

void SoakMonkey::trigger(QAction& action) {
  QMetaObject::invokeMethod(&action, "trigger", Qt::QueuedConnection);
}

void SoakMonkey::key(QWidget& widget, int key, Qt::KeyboardModifiers modifiers, const QString& text) {
  QCoreApplication::postEvent(&widget, new QKeyEvent(QEvent::KeyPress, key, modifiers, text));
  QCoreApplication::postEvent(&widget, new QKeyEvent(QEvent::KeyRelease, key, modifiers, text));
}

void SoakMonkey::mouse(QWidget& widget, QEvent::Type type, QPointF at, Qt::MouseButton button,
                       Qt::MouseButtons buttons) {
  QCoreApplication::postEvent(&widget,
                              new QMouseEvent(type, at, widget.mapToGlobal(at), button, buttons, Qt::NoModifier));
}

QPointF SoakMonkey::placeIn(const QWidget& widget) {
  return QPointF(below(widget.width()), below(widget.height()));
}

void SoakMonkey::collect(const QMenu& menu, QList<QAction*>& actions) {
  for (QAction* action : menu.actions()) {
    if (QMenu* inner = action->menu()) {
      emit inner->aboutToShow();
      collect(*inner, actions);
    } else if (action->isEnabled() && !action->isSeparator()) {
      actions += action;
    }
  }
}

void SoakMonkey::actOnPopup(QWidget& popup) {
  auto* menu = qobject_cast<QMenu*>(&popup);
  QList<QAction*> actions;
  if (menu && chance(60)) collect(*menu, actions);
  if (!actions.isEmpty()) {
    QAction* action = actions[below(static_cast<int>(actions.size()))];
    note(QStringLiteral("entry of a context menu: %1").arg(action->text()));
    trigger(*action);
    m_edited = true;
    // It may paste.
    for (QLineEdit* edit : m_window.scenarioPanel().findChildren<QLineEdit*>()) isTyping(*edit);
  } else {
    note(QStringLiteral("close the popup %1").arg(nameOf(&popup)));
  }
  QMetaObject::invokeMethod(&popup, "close", Qt::QueuedConnection);
}

void SoakMonkey::leaveDialog(QWidget& dialog) {
  note(QStringLiteral("leave %1").arg(nameOf(&dialog)));
  m_inDialog = 0;
  if (qobject_cast<QDialog*>(&dialog)) {
    QMetaObject::invokeMethod(&dialog, "reject", Qt::QueuedConnection);
  } else {
    QMetaObject::invokeMethod(&dialog, "close", Qt::QueuedConnection);
  }
}

void SoakMonkey::chooseMenuEntry() {
  if (QApplication::activeModalWidget()) return clickButton();
  QList<QAction*> actions;
  for (QAction* action : m_window.menuBar()->actions()) {
    if (action->menu()) {
      emit action->menu()->aboutToShow();
      collect(*action->menu(), actions);
    }
  }
  if (actions.isEmpty()) return;
  QAction* action = actions[below(static_cast<int>(actions.size()))];
  note(QStringLiteral("entry: %1").arg(action->text()));
  m_edited = true;
  trigger(*action);
}

void SoakMonkey::type(QLineEdit& edit, const QString& text) {
  edit.setFocus();
  key(edit, Qt::Key_A, Qt::ControlModifier);
  key(edit, Qt::Key_Delete);
  for (const QChar letter : text) key(edit, 0, {}, QString(letter));
}

/// Text into a number of the scenario, which must then stand there.
void SoakMonkey::editNumber() {
  if (QApplication::activeModalWidget()) return typeText();
  ScenarioPanel& panel = m_window.scenarioPanel();
  std::vector<Field> shown;
  for (const Field field : allFields()) {
    if (panel.numberField(field) && panel.shows(field) && panel.numberField(field)->isVisible()) shown.push_back(field);
  }
  if (shown.empty()) return;
  const Field field = shown[static_cast<std::size_t>(below(static_cast<int>(shown.size())))];
  NumberField& number = *panel.numberField(field);
  if (!number.edit().isEnabled() || number.edit().isReadOnly()) return;
  const QString typed = text();
  note(QStringLiteral("type: %1 into %2").arg(typed, number.edit().accessibleName()));
  panel.ensureWidgetVisible(&number.edit());
  // What the field before takes over when it loses the keyboard may leave nothing to type into. While another window
  // is the active one it does not lose it.
  number.edit().setFocus();
  if (!m_window.isActiveWindow()) m_window.document().takeOverEntries();
  if (!number.edit().isEnabled() || number.edit().isReadOnly() || !panel.shows(field)) return;
  type(number.edit(), typed);
  m_typedInto = &number.edit();
  m_expected = typed.left(number.edit().maxLength());
  // An open value is spelled out, and a batch size or epochs read what a whole number of iterations makes of them.
  const bool counted = field == Field::BatchSize || field == Field::Epochs;
  const bool respelled = counted && evaluateExpression(typed.toStdString());
  // A session that is being opened brings its own text.
  m_expects =
      !typed.trimmed().isEmpty() && typed != QLatin1String("best") && !respelled && !m_window.workspace().isBusy();
  isTyping(number.edit());
  if (chance(70)) {
    key(number.edit(), Qt::Key_Return, {}, QStringLiteral("\r"));
    if (m_expects) m_entered = field;
  }
  // A timer may come before what was posted, on a busy machine.
  m_arrived = false;
  QMetaObject::invokeMethod(
      this, [this] { m_arrived = true; }, Qt::QueuedConnection);
}

void SoakMonkey::typeText() {
  auto* edit = any<QLineEdit>();
  if (!edit || edit->isReadOnly()) return;
  const bool ofScenario = m_window.scenarioPanel().isAncestorOf(edit);
  const QString typed =
      qobject_cast<QFileDialog*>(edit->window()) ? QStringLiteral("kept%1.noiseloom").arg(below(4)) : text();
  note(QStringLiteral("type text: %1 into %2 of %3").arg(typed, nameOf(edit), nameOf(edit->window())));
  type(*edit, typed);
  if (ofScenario) {
    isTyping(*edit);
  }
  m_edited = true;
  if (chance(50)) key(*edit, Qt::Key_Return, {}, QStringLiteral("\r"));
}

void SoakMonkey::moveSlider() {
  auto* slider = any<QSlider>();
  if (!slider) return;
  m_edited = true;
  if (chance(30)) {
    static constexpr std::array kKeys{Qt::Key_Left, Qt::Key_Right, Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_Home};
    slider->setFocus();
    const int pressed = kKeys[static_cast<std::size_t>(below(static_cast<int>(kKeys.size())))];
    note(QStringLiteral("slider: %1 by key %2").arg(nameOf(slider)).arg(pressed));
    for (int i = below(6); i >= 0; --i) key(*slider, pressed);
    return;
  }
  note(QStringLiteral("slider: %1 dragged").arg(nameOf(slider)));
  const QPointer<QSlider> kept = slider;
  const int from = slider->value();
  const int to = slider->minimum() + below(slider->maximum() - slider->minimum() + 1);
  const int steps = 1 + below(12);
  slider->setSliderDown(true);
  m_dragging = true;
  for (int i = 1; i <= steps; ++i) {
    QTimer::singleShot(16 * i, slider, [kept, position = from + (to - from) * i / steps] {
      if (kept && kept->isSliderDown()) kept->setSliderPosition(position);
    });
  }
  QTimer::singleShot(16 * steps + 8, this, [this, kept] {
    if (kept) kept->setSliderDown(false);
    m_dragging = false;
    m_edited = true;
  });
}

void SoakMonkey::chooseFromList() {
  auto* combo = any<QComboBox>();
  if (!combo || combo->count() == 0) return;
  note(QStringLiteral("choice: %1").arg(nameOf(combo)));
  m_edited = true;
  combo->setFocus();
  const int pressed = chance(50) ? Qt::Key_Down : Qt::Key_Up;
  for (int i = below(5); i >= 0; --i) key(*combo, pressed);
}

void SoakMonkey::clickButton() {
  auto* button = any<QAbstractButton>();
  if (!button) return;
  note(QStringLiteral("button: %1 of %2").arg(nameOf(button), nameOf(button->window())));
  m_edited = true;
  const QPointF at(0.5 * button->width(), 0.5 * button->height());
  mouse(*button, QEvent::MouseButtonPress, at, Qt::LeftButton, Qt::LeftButton);
  mouse(*button, QEvent::MouseButtonRelease, at, Qt::LeftButton, Qt::NoButton);
}

void SoakMonkey::useMouse() {
  QWidget* widget = nullptr;
  const int which = below(3);
  if (which == 0) widget = any<HeatMapView>();
  if (which == 1) {
    if (auto* plot = any<LinePlot>()) widget = plot->viewport();
  }
  if (!widget) widget = any<QWidget>();
  if (!widget || widget->window()->windowType() == Qt::ToolTip) return;
  if (qobject_cast<QAbstractButton*>(widget) || qobject_cast<QMenuBar*>(widget)) return;
  m_edited = true;
  const QPointF at = placeIn(*widget);
  const int gesture = below(6);
  note(QStringLiteral("mouse: gesture %1 on %2 at %3, %4").arg(gesture).arg(nameOf(widget)).arg(at.x()).arg(at.y()));
  switch (gesture) {
    case 0:
      for (int i = 0; i < 6; ++i) mouse(*widget, QEvent::MouseMove, placeIn(*widget), Qt::NoButton, Qt::NoButton);
      break;
    case 1:
      mouse(*widget, QEvent::MouseButtonPress, at, Qt::LeftButton, Qt::LeftButton);
      for (int i = 0; i < 4; ++i) mouse(*widget, QEvent::MouseMove, placeIn(*widget), Qt::NoButton, Qt::LeftButton);
      mouse(*widget, QEvent::MouseButtonRelease, placeIn(*widget), Qt::LeftButton, Qt::NoButton);
      break;
    case 2: {
      static constexpr std::array kModifiers{Qt::NoModifier, Qt::NoModifier, Qt::ShiftModifier, Qt::ControlModifier};
      const auto modifier = kModifiers[static_cast<std::size_t>(below(4))];
      const int notch = chance(60) ? 120 : -120;
      for (int i = below(6); i >= 0; --i) {
        QCoreApplication::postEvent(widget, new QWheelEvent(at, widget->mapToGlobal(at), {}, {0, notch}, Qt::NoButton,
                                                            modifier, Qt::NoScrollPhase, false));
      }
      break;
    }
    case 3:
      mouse(*widget, QEvent::MouseButtonPress, at, Qt::LeftButton, Qt::LeftButton);
      mouse(*widget, QEvent::MouseButtonRelease, at, Qt::LeftButton, Qt::NoButton);
      mouse(*widget, QEvent::MouseButtonDblClick, at, Qt::LeftButton, Qt::LeftButton);
      mouse(*widget, QEvent::MouseButtonRelease, at, Qt::LeftButton, Qt::NoButton);
      break;
    case 4:
      QCoreApplication::postEvent(
          widget, new QContextMenuEvent(QContextMenuEvent::Mouse, at.toPoint(), widget->mapToGlobal(at.toPoint())));
      break;
    default: QCoreApplication::postEvent(widget, new QEvent(QEvent::Leave)); break;
  }
}

void SoakMonkey::pressKeys() {
  struct Press {
    int key;
    const char* text;
  };
  static constexpr std::array kKeys{
      Press{Qt::Key_Left, ""},  Press{Qt::Key_Right, ""},  Press{Qt::Key_Up, ""},       Press{Qt::Key_Down, ""},
      Press{Qt::Key_Home, ""},  Press{Qt::Key_End, ""},    Press{Qt::Key_PageUp, ""},   Press{Qt::Key_PageDown, ""},
      Press{Qt::Key_Plus, "+"}, Press{Qt::Key_Minus, "-"}, Press{Qt::Key_0, "0"},       Press{Qt::Key_G, "g"},
      Press{Qt::Key_L, "l"},    Press{Qt::Key_H, "h"},     Press{Qt::Key_Return, "\r"}, Press{Qt::Key_Escape, ""},
      Press{Qt::Key_Tab, "\t"}, Press{Qt::Key_Space, " "}, Press{Qt::Key_F2, ""},       Press{Qt::Key_Delete, ""},
      Press{Qt::Key_Menu, ""},  Press{Qt::Key_Backtab, ""}};
  if (chance(50)) {
    QWidget* widget = nullptr;
    if (chance(50)) widget = any<HeatMapView>();
    if (!widget) widget = any<LinePlot>();
    if (!widget) widget = any<QTableView>();
    if (widget) widget->setFocus();
  }
  QWidget* focused = QApplication::focusWidget();
  if (!focused) return;
  m_edited = true;
  if (auto* edit = qobject_cast<QLineEdit*>(focused)) {
    isTyping(*edit);
  }
  const Press press = kKeys[static_cast<std::size_t>(below(static_cast<int>(kKeys.size())))];
  const Qt::KeyboardModifiers modifiers = chance(15)   ? Qt::ShiftModifier
                                          : chance(10) ? Qt::ControlModifier
                                                       : Qt::NoModifier;
  note(QStringLiteral("keys: 0x%1 with 0x%2 to %3")
           .arg(press.key, 0, 16)
           .arg(static_cast<int>(modifiers), 0, 16)
           .arg(nameOf(focused)));
  for (int i = below(4); i >= 0; --i) key(*focused, press.key, modifiers, QString::fromLatin1(press.text));
}

void SoakMonkey::undoOrRedo() {
  if (QApplication::activeModalWidget()) return pressKeys();
  QUndoStack& stack = m_window.document().undoStack();
  const bool back = chance(60);
  const int times = 1 + below(4);
  note(QStringLiteral("%1 %2 times").arg(back ? QStringLiteral("undo") : QStringLiteral("redo")).arg(times));
  m_edited = true;
  for (int i = 0; i < times; ++i) QMetaObject::invokeMethod(&stack, back ? "undo" : "redo", Qt::QueuedConnection);
}

void SoakMonkey::resizeWindow() {
  static constexpr std::array kSizes{QSize(1366, 768), QSize(1920, 1080), QSize(1100, 700), QSize(1366, 740),
                                     QSize(2560, 1440)};
  const QSize size = kSizes[static_cast<std::size_t>(below(static_cast<int>(kSizes.size())))];
  note(QStringLiteral("resize: %1 x %2").arg(size.width()).arg(size.height()));
  m_window.resize(size);
}

void SoakMonkey::useTable() {
  auto* table = any<QAbstractItemView>();
  if (!table || !table->model() || table->model()->rowCount(table->rootIndex()) == 0) return;
  const QAbstractItemModel& model = *table->model();
  const int columns = model.columnCount(table->rootIndex());
  if (columns == 0) return;
  const QModelIndex index = model.index(below(model.rowCount(table->rootIndex())), below(columns), table->rootIndex());
  note(QStringLiteral("table: row %1, column %2 of %3").arg(index.row()).arg(index.column()).arg(nameOf(table)));
  m_edited = true;
  table->scrollTo(index);
  const QPointF at = QRectF(table->visualRect(index)).center();
  QWidget& viewport = *table->viewport();
  mouse(viewport, QEvent::MouseButtonPress, at, Qt::LeftButton, Qt::LeftButton);
  mouse(viewport, QEvent::MouseButtonRelease, at, Qt::LeftButton, Qt::NoButton);
  if (chance(30)) key(*table, Qt::Key_F2);
  if (chance(20)) {
    if (auto* view = qobject_cast<QTableView*>(table)) {
      QWidget& header = *view->horizontalHeader()->viewport();
      const QPointF section(view->columnViewportPosition(index.column()) + 10, 0.5 * header.height());
      mouse(header, QEvent::MouseButtonPress, section, Qt::LeftButton, Qt::LeftButton);
      mouse(header, QEvent::MouseButtonRelease, section, Qt::LeftButton, Qt::NoButton);
    }
  }
}

void SoakMonkey::loseFocus() {
  note(QStringLiteral("focus: another window"));
  if (QWidget* focused = QApplication::focusWidget()) {
    m_edited = true;
    focused->clearFocus();
  }
}

}  // namespace noiseloom
