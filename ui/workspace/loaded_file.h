#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "core/io/foreign_strategy.h"
#include "core/io/session.h"
#include "ui/document/shelf.h"

namespace noiseloom {

/// What a file that was opened brings: a whole session, a scenario with or without its design, or a strategy from
/// elsewhere.
struct LoadedFile {
  Scenario scenario = {};
  std::optional<Session> session = {};
  /// Designs of the session whose strategies it holds, ready to be shown; the others must be solved again.
  std::vector<PinnedDesign> pins = {};
  /// Of a strategy file: its own matrix with the figures that it states, which nobody has verified yet.
  std::shared_ptr<const Design> design = nullptr;
  /// A NumPy file: whoever opens it says what it holds, where it does not. There is no scenario then.
  std::shared_ptr<const ForeignStrategy> foreign = nullptr;
};

/// Reads any file that Noiseloom writes, told apart by what stands in it and not by its name: a session, a strategy
/// file, a noise plan (by the strategy file beside it), a scenario, a picture that carries its scenario, or a strategy
/// that NumPy has saved. Throws IoError or FormatError. Takes as long as the disk: for worker threads, and for the
/// start of the program.
LoadedFile loadFile(const QString& path);

/// The same of a session that is read already.
LoadedFile loadSession(Session session, const QString& path);

/// The scenario with the strategy that the file holds, as `content` where the file does not say what; n is the file's,
/// or as near to the scenario's as its coefficients allow. Throws InvalidArgument: see importStrategy(). For worker
/// threads.
Scenario withStrategy(Scenario scenario, const ForeignStrategy& file, std::optional<StrategyContent> content);

/// For file dialogs: every kind of file that loadFile() reads.
QString openableFilter();

}  // namespace noiseloom
