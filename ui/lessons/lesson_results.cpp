#include "ui/lessons/lesson_results.h"

#include <algorithm>

#include "core/design/designer.h"

namespace noiseloom {

LessonResults::LessonResults(QObject* parent) : QObject(parent) {
  // A lesson that asks for what cannot be solved goes on without that number.
  connect(&m_job, &NewestJob::failed, this, &LessonResults::changed);
}

void LessonResults::want(std::map<std::string, Scenario> scenarios) {
  m_wanted = std::move(scenarios);
  solveNext();
}

std::shared_ptr<const Design> LessonResults::find(const std::string& name) const {
  const auto wanted = m_wanted.find(name);
  if (wanted == m_wanted.end()) return nullptr;
  const auto known = std::ranges::find_if(m_known, [&](const auto& one) { return one.first == wanted->second; });
  return known == m_known.end() ? nullptr : known->second;
}

bool LessonResults::isComplete() const {
  return std::ranges::all_of(m_wanted, [this](const auto& one) { return find(one.first) != nullptr; });
}

void LessonResults::clear() {
  m_wanted.clear();
  m_known.clear();
  m_job.cancel();
}

void LessonResults::solveNext() {
  for (const auto& [name, scenario] : m_wanted) {
    if (find(name)) continue;
    m_job.start([this, scenario = scenario](const std::stop_token& stop) -> NewestJob::Delivery {
      auto solved = design(scenario, {stop, {}}, {.abandon = stop});
      if (!solved) return {};
      return [this, scenario, solved] {
        m_known.emplace_back(scenario, solved);
        emit changed();
        solveNext();
      };
    });
    return;
  }
}

}  // namespace noiseloom
