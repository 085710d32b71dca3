#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "core/io/session.h"
#include "ui/document/shelf.h"

namespace noiseloom {

/// What a file that was opened brings: a whole session, or a scenario alone.
struct LoadedFile {
  Scenario scenario;
  std::optional<Session> session;
  /// Designs of the session whose strategies it holds, ready to be shown; the others must be solved again.
  std::vector<PinnedDesign> pins;
};

/// Reads any file that Noiseloom writes, told apart by what stands in it and not by its name: a session, a strategy
/// file, a noise plan (by the strategy file beside it), a scenario, or a picture that carries its scenario. Throws
/// IoError or FormatError. Takes as long as the disk: for worker threads, and for the start of the program.
LoadedFile loadFile(const QString& path);

/// The same of a session that is read already.
LoadedFile loadSession(Session session, const QString& path);

/// For file dialogs: every kind of file that loadFile() reads.
QString openableFilter();

}  // namespace noiseloom
