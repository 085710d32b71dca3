#include "ui/panels/scenario_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QSlider>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <set>
#include <utility>

#include "core/base/nearest_whole.h"
#include "core/claim/claim.h"
#include "core/scenario/cautions.h"
#include "core/scenario/field_value.h"
#include "core/scenario/runnable_value.h"
#include "core/search/band_curve.h"
#include "core/search/sweep.h"
#include "core/strategy/strategy_kind.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/frame_pacer.h"
#include "ui/jobs/target_solver.h"
#include "ui/panels/choice_field.h"
#include "ui/panels/field_editor.h"
#include "ui/panels/fold_section.h"
#include "ui/panels/mark_button.h"
#include "ui/panels/slider_player.h"
#include "ui/panels/text_field.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"
#include "ui/style/on_change.h"
#include "ui/style/place_of.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kPanelWidth = 352;
/// The part of the panel's width that text takes.
constexpr int kTextWidth = kNameWidth + kSymbolWidth + kEditWidth;

}  // namespace

ScenarioPanel::ScenarioPanel(ScenarioDocument& document, QWidget* parent)
    : QScrollArea(parent),
      m_document(document),
      m_player(new SliderPlayer(this)),
      m_solver(new TargetSolver(document, this)) {
  nameWidget(this, QStringLiteral("scenarioPanel"), tr("Scenario"));
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFocusPolicy(Qt::NoFocus);
  auto* content = new QWidget;
  m_column = newLayout<QVBoxLayout>({2 * kGrid, kHalfGrid, kGrid + kHalfGrid, kHalfGrid}, 0, content);
  buildTraining();
  buildPrivacy();
  buildBatching();
  buildMechanism();
  buildWorkload();
  buildObjective();
  buildDeployment();
  addLocks();
  addChains();
  addSeparations();
  addTarget();
  m_choices.at(Field::Mechanism)->onOpen = [this] { refreshOffers(); };
  m_column->addStretch(1);
  setWidget(content);
  applyFont();

  connect(m_player, &SliderPlayer::started, this, [this] { m_beforePlay = m_document.scenario(); });
  connect(m_player, &SliderPlayer::stopped, this, [this](NumberField* number, bool takeBack) {
    const Field field = fieldShownIn(*number);
    if (takeBack && *m_beforePlay != m_document.scenario()) m_document.edit(field, *m_beforePlay, m_gestures[field]);
    m_beforePlay.reset();
  });
  connect(&m_document, &ScenarioDocument::entriesWanted, m_player, [this] { m_player->stop(); });
  connect(&m_document, &ScenarioDocument::entriesWanted, this, [] { FramePacer::instance().rest(); });
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    switch (change) {
      case DocumentChange::Scenario: refresh(); break;
      case DocumentChange::Problems:
        // Setting a field to its present value elsewhere, as in a plot, ends an unusable entry.
        showNumbers();
        refreshSpectrum();
        refreshProblems();
        break;
      case DocumentChange::Design:
        refreshBands();
        refreshSummaries();
        break;
      default: break;
    }
  });
  refresh();
  onChange(*this, {QEvent::FontChange}, [this] { applyFont(); });
}

QSize ScenarioPanel::sizeHint() const {
  return {minimumWidth(), 620};
}

void ScenarioPanel::applyFont() {
  // Sliders need no more space with larger type.
  setMinimumWidth(kPanelWidth - kTextWidth + widthIn(font(), kTextWidth));
  for (QWidget* row : m_checkRows)
    row->layout()->setContentsMargins(widthIn(font(), kNameWidth + kSymbolWidth) + 2 * kHalfGrid, 2, 0, 2);
}

FoldSection* ScenarioPanel::section(const QString& name) const {
  const auto found = std::find_if(m_sections.begin(), m_sections.end(),
                                  [&name](const FoldSection* section) { return section->name() == name; });
  return found == m_sections.end() ? nullptr : *found;
}

void ScenarioPanel::addSection(const QString& name, const QString& title, bool folded) {
  auto* section = new FoldSection(name, title, folded);
  m_sections.push_back(section);
  m_column->addWidget(section);
  // Once it is laid out: shows all of the section, with priority for its title.
  const auto show = [this, section] {
    ensureVisible(0, section->geometry().bottom(), 0, 0);
    ensureVisible(0, section->geometry().top(), 0, 0);
  };
  connect(section, &FoldSection::opened, this, show, Qt::QueuedConnection);
}

QVBoxLayout& ScenarioPanel::rows() {
  return m_sections.back()->rows();
}

void ScenarioPanel::addNumber(Field field) {
  NumberField* number = newFieldEditor(field);
  connect(number, &NumberField::edited, this, [this, number, field](std::optional<double> value, bool continues) {
    // A new gesture also for a step that waits and may be superseded by later steps of its drag.
    if (!continues || m_gestures[field] == 0) m_gestures[field] = m_document.newGesture();
    FramePacer& pacer = FramePacer::instance();
    if (m_player->field() != number) m_player->stop();
    if (number->isMoving(continues)) {
      pacer.move(*number, [this, field, value] { editNumber(field, value); });
    } else {
      pacer.rest();
      editNumber(field, value);
    }
  });
  number->setPlayable([this, number](QMenu& menu) { m_player->addEntries(menu, *number); });
  connect(number, &NumberField::playToggled, this, [this, number] { m_player->toggle(*number); });
  connect(&number->slider(), &QSlider::sliderReleased, this, [] { FramePacer::instance().rest(); });
  connect(number, &NumberField::unreadable, this,
          [this, field](const QString& message) { m_document.setEntryProblem(field, message); });
  connect(&m_document, &ScenarioDocument::entriesWanted, number, &NumberField::takeOver);
  number->isUnusable = [this, field] { return m_document.hasEntryProblem(field); };
  if (field == Field::Bands || field == Field::Iterations || field == Field::Epochs) {
    number->snapped = [this, field](double value) {
      if (!isWholeCount(value)) return value;
      return static_cast<double>(runnableValue(m_document.scenario(), field, static_cast<Index>(value)));
    };
  }
  number->onDiscard = [this, field] { m_document.clearEntryProblem(field); };
  number->setDefault(valueOf(ScenarioDocument::defaultScenario(), field));
  m_numbers[field] = number;
  m_places[field] = m_sections.back();
  rows().addWidget(number);
}

Field ScenarioPanel::fieldShownIn(const NumberField& number) const {
  return std::ranges::find(m_numbers, &number, [](const auto& entry) { return entry.second; })->first;
}

void ScenarioPanel::addChoice(Field field, ChoiceField* choice) {
  choice->setObjectName(QString::fromLatin1(infoOf(field).name.data()));
  // Handles choices that are one member of the scenario; workload, schedule and objective are more.
  if (const auto* place = std::get_if<Choice>(&infoOf(field).place); field == Field::Objective) {
    connect(choice, &ChoiceField::chosen, this, &ScenarioPanel::chooseObjective);
  } else if (place) {
    connect(choice, &ChoiceField::chosen, this, [this, field, place](int index) {
      Scenario scenario = m_document.scenario();
      place->set(scenario, place->names().at(index));
      m_document.edit(field, scenario);
    });
  }
  m_choices[field] = choice;
  m_places[field] = m_sections.back();
  rows().addWidget(choice);
}

void ScenarioPanel::editNumber(Field field, std::optional<double> value) {
  try {
    m_document.edit(field, withValue(m_document.scenario(), field, value, m_follower), m_gestures[field]);
    // If rounding leaves the scenario unchanged, no signal is emitted, but the field must still show its value.
    if (!m_document.hasEntryProblem(field)) m_numbers[field]->showValue(valueOf(m_document.scenario(), field));
  } catch (const InvalidArgument& problem) {
    m_document.setEntryProblem(field, refusalText(problem, field));
  }
}

bool ScenarioPanel::discardNewestEntry() {
  const std::optional<Field> field = m_document.newestEntry();
  const NumberField* number = field ? numberField(*field) : nullptr;
  if (field == Field::Spectrum) {
    m_document.clearEntryProblem(Field::Spectrum);
    return true;
  }
  if (!number) return false;
  number->onDiscard();
  return true;
}

void ScenarioPanel::showNumbers() {
  for (const auto& [field, number] : m_numbers) {
    // An unusable entry stays until it is corrected or undone; a slider being dragged keeps its position.
    if (!FramePacer::instance().holds(*number) && !m_document.hasEntryProblem(field))
      number->showValue(valueOf(m_document.scenario(), field));
  }
}

void ScenarioPanel::refresh() {
  const Scenario& scenario = m_document.scenario();
  // Before the fields are shown: without a data set there is no batch size to correct.
  if (!scenario.datasetSize) m_document.clearEntryProblem(Field::BatchSize);
  showNumbers();
  m_numbers[Field::BatchSize]->setEnabled(scenario.datasetSize.has_value());
  for (const auto& [field, choice] : m_choices) {
    const auto* place = std::get_if<Choice>(&infoOf(field).place);
    if (!place) continue;
    choice->showChoice(placeOf(place->names(), place->of(scenario)));
  }
  refreshChains();
  refreshWorkload();
  refreshSpectrum();
  refreshMechanism();
  refreshBands();
  refreshProblems();
  refreshTarget();
  refreshSummaries();
}

void ScenarioPanel::choose(Field field) {
  NumberField* number = numberField(field);
  ChoiceField* choice = choiceField(field);
  if (!shows(field) || (!number && !choice)) return;
  if (FoldSection* place = findIn(m_places, field)) place->setFolded(false);
  widget()->layout()->activate();
  QWidget* editor = number ? static_cast<QWidget*>(&number->edit()) : &choice->combo();
  ensureWidgetVisible(editor, 0, 2 * kGrid);
  editor->setFocus(Qt::ShortcutFocusReason);
  if (number) number->edit().selectAll();
  if (choice) choice->combo().showPopup();
}

bool ScenarioPanel::shows(Field field) const {
  const Scenario& scenario = m_document.scenario();
  const FieldInfo& info = infoOf(field);
  const bool best = scenario.asksForBest();
  switch (field) {
    case Field::NoiseRows: return best || scenario.mostNoiseRows;  // a limit applies to every mechanism
    case Field::Seconds: return best;
    case Field::DatasetSizeAtMost: return scenario.datasetSize || scenario.datasetSizeAtMost;
    case Field::Warmup: return scenario.schedule.isFormula();
    case Field::Cooldown: return scenario.schedule.kind == ScheduleKind::Linear;
    case Field::RobustFrom:
      if (scenario.batching->noiseBy == NoiseBy::Bins && !best) return false;  // not supported there
      break;
    default: break;
  }
  if (!matters(info, scenario)) return false;
  // "Best" leaves these to each mechanism, but respects a value that was set.
  const bool ofMechanisms = info.matters && info.concerns.strategy && !info.concerns.question;
  return !best || !ofMechanisms || !sameField(info, scenario, Scenario());
}

void ScenarioPanel::refreshMechanism() {
  const Scenario& scenario = m_document.scenario();
  const std::vector<InvalidArgument> problems = scenario.problems();
  const auto place = [&](Field field, QWidget* widget) {
    const bool inTheWay = std::any_of(problems.begin(), problems.end(), [field](const InvalidArgument& problem) {
      return problem.argument() == infoOf(field).name;
    });
    const bool shown = shows(field) || inTheWay;
    widget->setVisible(shown);
    // An entry that the user can neither see nor change must not block solving.
    if (!shown) m_document.clearEntryProblem(field);
  };
  for (const auto& [field, number] : m_numbers) place(field, number);
  for (const auto& [field, choice] : m_choices) place(field, choice);
  place(Field::ColumnNormalize, m_columnNormalize->parentWidget());
  m_bestBands->parentWidget()->setVisible(scenario.searchesBands());
  m_columnNormalize->setChecked(scenario.columnNormalize);
  // "Imported" cannot be chosen before a file was opened.
  const int imported = placeOf(offeredMechanisms(), &importedMechanism());
  ChoiceField& choice = *m_choices.at(Field::Mechanism);
  choice.setOffered(imported, scenario.imported.has_value());
  Scenario other = scenario;
  other.mechanism = &importedMechanism();
  choice.setName(imported, coreText(mechanismNameOf(other)));
  const MechanismSetting* columns = scenario.mechanism->setting(Field::ColumnNormalize);
  const bool own = columns && !columns->label.empty();
  m_columnNormalize->setText(own ? coreText(columns->label) : tr("Normalise columns"));
  m_columnNormalize->setAccessibleName(m_columnNormalize->text());
  m_columnNormalize->setToolTip(own ? coreText(columns->help)
                                    : tr("Rescales the short last columns to norm 1: never worse"));
  m_columnNormalize->setAccessibleDescription(m_columnNormalize->toolTip());

  NumberField& bands = *m_numbers[Field::Bands];
  if (scenario.mechanism->bandsOfInverse) {
    bands.describe(tr("Bands of C⁻¹"), tr("Diagonals of C⁻¹ that are not zero: noise is a mix of that many vectors"),
                   tr("best"));
  } else {
    bands.describe(tr("Bands"), tr("Diagonals of C that are not zero; b − 1 noise vectors are kept"),
                   scenario.mechanism->searchesBands ? tr("best") : tr("no limit"));
  }
}

void ScenarioPanel::refreshOffers() {
  const auto offered = offeredMechanisms();
  for (std::size_t i = 0; i < offered.size(); ++i) {
    Scenario scenario = m_document.scenario();
    scenario.mechanism = offered[i];
    const auto problem = mechanismProblem(scenario);
    m_choices.at(Field::Mechanism)
        ->setReason(static_cast<int>(i),
                    problem ? tr("Not here: use %1.").arg(coreText(problem->allowed())) : QString());
  }
}

void ScenarioPanel::refreshRemedy() {
  ChoiceField& choice = *m_choices.at(Field::Mechanism);
  const Scenario& scenario = m_document.scenario();
  const auto problem = mechanismProblem(scenario);
  choice.setRemedy({});
  const bool before = std::exchange(m_remedied, false);
  if (!problem || problem->argument() != infoOf(Field::Mechanism).name) return;
  for (std::size_t i = 0; i < allBatchings().size(); ++i) {
    Scenario other;
    try {
      other = atValue(scenario, Field::Batching, static_cast<double>(i));
    } catch (const InvalidArgument&) {
      continue;  // no example would take part that often
    }
    if (mechanismProblem(other) || !other.problems().empty()) continue;
    choice.setRemedy(tr("Batches: %1").arg(coreText(other.batching->name)),
                     [this, other] { m_document.edit(Field::Batching, other); });
    m_remedied = true;
    // A file that was imported may need it, and its place may be scrolled out of sight.
    if (!before) QTimer::singleShot(0, this, [this, &choice] { ensureWidgetVisible(&choice, 0, kGrid); });
    return;
  }
}

void ScenarioPanel::refreshBands() {
  const Scenario& scenario = m_document.scenario();
  NumberField& bands = *m_numbers[Field::Bands];
  m_bestBands->setChecked(!scenario.bands);
  // Scenarios with problems may lack a meaningful limit; the slider then keeps its last one.
  if (scenario.problems().empty() && scenario.mostBands() != m_mostBands) {
    m_mostBands = scenario.mostBands();
    bands.setScale(
        SliderScale(1, static_cast<double>(std::max<Index>(m_mostBands, 1)), SliderScale::Series::Binary, true));
  }
  const auto design = m_document.design();
  if (!scenario.buffers && design && design->strategy.kind().form == NoiseForm::Buffers)
    m_numbers[Field::Buffers]->showOpenPosition(static_cast<double>(sizesOf(design->strategy).buffers));
  if (!scenario.bands && design && hasBandCurve(design->scenario))
    bands.showOpenPosition(static_cast<double>(design->bands));
}

void ScenarioPanel::refreshProblems() {
  const std::vector<FieldProblem> problems = m_document.problems();
  const auto messageFor = [&](Field field) {
    const auto found =
        std::find_if(problems.begin(), problems.end(), [field](const FieldProblem& p) { return p.field == field; });
    return found == problems.end() ? QString() : found->message;
  };
  for (const auto& [field, number] : m_numbers) number->setProblem(messageFor(field));
  for (const auto& [field, choice] : m_choices) choice->setProblem(messageFor(field));
  m_spectrum->setProblem(messageFor(Field::Spectrum));
  refreshRemedy();
  const std::vector<Caution> cautions = cautionsOf(m_document.scenario());
  for (const auto& [field, number] : m_numbers) {
    const auto found = std::ranges::find(cautions, field, &Caution::field);
    number->setCaution(found == cautions.end() ? QString() : coreText(found->text));
  }
  std::set<FoldSection*> inTheWay;
  for (const FieldProblem& problem : problems) {
    if (!problem.field) continue;
    if (const auto place = m_places.find(*problem.field); place != m_places.end()) inTheWay.insert(place->second);
  }
  for (FoldSection* section : m_sections) section->setForcedOpen(inTheWay.contains(section));
}

}  // namespace noiseloom
