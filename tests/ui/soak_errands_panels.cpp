// Errands in the window: lessons, designs that are pinned, values that are solved for, the map, training, the
// command palette.

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMouseEvent>
#include <QPushButton>
#include <QRadioButton>
#include <QSlider>
#include <QToolButton>
#include <array>

#include "tests/ui/soak_errands.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/target_solver.h"
#include "ui/lessons/lesson_catalogue.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/lessons/lesson_player.h"
#include "ui/lessons/lesson_question_box.h"
#include "ui/main/main_window.h"
#include "ui/panels/choice_field.h"
#include "ui/panels/mark_button.h"
#include "ui/panels/number_field.h"
#include "ui/panels/scenario_panel.h"
#include "ui/panels/shelf_panel.h"
#include "ui/panels/shelf_view.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/panel/segmented_buttons.h"
#include "ui/plots/rmse/rmse_panel.h"
#include "ui/plots/scenario_map/scenario_map_view.h"
#include "ui/plots/training/training_controls.h"
#include "ui/plots/training/training_panel.h"

namespace noiseloom {

/// All eight come up by their names, and whatever is done in one, leaving it brings back what was there.
void SoakErrands::lesson() {
  LessonPlayer& player = m_window.lessonPlayer();
  const QStringList ids = lessonIds();
  const QString id = ids[below(static_cast<int>(ids.size()))];
  m_about = id;
  act([this, &player] {
    player.leave();
    *m_before = m_window.document().scenario();
  });
  trigger(QStringLiteral("lesson.") + id);
  check([&player, id]() -> std::optional<QString> {
    if (player.lesson() && player.lesson()->id == id) return std::nullopt;
    return QStringLiteral("lesson %1 has not begun").arg(id);
  });
  for (int i = 1 + below(14); i > 0; --i) {
    trigger(chance(70) ? QStringLiteral("nextStep") : QStringLiteral("stepBefore"));
    pause(below(100));
    if (chance(35)) answer();
    if (chance(4)) trigger(QStringLiteral("restartLesson"));
  }
  if (chance(30)) return;
  trigger(QStringLiteral("leaveLesson"));
  check([&player]() -> std::optional<QString> {
    return player.lesson() ? std::optional(QStringLiteral("a lesson was not left")) : std::nullopt;
  });
  check(comesBack(QStringLiteral("lesson %1").arg(id)));
}

void SoakErrands::answer() {
  const int drawn = below(1000);
  act([this, drawn] {
    LessonPlayer& player = m_window.lessonPlayer();
    if (!player.lesson() || !player.current().question || player.isRevealed()) return;
    LessonQuestionBox& box = m_window.lessonPanel().question();
    if (!box.options().empty()) {
      box.options()[static_cast<std::size_t>(drawn) % box.options().size()]->click();
    } else {
      const QSlider& slider = box.slider();
      box.slider().setValue(slider.minimum() + drawn * (slider.maximum() - slider.minimum()) / 1000);
    }
  });
  act([this] {
    QPushButton& reveal = m_window.lessonPanel().question().revealButton();
    if (m_window.lessonPlayer().lesson() && reveal.isVisible() && reveal.isEnabled()) reveal.click();
  });
  pause(below(150));
}

/// More than there are colours for.
void SoakErrands::pins() {
  Shelf& shelf = m_window.document().shelf();
  for (int i = 3 + below(8); i > 0; --i) {
    const QString epsilon = QString::number(0.5 + 0.1 * below(150));
    type([this] { return &m_window.scenarioPanel().numberField(Field::Epsilon)->edit(); }, epsilon, true);
    wait([this] { return m_window.document().designState() == DesignState::Current; }, 1500);
    auto count = std::make_shared<std::size_t>(0);
    act([&shelf, count] { *count = shelf.pins().size(); });
    act([this] { m_window.shelf().pinAction().trigger(); });
    check([&shelf, count]() -> std::optional<QString> {
      if (shelf.pins().size() == *count || shelf.pins().size() == *count + 1) return std::nullopt;
      return QStringLiteral("pinning made %1 of %2 pins").arg(shelf.pins().size()).arg(*count);
    });
  }
  act([&shelf] {
    while (shelf.pins().size() > 14) shelf.remove(shelf.pins().front().id);
  });
  if (chance(50)) {
    act([this, &shelf] {
      std::vector<int> ids;
      for (const PinnedDesign& pin : shelf.pins()) ids.push_back(pin.id);
      m_window.shelf().recalibrate(ids);
    });
    pause(below(600));
  }
}

void SoakErrands::lock() {
  static constexpr std::array kLockable{Field::Iterations, Field::Epochs, Field::Epsilon, Field::Bands, Field::Memory};
  static constexpr std::array kTargets{"1", "5", "20", "50", "0.1", "1e9", "abc", "3.5"};
  ScenarioPanel& panel = m_window.scenarioPanel();
  const Field field = kLockable[static_cast<std::size_t>(below(static_cast<int>(kLockable.size())))];
  m_about = QString::fromLatin1(infoOf(field).name.data());
  act([&panel, field] {
    if (MarkButton* lock = panel.lockOf(field)) lock->click();
  });
  for (int i = below(3); i > 0; --i) {
    const int quantity = below(static_cast<int>(valuesOf<TargetQuantity>().size()));
    act([&panel, quantity] {
      if (!panel.targetQuantity().isVisible()) return;
      QComboBox& combo = panel.targetQuantity().combo();
      for (int step = 0; step <= quantity; ++step) {
        QCoreApplication::postEvent(&combo, new QKeyEvent(QEvent::KeyPress, Qt::Key_Down, Qt::NoModifier));
      }
    });
    const char* text = kTargets[static_cast<std::size_t>(below(static_cast<int>(kTargets.size())))];
    type([&panel] { return panel.target().isVisible() ? &panel.target().edit() : nullptr; }, QString::fromLatin1(text),
         true);
    pause(below(700));
  }
  if (chance(40)) return;
  act([&panel] { panel.targetSolver().lock(std::nullopt); });
  check([&panel]() -> std::optional<QString> {
    return panel.target().isVisible() ? std::optional(QStringLiteral("a target shows, but nothing is solved for"))
                                      : std::nullopt;
  });
}

void SoakErrands::map() {
  auto* panel = m_window.findChild<RmsePanel*>();
  auto* choice = m_window.findChild<SegmentedButtons*>(QStringLiteral("rmseChoice"));
  if (!panel || !choice) return;
  act([this, panel, choice] {
    m_window.plots().bringForward(panel);
    choice->setCurrent(5);
  });
  pause(below(900));
  for (int i = below(6); i > 0; --i) {
    const QPointF part(0.01 * below(100), 0.01 * below(100));
    const bool click = chance(25);
    const int code =
        std::array{Qt::Key_Left, Qt::Key_Up, Qt::Key_Right, Qt::Key_Return}[static_cast<std::size_t>(below(4))];
    act([panel, part, click, code] {
      ScenarioMapView& view = panel->map();
      if (!view.isVisible()) return;
      const QPointF at(part.x() * view.width(), part.y() * view.height());
      const auto mouse = [&](QEvent::Type type, Qt::MouseButton button, Qt::MouseButtons buttons) {
        QCoreApplication::postEvent(&view,
                                    new QMouseEvent(type, at, view.mapToGlobal(at), button, buttons, Qt::NoModifier));
      };
      mouse(QEvent::MouseMove, Qt::NoButton, Qt::NoButton);
      if (click) {
        mouse(QEvent::MouseButtonPress, Qt::LeftButton, Qt::LeftButton);
        mouse(QEvent::MouseButtonRelease, Qt::LeftButton, Qt::NoButton);
      }
      QCoreApplication::postEvent(&view, new QKeyEvent(QEvent::KeyPress, code, Qt::NoModifier));
    });
    pause(below(200));
  }
  const int other = below(6);
  act([choice, other] { choice->setCurrent(other); });
}

/// The panel comes up and plays; meanwhile data change, also to a file that is no good, and sliders move; then another
/// panel stands before it.
void SoakErrands::training() {
  auto* panel = m_window.findChild<TrainingPanel*>();
  if (!panel) return;
  static constexpr std::array kTools{"trainingPlay", "trainingStep", "trainingRestart"};
  act([this, panel] { m_window.plots().bringForward(panel); });
  if (chance(60)) act([panel] { panel->controls().useExample(); });
  if (chance(30)) act([this, panel] { m_window.plots().toggleMaximized(panel); });
  act([panel] {
    panel->findChild<QComboBox*>(QStringLiteral("trainingSpeed"))->setCurrentIndex(2);
    panel->findChild<QToolButton*>(QStringLiteral("trainingPlay"))->click();
  });
  pause(below(900));
  const auto pick = [panel](const char* name, int place) {
    auto* list = panel->controls().findChild<QComboBox*>(QLatin1String(name));
    if (place >= list->count()) return;
    list->setCurrentIndex(place);
    emit list->activated(place);
  };
  const QStringList there = files();
  for (int i = 2 + below(6); i > 0; --i) {
    const int what = below(6), place = below(7), value = below(1000);
    const QString file = there.isEmpty() ? QString() : there[below(static_cast<int>(there.size()))];
    act([this, panel, pick, what, place, value, file] {
      TrainingControls& controls = panel->controls();
      switch (what) {
        case 0: pick("trainingData", place); break;
        case 1: pick("trainingModel", place); break;
        case 2: pick("trainingRuns", place); break;
        case 3: controls.chooseFile(file); break;
        case 4: {
          auto* tool = panel->findChild<QToolButton*>(QLatin1String(kTools[static_cast<std::size_t>(value) % 3]));
          if (tool->isEnabled()) tool->click();
          break;
        }
        default: panel->cancelWork();
      }
    });
    pause(below(300));
    if (!chance(50)) continue;
    // A slider of the panel, and one of the scenario's through it.
    const char* slider = chance(50) ? "trainingRate" : "trainingClip";
    auto* moved = panel->controls().findChild<QSlider*>(QLatin1String(slider));
    act([moved] { moved->setSliderDown(true); });
    for (int step = 3 + below(8); step > 0; --step) {
      const int to = below(moved->maximum() + 1);
      act([moved, to] { moved->setValue(to); });
      pause(below(40));
    }
    act([moved] { moved->setSliderDown(false); });
  }
  pause(below(1200));
  act([this, panel] {
    panel->controls().setChoice({});
    if (PlotPanel* maximized = m_window.plots().maximized()) m_window.plots().toggleMaximized(maximized);
    m_window.plots().bringForward(m_window.findChild<RmsePanel*>());
  });
  check([panel]() -> std::optional<QString> {
    return panel->isPlaying() && !panel->isVisible() ? std::optional(QStringLiteral("training plays unseen"))
                                                     : std::nullopt;
  });
}

void SoakErrands::palette() {
  static constexpr std::array kQueries{"exp", "eps",  "less", "zzzz", "undo", "pri",  "b",     "map", "copy",
                                       "new", "show", "",     "%1",   "1/0",  "日本", "reset", "go",  "pin"};
  const QString query = QString::fromUtf8(kQueries[static_cast<std::size_t>(below(static_cast<int>(kQueries.size())))]);
  m_about = QStringLiteral("with “%1”").arg(query);
  const auto dialog = [this] { return m_window.findChild<QDialog*>(QStringLiteral("commandPalette")); };
  trigger(QKeySequence(QStringLiteral("Ctrl+K")));
  wait([dialog] { return dialog() != nullptr; }, 60'000, QStringLiteral("the list of commands does not come"));
  type(
      [dialog]() -> QLineEdit* {
        return dialog() ? dialog()->findChild<QLineEdit*>(QStringLiteral("commandQuery")) : nullptr;
      },
      query, false);
  for (int i = below(5); i > 0; --i) {
    act([dialog] {
      auto* edit = dialog() ? dialog()->findChild<QLineEdit*>(QStringLiteral("commandQuery")) : nullptr;
      if (edit) QCoreApplication::postEvent(edit, new QKeyEvent(QEvent::KeyPress, Qt::Key_Down, Qt::NoModifier));
    });
  }
  const bool runs = chance(70);
  act([this, dialog, runs] {
    QDialog* shown = dialog();
    auto* list = shown ? shown->findChild<QListWidget*>(QStringLiteral("commandList")) : nullptr;
    if (!list) return;
    auto* edit = shown->findChild<QLineEdit*>(QStringLiteral("commandQuery"));
    if (!runs || !list->currentItem() || !edit) return shown->reject();
    QCoreApplication::postEvent(edit,
                                new QKeyEvent(QEvent::KeyPress, Qt::Key_Return, Qt::NoModifier, QStringLiteral("\r")));
  });
  pause(60);
}

}  // namespace noiseloom
