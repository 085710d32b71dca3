#include "ui/lessons/lesson_results.h"

#include <algorithm>

#include "core/search/designer.h"
#include "ui/jobs/frame_pacer.h"

namespace noiseloom {

LessonResults::LessonResults(QObject* parent) : QObject(parent) {
  // If a request cannot be solved, the lesson continues without that number.
  connect(&m_job, &NewestJob::failed, this, &LessonResults::changed);
  connect(&FramePacer::instance(), &FramePacer::began, this, [this] { m_interrupted = m_job.running(); });
  connect(&m_job, &NewestJob::idle, this, [this] {
    m_working = {};
    if (std::exchange(m_interrupted, false)) solveNext();
  });
}

void LessonResults::want(std::map<std::string, LessonWanted> wanted, const Task& own) {
  m_wanted = std::move(wanted);
  m_own = own.design ? std::optional(own) : std::nullopt;
  solveNext();
}

void LessonResults::wantOwn(const Task& own) {
  const std::optional<Task> wanted = own.design ? std::optional(own) : std::nullopt;
  if (wanted == m_own) return;
  m_own = wanted;
  solveNext();
}

std::shared_ptr<const Design> LessonResults::find(const LessonWanted& wanted) const {
  const auto known = std::ranges::find_if(m_known, [&](const Known& one) {
    return one.scenario == wanted.scenario && one.strategyOf == wanted.strategyOf;
  });
  return known == m_known.end() ? nullptr : known->design;
}

std::shared_ptr<const Design> LessonResults::find(const std::string& name) const {
  const auto wanted = m_wanted.find(name);
  return wanted == m_wanted.end() ? nullptr : find(wanted->second);
}

std::optional<LearnedValues> LessonResults::find(const Task& task) const {
  const auto known = std::ranges::find(m_learned, task, &std::pair<Task, LearnedValues>::first);
  return known == m_learned.end() ? std::nullopt : std::optional(known->second);
}

std::optional<LearnedValues> LessonResults::learned(const std::string& name) const {
  const auto design = find(name);
  const std::optional<LessonTraining> training = design ? m_wanted.at(name).training : std::nullopt;
  return training ? find(Task{design, *training}) : std::nullopt;
}

std::optional<LearnedValues> LessonResults::ownLearned() const {
  return m_own ? find(*m_own) : std::nullopt;
}

std::vector<LessonResults::Task> LessonResults::tasks() const {
  std::vector<Task> all;
  if (m_own) all.push_back(*m_own);
  for (const auto& [name, wanted] : m_wanted) {
    const auto design = wanted.training ? find(wanted) : nullptr;
    if (design) all.push_back({design, *wanted.training});
  }
  return all;
}

bool LessonResults::isComplete() const {
  const std::vector<Task> wanted = tasks();
  return std::ranges::all_of(m_wanted, [this](const auto& one) { return find(one.second) != nullptr; }) &&
         std::ranges::all_of(wanted, [this](const Task& task) { return find(task).has_value(); });
}

void LessonResults::clear() {
  m_wanted.clear();
  m_own.reset();
  m_known.clear();
  m_learned.clear();
  m_working = {};
  m_job.cancel();
}

void LessonResults::solveNext() {
  for (const auto& [name, wanted] : m_wanted) {
    if (!find(wanted)) return solve(wanted);
  }
  for (const Task& task : tasks()) {
    if (!find(task)) return train(task);
  }
  m_working = {};
  m_job.cancel();
}

void LessonResults::solve(const LessonWanted& wanted) {
  const Known missing{wanted.scenario, wanted.strategyOf};
  if (m_working == decltype(m_working)(missing)) return;
  m_working = missing;
  m_job.start([this, wanted](const std::stop_token& stop) -> NewestJob::Delivery {
    const RunControl control{stop};
    auto solved = design(wanted.strategyOf.value_or(wanted.scenario), control, {.abandon = stop});
    if (solved && wanted.strategyOf) solved = evaluate(wanted.scenario, solved->strategy, control);
    if (!solved) return {};
    return [this, wanted, solved] {
      m_known.push_back({wanted.scenario, wanted.strategyOf, solved});
      emit changed();
      solveNext();
    };
  });
}

void LessonResults::train(const Task& task) {
  if (m_working == decltype(m_working)(task)) return;
  m_working = task;
  m_job.start([this, task](const std::stop_token& stop) -> NewestJob::Delivery {
    const std::optional<LearnedValues> learned = learnedBy(task.design, task.training, {stop});
    if (!learned) return {};
    return [this, task, learned] {
      m_learned.emplace_back(task, *learned);
      emit changed();
      solveNext();
    };
  });
}

}  // namespace noiseloom
