#include "ui/document/snapshots.h"

#include <algorithm>
#include <string>
#include <utility>

namespace noiseloom {

std::string Snapshots::unused(const QString& name) const {
  const QString plain = name.simplified().left(static_cast<qsizetype>(kMostSnapshotName / 4 - 8));
  const QString base = plain.isEmpty() ? tr("snapshot") : plain;
  for (int number = 1;; ++number) {
    const std::string tried = (number == 1 ? base : QStringLiteral("%1 (%2)").arg(base).arg(number)).toStdString();
    if (std::ranges::find(m_all, tried, &SessionSnapshot::name) == m_all.end()) return tried;
  }
}

void Snapshots::add(const QString& name, const Scenario& scenario) {
  if (m_all.size() >= kMostSnapshots) return;
  m_all.push_back({unused(name), scenario});
  emit changed();
}

void Snapshots::rename(std::size_t place, const QString& name) {
  if (place >= m_all.size() || name.simplified().toStdString() == m_all[place].name) return;
  m_all[place].name.clear();
  m_all[place].name = unused(name);
  emit changed();
}

void Snapshots::remove(std::size_t place) {
  if (place >= m_all.size()) return;
  m_all.erase(m_all.begin() + static_cast<std::ptrdiff_t>(place));
  emit changed();
}

void Snapshots::insert(std::size_t place, const SessionSnapshot& snapshot) {
  m_all.insert(m_all.begin() + static_cast<std::ptrdiff_t>(std::min(place, m_all.size())), snapshot);
  emit changed();
}

void Snapshots::reset(std::vector<SessionSnapshot> snapshots) {
  m_all = std::move(snapshots);
  emit changed();
}

}  // namespace noiseloom
