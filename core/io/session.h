#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/run_control.h"
#include "core/design/design.h"

namespace noiseloom {

class JsonObject;

/// A strategy file larger than this does not go into a session: its design is solved again on opening.
inline constexpr std::uint64_t kMostPackedStrategy = std::uint64_t{4} << 20;
/// The limit of a whole session file; writers leave strategies and the oldest history out before they reach it.
inline constexpr std::uint64_t kMostSessionBytes = std::uint64_t{128} << 20;
/// The limit of the history in it, which is written again and again while a person edits.
inline constexpr std::uint64_t kMostHistoryBytes = std::uint64_t{8} << 20;

/// A pinned design of a session (docs/formats.md).
struct SessionDesign {
  Index id = 1;  ///< >= 1, unique in a session
  std::string name;
  bool shown = true;  ///< drawn in the plots
  Scenario scenario;  ///< as asked for
  // The figures when it was saved, to be compared with those of the design that is opened.
  const Mechanism* mechanism = &baselineMechanism();  ///< never Best
  Index bands = 1;
  DesignFigures figures;       ///< those that FiguresExtent::Brief tells
  OptimizerSummary optimizer;  ///< without its trace
  DesignSeconds seconds;
  std::string strategyFile;  ///< the bytes of a strategy file; empty where it was too large or not ready
};

/// A scenario that was saved under a name, to return to.
struct SessionSnapshot {
  std::string name;   ///< not empty; at most kMostSnapshotName bytes
  Scenario scenario;  ///< may have problems, as the session's

  bool operator==(const SessionSnapshot&) const = default;
};
inline constexpr std::size_t kMostSnapshots = 1000;
inline constexpr std::size_t kMostSnapshotName = 1000;

/// Which file a session that was kept automatically belongs to.
struct SessionOrigin {
  std::string file;       ///< path; empty: it was never saved under a name
  bool modified = false;  ///< changed since
};

/// The whole workspace: what `name.noiseloom` holds.
struct Session {
  Scenario scenario;                           ///< may have problems: it is as it stood while it was edited
  std::vector<SessionDesign> designs;          ///< as on the shelf
  std::vector<SessionSnapshot> snapshots;      ///< at most kMostSnapshots
  std::optional<Index> baseline;               ///< of the designs; none: DP-SGD
  std::map<std::string, std::string> entries;  ///< what stands in fields and is no value, by field
  std::string viewJson = "{}";                 ///< an object that only the window understands
  std::vector<Scenario> history;               ///< scenarios before this one, oldest first; of kept sessions only
  std::optional<SessionOrigin> origin;         ///< of kept sessions only
};

/// The entry of a design in a session, without its packed strategy.
SessionDesign sessionDesign(Index id, std::string name, bool shown, const Design& design);
/// The bytes of the design's strategy file, or nothing when it has more than kMostPackedStrategy. Takes as long as the
/// privacy profile of its claim: up to seconds. Throws InvalidArgument for a design that cannot be written.
std::string packStrategy(const Design& design);

/// Most bytes that the numbers of imported strategies have in a session; those of scenarios that do not fit are named
/// only, and must be opened from their files again.
inline constexpr std::uint64_t kMostImportedBytes = std::uint64_t{32} << 20;

/// The session as ASCII JSON. Strategies that would make the text too long are left out, largest first, and scenarios
/// of a history of more than kMostHistoryBytes, oldest first.
std::string sessionText(const Session& session);
/// Strict: throws FormatError that names `path` and the field.
Session parseSession(std::string_view text, const std::filesystem::path& path);
/// The same of a text that is parsed already.
Session readSession(JsonObject json);
/// The same, written to a temporary name, flushed and renamed. Throws IoError, also where it has more than
/// kMostSessionBytes all the same.
void writeSession(const std::filesystem::path& path, const Session& session);
Session readSession(const std::filesystem::path& path);

/// The design as it was, with the figures that its strategy file states; nullptr when the session does not hold the
/// strategy. Throws FormatError naming `session` where that file is not sound or belongs to another scenario.
std::shared_ptr<const Design> unpackDesign(const SessionDesign& packed, const std::filesystem::path& session);
/// The same mechanism and bands solved again; nullptr when stopped, InvalidArgument where it cannot be.
std::shared_ptr<const Design> solveAgain(const SessionDesign& packed, const RunControl& control = {});

}  // namespace noiseloom
