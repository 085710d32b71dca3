#include "ui/dialogs/recommend_form.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QToolButton>
#include <algorithm>

#include "core/batching/list.h"
#include "core/claim/assumptions.h"
#include "core/scenario/field_value.h"
#include "core/scenario/scenario_fields.h"
#include "ui/dialogs/blank_sentence.h"
#include "ui/dialogs/loader_card.h"
#include "ui/panels/field_editor.h"
#include "ui/panels/fold_section.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"
#include "ui/style/on_change.h"
#include "ui/style/quantity_text.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

using Series = SliderScale::Series;

constexpr double kSentenceType = 1.15;
// The cards are the first boxes, and the last of them is for a loader that takes any batches.
constexpr std::size_t kCards = 3;
constexpr std::size_t kAnythingBox = 2;

// True for a way that is not on a card.
bool isOther(std::string_view name) {
  return name != "shuffled-each-epoch" && name != "poisson" && name != drawnJobBatching().id;
}

QString nameOfWay(std::string_view name) {
  if (const auto batching = batchingFromName(name)) return coreText((*batching)->name);
  return coreText((*jobBatchingFromName(name))->name);
}

}  // namespace

RecommendForm::RecommendForm(const Scenario& job, const RecommendQuestion& kept, QWidget* parent)
    : QWidget(parent),
      m_job(job),
      m_seconds(kept.seconds),
      m_stepSeconds(kept.stepSeconds),
      m_steps(new QLabel),
      m_problem(new QLabel),
      m_loader(new QLabel(tr("My data loader …"))) {
  auto* column = newLayout<QVBoxLayout>({0, 0, 0, 0}, kGrid, this);
  column->addWidget(newSentences());
  column->addWidget(m_loader);
  column->addWidget(newLoaders(kept.ways));
  column->addStretch(1);
  applyLook();
  showJob();
  onChange(*this, {QEvent::FontChange, QEvent::PaletteChange}, [this] { applyLook(); });
}

NumberField* RecommendForm::newNumber(Field field) {
  NumberField* number = m_numbers[field] = newFieldEditor(field, QStringLiteral("recommend."));
  connect(number, &NumberField::edited, this, [this, field](std::optional<double> value) { edit(field, value); });
  return number;
}

NumberField* RecommendForm::newLimit(const QString& name, const QString& help, double least, double most, bool whole,
                                     std::optional<double> value, std::optional<double>& into) {
  auto* number = new NumberField(
      {name, QStringLiteral("s"), help, tr("no limit"), SliderScale(least, most, Series::OneTwoFive, whole)});
  number->showValue(value);
  connect(number, &NumberField::edited, this, [this, number, &into](std::optional<double> typed) {
    const bool usable = !typed || *typed > 0;
    setProblem(*number, usable ? QString() : tr("Use a number above 0."));
    if (usable) into = typed;
    emit changed();
  });
  return number;
}

// The fields themselves stay hidden: what is typed stands in the sentences, and what is wrong with it below them.
QWidget* RecommendForm::newSentences() {
  auto* sentences = new QWidget;
  auto* column = newLayout<QVBoxLayout>({0, 0, 0, 0}, kHalfGrid, sentences);
  const auto sentenceOf = [&](const QString& text, const std::vector<NumberField*>& numbers) {
    QList<QLineEdit*> blanks;
    for (NumberField* number : numbers) {
      number->setParent(this);
      number->hide();
      blanks += &number->edit();
      connect(number, &NumberField::unreadable, this,
              [this, number](const QString& message) { setProblem(*number, message); });
    }
    auto* sentence = new BlankSentence(text, blanks);
    for (const QLineEdit* blank : sentence->order())
      m_order.push_back(numbers.at(static_cast<std::size_t>(blanks.indexOf(blank))));
    return sentence;
  };
  // No line ends beside an equals sign: its spaces are non-breaking.
  m_sentence = sentenceOf(
      tr("I train %1 parameters on %2 examples in batches of %3, for %4 epochs. The promise is ε = %5 with δ = %6."),
      {newNumber(Field::Parameters), newNumber(Field::DatasetSize), newNumber(Field::BatchSize),
       newNumber(Field::Epochs), newNumber(Field::Epsilon), newNumber(Field::Delta)});
  m_stepTime =
      newLimit(tr("Noise a step"), tr("Most seconds of one core that a machine may take for the noise of a step"), 0.01,
               100, false, m_stepSeconds, m_stepSeconds);
  m_time = newLimit(tr("Solving time"),
                    tr("Seconds of processor time for the search; what takes longer is left out by name"), 1, 600, true,
                    m_seconds, m_seconds);
  m_limitsSentence = sentenceOf(tr("Machines: %1. Memory free for noise on each: %2 bytes.\n"
                                   "Seconds of a core for the noise of a step: %3. Seconds for the search: %4."),
                                {newNumber(Field::Machines), newNumber(Field::Memory), m_stepTime, m_time});
  m_limits = new FoldSection(QStringLiteral("recommendLimits"), tr("Machines, memory and time"), true);
  m_limits->rows().addWidget(m_limitsSentence);
  for (QLabel* label : {m_steps, m_problem}) label->setWordWrap(true);
  m_steps->setObjectName(QStringLiteral("recommendSteps"));
  m_problem->setObjectName(QStringLiteral("recommendProblem"));
  m_problem->hide();
  for (QWidget* part : {static_cast<QWidget*>(m_sentence), static_cast<QWidget*>(m_problem),
                        static_cast<QWidget*>(m_steps), static_cast<QWidget*>(m_limits)})
    column->addWidget(part);
  return sentences;
}

QCheckBox* RecommendForm::addBox(QCheckBox* box, std::string_view name, const std::set<std::string>& ticked) {
  box->setObjectName(QStringLiteral("recommend.%1").arg(QString::fromUtf8(name.data())));
  box->setChecked(ticked.contains(std::string(name)));
  m_boxes.push_back(box);
  m_names.emplace_back(name);
  connect(box, &QCheckBox::toggled, this, [this, box](bool on) {
    // A loader that takes anything has nothing of its own to say, and the other way round.
    const bool anything = box == m_boxes.at(kAnythingBox);
    for (QCheckBox* other : m_boxes) {
      if (!on || other == box || !(anything || other == m_boxes.at(kAnythingBox))) continue;
      const QSignalBlocker blocker(other);
      other->setChecked(false);
    }
    showJob();
    emit changed();
  });
  return box;
}

QWidget* RecommendForm::newLoaders(const std::set<std::string>& ticked) {
  auto* loaders = new QWidget;
  auto* column = newLayout<QVBoxLayout>({0, 0, 0, 0}, kGrid, loaders);
  column->addWidget(
      addBox(new LoaderCard(tr("shuffles in each epoch"), tr("Every example once an epoch, in a new order each time."),
                            drawnBatches(batchings::shuffledEachEpoch)),
             "shuffled-each-epoch", ticked));
  column->addWidget(addBox(new LoaderCard(tr("draws each step by itself (Poisson)"),
                                          tr("Chance alone decides who is in a step, whoever was in the last."),
                                          drawnBatches(batchings::cyclicPoisson)),
                           "poisson", ticked));
  column->addWidget(
      addBox(new LoaderCard(tr("takes batches from Noiseloom"),
                            tr("Any will do: the best way of all is found, and a command draws such batches."),
                            drawnBatches(batchings::ballsInBins)),
             kAnything, ticked));
  m_more = new FoldSection(QStringLiteral("recommendMore"), tr("More ways"), true);
  m_more->rows().setSpacing(kHalfGrid);
  bool open = false;
  for (const std::string_view name : wayNames()) {
    if (!isOther(name)) continue;
    m_more->rows().addWidget(addBox(new QCheckBox(nameOfWay(name)), name, ticked));
    open = open || m_boxes.back()->isChecked();
  }
  m_more->setFolded(!open);
  column->addWidget(m_more);
  return loaders;
}

std::vector<BatchingWay> RecommendForm::waysOf(std::string_view name) const {
  if (name == kAnything) {
    std::vector<BatchingWay> ways = allWays(m_job.epochs);
    // The sampler does not know which examples are one user's.
    if (m_job.examplesOfMember() == 1) {
      for (BatchingWay& way : ways) way.job = &drawnJobBatching();
    }
    return ways;
  }
  try {
    const auto way = wayFromName(name, m_job);
    // A single pass over the data is a way of its own.
    if (way && (!way->batching->once || m_job.effectiveParticipations() == 1)) return {*way};
  } catch (const InvalidArgument&) {
    // No accounting covers such a job.
  }
  return {};
}

std::set<std::string> RecommendForm::ticked() const {
  std::set<std::string> ticked;
  for (std::size_t i = 0; i < m_boxes.size(); ++i) {
    if (m_boxes[i]->isChecked()) ticked.insert(m_names[i]);
  }
  return ticked;
}

std::vector<BatchingWay> RecommendForm::chosenWays() const {
  std::vector<BatchingWay> chosen;
  for (const std::string& name : ticked()) {
    for (const BatchingWay& way : waysOf(name)) chosen.push_back(way);
  }
  return chosen;
}

QString RecommendForm::missing() const {
  if (!m_refused.empty()) return tr("Correct what is marked first.");
  if (m_job.iterations < 1) return tr("There has to be a step to train.");
  if (chosenWays().empty()) return tr("Choose what your data loader does.");
  return {};
}

void RecommendForm::takeOver() {
  for (NumberField* number : m_order) number->takeOver();
}

void RecommendForm::edit(Field field, std::optional<double> value) {
  try {
    // The batch size is kept, and the steps follow.
    m_job = withValue(m_job, field, value, Field::Iterations);
    if (field == Field::Epochs) m_typedEpochs = value;
    const bool makesSteps = field == Field::DatasetSize || field == Field::BatchSize;
    if (makesSteps && m_typedEpochs) m_job = withValue(m_job, Field::Epochs, m_typedEpochs, Field::Iterations);
    showJob();
  } catch (const InvalidArgument& problem) {
    setProblem(*m_numbers.at(field), refusalText(problem, field));
  }
  emit changed();
}

void RecommendForm::setSteps(Index iterations) {
  m_job = m_job.withIterations(iterations);
  m_typedEpochs.reset();
  showJob();
  emit changed();
}

void RecommendForm::tick(std::string_view way) {
  const auto found = std::ranges::find(m_names, way);
  if (found == m_names.end()) return;
  const auto at = static_cast<std::size_t>(found - m_names.begin());
  if (at >= kCards) m_more->setFolded(false);
  m_boxes[at]->setChecked(true);
}

void RecommendForm::setProblem(NumberField& number, const QString& problem) {
  number.setProblem(problem);
  if (problem.isEmpty()) {
    m_refused.erase(&number);
  } else {
    m_refused.insert(&number);
  }
  showProblems();
  emit changed();
}

QString RecommendForm::problems() const {
  QStringList lines;
  for (const NumberField* number : m_order) {
    const QString problem = number->problem();
    if (problem.isEmpty()) continue;
    lines += problem.startsWith(number->name()) ? problem : tr("%1: %2").arg(number->name(), problem);
  }
  return lines.join(QLatin1Char('\n'));
}

void RecommendForm::showProblems() {
  const QString problems = this->problems();
  m_problem->setText(problems);
  m_problem->setAccessibleName(problems);
  m_problem->setVisible(!problems.isEmpty());
  const auto marked = [this](Field field) { return !m_numbers.at(field)->problem().isEmpty(); };
  m_limits->setForcedOpen(marked(Field::Machines) || marked(Field::Memory) || !m_stepTime->problem().isEmpty() ||
                          !m_time->problem().isEmpty());
}

/// k = n B / N is whole only where N is a multiple of B. Epochs that were typed stay as long as they make these steps;
/// otherwise steps of whole passes over the data are so many passes.
double RecommendForm::shownEpochs() const {
  const Index epoch = std::max<Index>(1, m_job.stepsPerEpoch());
  const auto passes = static_cast<double>(m_job.iterations / epoch);
  for (const std::optional<double>& epochs : {m_typedEpochs, std::optional(passes)}) {
    if (!epochs || *epochs <= 0) continue;
    try {
      if (withValue(m_job, Field::Epochs, epochs, Field::Iterations).iterations == m_job.iterations) return *epochs;
    } catch (const InvalidArgument&) {
      // No job has these epochs.
    }
  }
  return m_job.epochs;
}

QString RecommendForm::stepsText() const {
  const Index n = m_job.iterations;
  const Index epoch = std::max<Index>(1, m_job.stepsPerEpoch());
  const auto count = [](Index number) { return entryText(static_cast<double>(number)); };
  const QString visits = resultText(m_job.epochs);
  const bool asShown = visits == resultText(shownEpochs());
  if (n > epoch && n % epoch == 0) {
    const QString steps = tr("makes n = %1 steps: %2 epochs of %3").arg(count(n), count(n / epoch), count(epoch));
    return asShown ? steps : tr("%1, or k = %2 where each step is drawn").arg(steps, visits);
  }
  return asShown ? tr("makes n = %1 steps").arg(count(n)) : tr("makes n = %1 steps, k = %2").arg(count(n), visits);
}

void RecommendForm::showJob() {
  for (const auto& [field, number] : m_numbers)
    number->showValue(field == Field::Epochs ? shownEpochs() : valueOf(m_job, field));
  m_steps->setText(stepsText());
  // These show the job again; texts of the limits stay.
  for (const auto& [field, number] : m_numbers) {
    number->setProblem({});
    m_refused.erase(number);
  }
  showWays();
  const std::vector<BatchingWay> ways = chosenWays();
  // A value that one batching refuses may be allowed by another. Where nothing is chosen the standard one decides.
  const Scenario asked = (ways.empty() ? BatchingWay{} : ways.front()).applied(m_job);
  for (const InvalidArgument& problem : asked.problems()) {
    const auto field = fieldOfArgument(problem.argument());
    if (field && m_numbers.contains(*field)) m_numbers[*field]->setProblem(refusalText(problem));
  }
  QStringList limits{tr("machines: %1").arg(m_job.deployment.machines)};
  if (const auto& memory = m_job.deployment.memoryPerMachine) limits += memoryText(static_cast<double>(*memory));
  m_limits->setSummary(limits.join(QStringLiteral(", ")));
  showProblems();
}

// What each way asks of this job.
void RecommendForm::showWays() {
  for (std::size_t i = 0; i < m_boxes.size(); ++i) {
    const std::vector<BatchingWay> ways = waysOf(m_names[i]);
    m_boxes[i]->setEnabled(!ways.empty());
    QString tip;
    if (ways.size() == 1 && m_job.iterations >= 1 && m_job.epochs > 0)
      tip = coreText(ways.front().batching->assumes(ways.front().applied(m_job), 1, everyMember(m_job.contributor())));
    m_boxes[i]->setToolTip(tip);
    if (!dynamic_cast<LoaderCard*>(m_boxes[i])) m_boxes[i]->setAccessibleDescription(tip);
  }
}

QList<QWidget*> RecommendForm::stops() const {
  QList<QWidget*> stops;
  const auto add = [&](const QList<QLineEdit*>& blanks) {
    for (QLineEdit* blank : blanks) stops += blank;
  };
  add(m_sentence->order());
  stops += &m_limits->header();
  add(m_limitsSentence->order());
  for (std::size_t i = 0; i < m_boxes.size(); ++i) {
    if (i == kCards) stops += &m_more->header();
    stops += m_boxes[i];
  }
  return stops;
}

void RecommendForm::applyLook() {
  m_sentence->setFont(scaledFont(font(), kSentenceType));
  m_loader->setFont(scaledFont(font(), kSentenceType));
  const Theme& theme = themeOf(palette());
  setTextColor(*m_steps, theme.mutedText);
  setTextColor(*m_problem, theme.error);
}

}  // namespace noiseloom
