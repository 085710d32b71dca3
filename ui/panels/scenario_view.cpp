// The scenario panel's workload, the summaries of folded sections, and the panel's state in a session.

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QJsonObject>
#include <QPushButton>
#include <algorithm>
#include <array>

#include "core/io/workload_files.h"
#include "core/scenario/field_value.h"
#include "core/workload/learning_rates.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/target_solver.h"
#include "ui/panels/choice_field.h"
#include "ui/panels/fold_section.h"
#include "ui/panels/number_field.h"
#include "ui/panels/scenario_panel.h"
#include "ui/panels/text_field.h"
#include "ui/style/core_text.h"
#include "ui/style/file_chooser.h"
#include "ui/style/number_text.h"
#include "ui/style/place_of.h"
#include "ui/style/quantity_text.h"

namespace noiseloom {
namespace {

constexpr std::array kSchedules{ScheduleKind::Constant, ScheduleKind::Linear, ScheduleKind::Cosine, ScheduleKind::File};

constexpr double kUsualMomentum = 0.9;
// As in published runs (amplified-bandmf).
constexpr double kUsualWarmup = 0.15;
constexpr double kUsualCooldown = 0.25;

QString argumentText(Field field) {
  return QString::fromLatin1(infoOf(field).name.data());
}

QString textOf(TargetQuantity quantity) {
  return QString::fromLatin1(toString(quantity).data());
}

}  // namespace

void ScenarioPanel::chooseWorkload(int index) {
  constexpr int kFromFile = 3;
  if (index == kFromFile) {
    openNumbers(tr("Coefficients of the workload"), QStringLiteral("workloadDialog"),
                tr("Text and NumPy files (*.txt *.csv *.dat *.npy);;All files (*)"), &ScenarioPanel::readWorkload);
    return;
  }
  Scenario scenario = m_document.scenario();
  const Spectrum spectrum = scenario.workload.spectrum();
  if (index != 1) {
    scenario.workload = (index == 0 ? Workload::prefix() : Workload::identity()).withSpectrum(spectrum);
    scenario.schedule = {};
  } else if (scenario.workload.name() != "sgd") {
    scenario.workload = Workload::sgd(1, kUsualMomentum).withSpectrum(spectrum);
  }
  m_document.edit(Field::Workload, scenario);
}

void ScenarioPanel::chooseSchedule(int index) {
  const ScheduleKind kind = kSchedules.at(index);
  if (kind != ScheduleKind::Constant && m_document.scenario().workload.window() != 1) {
    m_document.setEntryProblem(Field::Schedule, tr("A schedule needs an averaging window of 1."));
    refresh();
    return;
  }
  if (kind == ScheduleKind::File) {
    openNumbers(tr("Learning rates"), QStringLiteral("ratesDialog"),
                tr("Text files (*.txt *.csv *.dat);;All files (*)"), &ScenarioPanel::readRates);
    return;
  }
  LearningRateSchedule schedule;
  schedule.kind = kind;
  const LearningRateSchedule& last = m_document.scenario().schedule;
  if (schedule.isFormula()) schedule.warmup = last.isFormula() ? last.warmup : kUsualWarmup;
  if (kind == ScheduleKind::Linear) schedule.cooldown = std::min(kUsualCooldown, 1 - schedule.warmup);
  try {
    m_document.edit(Field::Schedule, withSchedule(m_document.scenario(), schedule));
  } catch (const InvalidArgument& problem) {
    m_document.setEntryProblem(Field::Schedule, tr("A schedule needs other iterations than %1: use %2.")
                                                    .arg(coreText(problem.value()), coreText(problem.allowed())));
    refresh();
  }
}

// An objective over curvatures gets some to begin with if there are none.
void ScenarioPanel::chooseObjective(int index) {
  Scenario scenario = m_document.scenario();
  scenario.objective = valuesOf<ErrorObjective>()[index];
  if (ofCurvatures(scenario.objective) && scenario.workload.spectrum().empty())
    scenario.workload = scenario.workload.withSpectrum(Spectrum({{0.001, 1}, {0.01, 1}, {0.1, 1}}));
  m_document.edit(Field::Objective, scenario);
}

void ScenarioPanel::editSpectrum(const QString& text) {
  try {
    Scenario scenario = m_document.scenario();
    scenario.workload = scenario.workload.withSpectrum(parseSpectrum(text.toStdString()));
    m_document.edit(Field::Spectrum, scenario);
    if (!m_document.hasEntryProblem(Field::Spectrum)) refreshSpectrum();
  } catch (const InvalidArgument& problem) {
    m_document.setEntryProblem(
        Field::Spectrum, tr("%1 is not allowed: use %2.").arg(valueText(problem.value()), coreText(problem.allowed())));
    refreshProblems();
  }
}

void ScenarioPanel::refreshSpectrum() {
  const Scenario& scenario = m_document.scenario();
  const bool shown = ofCurvatures(scenario.objective);
  m_spectrum->setVisible(shown);
  m_measureSpectrum->setVisible(shown);
  if (!shown) m_document.clearEntryProblem(Field::Spectrum);
  if (!m_document.hasEntryProblem(Field::Spectrum))
    m_spectrum->showText(QString::fromStdString(toText(scenario.workload.spectrum())));
}

// Reads on a worker thread; what it returns edits the document. Errors are shown beside the choice.
void ScenarioPanel::readFile(Field field, const QString& path, const EditOfFile& read) {
  m_ratesJob.start([this, field, path, read](const std::stop_token&) -> NewestJob::Delivery {
    try {
      return read(path.toStdString());
    } catch (const std::exception& error) {
      const QString message = errorText(error);
      return [this, field, message] {
        m_document.setEntryProblem(field, tr("The file cannot be used: %1.").arg(message));
        refresh();
      };
    }
  });
}

void ScenarioPanel::readRates(const QString& path) {
  // The scenario's problems report a wrong number of rates.
  readFile(Field::Schedule, path, [this, name = QFileInfo(path).fileName().toStdString()](const std::string& file) {
    return [this, name, rates = readLearningRates(file, 0)] {
      m_document.edit(Field::Schedule, withRates(m_document.scenario(), rates, name));
    };
  });
}

void ScenarioPanel::readWorkload(const QString& path) {
  // As they report too few coefficients.
  readFile(Field::Workload, path, [this](const std::string& file) {
    return [this, workload = noiseloom::readWorkload(file)] {
      Scenario scenario = m_document.scenario();
      scenario.workload = workload.withSpectrum(scenario.workload.spectrum());
      scenario.schedule = {};
      m_document.edit(Field::Workload, scenario);
    };
  });
}

void ScenarioPanel::openNumbers(const QString& title, const QString& name, const QString& files,
                                void (ScenarioPanel::*read)(const QString&)) {
  auto* dialog = newFileChooser(this, title, QString(), files);
  dialog->setObjectName(name);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, read);
  connect(dialog, &QFileDialog::rejected, this, &ScenarioPanel::refresh);
  dialog->open();
}

void ScenarioPanel::cancelWork() {
  m_solver->cancel();
}

void ScenarioPanel::refreshWorkload() {
  const Scenario& scenario = m_document.scenario();
  const Workload& workload = scenario.workload;
  const bool iterates = workload.alpha() != 0;
  m_choices[Field::Workload]->showChoice(workload.name() == "prefix" ? 0
                                         : iterates                  ? 1
                                         : workload.given().empty()  ? 2
                                                                     : 3);
  // Learning rates without a schedule came from a file.
  const bool rates = !workload.eta().empty();
  const ScheduleKind kind = !rates                                             ? ScheduleKind::Constant
                            : scenario.schedule.kind == ScheduleKind::Constant ? ScheduleKind::File
                                                                               : scenario.schedule.kind;
  m_choices[Field::Schedule]->showChoice(placeOf(kSchedules, kind));
  m_choices[Field::Schedule]->setEnabled(iterates);
  for (const Field field : {Field::Momentum, Field::WeightDecay, Field::Averaging, Field::AveragingWindow})
    m_numbers[field]->setEnabled(iterates);
}

void ScenarioPanel::refreshSummaries() {
  const Scenario& scenario = m_document.scenario();
  const auto text = [this](Field field) { return m_choices[field]->combo().currentText(); };
  const auto value = [&](Field field) {
    const std::optional<double> number = valueOf(scenario, field);
    return number ? grouped(entryText(*number)) : QString();
  };
  const auto summarize = [this](const char* name, const QString& summary) {
    section(QString::fromLatin1(name))->setSummary(summary);
  };
  summarize("training", tr("n = %1, k = %2").arg(value(Field::Iterations), value(Field::Epochs)));
  summarize("privacy", tr("(%1, %2), %3").arg(value(Field::Epsilon), value(Field::Delta), text(Field::Adjacency)));
  summarize("batching", text(Field::Batching));
  const auto design = m_document.design();
  summarize("mechanism", text(Field::Mechanism));
  if (scenario.usesBands()) {
    summarize("mechanism", scenario.bands ? tr("%1, %2").arg(text(Field::Mechanism), bandsText(*scenario.bands))
                                          : tr("%1, best bands").arg(text(Field::Mechanism)));
  }
  const Workload& workload = scenario.workload;
  const QString beta = value(Field::Momentum);
  const auto averaged = [&](const QString& sgd) {
    const QString moving = workload.averaging() == 0 ? sgd
                           : workload.averagesAll()  ? tr("%1, mean of all").arg(sgd)
                                                     : tr("%1, γ = %2").arg(sgd, value(Field::Averaging));
    return workload.window() == 1 ? moving : tr("%1, W = %2").arg(moving, value(Field::AveragingWindow));
  };
  if (workload.name() == "prefix") {
    summarize("workload", tr("Running sums"));
  } else if (workload.name() == "identity") {
    summarize("workload", tr("Each step alone"));
  } else if (!workload.given().empty()) {
    summarize("workload", workload.file().empty() ? tr("Given coefficients")
                                                  : tr("From %1").arg(QString::fromStdString(workload.file())));
  } else if (!workload.eta().empty()) {
    summarize("workload",
              averaged(workload.alpha() == 1
                           ? tr("SGD, β = %1, learning rates").arg(beta)
                           : tr("SGD, β = %1, α = %2, learning rates").arg(beta, value(Field::WeightDecay))));
  } else {
    summarize("workload", averaged(tr("SGD, β = %1, α = %2").arg(beta, value(Field::WeightDecay))));
  }
  summarize("objective", tr("%1, clip norm %2").arg(text(Field::Objective), value(Field::ClipNorm)));
  QString deployment = tr("d = %1, machines: %2").arg(value(Field::Parameters), value(Field::Machines));
  if (const auto& memory = scenario.deployment.memoryPerMachine)
    deployment = tr("%1, %2 each").arg(deployment, memoryText(static_cast<double>(*memory)));
  summarize("deployment", deployment);
}

QJsonObject ScenarioPanel::viewState() const {
  QJsonObject folded;
  for (const FoldSection* section : m_sections) folded[section->name()] = section->isFolded();
  QJsonObject state{{QStringLiteral("folded"), folded}, {QStringLiteral("follows"), argumentText(m_follower)}};
  if (const std::optional<Field> unknown = m_solver->unknown()) {
    state[QStringLiteral("solveFor")] =
        QJsonObject{{QStringLiteral("unknown"), QString::fromStdString(optionName(*unknown))},
                    {QStringLiteral("target"), textOf(m_solver->target().quantity)},
                    {QStringLiteral("falsePositives"), m_solver->target().falsePositives},
                    {QStringLiteral("prior"), m_solver->target().prior},
                    {QStringLiteral("value"), m_solver->target().value}};
  }
  return state;
}

void ScenarioPanel::restoreView(const QJsonObject& state) {
  const QJsonObject folded = state.value(QStringLiteral("folded")).toObject();
  for (FoldSection* section : m_sections) {
    const QJsonValue value = folded.value(section->name());
    if (value.isBool()) section->setFolded(value.toBool());
  }
  const QString follows = state.value(QStringLiteral("follows")).toString();
  for (const auto& [field, chain] : m_chains) {
    if (argumentText(field) == follows) {
      setFollower(field);
      break;
    }
  }
  // A lock of the previous session does not apply to this one.
  if (!state.contains(QStringLiteral("solveFor"))) m_solver->release();
  const QJsonObject solveFor = state.value(QStringLiteral("solveFor")).toObject();
  const auto unknown =
      fieldOfOption(solveFor.value(QStringLiteral("unknown")).toString().toStdString(), solvedFields());
  const auto quantity = fromName<TargetQuantity>(solveFor.value(QStringLiteral("target")).toString().toStdString());
  if (unknown && quantity) {
    m_solver->restore(*unknown,
                      {*quantity, solveFor.value(QStringLiteral("value")).toDouble(),
                       solveFor.value(QStringLiteral("falsePositives")).toDouble(SolveTarget::kUsualFalsePositives),
                       solveFor.value(QStringLiteral("prior")).toDouble(SolveTarget::kUsualPrior)});
  }
}

}  // namespace noiseloom
