#pragma once

#include <QObject>
#include <QString>
#include <map>
#include <vector>

#include "core/io/session.h"
#include "ui/jobs/newest_job.h"

namespace noiseloom {

class Shelf;

/// The designs of an opened session that are not verified yet. Those without a strategy are solved and put on the
/// shelf; the figures of the others, already on the shelf, are recomputed and compared with the file's.
class OpenedDesigns : public QObject {
  Q_OBJECT

 public:
  explicit OpenedDesigns(Shelf& shelf, QObject* parent = nullptr);

  /// Replaces the designs of the previous session. `unsolved`: not on the shelf; `unconfirmed`: on it, by number.
  void begin(std::vector<SessionDesign> unsolved, std::map<int, SessionDesign> unconfirmed);
  const std::vector<SessionDesign>& unsolved() const { return m_unsolved; }
  /// Designs still to be solved or compared.
  std::vector<SessionDesign> unchecked() const;

 signals:
  void failed(const QString& problem);

 private:
  using Pinned = std::pair<SessionDesign, std::shared_ptr<const Design>>;
  std::vector<Pinned> stillUnconfirmed() const;

  Shelf& m_shelf;
  std::vector<SessionDesign> m_unsolved;
  std::map<int, SessionDesign> m_unconfirmed;
  int m_generation = 0;  ///< counts sessions: late answers for an earlier one are dropped
  NewestJob m_job;       // declared last: joined before the members that it uses
};

}  // namespace noiseloom
