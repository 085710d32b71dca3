#pragma once

#include <QObject>
#include <QString>
#include <map>
#include <vector>

#include "core/io/session.h"
#include "ui/jobs/newest_job.h"

namespace noiseloom {

class Shelf;

/// The designs of an opened session that are not computed anew yet. Those that came without a strategy are solved and
/// put on the shelf; the figures of the others, which are there already, are compared with what the file states.
class OpenedDesigns : public QObject {
  Q_OBJECT

 public:
  explicit OpenedDesigns(Shelf& shelf, QObject* parent = nullptr);

  /// Instead of those of the session before. `unsolved`: not on the shelf; `unconfirmed`: there, with their numbers.
  void begin(std::vector<SessionDesign> unsolved, std::map<int, SessionDesign> unconfirmed);
  const std::vector<SessionDesign>& unsolved() const { return m_unsolved; }
  /// What is still to be solved or compared.
  std::vector<SessionDesign> unchecked() const;

 signals:
  void failed(const QString& problem);

 private:
  using Pinned = std::pair<SessionDesign, std::shared_ptr<const Design>>;
  std::vector<Pinned> stillUnconfirmed() const;

  Shelf& m_shelf;
  std::vector<SessionDesign> m_unsolved;
  std::map<int, SessionDesign> m_unconfirmed;
  int m_generation = 0;  ///< of the session: late answers for another are dropped
  NewestJob m_job;       // last: joined before what it uses
};

}  // namespace noiseloom
