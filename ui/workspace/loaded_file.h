#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "core/io/foreign_strategy.h"
#include "core/io/session.h"
#include "ui/document/shelf.h"
#include "ui/workspace/file_stamp.h"

namespace noiseloom {

class ScenarioDocument;

/// The content of an opened file: a whole session, a scenario with or without its design, or an external strategy.
struct LoadedFile {
  Scenario scenario = {};
  std::optional<Session> session = {};
  /// Designs of the session whose strategies it holds, ready to be shown; the others must be solved again.
  std::vector<PinnedDesign> pins = {};
  /// For a strategy file: its own matrix with the figures that it states, not verified yet.
  std::shared_ptr<const Design> design = nullptr;
  /// For a NumPy file, which has no scenario: the user must say what it holds if that is ambiguous.
  std::shared_ptr<const ForeignStrategy> foreign = nullptr;
  FileStamp stamp = {};  ///< of the file, before it was read
};

/// True for a link that somebody shared (core/snippet/scenario_link.h), which is opened as a file is.
bool isLink(const QString& name);
/// Reads a link, or any file that Noiseloom writes, recognised by content and not by name: a session, a strategy file,
/// a noise plan (with the strategy file beside it), a scenario, a picture that carries its scenario, or a strategy
/// saved by NumPy. Throws IoError, FormatError, or of a link InvalidArgument. Blocks on the disk: only for worker
/// threads and at the start of the program.
LoadedFile loadFile(const QString& path);

/// Begins the document with the scenario of a file, and with its design where it has one, before anything is solved: an
/// estimate would take that design's place.
void beginWith(ScenarioDocument& document, const LoadedFile& loaded);

LoadedFile loadSession(Session session, const QString& path);

/// The scenario with the strategy from the file, read as `content` if the file does not say; n is the file's, or as
/// near to the scenario's as its coefficients allow. Throws InvalidArgument: see importStrategy(). For worker threads.
Scenario withStrategy(Scenario scenario, const ForeignStrategy& file, std::optional<StrategyContent> content);

/// For file dialogs: all files that loadFile() reads.
QString openableFilter();

}  // namespace noiseloom
