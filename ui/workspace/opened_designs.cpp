#include "ui/workspace/opened_designs.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "core/base/errors.h"
#include "core/verify/verify_session.h"
#include "ui/document/shelf.h"
#include "ui/style/core_text.h"
#include "ui/workspace/loaded_file.h"

namespace noiseloom {
namespace {

QString warningOf(const std::vector<Text>& contradictions) {
  if (contradictions.empty()) return {};
  return OpenedDesigns::tr("The file states what does not follow from it. %1.").arg(coreText(contradictions.front()));
}

}  // namespace

OpenedDesigns::OpenedDesigns(Shelf& shelf, QObject* parent) : QObject(parent), m_shelf(shelf) {}

std::vector<OpenedDesigns::Pinned> OpenedDesigns::stillUnconfirmed() const {
  std::vector<Pinned> found;
  for (const auto& [id, packed] : m_unconfirmed) {
    const PinnedDesign* pinned = m_shelf.find(id);
    if (pinned && !pinned->confirmed) found.emplace_back(packed, pinned->design);
  }
  return found;
}

std::vector<SessionDesign> OpenedDesigns::unchecked() const {
  std::vector<SessionDesign> found = m_unsolved;
  for (const Pinned& pinned : stillUnconfirmed()) found.push_back(pinned.first);
  return found;
}

void OpenedDesigns::begin(std::vector<SessionDesign> unsolved, std::map<int, SessionDesign> unconfirmed) {
  ++m_generation;
  m_unsolved = std::move(unsolved);
  m_unconfirmed = std::move(unconfirmed);
  m_job.cancel();
  if (m_unsolved.empty() && m_unconfirmed.empty()) return;
  m_job.start([this, unsolved = m_unsolved, opened = stillUnconfirmed(),
               generation = m_generation](const std::stop_token& stop) -> NewestJob::Delivery {
    const auto answer = [this, generation](std::function<void()> what) {
      // This object joins the work before it is destroyed.
      QMetaObject::invokeMethod(
          this,
          [this, generation, what = std::move(what)] {
            if (generation == m_generation) what();
          },
          Qt::QueuedConnection);
    };
    const auto solved = [this](int id) {
      std::erase_if(m_unsolved, [id](const SessionDesign& other) { return other.id == id; });
    };
    for (const SessionDesign& packed : unsolved) {
      if (stop.stop_requested()) return {};
      const int id = static_cast<int>(packed.id);
      try {
        const auto design = solveAgain(packed, {stop});
        if (!design) return {};
        PinnedDesign pinned{id, QString::fromStdString(packed.name), design, packed.shown};
        pinned.warning = warningOf(contradictionsOf(packed, *design, {stop}));
        answer([this, solved, id, pinned] {
          solved(id);
          m_shelf.admit(pinned);
        });
      } catch (const Error& problem) {
        const QString text =
            tr("%1 could not be solved again. %2").arg(QString::fromStdString(packed.name), errorText(problem));
        answer([this, solved, id, text] {
          solved(id);
          emit failed(text);
        });
      }
    }
    for (const auto& [packed, design] : opened) {
      if (stop.stop_requested()) return {};
      const int id = static_cast<int>(packed.id);
      QString warning;
      try {
        warning = warningOf(contradictionsOf(packed, *design, {stop}));
      } catch (const Error& problem) {
        warning = errorText(problem);
      }
      if (stop.stop_requested()) return {};
      answer([this, id, design = design, warning] {
        m_unconfirmed.erase(id);
        // If it was recalibrated meanwhile, it is another design.
        const PinnedDesign* pinned = m_shelf.find(id);
        if (pinned && pinned->design == design) m_shelf.setChecked(id, warning);
      });
    }
    return {};
  });
}

}  // namespace noiseloom
